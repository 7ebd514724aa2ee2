package spool

import "sync/atomic"

// usage is how much of the disk the blocks take that this process writes in a folder, in bytes.
type usage struct {
	// taken includes extents without a block. largest is the most that was taken at a time.
	taken, largest atomic.Int64
	// stays is whether the disk or the system cannot give room back before a file ends.
	stays atomic.Bool
}

// grow adds bytes that are taken.
func (u *usage) grow(n int64) {
	taken := u.taken.Add(n)
	for max := u.largest.Load(); taken > max && !u.largest.CompareAndSwap(max, taken); {
		max = u.largest.Load()
	}
}
