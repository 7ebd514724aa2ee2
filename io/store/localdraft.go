package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"example.org/diagonal/io/lockdir"
)

// localDraft is a folder that is being made. It is in a folder beside its name that is
// locked as long as this process lives:
//
//	.NAME.partial-*/made   what is being made
//	.NAME.partial-*/old    an earlier result, while the new one takes its name
//
// What is made and an earlier result exchange their names at once, where the file system
// can. Elsewhere the earlier one is renamed first. A run that is killed then leaves it in
// old, and the next run gives it its name back.
type localDraft struct {
	folder Folder
	own    *lockdir.Dir
	before fs.FileInfo // the folder that was there at the beginning; nil: none, or an empty one
}

const madeDir, oldDir = "made", "old"

// exchange is exchangeNames, and killHere is called between two renames; tests change them.
var (
	exchange = exchangeNames
	killHere = func() {}
)

func (local) Begin(_ context.Context, f Folder) (Draft, error) {
	name, err := realName(f.Path)
	if err != nil {
		return nil, err
	}
	f.Path = name
	parent, base := filepath.Split(name)
	prefix := partial(base)
	lockdir.RemoveStale(parent, prefix, func(dir string) error { return rescue(filepath.Join(dir, oldDir), f) })
	d := &localDraft{folder: f}
	if d.before, err = vacant(f.Path, f); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return nil, &TakenError{name, fmt.Sprintf("the folder above it cannot be made: %v", err)}
	}
	if d.own, err = lockdir.Make(parent, prefix, 0o755); err == nil {
		err = os.MkdirAll(filepath.Join(d.Dir(), f.Scratch), 0o755)
	}
	if err != nil {
		d.Abort()
		return nil, &TakenError{name, fmt.Sprintf("cannot be written: %v", err)}
	}
	return d, nil
}

// partial begins the temporary name of a folder.
func partial(base string) string { return "." + base + ".partial-" }

// realName is the path of a folder without a link at its end: a result takes the place of
// the folder that a link leads to, and not that of the link.
func realName(path string) (string, error) {
	name, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	info, err := os.Lstat(name)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return name, nil
	}
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return "", &TakenError{name, "is a link to something that is not there"}
	}
	return real, nil
}

// vacant returns the folder at path, which f is to replace; nil if it does not exist or is
// empty. The error is a *TakenError if it cannot be replaced.
func vacant(path string, f Folder) (fs.FileInfo, error) {
	entries, err := os.ReadDir(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0:
		return nil, nil
	case err != nil:
		return nil, &TakenError{f.Path, fmt.Sprintf("is not a folder that can be read: %v", err)}
	case !f.Overwrite:
		return nil, &TakenError{f.Path, takenWhy}
	}
	info, err := os.Lstat(path)
	if err == nil {
		err = own(path, f)
	}
	if err != nil {
		return nil, &TakenError{f.Path, err.Error()}
	}
	return info, nil
}

// own returns an error if a folder contains something that no run has written there.
func own(path string, f Folder) error {
	found, err := contents(path)
	if err != nil {
		return fmt.Errorf("cannot be read: %w", err)
	}
	switch size, ok := found[f.Last]; {
	case !ok:
		return fmt.Errorf(noMarkerWhy, found.first(), f.Last)
	case size < 0:
		return fmt.Errorf(oddMarkerWhy, f.Last)
	}
	marker, err := os.Open(filepath.Join(path, f.Last))
	if err != nil {
		return err
	}
	defer marker.Close()
	listed, err := readMarker(marker, f.Last)
	if err != nil {
		return err
	}
	if why := listed.strange(found, f.Last); why != "" {
		return errors.New(why)
	}
	return nil
}

// contents returns all files and folders below a folder.
func contents(path string) (listing, error) {
	found := listing{}
	err := filepath.WalkDir(path, func(name string, e fs.DirEntry, err error) error {
		if err != nil || name == path {
			return err
		}
		below, err := filepath.Rel(path, name)
		if err != nil {
			return err
		}
		size := oddSize
		switch {
		case e.IsDir():
			size = folderSize
		case e.Type().IsRegular():
			info, err := e.Info()
			if err != nil {
				return err
			}
			size = info.Size()
		}
		found[filepath.ToSlash(below)] = size
		return nil
	})
	return found, err
}

