package store

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sync/errgroup"

	"example.org/diagonal/io/lockdir"
)

// BeginHere is Begin for a folder that can only be made on a disk. Where it belongs in a bucket, it is made in a folder
// of its own in that of temporary files, and Commit sends its files before they get their names. On a disk it is Begin.
func BeginHere(ctx context.Context, f Folder) (Draft, error) {
	files, err := For(f.Path)
	if err != nil {
		return nil, err
	}
	there, err := files.Begin(ctx, f)
	if err != nil || IsLocal(f.Path) {
		return there, err
	}
	own, err := lockdir.MakeTemp("diagonal-")
	if err == nil {
		err = os.MkdirAll(filepath.Join(own.Path(), madeDir, f.Scratch), 0o700)
	}
	d := &hereDraft{there, own} // own is nil if it could not be made
	if err != nil {
		d.Abort()
		return nil, err
	}
	return d, nil
}

// hereDraft is made on the disk.
type hereDraft struct {
	there Draft // in a bucket
	own   *lockdir.Dir
}

func (d *hereDraft) Dir() string { return filepath.Join(d.own.Path(), madeDir) }

// sendParallel is how many files are sent at a time. Each takes a chunk of memory.
const sendParallel = 4

func (d *hereDraft) Commit(ctx context.Context) error {
	if err := d.send(ctx); err != nil {
		return err
	}
	if err := d.there.Commit(ctx); err != nil {
		return err
	}
	d.own.Remove() // what it leaves the next run removes; the result is whole
	d.own = nil
	return nil
}

// send sends all files.
func (d *hereDraft) send(ctx context.Context) error {
	g, sending := errgroup.WithContext(ctx)
	g.SetLimit(sendParallel)
	err := filepath.WalkDir(d.Dir(), func(path string, e fs.DirEntry, err error) error {
		if err == nil {
			err = sending.Err()
		}
		if err != nil || e.IsDir() {
			return err
		}
		name, err := filepath.Rel(d.Dir(), path)
		if err == nil {
			g.Go(func() error { return sendFile(sending, path, Join(d.there.Dir(), filepath.ToSlash(name))) })
		}
		return err
	})
	if failed := g.Wait(); failed != nil {
		return failed
	}
	return err
}

func sendFile(ctx context.Context, from, to string) error {
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	return WriteFile(ctx, to, func(w io.Writer) error {
		_, err := io.Copy(w, f)
		return err
	})
}

func (d *hereDraft) Abort() error {
	if d.own == nil {
		return d.there.Abort()
	}
	err := d.own.Remove()
	if failed := d.there.Abort(); failed != nil {
		err = failed
	}
	return err
}
