package job

import (
	"golang.org/x/sys/unix"
)

// Available returns the memory, in bytes, that a run in this process may take with Params.Memory, 0
// if it is not known.
func Available(memory int64) int64 {
	if memory > 0 {
		return memory
	}
	return available()
}

// Peak returns the most memory that this process has held, in bytes, 0 if it is not known.
func Peak() int64 { return peakMemory() }

// Free returns the room on the disk of a folder in bytes, -1 if it is not known.
func Free(folder string) int64 {
	var s unix.Statfs_t
	if unix.Statfs(folder, &s) != nil {
		return -1
	}
	return int64(s.Bavail) * int64(s.Bsize)
}
