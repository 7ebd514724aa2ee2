package lockdir

import (
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// openLock opens the file of a lock so that it can be removed while it is open: another process that looks whether a
// folder has an owner does not keep the owner from removing it.
func openLock(path string, flags int) (*os.File, error) {
	mode := uint32(windows.OPEN_EXISTING)
	switch {
	case flags&os.O_EXCL != 0:
		mode = windows.CREATE_NEW
	case flags&os.O_CREATE != 0:
		mode = windows.OPEN_ALWAYS
	}
	name, err := windows.UTF16PtrFromString(path)
	if err == nil {
		var h windows.Handle
		h, err = windows.CreateFile(name, windows.GENERIC_READ|windows.GENERIC_WRITE,
			windows.FILE_SHARE_READ|windows.FILE_SHARE_WRITE|windows.FILE_SHARE_DELETE, nil, mode,
			windows.FILE_ATTRIBUTE_NORMAL, 0)
		if err == nil {
			return os.NewFile(uintptr(h), path), nil
		}
	}
	return nil, &fs.PathError{Op: "open", Path: path, Err: err}
}

// flock takes the lock of an open file without waiting. The error is errHeld if another process has it.
func flock(f *os.File) error {
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY,
		0, 1, 0, &windows.Overlapped{})
	switch err {
	case nil:
		return nil
	case windows.ERROR_LOCK_VIOLATION, windows.ERROR_IO_PENDING:
		return errHeld
	}
	return errNoLocks
}
