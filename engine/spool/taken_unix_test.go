//go:build unix

package spool

import (
	"path/filepath"
	"syscall"
	"testing"
)

// taken is how many bytes of the disk the files of a folder take.
func taken(t *testing.T, d *Folder) (bytes int64) {
	t.Helper()
	files.Lock()
	defer files.Unlock()
	for path, f := range files.byPath {
		if filepath.Dir(path) != d.Path() {
			continue
		}
		info, err := f.file.Stat()
		if err != nil {
			t.Fatal(err)
		}
		bytes += info.Sys().(*syscall.Stat_t).Blocks * 512
	}
	return bytes
}
