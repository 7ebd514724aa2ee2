package spool

import (
	"errors"
	"sync"
)

// holders counts the stages that have yet to read a block, by where the block begins in a
// private file without extents.
type holders struct {
	mu    sync.Mutex
	count map[int64]int
}

// Hold says that one more stage of this process will read a sealed block. Someone must hold a block before its Run
// seals the next one or ends, unless nobody reads it after that: the holds of all blocks in an extent are one count.
func Hold(sealed []byte) {
	f, p, ok := private(sealed)
	switch {
	case !ok:
	case f.of != nil:
		f.of.hold(f, p.at)
	default:
		f.holders.mu.Lock()
		defer f.holders.mu.Unlock()
		f.holders.count[p.at]++
	}
}

// Release ends a Hold. The room of blocks that nobody holds any more is given to other blocks, if the whole
// job runs in this process; they must not be opened again. That of a large block is given back to
// the disk: where the disk or the system cannot do that, when the job ends.
func Release(sealed []byte) {
	f, p, ok := private(sealed)
	switch {
	case !ok:
	case f.of != nil:
		f.of.release(f, p.at)
	case f.holders.end(p.at):
		if room := f.room(p.length); f.giveBack(p.at, room) {
			f.usage.taken.Add(-room)
		}
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

// giveBack gives the room of a range of the file back to the disk, and reports whether it did. A disk or a
// system that cannot do that is not asked again.
func (f *file) giveBack(at, length int64) bool {
	if f.usage.stays.Load() {
		return false
	}
	err := punch(f.file, at, length)
	if errors.Is(err, errors.ErrUnsupported) {
		f.usage.stays.Store(true)
	}
	return err == nil
}

// private returns the file of a block, if no other process reads it.
func private(sealed []byte) (*file, place, bool) {
	if len(sealed) == 0 || sealed[0] != numbered {
		return nil, place{}, false
	}
	p, ok := placeOf(sealed)
	if !ok {
		return nil, p, false
	}
	f := numberedFile(p.number)
	return f, p, f != nil
}
