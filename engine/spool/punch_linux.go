package spool

import (
	"os"

	"golang.org/x/sys/unix"
)

// punch gives the room of a range of a file back to the disk. What is read there later is zero. The error
// wraps errors.ErrUnsupported if the disk cannot do that.
func punch(f *os.File, at, length int64) error {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	if failed := conn.Control(func(fd uintptr) {
		for err = unix.EINTR; err == unix.EINTR; { // a signal came
			err = unix.Fallocate(int(fd), unix.FALLOC_FL_PUNCH_HOLE|unix.FALLOC_FL_KEEP_SIZE, at, length)
		}
	}); failed != nil {
		return failed
	}
	return err
}
