package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"

	"cloud.google.com/go/storage"
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

// gsOver is a gsWriter that takes the place of one generation.
type gsOver struct {
	*gsWriter
	object *storage.ObjectHandle
	run    string
}

func (gs) CreateOver(ctx context.Context, path, version string) (Writer, error) {
	b, name, err := gsBucket(path)
	if err != nil {
		return nil, err
	}
	var size, generation int64
	if version != "" {
		if _, err := fmt.Sscanf(version, gsVersionFormat, &size, &generation); err != nil {
			panic(fmt.Sprintf("store: %q is no version of an object", version))
		}
	}
	w := &gsOver{gsCreate(ctx, b.Object(name).If(gsCondition(generation)), path), b.Object(name), rand.Text()}
	w.w.Metadata = map[string]string{gsRunKey: w.run}
	return w, nil
}

func (w *gsOver) Close() error {
	err := w.w.Close()
	defer w.cancel()
	if err == nil {
		return nil
	}
	// The answer may have been lost, and then the object is there.
	o, failed := w.object.Attrs(w.ctx)
	switch {
	case failed == nil && o.Metadata[gsRunKey] == w.run:
		return nil
	case gsIs(err, http.StatusPreconditionFailed) && (failed == nil || errors.Is(failed, storage.ErrObjectNotExist)):
		return &TakenError{w.path, fasterWhy}
	}
	return gsError(w.ctx, w.path, writing, err)
}
