package spool

import (
	"bytes"
	"math/rand/v2"
	"sync"
	"testing"
)

// holding seals a block that is held, as the next one of a Run.
func holding(t *testing.T, d *Folder, r *Run, size int) []byte {
	t.Helper()
	sealed, _, err := r.Seal(d.Path(), blockOf(size))
	if err != nil {
		t.Fatal(err)
	}
	Hold(sealed)
	return sealed
}

// The blocks of a Run are next to each other, whatever others write at the same time.
func TestRunsAreTogether(t *testing.T) {
	d := makeFolder(t, true)
	const n, size = 100, 64<<10 + 17
	var runs [5]Run
	var places [5][]filed
	for range n {
		for i := range runs {
			f, p, ok := private(holding(t, d, &runs[i], size))
			if !ok {
				t.Fatal("a block is in no private file")
			}
			if p.at%pageBytes != 0 {
				t.Errorf("a block begins at byte %d, within a page", p.at)
			}
			places[i] = append(places[i], filed{f, p.at, p.at + p.length})
		}
	}
	in := int(extentBytes / wholePages(size))
	for i := range places {
		if got, max := len(adjacent(places[i])), n/in+1; got > max {
			t.Errorf("%d blocks of run %d are in %d pieces, want at most %d", n, i, got, max)
		}
	}
}

// Extents are used again when all their blocks are released, so that a folder takes about as much of the disk as
// the blocks that wait at a time.
func TestExtentsAreUsedAgain(t *testing.T) {
	d := makeFolder(t, true)
	const n, size = 64, 64<<10 + 17
	var r Run
	var sealed [][]byte
	for range n {
		sealed = append(sealed, holding(t, d, &r, size))
	}
	if got, want := d.Largest(), int64(n*wholePages(size)); got != want {
		t.Errorf("the most at a time is %d bytes, want %d", got, want)
	}
	for i := range 1000 {
		Release(sealed[0])
		sealed = append(sealed[1:], holding(t, d, &r, size-i%10_000))
	}
	for i, s := range sealed {
		if got, err := Open(s); err != nil || len(got) < size-10_000 {
			t.Errorf("block %d: %d bytes, %v", i, len(got), err)
		}
		Release(s)
	}
	in := extentBytes / wholePages(size) // blocks in an extent, and two extents are begun
	if got, max := d.Largest(), (n/in+3)*extentBytes; got > max {
		t.Errorf("the most at a time is %d bytes after 1,000 blocks, want at most %d", got, max)
	}
	if got := taken(t, d); got > d.Largest() {
		t.Errorf("%d bytes are taken, the most at a time is %d", got, d.Largest())
	}
}

// Blocks of other sizes take the disk in the place of those before them.
func TestExtentsOfOtherSizes(t *testing.T) {
	for _, sizes := range [][2]int{{66_000, 54_000}, {54_000, 66_000}, {66_000, 20_000}, {1000, 100_000},
		{maxInExtent, 300}} {
		d := makeFolder(t, true)
		const n = 1000
		var first, second Run
		var before [][]byte
		for range n {
			before = append(before, holding(t, d, &first, sizes[0]))
		}
		for _, s := range before {
			holding(t, d, &second, sizes[1])
			Release(s)
		}
		if got, limit := d.Largest(), int64(n*max(sizes[0], sizes[1])+extentBytes)*5/4; got > limit {
			t.Errorf("blocks of %v bytes: the most at a time is %d bytes, want at most %d", sizes, got, limit)
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
}

// What a Run leaves of an extent is used by others, also if its blocks are released first.
func TestRestsOfRuns(t *testing.T) {
	d := makeFolder(t, true)
	var waits []byte
	for i := range 1000 {
		var r Run
		sealed := holding(t, d, &r, 10_000)
		switch i % 3 {
		case 0:
			Release(sealed)
			r.End()
		case 1:
			r.End()
			Release(sealed)
		default:
			r.End()
			Release(waits)
			waits = sealed
		}
		r.End() // once more does nothing
	}
	if got := d.Largest(); got > 2*extentBytes {
		t.Errorf("the most at a time is %d bytes, want at most two extents", got)
	}
}

// Where nobody holds blocks, as on an engine, all of them stay.
func TestWithoutHolds(t *testing.T) {
	d := makeFolder(t, true)
	const runs = 200
	sealed := make([][][]byte, runs)
	for n := range runs {
		var r Run
		for i := range 1 + n%40 {
			b, _, err := r.Seal(d.Path(), blockOf(10_000+i))
			if err != nil {
				t.Fatal(err)
			}
			sealed[n] = append(sealed[n], b)
		}
		r.End()
		Release(sealed[n][0])
	}
	for n, all := range sealed {
		for i, b := range all {
			if got, err := Open(b); err != nil || len(got) != 10_000+i {
				t.Errorf("run %d, block %d: %d bytes, %v", n, i, len(got), err)
			}
		}
	}
}

// Workers write, read and release blocks of all sizes at the same time, and each reads its own.
func TestRunsOfWorkers(t *testing.T) {
	d := makeFolder(t, true)
	var wg sync.WaitGroup
	for w := range 6 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(w), 3))
			var runs [3]Run
			type waiting struct{ sealed, want []byte }
			var all []waiting
			for i := range 400 {
				want := bytes.Repeat([]byte{byte(w), byte(i), byte(i >> 8)}, 1+r.IntN(50_000))
				run := &runs[r.IntN(len(runs))]
				sealed, _, err := run.Seal(d.Path(), append(New(nil), want...))
				if err != nil {
					t.Error(err)
					return
				}
				Hold(sealed)
				if r.IntN(9) == 0 {
					run.End()
				}
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

// Extents that the system has forgotten are used again as the others are.
func TestForgottenExtents(t *testing.T) {
	d := makeFolder(t, true)
	w, err := writerOf(d.Path(), true)
	if err != nil {
		t.Fatal(err)
	}
	w.usage.grow(aheadFrom) // as if there were many more
	const n, size = 2 * maxFree, 100_000
	var largest int64
	for round := range 3 {
		var r Run
		var sealed [][]byte
		for range n {
			sealed = append(sealed, holding(t, d, &r, size))
		}
		if round == 0 {
			largest = d.Largest()
		}
		r.End()
		for i, s := range sealed {
			if got, err := Open(s); err != nil || len(got) != size {
				t.Fatalf("round %d, block %d: %d bytes, %v", round, i, len(got), err)
			}
			Release(s)
		}
		if len(w.extents.free) > maxFree || len(w.extents.free)+len(w.extents.cold) < n/2 {
			t.Errorf("round %d: %d free extents and %d that are forgotten, of %d", round, len(w.extents.free),
				len(w.extents.cold), n/2)
		}
	}
	if got := d.Largest(); got > largest+extentBytes {
		t.Errorf("the most at a time is %d bytes in the end, and was %d", got, largest)
	}
}
