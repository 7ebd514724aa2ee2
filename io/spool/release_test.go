package spool

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"testing"
)

// taken is how many bytes of the disk the files of a folder take.
func taken(t *testing.T, d *Folder) (bytes int64) {
	t.Helper()
	files.Lock()
	defer files.Unlock()
	for path, f := range files.byPath {
		if filepath.Dir(path) != d.Path() {
			continue
		}
		info, err := f.file.Stat()
		if err != nil {
			t.Fatal(err)
		}
		bytes += info.Sys().(*syscall.Stat_t).Blocks * 512
	}
	return bytes
}

// A block gives its room back when the last of those that hold it has released it. Its
// neighbours stay.
func TestRelease(t *testing.T) {
	d := makeFolder(t, true)
	const n, size = 8, leastRoom - 1 // blocks without a room
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

// holding seals a block that is held.
func holding(t *testing.T, d *Folder, size int) []byte {
	t.Helper()
	sealed := seal(t, d.Path(), blockOf(size))
	Hold(sealed)
	return sealed
}

// The rooms of released blocks are used again by blocks that are as large or a little smaller, so that
// a folder takes no more of the disk than the blocks that wait at a time.
func TestRoomsAreUsedAgain(t *testing.T) {
	d := makeFolder(t, true)
	const size = 64<<10 + 17
	var sealed [][]byte
	for range 8 {
		sealed = append(sealed, holding(t, d, size))
	}
	largest, before := d.Largest(), taken(t, d)
	if want := int64(8 * roomOf(size)); largest != want {
		t.Errorf("the most at a time is %d bytes, want %d", largest, want)
	}
	for i := range 100 {
		Release(sealed[0])
		sealed = append(sealed[1:], holding(t, d, size-i%(largerBy*pageBytes)))
	}
	if got := d.Largest(); got != largest {
		t.Errorf("the most at a time is %d bytes after 100 blocks, want %d", got, largest)
	}
	if got := taken(t, d); got > before {
		t.Errorf("%d bytes are taken after 100 blocks, want at most %d", got, before)
	}
	for i, s := range sealed {
		if got, err := Open(s); err != nil || len(got) < size-largerBy*pageBytes {
			t.Errorf("block %d: %d bytes, %v", i, len(got), err)
		}
	}
	for _, s := range sealed {
		Release(s)
	}
	for range 8 { // rooms have their full size again, whatever block they had
		holding(t, d, size)
	}
	if got := d.Largest(); got != largest {
		t.Errorf("the most at a time is %d bytes in the end, want %d", got, largest)
	}
}

// Rooms beyond mostKept are given back to the disk.
func TestRoomsAreGivenBack(t *testing.T) {
	d := makeFolder(t, true)
	if !d.GivesBack() {
		t.Skip("this disk gives nothing back")
	}
	const size = 8 << 20
	var sealed [][]byte
	for range 2 * mostKept / size {
		sealed = append(sealed, holding(t, d, size))
	}
	for _, s := range sealed {
		Release(s)
	}
	if got := taken(t, d); got > mostKept+1<<20 {
		t.Errorf("%d bytes are taken, want about %d", got, mostKept)
	}
	for range sealed {
		holding(t, d, size)
	}
	if got, want := d.Largest(), int64(len(sealed)*size); got != want {
		t.Errorf("the most at a time is %d bytes, want %d", got, want)
	}
}

// Blocks that do not fit in the rooms of those before them take the disk in their place.
func TestRoomsOfOtherSizes(t *testing.T) {
	for _, sizes := range [][2]int{{66_000, 54_000}, {54_000, 66_000}, {66_000, 20_000}} {
		d := makeFolder(t, true)
		if !d.GivesBack() {
			t.Skip("this disk gives nothing back")
		}
		const n = 3000
		var before [][]byte
		for range n {
			before = append(before, holding(t, d, sizes[0]))
		}
		for _, s := range before {
			holding(t, d, sizes[1])
			Release(s)
		}
		if got, want := d.Largest(), int64(n*max(sizes[0], sizes[1])+mostKept)*21/20; got > want {
			t.Errorf("blocks of %v bytes: the most at a time is %d bytes, want at most %d", sizes, got, want)
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Workers write, read and release blocks of all sizes at the same time, and each reads its own.
func TestRoomsOfWorkers(t *testing.T) {
	d := makeFolder(t, true)
	var wg sync.WaitGroup
	for w := range 6 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(w), 3))
			type waiting struct{ sealed, want []byte }
			var all []waiting
			for i := range 200 {
				want := bytes.Repeat([]byte{byte(w), byte(i), byte(i >> 8)}, 1+r.IntN(50_000))
				sealed, _, err := Seal(d.Path(), append(New(nil), want...))
				if err != nil {
					t.Error(err)
					return
				}
				Hold(sealed)
				all = append(all, waiting{sealed, want})
				if len(all) < 10 {
					continue
				}
				k := r.IntN(len(all))
				if got, err := Open(all[k].sealed); err != nil || !bytes.Equal(got, all[k].want) {
					t.Errorf("a block of worker %d: %d bytes, want %d, %v", w, len(got), len(all[k].want), err)
				}
				Release(all[k].sealed)
				all = append(all[:k], all[k+1:]...)
			}
		})
	}
	wg.Wait()
}

// A disk that cannot give room back is asked once: the rooms of all blocks are kept for others.
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
	able := w.packed.file
	w.packed.file = other
	if d.GivesBack() {
		t.Error("room of a disk that cannot is given back")
	}
	w.packed.file = able
	if d.GivesBack() {
		t.Error("the disk is asked again")
	}
	const size = 8 << 20
	for range 2 {
		var sealed [][]byte
		for range 2 * mostKept / size {
			sealed = append(sealed, holding(t, d, size))
		}
		for _, s := range sealed {
			Release(s)
			if _, err := Open(s); err != nil { // its room is kept as it is
				t.Error(err)
			}
		}
	}
	if got, want := d.Largest(), int64(2*mostKept); got != want {
		t.Errorf("the most at a time is %d bytes, want %d", got, want)
	}
}
