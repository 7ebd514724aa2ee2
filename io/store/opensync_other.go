//go:build !windows

package store

import "os"

// openToSync opens a file or folder so that it can be synced.
func openToSync(path string) (*os.File, error) { return os.Open(path) }
