package spool

import "sync"

// extentBytes is the size of an extent. A disk reads it in about the time in which it reads one block.
const extentBytes = 256 << 10

// maxInExtent is the largest size, in bytes, of a block that is in an extent: nearly all blocks of a large
// collection are smaller. With larger ones, more of an extent could be left empty.
const maxInExtent = extentBytes / 2

// alignedFrom is the size, in bytes, from which on a block begins with a page. Whole pages are written
// without reading what was there.
const alignedFrom = 32 << 10

// extentFiles is the number of files with extents of a folder. A file system lets only one worker write to a file at a
// time, and frees several files at the same time when a run ends.
const extentFiles = 16

// extent is a range of a private file with the blocks of one Run, or of a few, one after the other. When
// nobody holds any of them any more, it is used again. That takes less time than to give pages back to the disk
// and to get others. A count for each block would be larger than its place.
type extent struct {
	file *file
	at   int64 // where it begins
	// end is where the next block may begin, and written where blocks have ended at most. Both count from at.
	end, written int64
	holds        int  // of all blocks
	released     bool // holds were released, so nobody waits for the blocks if holds is 0
	open         bool // a Run writes to it
	begun        int  // where it is in extents.begun
}

// extents are those of a folder. Their methods may be called at the same time.
type extents struct {
	usage *usage

	mu    sync.Mutex
	files []*file
	next  int // the file that the next new extent is in
	// free have no blocks. Of those in cold the system keeps nothing in memory. begun have some blocks, and
	// room for one more of any size; no Run writes to them.
	free, cold, begun []*extent
}

// maxFree is the most extents in extents.free, which will be used again soon. Where there are more, a stage reads
// and writes little. Without them the system has more memory for blocks that are still to be read: it would
// rather keep what was used last.
const maxFree = 64 << 20 / extentBytes

// pageBytes is the size of the pages in which a disk is written.
const pageBytes = 4096

// wholePages returns the size of the pages of so many bytes.
func wholePages(bytes int64) int64 { return (bytes + pageBytes - 1) / pageBytes * pageBytes }

// place returns where a block of so many bytes, at most maxInExtent, goes. It is the next one of r.
func (x *extents) place(r *Run, length int64) (f *file, at int64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if r.extent != nil && r.extent.after(length)+length > extentBytes {
		x.leave(r.extent)
		r.extent = x.unused()
	}
	if r.extent == nil {
		r.extents, r.extent = x, x.first()
	}
	e := r.extent
	e.open = true
	at = e.after(length)
	e.end = at + length
	if pages := wholePages(e.end); pages > e.written {
		x.usage.grow(pages - e.written)
		e.written = pages
	}
	return e.file, e.at + at
}

// after returns where a block of so many bytes begins in e.
func (e *extent) after(length int64) int64 {
	if length >= alignedFrom {
		return wholePages(e.end)
	}
	return e.end
}

// first returns the first extent of a Run. The caller holds mu.
func (x *extents) first() *extent {
	if last := len(x.begun) - 1; last >= 0 {
		e := x.begun[last]
		x.begun = x.begun[:last]
		return e
	}
	return x.unused()
}

// unused returns an extent without blocks. The caller holds mu.
func (x *extents) unused() *extent {
	for _, unused := range []*[]*extent{&x.free, &x.cold} {
		if last := len(*unused) - 1; last >= 0 {
			e := (*unused)[last] // the pages of the one that was freed last are most likely in memory
			*unused = (*unused)[:last]
			return e
		}
	}
	f := x.files[x.next]
	x.next = (x.next + 1) % len(x.files)
	e := &extent{file: f, at: int64(len(f.extents)) * extentBytes}
	f.extents = append(f.extents, e)
	return e
}

// leave ends the writing to an extent. The caller holds mu.
func (x *extents) leave(e *extent) {
	e.open = false
	switch {
	case e.holds == 0 && e.released:
		x.empty(e)
	case e.hasRoom():
		e.begun = len(x.begun)
		x.begun = append(x.begun, e)
	}
}

// hasRoom reports whether one more block of any size fits in e.
func (e *extent) hasRoom() bool { return wholePages(e.end)+maxInExtent <= extentBytes }

// empty makes an extent free. The caller holds mu.
func (x *extents) empty(e *extent) {
	e.end, e.released = 0, false
	if len(x.free) < maxFree || x.usage.largest.Load() < aheadFrom {
		x.free = append(x.free, e)
		return
	}
	forget(e.file.file, e.at, e.written)
	x.cold = append(x.cold, e)
}

// end lets other runs use the rest of the extent of r.
func (x *extents) end(r *Run) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.leave(r.extent)
	r.extent = nil
}

// hold adds a hold on the block that begins at a place of a file.
func (x *extents) hold(f *file, at int64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	f.extents[at/extentBytes].holds++
}

// release takes a hold off the block that begins at a place of a file.
func (x *extents) release(f *file, at int64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	e := f.extents[at/extentBytes]
	if e.holds == 0 { // it was never held
		return
	}
	e.holds--
	e.released = true
	if e.holds > 0 || e.open {
		return
	}
	if e.hasRoom() {
		last := x.begun[len(x.begun)-1]
		x.begun[e.begun], last.begun = last, e.begun
		x.begun = x.begun[:len(x.begun)-1]
	}
	x.empty(e)
}
