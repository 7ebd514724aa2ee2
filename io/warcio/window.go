package warcio

import "bytes"

const (
	// readSize is how much is read at once, at least, in bytes.
	readSize = 128 << 10
	// largeBuffer is the size in bytes above which a buffer is given back after the
	// record that needed it.
	largeBuffer = 32 << 20
)

// A window is the present run seen through a buffer that grows to the longest
// record: what was read of a record stays until advance, so that a record whose
// length turns out wrong can be read again.
type window struct {
	runs runs
	buf  []byte
	r    int   // the unread bytes are buf[r:]
	base int64 // offset of buf[0] in the decompressed file
	// ended is true if the run has no bytes beyond buf.
	ended bool
}

// offset is where the unread bytes begin in the decompressed file.
func (w *window) offset() int64 { return w.base + int64(w.r) }

// unread is a view of what is in the buffer and not yet consumed.
func (w *window) unread() []byte { return w.buf[w.r:] }

func (w *window) advance(n int) { w.r += n }

// need makes at least n unread bytes available, and reports whether the run has as many.
func (w *window) need(n int) bool {
	for empty := 0; len(w.buf)-w.r < n && !w.ended; {
		w.makeRoom()
		got, err := w.runs.Read(w.buf[len(w.buf):cap(w.buf)])
		w.buf = w.buf[:len(w.buf)+got]
		if got > 0 {
			empty = 0
		} else if empty++; err != nil || empty == 100 {
			w.ended = true
		}
	}
	return len(w.buf)-w.r >= n
}

// makeRoom leaves space for readSize bytes behind the buffered ones.
func (w *window) makeRoom() {
	live := len(w.buf) - w.r
	if cap(w.buf) > largeBuffer && live < largeBuffer/4 {
		w.move(make([]byte, 0, max(live+readSize, 1<<20)))
	}
	if cap(w.buf)-len(w.buf) >= readSize {
		return
	}
	if w.r > 0 && live+readSize <= cap(w.buf)*3/4 {
		w.move(w.buf[:0])
		return
	}
	w.move(make([]byte, 0, max(2*live, 4*readSize)))
}

// move makes the unread bytes the beginning of to.
func (w *window) move(to []byte) {
	w.base += int64(w.r)
	w.buf = append(to, w.buf[w.r:]...)
	w.r = 0
}

// skipBlank consumes line ends.
func (w *window) skipBlank() {
	n := w.blank(0)
	w.advance(n)
}

// blank counts the line ends that begin i bytes into the unread ones.
func (w *window) blank(i int) int {
	n := 0
	for w.need(i + n + 1) {
		if c := w.buf[w.r+i+n]; c != '\n' && c != '\r' {
			break
		}
		n++
	}
	return n
}

// line is the length of the line that begins i bytes into the unread ones, with its
// end; 0 where the run ends before, or the line has over limit bytes.
func (w *window) line(i, limit int) int {
	for seen := i; ; {
		b := w.unread()
		if j := bytes.IndexByte(b[min(seen, len(b)):], '\n'); j >= 0 {
			return seen + j + 1 - i
		}
		seen = len(b)
		if seen-i > limit || !w.need(seen+1) {
			return 0
		}
	}
}

// atStart reports whether a record begins i bytes into the unread ones.
func (w *window) atStart(i int, arc bool) bool {
	w.need(i + startSize)
	b := w.unread()
	if i > len(b) {
		return false
	}
	if arc {
		return isARC(b[i:])
	}
	return isWARC(b[i:], w.ended)
}

// findStart is the distance to the first line from i bytes on that begins a record,
// or to the end of the run, and whether there is one. With hold it keeps the bytes
// up to there, as long as they are fewer than hold; what is more is consumed, and
// the distance is then that from the new beginning of the unread bytes.
func (w *window) findStart(i int, arc bool, hold int) (at int, found bool, dropped int64) {
	for {
		b := w.unread()
		j, ok := nextStart(b, i, arc, w.ended)
		if ok {
			return j, true, dropped
		}
		if w.ended {
			return len(b), false, dropped
		}
		i = j
		if i > hold { // keep one byte: it reports whether a line begins at i
			w.advance(i - 1)
			dropped += int64(i - 1)
			i = 1
		}
		w.need(len(w.unread()) + 1)
	}
}
