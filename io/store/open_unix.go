//go:build unix

package store

import (
	"errors"
	"os"
	"syscall"
)

// openFile opens a file for reading. os.Open first asks the system whether the file can be waited for,
// which takes five calls of the system; a file on a disk cannot.
func openFile(path string) (*os.File, error) {
	for {
		fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		if err != nil {
			return nil, &os.PathError{Op: "open", Path: path, Err: err}
		}
		return os.NewFile(uintptr(fd), path), nil
	}
}
