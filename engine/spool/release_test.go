package spool

import (
	"errors"
	"os"
	"runtime"
	"testing"
)

// A large block gives its room back to the disk when the last of those that hold it has released it. Its
// neighbours stay.
func TestRelease(t *testing.T) {
	d := makeFolder(t, true)
	const n, size = 8, maxInExtent + 1
	var sealed [n][]byte
	for i := range sealed {
		sealed[i] = seal(t, d.Path(), blockOf(size))
		Hold(sealed[i])
		Hold(sealed[i])
	}
	before := taken(t, d)
	for i := range sealed {
		Release(sealed[i])
	}
	if got := taken(t, d); got != before {
		t.Errorf("%d bytes are taken after one release of two, want %d", got, before)
	}
	for i := 0; i < n; i += 2 {
		Release(sealed[i])
	}
	for i := range sealed {
		got, err := Open(sealed[i])
		if i%2 == 1 && (err != nil || len(got) != size) {
			t.Errorf("block %d is held: %d bytes, %v", i, len(got), err)
		}
		if i%2 == 0 && runtime.GOOS == "linux" && !errors.Is(err, ErrCorrupt) {
			t.Errorf("block %d is given back: %d bytes, %v", i, len(got), err)
		}
	}
	if got := taken(t, d); runtime.GOOS == "linux" && before > 0 && got > before/2 {
		t.Errorf("%d of %d bytes are taken after half of the blocks are given back", got, before)
	}
	if got, want := d.Largest(), int64(n*wholePages(size)); got != want {
		t.Errorf("the most at a time is %d bytes, want %d", got, want)
	}
}

// Where other processes may read, and for blocks that were never held, Release does nothing.
func TestReleaseOfOthers(t *testing.T) {
	shared, own := makeFolder(t, false), makeFolder(t, true)
	for _, d := range []*Folder{shared, own} {
		sealed := seal(t, d.Path(), blockOf(100_000))
		if d == shared {
			Hold(sealed)
		}
		Release(sealed)
		if _, err := Open(sealed); err != nil {
			t.Error(err)
		}
	}
	for _, sealed := range [][]byte{nil, {inline}, {placed}, {numbered}, seal(t, "", blockOf(1000)),
		[]byte("\x01abcdefgh\x00\x05" + os.DevNull), []byte("\x02abcdefgh\x00\x05\x00")} {
		Hold(sealed)
		Release(sealed)
	}
	var none *Folder
	if none.Largest() != 0 {
		t.Error("no folder has taken bytes")
	}
}

// A disk that cannot give room back is asked once: blocks stay as they are.
func TestGiveBackIsAskedOnce(t *testing.T) {
	other, err := os.OpenFile("/proc/self/comm", os.O_RDWR, 0) // a file of a system that cannot
	if err != nil {
		t.Skip(err)
	}
	defer other.Close()
	if err := punch(other, 0, 1); !errors.Is(err, errors.ErrUnsupported) {
		t.Skipf("the error is %v", err)
	}
	d := makeFolder(t, true)
	if !d.GivesBack() {
		t.Skip("this disk gives nothing back")
	}
	w, err := writerOf(d.Path(), true)
	if err != nil {
		t.Fatal(err)
	}
	able := w.single.file
	w.single.file = other
	if d.GivesBack() {
		t.Error("room of a disk that cannot is given back")
	}
	w.single.file = able
	if d.GivesBack() {
		t.Error("the disk is asked again")
	}
	const n, size = 8, maxInExtent + 1
	for range n {
		sealed := seal(t, d.Path(), blockOf(size))
		Hold(sealed)
		Release(sealed)
		if _, err := Open(sealed); err != nil {
			t.Error(err)
		}
	}
	if got, want := d.Largest(), int64(n*wholePages(size)); got != want {
		t.Errorf("the most at a time is %d bytes, want %d", got, want)
	}
}
