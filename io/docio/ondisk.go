package docio

import (
	"context"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"

	"example.org/diagonal/io/compress"
	"example.org/diagonal/io/lockdir"
	"example.org/diagonal/io/store"
)

// onDisk returns the path of a file of this machine with what r reads of the file: stored says that this is the file as
// it is stored. If the file is in a bucket or in an archive, or had to be decompressed, it is a temporary one, which
// made removes; else made is nil.
func (in *Input) onDisk(r io.Reader, stored bool) (name string, made *temporary, err error) {
	if stored && in.member == nil && store.IsLocal(in.path) {
		return in.path, nil, nil
	}
	dir, err := lockdir.MakeTemp("diagonal-file-")
	if err != nil {
		return "", nil, err
	}
	name = filepath.Join(dir.Path(), "file"+path.Ext(in.path))
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return "", nil, errors.Join(err, dir.Remove())
	}
	made = &temporary{f, dir}
	if _, err = io.Copy(f, r); err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		made.Close()
		return "", nil, err
	}
	return name, made, nil
}

// temporary is a file that goes with its folder.
type temporary struct {
	*os.File
	dir *lockdir.Dir
}

func (t *temporary) Close() error {
	if t == nil {
		return nil
	}
	return errors.Join(t.File.Close(), t.dir.Remove())
}

// openAnywhere opens the file for reading anywhere: in an archive, or compressed, it is a temporary one.
func (in *Input) openAnywhere(ctx context.Context) (store.ReaderAtCloser, error) {
	if _, kind := trim(in.path); in.member == nil && kind == compress.None {
		return in.openAt(ctx)
	}
	r, err := in.open(ctx, 0)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	_, made, err := in.onDisk(r, false)
	if err != nil {
		return nil, err
	}
	info, err := made.Stat()
	if err != nil {
		made.Close()
		return nil, err
	}
	return sized{made, info.Size()}, nil
}

// sized is a temporary file with its size.
type sized struct {
	*temporary
	size int64
}

func (s sized) Size() int64 { return s.size }
