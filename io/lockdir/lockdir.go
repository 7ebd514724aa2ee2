// Package lockdir makes folders for the temporary files of one process, and removes those
// of processes that are gone.
//
// A folder has a random name behind a prefix, and in it the file .lock, which its process
// holds by flock, or LockFileEx on Windows. The kernel drops the lock when the process ends, however it ends. The
// lock holds between containers that share a volume, where process numbers say nothing.
//
// Where a file system has no locks, folders are made all the same, and none is taken for
// one of a process that is gone. On a network disk locks hold between machines only if it
// is mounted so.
package lockdir

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// lockFile is held by the process that the folder belongs to.
const lockFile = ".lock"

// makeTries bounds how often Make tries again after RemoveStale of another process was
// faster than its lock.
const makeTries = 100

// Dir is a folder that belongs to this process.
type Dir struct {
	path string
	lock *os.File
}

// errHeld reports that another process holds the lock of a folder, or has removed it.
var errHeld = errors.New("the folder belongs to another process")

// errNoLocks reports that the file system has no locks.
var errNoLocks = errors.New("no locks here")

// Lock is the lock of a folder that has its name for good.
type Lock struct{ file *os.File }

// Hold takes the lock of the folder at path, which exists, without waiting. Where the file system
// has no locks it succeeds. If another process has the lock, Held reports true for the error.
func Hold(path string) (*Lock, error) {
	f, err := hold(path, os.O_CREATE)
	if errors.Is(err, errNoLocks) {
		return &Lock{}, nil
	}
	return &Lock{f}, err
}

// Held reports whether an error of Hold means that another process has the lock.
func Held(err error) bool { return errors.Is(err, errHeld) }

// Release gives the lock back. The file of the lock stays.
func (l *Lock) Release() {
	if l.file != nil {
		l.file.Close()
	}
}

// Make makes a folder in parent, named prefix and 26 letters and digits, with the
// permissions perm. Errors are those of the file system.
func Make(parent, prefix string, perm fs.FileMode) (*Dir, error) {
	var err error
	for range makeTries {
		path := filepath.Join(parent, prefix+rand.Text())
		if err = os.Mkdir(path, perm); err != nil {
			return nil, err
		}
		var lock *os.File
		lock, err = hold(path, os.O_CREATE|os.O_EXCL)
		if err == nil || errors.Is(err, errNoLocks) {
			return &Dir{path, lock}, nil
		}
		if !errors.Is(err, errHeld) && !errors.Is(err, fs.ErrNotExist) {
			os.RemoveAll(path)
			return nil, err
		}
	}
	return nil, err
}

// TempError says that no temporary file can be made in the folder for them: TMPDIR, or /tmp.
type TempError struct {
	Folder string
	Err    error // of the file system
}

func (e *TempError) Error() string {
	return fmt.Sprintf("temporary files cannot be made in %s (%v): name a folder for them in the variable TMPDIR",
		e.Folder, e.Err)
}
func (e *TempError) Unwrap() error { return e.Err }

// ExitCode is that of what the user has to mend before a run can begin.
func (e *TempError) ExitCode() int { return 2 }

// MakeTemp is Make in the folder for temporary files, for this user alone. The error is a *TempError if there is no
// such folder, or nothing can be made in it.
func MakeTemp(prefix string) (*Dir, error) {
	dir, err := Make(os.TempDir(), prefix, 0o700)
	var known *fs.PathError
	if errors.As(err, &known) && !errors.Is(err, syscall.ENOSPC) {
		err = &TempError{os.TempDir(), known.Err}
	}
	return dir, err
}

// Path returns the path of the folder.
func (d *Dir) Path() string { return d.path }

// Remove removes the folder and all that is in it. A network disk keeps the folder while files in it are open: then the
// error says so, and Remove may be called again.
func (d *Dir) Remove() error { return remove(d.path, d.lock) }

// RemoveStale removes the folders in parent that Make has made with the prefix for
// processes that are gone. Before it removes one it calls rescue, if that is not nil,
// with the path of the folder, and keeps the folder on an error.
func RemoveStale(parent, prefix string, rescue func(dir string) error) {
	entries, _ := os.ReadDir(parent)
	for _, e := range entries {
		if !e.IsDir() || !made(e.Name(), prefix) {
			continue
		}
		path := filepath.Join(parent, e.Name())
		lock, err := hold(path, 0)
		if errors.Is(err, fs.ErrNotExist) {
			os.Remove(path) // if it is empty: its process was killed before it made the lock
		}
		if err != nil {
			continue
		}
		if rescue == nil || rescue(path) == nil {
			remove(path, lock)
			continue
		}
		lock.Close()
	}
}

// made reports whether Make can have given a folder this name.
func made(name, prefix string) bool {
	random, ok := strings.CutPrefix(name, prefix)
	return ok && len(random) == len(rand.Text()) && strings.Trim(random, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
}

// hold opens the lock of a folder and takes it. The lock counts only if the file still has
// its name: who held it before may have removed the folder.
func hold(path string, flags int) (*os.File, error) {
	f, err := openLock(filepath.Join(path, lockFile), flags)
	if err != nil {
		return nil, err
	}
	if err = flock(f); err == nil {
		err = named(f)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// named reports whether the name of an open file still leads to it.
func named(f *os.File) error {
	open, err := f.Stat()
	if err != nil {
		return err
	}
	now, err := os.Lstat(f.Name())
	if err != nil || !os.SameFile(open, now) {
		return errHeld
	}
	return nil
}

// remove removes a folder, whose lock this process has: the lock last, so that a folder that is removed in part can be
// removed by the next process. The lock, which is nil where there are no locks, loses its name while it is held, so
// that it counts no more for whoever opened it before. It is closed before the folder goes, because a network disk
// keeps open files under another name.
func remove(path string, lock *os.File) error {
	entries, err := os.ReadDir(path)
	for _, e := range entries {
		if e.Name() != lockFile {
			err = errors.Join(err, os.RemoveAll(filepath.Join(path, e.Name())))
		}
	}
	if err == nil {
		err = os.Remove(filepath.Join(path, lockFile))
	}
	lock.Close() // without a lock this is an error that does nothing
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.RemoveAll(path)
}
