package spool

import (
	"runtime"
	"slices"
	"sync"
)

// leastRoom is the size, in bytes, from which on a block of a private folder has a room: whole pages of
// a file, which are used again for another block when the block is released. That takes less time than
// to give pages back to the disk and to get others. Smaller blocks share pages, so that they take
// no more of the disk than they have bytes.
const leastRoom = 32 << 10

// mostKept is the most bytes of rooms that are kept for other blocks. Further large ones are given back to
// the disk.
const mostKept = 64 << 20

// fullRoom is the size, in bytes, of rooms up to which all are kept: nearly all blocks of a large collection
// have such a room, so other blocks use it again. They are given back to the disk when other blocks
// need new rooms (giveBack).
const fullRoom = 96 << 10

// largerBy is how many pages more a room may have than its block needs.
const largerBy = 2

// maxRoomFiles bounds the files with rooms of a folder. There is one for each worker that writes at
// the same time, because a file system lets only one of them write to a file.
const maxRoomFiles = 16

// roomOf returns the size of the room of a block of so many bytes.
func roomOf(length int64) int64 { return (length + pageBytes - 1) / pageBytes * pageBytes }

// rooms are those of one file. Their methods may be called at the same time.
type rooms struct {
	mu sync.Mutex
	// free contains where rooms begin that have no block, by the size of the room.
	free map[int64][]int64
	// larger has the sizes of rooms with blocks that need less, by where they begin.
	larger map[int64]int64
	end    int64
}

func newRooms() *rooms { return &rooms{free: map[int64][]int64{}, larger: map[int64]int64{}} }

// has reports whether a room is kept for a block of so many bytes.
func (r *rooms) has(length int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.fitting(length) > 0
}

// fitting returns the size of the smallest room that is kept for a block of so many bytes, or 0. The
// caller holds mu.
func (r *rooms) fitting(length int64) int64 {
	need := roomOf(length)
	for size := need; size <= need+largerBy*pageBytes; size += pageBytes {
		if len(r.free[size]) > 0 {
			return size
		}
	}
	return 0
}

// take returns where there is a room for a block of so many bytes, and its size if it was kept, or 0 if it
// is new.
func (r *rooms) take(length int64) (at, kept int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	need, size := roomOf(length), r.fitting(length)
	if size == 0 {
		at = r.end
		r.end += need
		return at, 0
	}
	free := r.free[size]
	at = free[len(free)-1]
	r.free[size] = free[:len(free)-1]
	if size > need {
		r.larger[at] = size
	}
	return at, size
}

// leave takes a block of so many bytes out of its room, and returns the size of the room.
func (r *rooms) leave(at, length int64) int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	if size, ok := r.larger[at]; ok {
		delete(r.larger, at)
		return size
	}
	return roomOf(length)
}

// drop takes away a room that is kept, and returns its size, or 0 if there is none.
func (r *rooms) drop() (at, size int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for size, free := range r.free {
		if last := len(free) - 1; last >= 0 {
			r.free[size] = free[:last]
			return free[last], size
		}
	}
	return 0, 0
}

// keep makes a room free.
func (r *rooms) keep(at, size int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.free[size] = append(r.free[size], at)
}

// writer is what this process writes in a folder.
type writer struct {
	// packed has the blocks without a room: all of them if the folder is not private.
	packed *file
	// roomy are the files with rooms. Without any the folder is not private.
	roomy []*file
	usage *usage

	mu sync.Mutex
	// idle are those of roomy that nobody writes at the moment.
	idle []*file
	put  *sync.Cond
}

// newWriter makes the files of a folder.
func newWriter(dir string, private bool) (*writer, error) {
	w := &writer{usage: &usage{}}
	var err error
	if w.packed, err = w.create(dir, private); err != nil || !private {
		return w, err
	}
	w.put = sync.NewCond(&w.mu)
	for range min(runtime.GOMAXPROCS(0), maxRoomFiles) {
		f, err := w.create(dir, true)
		if err != nil {
			return w, err
		}
		f.rooms = newRooms()
		w.roomy, w.idle = append(w.roomy, f), append(w.idle, f)
	}
	return w, nil
}

// take waits for an idle file, and returns one that has a room for a block of so many bytes, if there is
// one.
func (w *writer) take(length int64) *file {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.idle) == 0 {
		w.put.Wait()
	}
	i := max(0, slices.IndexFunc(w.idle, func(f *file) bool { return f.rooms.has(length) }))
	f := w.idle[i]
	w.idle = slices.Delete(w.idle, i, i+1)
	return f
}

// done makes a file idle.
func (w *writer) done(f *file) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.idle = append(w.idle, f)
	w.put.Signal()
}

// write writes a block and returns where it begins in which file.
func (w *writer) write(block []byte) (f *file, at int64, err error) {
	length := int64(len(block))
	if len(w.roomy) == 0 || length < leastRoom {
		w.grow(length)
		at = w.packed.size.Add(length) - length
		_, err = w.packed.file.WriteAt(block, at)
		return w.packed, at, err
	}
	f = w.take(length)
	defer w.done(f)
	at, kept := f.rooms.take(length)
	if kept > 0 {
		w.usage.kept.Add(-kept)
	} else {
		w.grow(roomOf(length))
	}
	_, err = f.file.WriteAt(block, at)
	return f, at, err
}

// grow makes room on the disk for so many bytes more, and gives back as many that are kept if there are many.
func (w *writer) grow(bytes int64) {
	if w.usage.kept.Load() > mostKept && !w.usage.stays.Load() {
		w.giveBack(bytes)
	}
	w.usage.grow(bytes)
}

// giveBack gives rooms that are kept, of so many bytes, back to the disk, if it can do that: no block that is
// written now fits in one of them.
func (w *writer) giveBack(bytes int64) {
	for _, f := range w.roomy {
		for bytes > 0 {
			at, size := f.rooms.drop()
			if size == 0 {
				break
			}
			if !f.giveBack(at, size) {
				f.rooms.keep(at, size)
				return
			}
			w.usage.kept.Add(-size)
			w.usage.taken.Add(-size)
			bytes -= size
		}
	}
}

// discard gives the room of a block in a private file to other blocks, or back to the disk if the disk
// can do that.
func (f *file) discard(p place) {
	if f.rooms == nil {
		from, to := f.pages.add(p.at, p.at+p.length)
		if f.giveBack(from, to-from) {
			f.usage.taken.Add(-p.length)
		}
		return
	}
	size := f.rooms.leave(p.at, p.length)
	if f.usage.kept.Add(size) > mostKept && size > fullRoom && f.giveBack(p.at, size) {
		f.usage.kept.Add(-size)
		f.usage.taken.Add(-size)
		return
	}
	f.rooms.keep(p.at, size)
}
