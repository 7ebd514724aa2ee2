package cluster

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
	"example.org/diagonal/transforms/alignment/seed"
)

// bruteCosine sums the vectors of the units in maps.
func bruteCosine(f *Finder, o pair.Box) (cosine float64, common int) {
	vector := func(d *indexed.Document, weight []uint32, lo, hi uint32) map[uint32]float64 {
		v := map[uint32]float64{}
		for _, k := range d.WordsOf(lo, hi) {
			v[d.Vocabulary()[k]] += math.Sqrt(float64(weight[k]))
		}
		return v
	}
	x, y := vector(f.A, f.OfA, o.I0, o.I1), vector(f.B, f.OfB, o.J0, o.J1)
	var dot, nx, ny float64
	for k, v := range x {
		nx += v * v
		if u, ok := y[k]; ok {
			dot += v * u
			common++
		}
	}
	for _, v := range y {
		ny += v * v
	}
	return dot / math.Sqrt(nx*ny), common
}

func FuzzValidate(f *testing.F) {
	f.Add([]byte("abcd\xe1efgh\xe2ijkl"), []byte("ijkl\xe1abed\xe2ab"), uint32(0), uint32(2), uint32(1), uint32(9))
	f.Fuzz(func(t *testing.T, da, db []byte, i, n, j, m uint32) {
		a, b := aligntest.FromBytes(da), aligntest.FromBytes(db)
		if len(da) == 0 || len(db) == 0 {
			return
		}
		f := finder(Measured())
		f.A, f.B = a, b
		f.Weigh()
		i, j = i%a.UnitCount(), j%b.UnitCount()
		c := Cluster{Box: aligntest.Box(i, i+1+n%(a.UnitCount()-i), j, j+1+m%(b.UnitCount()-j))}
		cosine, common := bruteCosine(f, c.Box)
		for range 2 { // a second time, with what the first one left
			valid := f.validate(&c)
			if math.Abs(c.Cosine-cosine) > 1e-9 || c.Common != common {
				t.Fatalf("cosine %v and %d words, want %v and %d", c.Cosine, c.Common, cosine, common)
			}
			min := .38
			if f.Spaceless(c.Box) {
				min = .58
			}
			if valid != (c.Cosine > min) {
				t.Fatalf("valid is %v with cosine %v", valid, c.Cosine)
			}
		}
		back := finder(Measured())
		back.A, back.B = b, a
		back.Weigh()
		d := Cluster{Box: aligntest.Box(c.J0, c.J1, c.I0, c.I1)}
		if back.validate(&d); d.Cosine != c.Cosine || d.Common != c.Common {
			t.Errorf("exchanged: cosine %v, want %v", d.Cosine, c.Cosine)
		}
	})
}

// foundBy returns the boxes that extend finds among cells.
func foundBy(f *Finder, cells []seed.Cell, gap uint32) (out []pair.Box) {
	f.Weigh()
	f.Found = f.Found[:0]
	f.extend(cells, Both(gap))
	for _, c := range f.Found {
		out = append(out, c.Box)
	}
	return out
}

// Two good pairs of units with four units of something else between them on each side:
// together they are not similar enough, apart they are. The gap falls to 3.
func TestExtendFallsBack(t *testing.T) {
	a := aligntest.Sentences(
		"one two three. a b c d e f g h. i j k l m n o p. q r s t u v w x. aa bb cc dd ee ff gg. four five six.")
	b := aligntest.Sentences("one two three. A1 B1 C1 D1 E1 F1 G1 H1. I1 J1 K1 L1 M1 N1. O1 P1 Q1 R1 S1 T1. U1 V1 W1 X1 Y1 Z1. four five six.")
	f := finder(Measured())
	f.A, f.B = a, b
	got := foundBy(f, at(0, 0, 5, 5), 4)
	want := []pair.Box{aligntest.Box(0, 1, 0, 1), aligntest.Box(5, 6, 5, 6)}
	if len(got) != 2 || min(got[0].I0, got[1].I0) != 0 || got[0] != want[0] && got[0] != want[1] || got[0] == got[1] {
		t.Errorf("found %v, want %v", got, want)
	}
	f.Validation = .1
	if got := foundBy(f, at(0, 0, 5, 5), 4); len(got) != 1 || got[0] != (aligntest.Box(0, 6, 0, 6)) {
		t.Errorf("with validation .1: found %v, want one box", got)
	}
	// With one unit between, the gap falls to 0.
	f.Validation = .9
	f.A = aligntest.Sentences("one two three. a b c d e f g h. four five six.")
	f.B = aligntest.Sentences("one two three. i j k l m n o p. four five six.")
	if got := foundBy(f, at(0, 0, 2, 2), 4); len(got) != 2 {
		t.Errorf("one unit between: found %v, want two boxes", got)
	}
	f.A, f.B = a, b
	f.Validation = 1
	if got := foundBy(f, at(0, 0, 5, 5), 4); len(got) != 0 {
		t.Errorf("with validation 1: found %v, want none", got)
	}
}

