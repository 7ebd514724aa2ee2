package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sync/errgroup"
)

// toDisk writes what the system still has in memory of a file, or of the names in a folder, to the disk. Tests change
// it.
var toDisk = (*os.File).Sync

// syncParallel is how many files are synced at a time: a file system writes its journal once for many of them. On ext4,
// 20,000 files of 4 KB took 4.2 s one by one and 2.0 s with 16 at a time, and 1.9 GB in 28 files .8 and .5 s.
const syncParallel = 16

// Sync returns when the files below a folder, and all their names, are on the disk, so that they outlive a power
// cut. Everything else on the disk may wait. In a bucket they are safe as soon as they are written. The error
// is that of the context or of the file system.
func Sync(ctx context.Context, folder string) error {
	if !IsLocal(folder) {
		return nil
	}
	if err := syncBelow(ctx, folder); err != nil {
		return err
	}
	return syncPath(filepath.Dir(folder))
}

// syncBelow syncs a folder with all files and folders below it.
func syncBelow(ctx context.Context, folder string) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(syncParallel)
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil && (e.IsDir() || e.Type().IsRegular()) {
			g.Go(func() error { return syncPath(path) })
		}
		return err
	})
	if failed := g.Wait(); failed != nil {
		return failed
	}
	return err
}

// syncPath syncs a file, or the names in a folder. It does nothing where the file system cannot do that.
func syncPath(path string) error {
	f, err := openToSync(path)
	if errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	return syncOpen(f)
}

// syncOpen is syncPath for an open file.
func syncOpen(f *os.File) error {
	err := toDisk(f)
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}
