package store

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
)

// Replace writes the file at path as WriteFile does, if it is still as it was when version was taken
// (Versioned); version is "" if there was none. Otherwise the file stays as it is, and the error is a
// *TakenError. In a bucket this holds whatever others do. On the disk it holds between processes that
// take turns by a lock. The new file is on the disk before it takes the place of the old one.
func Replace(ctx context.Context, path, version string, write func(io.Writer) error) error {
	files, err := For(path)
	if err != nil {
		return err
	}
	w, err := files.CreateOver(ctx, path, version)
	if err != nil {
		return err
	}
	return fillWriter(w, write)
}

// localOver is a localFile that takes the place of one version.
type localOver struct {
	*localFile
	version string
}

func (local) CreateOver(_ context.Context, path, version string) (Writer, error) {
	w, err := createLocal(path)
	if err != nil {
		return nil, err
	}
	return &localOver{w, version}, nil
}

func (w *localOver) Close() error {
	now := ""
	info, err := os.Stat(w.name)
	switch {
	case err == nil:
		now = localVersion(info)
	case !errors.Is(err, fs.ErrNotExist):
		w.Abort()
		return err
	}
	if now != w.version {
		w.Abort()
		return &TakenError{w.name, fasterWhy}
	}
	if err := syncOpen(w.File); err != nil {
		w.Abort()
		return err
	}
	return w.localFile.Close()
}
