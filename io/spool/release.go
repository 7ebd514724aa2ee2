package spool

import (
	"errors"
	"sync"
)

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

// Release ends a Hold. The room of a block that nobody holds any more is given to other blocks, or back
// to the disk, if the whole job runs in this process; the block must not be opened again. Where the
// disk or the system cannot give it back, that is done when the job ends.
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

// Discard gives away the room of a block at once. Only the stage that sealed it has read it.
func Discard(sealed []byte) {
	if f, p, ok := private(sealed); ok {
		f.discard(p)
	}
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

// pageBytes is the size of the pages in which a disk gives room back.
const pageBytes = 4096

// pages counts the bytes that were given back of each page that blocks share, until that is the
// whole page. Such pages would stay otherwise: one for each block, each a piece of its own that the
// system removes alone when the file ends.
type pages struct {
	mu    sync.Mutex
	given map[int64]int64
}

// add adds a range that is given back. It returns the range with the pages at its ends of which all
// bytes have been given back.
func (g *pages) add(from, to int64) (int64, int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	first, last := from/pageBytes, (to-1)/pageBytes
	begin, end := first*pageBytes, (last+1)*pageBytes
	if g.whole(first, min(to, begin+pageBytes)-from) {
		from = begin
		if first == last {
			to = end
		}
	}
	if first < last && g.whole(last, to-last*pageBytes) {
		to = end
	}
	return from, to
}

// whole adds bytes that are given back of a page, and reports whether all of it is.
func (g *pages) whole(page, bytes int64) bool {
	if bytes += g.given[page]; bytes < pageBytes {
		g.given[page] = bytes
		return false
	}
	delete(g.given, page)
	return true
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