// Inside one document the two ranges may not overlap: 0-2 and 3-5 with a gap that holds
// the cells together are taken apart.
func TestExtendWithinOneDocument(t *testing.T) {
	d := aligntest.Sentences("one two three. four five six. seven eight nine. one two three. four five six. seven eight nine.")
	f := finder(Measured())
	f.A, f.B, f.Self = d, d, true
	if got := foundBy(f, at(0, 3, 1, 4, 2, 5), 4); len(got) != 1 || got[0] != (aligntest.Box(0, 3, 3, 6)) {
		t.Errorf("found %v, want the three sentences", got)
	}
	// A stray cell (2, 3) in the middle is harmless, (3, 5) makes the ranges overlap.
	for _, o := range foundBy(f, at(0, 3, 1, 4, 3, 5), 4) {
		if o.I1 > o.J0 {
			t.Errorf("found %v, a range that overlaps its copy", o)
		}
	}
}

// Three copies in a row: each with each of the others.
func TestExtendUnfolds(t *testing.T) {
	d := aligntest.Sentences(strings.Repeat("one two three. four five six. seven eight nine. ", 3))
	f := finder(Measured())
	f.A, f.B, f.Self = d, d, true
	var cells []seed.Cell
	for i := range uint32(9) {
		for j := i + 3; j < 9; j += 3 {
			cells = append(cells, seed.Cell{I: i, J: j, Cosine: 1})
		}
	}
	got := foundBy(f, cells, 4)
	slices.SortFunc(got, func(x, y pair.Box) int { return cmp.Or(cmp.Compare(x.I0, y.I0), cmp.Compare(x.J0, y.J0)) })
	if want := []pair.Box{
		aligntest.Box(0, 3, 3, 6),
		aligntest.Box(0, 3, 6, 9),
		aligntest.Box(3, 6, 6, 9),
	}; !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
	if got := foundBy(f, at(0, 1, 1, 2, 2, 3), 4); len(got) != 0 {
		t.Errorf("found %v in a list of similar sentences, want none", got)
	}
}

// A cosine between the two thresholds is enough for words between spaces alone.
func TestSpacelessValidation(t *testing.T) {
	for _, tc := range []struct {
		name, a, b string
		spaceless  bool
	}{
		{"Chinese", "天地玄黄，宇宙洪荒。", "天地玄黄日月盈昃。", true},
		{"English", "one two three four five six.", "one two three seven eight nine.", false},
		{"mixed, mostly Chinese", "天地玄黄宇宙洪荒 one two.", "天地玄黄日月盈昃 one two.", true},
		{"mixed, mostly English", "one two three four 天地玄.", "one two three five 天地黄.", false},
	} {
		for min, want := range map[float64]bool{0: true, .99: !tc.spaceless} {
			p := Measured()
			p.Validation, p.SpacelessValidation = .1, min
			f := finder(p)
			f.A, f.B = aligntest.Sentences(tc.a), aligntest.Sentences(tc.b)
			f.Weigh()
			c := Cluster{Box: aligntest.Box(0, 1, 0, 1)}
			if got := f.validate(&c); got != want {
				t.Errorf("%s: valid %v at a threshold of %v, cosine %v", tc.name, got, min, c.Cosine)
			}
			f.A, f.B = f.B, f.A
			f.Weigh()
			if got := f.validate(&c); got != want {
				t.Errorf("%s: the answer depends on the order of the documents", tc.name)
			}
		}
	}
}
