package commonrun

import (
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/transforms/alignment/scratch"
)

// bruteCommon walks the common run from every pair of places.
func bruteCommon(a, b []uint32, n int) (ma, mb []bool, found bool) {
	ma, mb = make([]bool, len(a)), make([]bool, len(b))
	for x := range a {
		for y := range b {
			k := 0
			for x+k < len(a) && y+k < len(b) && a[x+k] == b[y+k] {
				k++
			}
			if k >= n {
				scratch.Fill(ma[x : x+k])
				scratch.Fill(mb[y : y+k])
				found = true
			}
		}
	}
	return ma, mb, found
}

func FuzzMark(f *testing.F) {
	f.Add([]byte("the cat sat on the mat"), []byte("on the cat sat the mat"), 3)
	f.Add([]byte("aaaaaaaa"), []byte("aaaa"), 4)
	f.Fuzz(func(t *testing.T, da, db []byte, n int) {
		if n < 1 || n > 20 || len(da) > 300 || len(db) > 300 {
			return
		}
		words := func(d []byte) (w []uint32) {
			for _, c := range d {
				w = append(w, uint32(c%8))
			}
			return w
		}
		a, b := words(da), words(db)
		wantA, wantB, want := bruteCommon(a, b, n)
		g := &Marker{}
		g.Mark(make([]bool, len(b)), make([]bool, len(a)), b, a, 2) // leaves scratch behind
		for name, mark := range map[string]func(marksA, marksB []bool, a, b []uint32,
			n int) bool{"Mark": g.Mark, "markEach": g.markEach} {
			if len(a) < n || len(b) < n { // not for markEach
				mark = g.Mark
			}
			gotA, gotB := make([]bool, len(a)), make([]bool, len(b))
			if got := mark(gotA, gotB, a, b, n); got != want {
				t.Errorf("%s = %v, want %v", name, got, want)
			}
			if !slices.Equal(gotA, wantA) || !slices.Equal(gotB, wantB) {
				t.Errorf("%s, n = %d: marks %v %v, want %v %v", name, n, gotA, gotB, wantA, wantB)
			}
		}
	})
}

func TestMark(t *testing.T) {
	show := func(m []bool) string {
		var s strings.Builder
		for _, x := range m {
			if x {
				s.WriteByte('x')
			} else {
				s.WriteByte('.')
			}
		}
		return s.String()
	}
	words := func(s string) (words []uint32) {
		for _, w := range strings.Fields(s) {
			words = append(words, crc32.ChecksumIEEE([]byte(w)))
		}
		return words
	}
	a := words("one two three four five one two three")
	b := words("zero two three four zero one two three")
	ma, mb := make([]bool, len(a)), make([]bool, len(b))
	if !(&Marker{}).Mark(ma, mb, a, b, 3) {
		t.Error("no common run of 3 words found")
	}
	if got, want := show(ma)+" "+show(mb), "xxxx.xxx .xxx.xxx"; got != want {
		t.Errorf("marks %s, want %s", got, want)
	}
	if (&Marker{}).Mark(ma, mb, a, b, 4) {
		t.Error("a common run of 4 words found")
	}
}

// Text that repeats itself has too many pairs of places to walk each run, and the marks are the same.
func TestMarkOfRepeats(t *testing.T) {
	a, b := make([]uint32, 3000), make([]uint32, 2000)
	for x := range a {
		a[x] = uint32(x % 3)
	}
	for x := range b {
		b[x] = uint32(x%3) + uint32(x/1990)
	}
	g := &Marker{}
	gotA, gotB := make([]bool, len(a)), make([]bool, len(b))
	if _, ok := g.anchors.mark(gotA, gotB, a, b, 8); ok {
		t.Error("each run was walked")
	}
	clear(gotA)
	clear(gotB)
	if !g.Mark(gotA, gotB, a, b, 8) || marked(gotA) != len(a) || marked(gotB) != 1990 {
		t.Errorf("%d and %d words are marked, want %d and 1990", marked(gotA), marked(gotB), len(a))
	}
}

// marked returns the number of marks.
func marked(marks []bool) (n int) {
	for _, m := range marks {
		if m {
			n++
		}
	}
	return n
}
