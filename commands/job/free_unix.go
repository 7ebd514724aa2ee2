//go:build unix

package job

import "golang.org/x/sys/unix"

// Free returns the room on the disk of a folder in bytes, -1 if it is not known.
func Free(folder string) int64 {
	var s unix.Statfs_t
	if unix.Statfs(folder, &s) != nil {
		return -1
	}
	return int64(s.Bavail) * int64(s.Bsize)
}
