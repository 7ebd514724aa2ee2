package spool

import "sync"

// holders counts the stages that have yet to read a block, by where the block begins in a
// private file.
type holders struct {
	mu    sync.Mutex
	count map[int64]int
}

// Hold says that one more stage of this process will read a sealed block.
func Hold(sealed []byte) {
	if f, p, ok := private(sealed); ok {
		f.holders.mu.Lock()
		defer f.holders.mu.Unlock()
		f.holders.count[p.at]++
	}
}

// Release ends a Hold. The room of a block that nobody holds any more is given back to the disk
// if the whole job runs in this process, and the block cannot be opened again. Where the disk
// or the system cannot do that, the room is given back when the job ends.
func Release(sealed []byte) {
	if f, p, ok := private(sealed); ok && f.holders.end(p.at) {
		f.discard(p)
	}
}

// end takes one holder off a block, and reports whether that was the last one.
func (h *holders) end(at int64) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.count[at] == 0 { // it was never held
		return false
	}
	h.count[at]--
	if h.count[at] > 0 {
		return false
	}
	delete(h.count, at)
	return true
}

// Discard gives the room of a block back at once. Only the stage that sealed it has read it.
func Discard(sealed []byte) {
	if f, p, ok := private(sealed); ok {
		f.discard(p)
	}
}

// discard gives the room of a block back if the disk can do that.
func (f *file) discard(p place) {
	if punch(f.file, p.at, p.length) == nil {
		f.used.Add(-p.length)
	}
}

// private returns the file of a block, if no other process reads it.
func private(sealed []byte) (*file, place, bool) {
	p, ok := placeOf(sealed)
	if !ok {
		return nil, p, false
	}
	files.Lock()
	defer files.Unlock()
	f := files.byPath[p.path]
	return f, p, f != nil && f.private
}
