package seedextend

import (
	"strings"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
	"example.org/diagonal/transforms/alignment/ends"
)

// hide makes the words of d apparatus that mark names.
func hide(d *Document, mark func(x uint32) bool) *Document {
	d.Hidden = make([]uint32, len(d.Words))
	for x := range d.Words {
		if mark(uint32(x)) {
			d.Hidden[x] = d.To[x] - d.From[x]
		}
	}
	d.Index(nil)
	return d
}

// A copy is one passage whatever of it is apparatus, and apparatus alone is none.
func TestApparatus(t *testing.T) {
	s := aligntest.Prose(3, 12)
	text := strings.Join(s, "")
	other := aligntest.Text(4, 6)
	build := func(mark func(x uint32) bool) []Passage {
		a, b := hide(aligntest.Document(text), mark), hide(aligntest.Document(text+other), mark)
		return NewWorker(Params{}).Align(nil, a, b, nil)
	}
	n := uint32(len(aligntest.Document(text).Words))
	for _, tc := range []struct {
		name string
		mark func(x uint32) bool
		want int
	}{
		{"nothing", func(uint32) bool { return false }, 1},
		{"a part at the beginning", func(x uint32) bool { return x < 6 }, 1},
		{"a part at the end", func(x uint32) bool { return n-6 <= x && x < n }, 1},
		{"a unit in the middle", func(x uint32) bool { return n/2 <= x && x < n/2+30 }, 1},
		{"all of it", func(x uint32) bool { return x < n }, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := build(tc.mark)
			if len(got) != tc.want {
				t.Fatalf("%+v, want %d passages", got, tc.want)
			}
			if tc.want == 1 && (got[0].A0 != 0 || got[0].A1 != n || got[0].B0 != 0 || got[0].B1 != n ||
				got[0].Kind != Verbatim) {
				t.Errorf("%+v, want the words 0 to %d of both, verbatim", got[0], n)
			}
		})
	}
}

// A copy of less than 150 characters needs a rare run. A longer one does not.
func TestEvidenceOfCopies(t *testing.T) {
	copied, long := aligntest.Text(5, 2), aligntest.Text(5, 12)
	frame := func(seed uint64, text string) *Document {
		return aligntest.Document(aligntest.Text(seed, 6) + text + aligntest.Text(seed+1, 6))
	}
	d := aligntest.Document(copied)
	if n := float64(d.Visible(0, uint32(len(d.Words)))); n < ends.MinChars ||
		n >= measured(Params{}).touch.Chars {
		t.Fatalf("the copy has %v characters", n)
	}
	for _, tc := range []struct {
		name, text string
		rare       bool
		want       int
	}{
		{"short, rare", copied, true, 1},
		{"short, not rare", copied, false, 0},
		{"long, not rare", long, false, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			a, b := frame(20, tc.text), frame(30, tc.text)
			a.Index(nil)
			b.Index(nil)
			var hits []Hit
			for u := range min(a.UnitCount(), b.UnitCount()) {
				hits = append(hits, aligntest.Hit(u, u))
			}
			shared := Shared{Hits: hits, RareKnown: true}
			if tc.rare {
				shared.Rare = hits
			}
			w := NewWorker(Params{})
			if got := w.AlignIn(nil, a, b, shared); len(got) != tc.want {
				t.Errorf("%+v, want %d passages", got, tc.want)
			}
			if dropped := 1 - tc.want; w.Formulas() != dropped {
				t.Errorf("%d formulas, want %d", w.Formulas(), dropped)
			}
		})
	}
}
