package spool

import (
	"os"

	"golang.org/x/sys/unix"
)

// willNeed asks the system to read a range of a file soon. If it does not, the range is read when it is
// opened.
func willNeed(f *os.File, at, length int64) { advise(f, at, length, unix.FADV_WILLNEED) }

// forget says that what is in a range of a file will not be read again.
func forget(f *os.File, at, length int64) { advise(f, at, length, unix.FADV_DONTNEED) }

// readsAtRandom says that the blocks of a file are read in any order: the system reads what is asked for
// and nothing behind it.
func readsAtRandom(f *os.File) { advise(f, 0, 0, unix.FADV_RANDOM) }

// advise gives the system advice, which it may ignore.
func advise(f *os.File, at, length int64, advice int) {
	if conn, err := f.SyscallConn(); err == nil {
		_ = conn.Control(func(fd uintptr) { _ = unix.Fadvise(int(fd), at, length, advice) })
	}
}
