package seedextend

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"testing"
)

// bruteCosine sums the vectors of the units in maps.
func bruteCosine(w *Worker, o box) (cosine float64, common int) {
	vector := func(d *Document, weight []uint32, lo, hi uint32) map[uint32]float64 {
		v := map[uint32]float64{}
		for _, k := range d.wordsOf(lo, hi) {
			v[d.vocabulary[k]] += math.Sqrt(float64(weight[k]))
		}
		return v
	}
	x, y := vector(w.a, w.weights.a, o.i0, o.i1), vector(w.b, w.weights.b, o.j0, o.j1)
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
		a, b := fromBytes(da), fromBytes(db)
		if len(da) == 0 || len(db) == 0 {
			return
		}
		w := NewWorker(Params{})
		w.a, w.b = a, b
		w.weigh()
		i, j = i%a.units(), j%b.units()
		c := cluster{box: box{i, i + 1 + n%(a.units()-i), j, j + 1 + m%(b.units()-j)}}
		cosine, common := bruteCosine(w, c.box)
		for range 2 { // a second time, with what the first one left
			valid := w.validate(&c)
			if math.Abs(c.cosine-cosine) > 1e-9 || c.common != common {
				t.Fatalf("cosine %v and %d words, want %v and %d", c.cosine, c.common, cosine, common)
			}
			min := .38
			if w.spaceless(c.box) {
				min = .58
			}
			if valid != (c.cosine > min) {
				t.Fatalf("valid is %v with cosine %v", valid, c.cosine)
			}
		}
		back := NewWorker(Params{})
		back.a, back.b = b, a
		back.weigh()
		d := cluster{box: box{c.j0, c.j1, c.i0, c.i1}}
		if back.validate(&d); d.cosine != c.cosine || d.common != c.common {
			t.Errorf("exchanged: cosine %v, want %v", d.cosine, c.cosine)
		}
	})
}

// foundBy returns the boxes that extend finds among cells.
func foundBy(w *Worker, cells []cell, gap uint32) (out []box) {
	w.weigh()
	w.found = w.found[:0]
	w.extend(cells, both(gap))
	for _, c := range w.found {
		out = append(out, c.box)
	}
	return out
}

// Two good pairs of units with four units of something else between them on each side:
// together they are not similar enough, apart they are. The gap falls to 3.
func TestExtendFallsBack(t *testing.T) {
	a := sentences(
		"one two three. a b c d e f g h. i j k l m n o p. q r s t u v w x. aa bb cc dd ee ff gg. four five six.")
	b := sentences("one two three. A1 B1 C1 D1 E1 F1 G1 H1. I1 J1 K1 L1 M1 N1. O1 P1 Q1 R1 S1 T1. U1 V1 W1 X1 Y1 Z1. four five six.")
	w := NewWorker(Params{})
	w.a, w.b = a, b
	got := foundBy(w, at(0, 0, 5, 5), 4)
	want := []box{{0, 1, 0, 1}, {5, 6, 5, 6}}
	if len(got) != 2 || min(got[0].i0, got[1].i0) != 0 || got[0] != want[0] && got[0] != want[1] || got[0] == got[1] {
		t.Errorf("found %v, want %v", got, want)
	}
	w.params.Validation = .1
	if got := foundBy(w, at(0, 0, 5, 5), 4); len(got) != 1 || got[0] != (box{0, 6, 0, 6}) {
		t.Errorf("with validation .1: found %v, want one box", got)
	}
	// With one unit between, the gap falls to 0.
	w.params.Validation = .9
	w.a = sentences("one two three. a b c d e f g h. four five six.")
	w.b = sentences("one two three. i j k l m n o p. four five six.")
	if got := foundBy(w, at(0, 0, 2, 2), 4); len(got) != 2 {
		t.Errorf("one unit between: found %v, want two boxes", got)
	}
	w.a, w.b = a, b
	w.params.Validation = 1
	if got := foundBy(w, at(0, 0, 5, 5), 4); len(got) != 0 {
		t.Errorf("with validation 1: found %v, want none", got)
	}
}

// Inside one document the two ranges may not overlap: 0-2 and 3-5 with a gap that holds
// the cells together are taken apart.
func TestExtendWithinOneDocument(t *testing.T) {
	d := sentences("one two three. four five six. seven eight nine. one two three. four five six. seven eight nine.")
	w := NewWorker(Params{})
	w.a, w.b, w.self = d, d, true
	if got := foundBy(w, at(0, 3, 1, 4, 2, 5), 4); len(got) != 1 || got[0] != (box{0, 3, 3, 6}) {
		t.Errorf("found %v, want the three sentences", got)
	}
	// A stray cell (2, 3) in the middle is harmless, (3, 5) makes the ranges overlap.
	for _, o := range foundBy(w, at(0, 3, 1, 4, 3, 5), 4) {
		if o.i1 > o.j0 {
			t.Errorf("found %v, a range that overlaps its copy", o)
		}
	}
}

// Three copies in a row: each with each of the others.
func TestExtendUnfolds(t *testing.T) {
	d := sentences(strings.Repeat("one two three. four five six. seven eight nine. ", 3))
	w := NewWorker(Params{})
	w.a, w.b, w.self = d, d, true
	var cells []cell
	for i := range uint32(9) {
		for j := i + 3; j < 9; j += 3 {
			cells = append(cells, cell{i: i, j: j, cosine: 1})
		}
	}
	got := foundBy(w, cells, 4)
	slices.SortFunc(got, func(x, y box) int { return cmp.Or(cmp.Compare(x.i0, y.i0), cmp.Compare(x.j0, y.j0)) })
	if want := []box{{0, 3, 3, 6}, {0, 3, 6, 9}, {3, 6, 6, 9}}; !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
	if got := foundBy(w, at(0, 1, 1, 2, 2, 3), 4); len(got) != 0 {
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
			p := measured(Params{})
			p.Validation, p.SpacelessValidation = .1, min
			w := newWorker(p)
			w.a, w.b = sentences(tc.a), sentences(tc.b)
			w.weigh()
			c := cluster{box: box{0, 1, 0, 1}}
			if got := w.validate(&c); got != want {
				t.Errorf("%s: valid %v at a threshold of %v, cosine %v", tc.name, got, min, c.cosine)
			}
			w.a, w.b = w.b, w.a
			w.weigh()
			if got := w.validate(&c); got != want {
				t.Errorf("%s: the answer depends on the order of the documents", tc.name)
			}
		}
	}
}
