//go:build unix

package lockdir

import (
	"os"
	"syscall"
)

// openLock opens the file of a lock.
func openLock(path string, flags int) (*os.File, error) {
	return os.OpenFile(path, os.O_RDWR|flags, 0o600)
}

// flock takes the lock of an open file without waiting. The error is errHeld if another process has it.
func flock(f *os.File) error {
	for {
		switch err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err {
		case syscall.EINTR:
		case nil:
			return nil
		case syscall.EWOULDBLOCK:
			return errHeld
		default:
			return errNoLocks
		}
	}
}