// rescue gives an earlier result its name back, which a run was killed over. After an
// error it is still in old, and must not be removed.
func rescue(old string, f Folder) error {
	if _, err := os.Lstat(old); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	if rename(old, f.Path) == nil {
		return nil
	}
	// It has a successor if there is a result in its place.
	if err := own(f.Path, f); err != nil {
		return err
	}
	return own(old, f)
}

func (d *localDraft) Dir() string { return filepath.Join(d.own.Path(), madeDir) }

func (d *localDraft) Abort() error {
	if d.own == nil {
		return nil
	}
	if err := rescue(filepath.Join(d.own.Path(), oldDir), d.folder); err != nil {
		return fmt.Errorf("the earlier result is in %s: %w", filepath.Join(d.own.Path(), oldDir), err)
	}
	return d.own.Remove()
}

func (d *localDraft) Commit(ctx context.Context) error {
	if err := d.mark(); err != nil {
		return err
	}
	// an earlier result goes only when nothing, not even a power cut, takes the new one
	durable := d.before != nil || d.folder.Durable
	if durable {
		if err := syncBelow(ctx, d.Dir()); err != nil {
			return err
		}
	}
	if err := d.publish(); err != nil {
		return err
	}
	if !durable || d.syncNames() == nil {
		d.own.Remove() // what it leaves the next run removes; the result is whole
	}
	d.own = nil
	return nil
}

// syncNames syncs the name of what was made, and that of an earlier result.
func (d *localDraft) syncNames() error {
	return errors.Join(syncPath(filepath.Dir(d.folder.Path)), syncPath(d.own.Path()))
}

// mark writes the marker.
func (d *localDraft) mark() error {
	made, err := contents(d.Dir())
	if err != nil {
		return err
	}
	delete(made, d.folder.Last)
	if _, ok := made[d.folder.Varies]; ok {
		made[d.folder.Varies] = anySize
	}
	w, err := local{}.Create(context.Background(), filepath.Join(d.Dir(), d.folder.Last))
	if err != nil {
		return err
	}
	defer w.Abort()
	if _, err := bytes.NewReader(made.marker()).WriteTo(w); err != nil {
		return err
	}
	return w.Close()
}

// publish gives what was made its name.
func (d *localDraft) publish() error {
	name := d.folder.Path
	if d.before == nil { // the name is free, or that of an empty folder
		err := rename(d.Dir(), name)
		if errors.Is(err, fs.ErrExist) || errors.Is(err, syscall.ENOTDIR) {
			return d.taken()
		}
		return renameError(d.Dir(), name, err)
	}
	if err := d.same(name); err != nil {
		return err
	}
	if err := exchange(d.Dir(), name); err == nil {
		// What is now in place of the draft may have changed before it came there.
		err := d.same(d.Dir())
		if err == nil {
			return nil
		}
		if back := exchange(d.Dir(), name); back != nil {
			err = errors.Join(err, back, os.Rename(d.Dir(), filepath.Join(d.own.Path(), oldDir)))
		}
		return err
	}
	old := filepath.Join(d.own.Path(), oldDir)
	if err := rename(name, old); err != nil {
		return renameError(name, old, err)
	}
	killHere()
	err := d.same(old)
	if err == nil {
		err = renameError(d.Dir(), name, rename(d.Dir(), name))
	}
	if err != nil {
		return errors.Join(err, renameError(old, name, rename(old, name)))
	}
	return nil
}

// same returns an error if the folder at path is not the one of the beginning, or contains
// something that no run has written.
func (d *localDraft) same(path string) error {
	now, err := vacant(path, d.folder)
	if err == nil && (now == nil || !os.SameFile(now, d.before)) {
		err = d.taken()
	}
	return err
}

func (d *localDraft) taken() error { return &TakenError{d.folder.Path, fasterWhy} }

func renameError(from, to string, err error) error {
	if err == nil {
		return nil
	}
	return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
}
