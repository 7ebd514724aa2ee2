package warcio

import (
	"io"
)

// rewindLimit is how many compressed bytes a tape keeps, at most: a broken member is
// searched for the members it swallowed in what is kept of it. A member of one
// web page is thousands of bytes, so this is nearly always all of it.
const rewindLimit = 16 << 20

// A tape reads a compressed file and can be wound back a little: an inflater that
// meets a broken member may run far into the next ones before it notices.
type tape struct {
	src io.Reader
	// kept holds the bytes of the file from base on, as far as they were read.
	kept []byte
	base int64
	// served is where the next Read begins: below base+len(kept) after a rewind.
	served int64
	// err is how src ended: io.EOF or what went wrong.
	err error
}

func (t *tape) Read(p []byte) (int, error) {
	if i := t.served - t.base; i < int64(len(t.kept)) {
		n := copy(p, t.kept[i:])
		t.served += int64(n)
		return n, nil
	}
	if t.err != nil {
		return 0, t.err
	}
	n, err := t.src.Read(p)
	t.err = err
	if len(t.kept)+n > rewindLimit {
		t.drop(t.base + int64(len(t.kept)) - rewindLimit/2)
	}
	t.kept = append(t.kept, p[:n]...)
	t.served += int64(n)
	if n > 0 {
		return n, nil
	}
	return 0, err
}

// mark forgets what lies before offset off. It moves bytes only when that is most of
// what is kept, so that marking costs nothing per byte.
func (t *tape) mark(off int64) {
	if d := off - t.base; d > 1<<20 && d > int64(len(t.kept))/2 {
		t.drop(off)
	}
}

func (t *tape) drop(off int64) {
	d := min(off-t.base, int64(len(t.kept)))
	if d <= 0 {
		return
	}
	t.kept = t.kept[:copy(t.kept, t.kept[d:])]
	t.base += d
}

// rewind makes the next Read begin at off, or where the tape begins if that is later.
func (t *tape) rewind(off int64) int64 {
	t.served = min(max(off, t.base), t.base+int64(len(t.kept)))
	return t.served
}

// failed is the error of the file under the tape, nil where it only came to its end.
func (t *tape) failed() error {
	if t.err == io.EOF {
		return nil
	}
	return t.err
}
