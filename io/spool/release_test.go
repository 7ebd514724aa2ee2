package spool

import (
	"errors"
	"math/rand/v2"
	"os"
	"runtime"
	"syscall"
	"testing"
)

// taken is how many bytes of the disk the file of a folder takes.
func taken(t *testing.T, d *Folder) int64 {
	t.Helper()
	f, err := writerOf(d.Path())
	if err != nil {
		t.Fatal(err)
	}
	info, err := f.file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	return info.Sys().(*syscall.Stat_t).Blocks * 512
}

// A block gives its room back when the last of those that hold it has released it. Its
// neighbours stay.
func TestRelease(t *testing.T) {
	d := makeFolder(t, true)
	const n, size = 8, 64<<10 + 17
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
	if got := taken(t, d); runtime.GOOS == "linux" && before > 0 && got > before*2/3 {
		t.Errorf("%d of %d bytes are taken after half of the blocks are given back", got, before)
	}
	if got := d.Largest(); got != n*size {
		t.Errorf("the most at a time is %d bytes, want %d", got, n*size)
	}
	Discard(sealed[1])
	if _, err := Open(sealed[1]); runtime.GOOS == "linux" && !errors.Is(err, ErrCorrupt) {
		t.Errorf("a discarded block: %v", err)
	}
}

// Pages that blocks share are given back with the last of the blocks, whatever their order and size.
func TestReleaseOfPages(t *testing.T) {
	d := makeFolder(t, true)
	if !d.GivesBack() {
		t.Skip("this disk gives nothing back")
	}
	var sealed [][]byte
	for i := range 300 {
		size := 300 + i*37
		if i%3 == 0 {
			size = pageBytes * (1 + i%5)
		}
		sealed = append(sealed, seal(t, d.Path(), blockOf(size)))
		Hold(sealed[i])
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(sealed), func(i, j int) { sealed[i], sealed[j] = sealed[j], sealed[i] })
	for i, s := range sealed {
		Release(s)
		for _, held := range sealed[i+1:] {
			if _, err := Open(held); err != nil {
				t.Fatalf("a block that is held, after %d were released: %v", i+1, err)
			}
		}
	}
	if got := taken(t, d); got > pageBytes { // the last page is not full
		t.Errorf("%d bytes are taken after all blocks are given back, want one page", got)
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
	for _, sealed := range [][]byte{nil, {inline}, {placed}, seal(t, "", blockOf(1000)), []byte("\x01abcdefgh\x00\x05" + os.DevNull)} {
		Hold(sealed)
		Release(sealed)
		Discard(sealed)
	}
	var none *Folder
	if none.Largest() != 0 {
		t.Error("no folder has taken bytes")
	}
}
