package store

import (
	"errors"
	"os"
)

// openToSync opens a file so that it can be synced: Windows asks for the right to write. The names in a folder
// cannot be synced: then the error is errors.ErrUnsupported.
func openToSync(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, errors.ErrUnsupported
	}
	return os.OpenFile(path, os.O_RDWR, 0)
}
