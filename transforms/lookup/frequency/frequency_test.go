package frequency

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// packed packs characters as package winnow does.
func packed(chars ...uint64) (g uint64) {
	for _, c := range chars {
		g = g<<charBits | c
	}
	return g
}

// Each q-gram of four characters has a cell of its own, and others have one behind these.
func TestCells(t *testing.T) {
	seen := map[uint32]bool{}
	for a := range uint64(alphabet) {
		for b := range uint64(alphabet) {
			for c := range uint64(alphabet) {
				for d := range uint64(alphabet) {
					seen[cellOf(packed(a, b, c, d))] = true
				}
			}
		}
	}
	if len(seen) != own {
		t.Errorf("%d cells for %d q-grams", len(seen), own)
	}
	for _, g := range []uint64{packed(1, 2, 3, 4, 5), 1 << 63, 1<<64 - 1} {
		if cell := cellOf(g); cell < firstShared || cell >= Pages*pageSize || seen[cell] {
			t.Errorf("%x is in cell %d", g, cell)
		}
	}
}

// Frequencies have the order of the counts, and q-grams without a count are last.
func TestTable(t *testing.T) {
	counts := []uint32{1, 2, 3, 2047, 4095, 4096, 5000, 8192, 1 << 20, 1 << 31, maxCount}
	for i := 1; i < len(counts); i++ {
		if small(counts[i-1]) >= small(counts[i]) {
			t.Errorf("%d is %d, %d is %d", counts[i-1], small(counts[i-1]), counts[i], small(counts[i]))
		}
	}
	if small(4095) != 4095 || small(maxCount) >= unseen || small(0) != unseen {
		t.Errorf("4095 is %d, the largest is %d, none is %d", small(4095), small(maxCount), small(0))
	}
	for _, count := range append(counts, 0, 4097, 1<<13-1, 123456789) {
		if got := large(small(count)); got > count || got < count-count>>11 {
			t.Errorf("%d comes back as %d", count, got)
		}
	}
	var c Counts
	for range 3 {
		c.Add(7)
	}
	table := c.Table()
	if table.Count(7) != 3 || table.Count(8) != 0 {
		t.Errorf("%d, %d", table.Count(7), table.Count(8))
	}
	if table.Of(7) != 3 || table.Of(8) != unseen || table.Of(1<<63) != unseen {
		t.Errorf("%d, %d, %d", table.Of(7), table.Of(8), table.Of(1<<63))
	}
}

// Counts of parts, in any order, are those of the whole.
func TestPages(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var whole, joined Counts
	parts := make([]Counts, 3)
	for range 20000 {
		g := rng.Uint64N(3000)
		if rng.IntN(3) == 0 {
			g |= 1 << 63
		}
		whole.Add(g)
		parts[rng.IntN(3)].Add(g)
	}
	for i := range parts {
		parts[2-i].Each(func(n int, encoded []byte) {
			if err := joined.AddPage(n, encoded); err != nil {
				t.Fatal(err)
			}
		})
	}
	if a, b := pagesOf(&whole), pagesOf(&joined); a != b || a == "" {
		t.Errorf("the whole has %d bytes, the parts %d", len(a), len(b))
	}
	if s := whole.Stats(); s.Grams != 20000 || s != joined.Stats() {
		t.Errorf("%+v, %+v", s, joined.Stats())
	}
	if d := Distance(&whole, &joined); d > 1e-9 {
		t.Errorf("the distance of the same is %v", d)
	}
	var other, none Counts
	other.Add(1 << 62)
	if d := Distance(&whole, &other); d < .999 {
		t.Errorf("the distance of two without a common q-gram is %v", d)
	}
	if d := Distance(&whole, &none); d != 0 {
		t.Errorf("the distance of none is %v", d)
	}
}

func TestDamagedPage(t *testing.T) {
	for _, b := range []string{"\x80", "\x01", "\x01\x00", "\x00\x01\x00\x01", "\xff\x7f\x01", "\xff\x1f\x01\x01\x01",
		"\x00\xff\xff\xff\xff\xff\x01"} {
		if err := new(Counts).AddPage(0, []byte(b)); err == nil {
			t.Errorf("%q: no error", b)
		}
	}
	if new(Counts).AddPage(Pages, nil) == nil || new(Counts).AddPage(-1, nil) == nil {
		t.Error("a page that there is not")
	}
}

// FuzzAddFours: the q-grams of four of a run are counted as one by one, also where some were counted
// before.
func FuzzAddFours(f *testing.F) {
	f.Add([]byte{}, []byte{1, 2, 3, 4})
	f.Add([]byte{1, 2, 3}, []byte{0, 0, 0, 0, 0})
	f.Add([]byte{36, 36, 36, 36, 0, 36, 36}, []byte{36, 36, 36, 36})
	f.Fuzz(func(t *testing.T, run, before []byte) {
		var plain, fours Counts
		for _, chars := range [][]byte{before, run} {
			for i := range chars {
				chars[i] %= alphabet
				if i >= 3 {
					plain.Add(packed(uint64(chars[i-3]), uint64(chars[i-2]), uint64(chars[i-1]), uint64(chars[i])))
				}
			}
		}
		for i := 3; i < len(before); i++ {
			fours.Add(packed(uint64(before[i-3]), uint64(before[i-2]), uint64(before[i-1]), uint64(before[i])))
		}
		fours.AddFours(run)
		if got, want := pagesOf(&fours), pagesOf(&plain); got != want {
			t.Fatalf("%x after %x: %s, want %s", run, before, got, want)
		}
		if len(run) < 4 {
			return
		}
		table := plain.Table()
		cells, at := table.Cells(), StartFours(run)
		for i := 3; i < len(run); i++ {
			want := table.Of(packed(uint64(run[i-3]), uint64(run[i-2]), uint64(run[i-1]), uint64(run[i])))
			if got := cells[at.Next(run[i])]; got != want {
				t.Fatalf("%x: the frequency of q-gram %d is %d, want %d", run, i-3, got, want)
			}
		}
	})
}

// pagesOf returns the pages of counts, for comparison.
func pagesOf(c *Counts) (all string) {
	c.Each(func(n int, encoded []byte) { all += fmt.Sprintf("%d %x\n", n, encoded) })
	return all
}
