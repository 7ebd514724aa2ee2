package seedextend

import (
	"math"
	"testing"
)

func TestWeigh(t *testing.T) {
	a := sentences("one two. one three.")
	b := sentences("one two two. four.")
	w := NewWorker(Default())
	w.a, w.b = a, b
	w.weigh()
	weight := func(df float64) uint32 { // of N = 4 units
		l := math.Log(1 + 4/df)
		return uint32(math.Round(weightOne * l * l))
	}
	if got, want := w.weights.units, uint32(4); got != want {
		t.Errorf("units = %d, want %d", got, want)
	}
	words := sentences("one. two. three. four.").Words
	for _, tc := range []struct {
		name     string
		d, other *Document
		weights  []uint32
		word     uint32
		df       float64
		common   bool
		links    []uint32
	}{
		{"one in a", a, b, w.weights.a, words[0], 3, true, w.weights.inB},
		{"two in a", a, b, w.weights.a, words[1], 2, true, w.weights.inB},
		{"three in a", a, b, w.weights.a, words[2], 1, false, w.weights.inB},
		{"one in b", b, a, w.weights.b, words[0], 3, true, w.weights.inA},
		{"two in b, twice in a unit", b, a, w.weights.b, words[1], 2, true, w.weights.inA},
		{"four in b", b, a, w.weights.b, words[3], 1, false, w.weights.inA},
	} {
		k := -1
		for x, v := range tc.d.vocabulary {
			if v == tc.word {
				k = x
			}
		}
		if k < 0 {
			t.Fatalf("%s: not in the vocabulary", tc.name)
		}
		if got := tc.weights[k]; got != weight(tc.df) {
			t.Errorf("%s: weight %d, want %d", tc.name, got, weight(tc.df))
		}
		if got := tc.links[k] > 0; got != tc.common {
			t.Errorf("%s: common is %v, want %v", tc.name, got, tc.common)
		}
		if l := tc.links[k]; l > 0 && tc.other.vocabulary[l-1] != tc.word {
			t.Errorf("%s: linked to another word", tc.name)
		}
	}
	// one: 2 units of a and 1 of b. two: 1 and 1. Both are within RareFloor.
	if got := w.weights.openings; got != 3 {
		t.Errorf("openings = %d, want 3", got)
	}
}

// The cached weights of one pair are not those of the next.
func TestWeighAgain(t *testing.T) {
	small, large := sentences("one two."), sentences("one two. three. four. five.")
	w := NewWorker(Default())
	for _, b := range []*Document{small, large, small} {
		fresh := NewWorker(Default())
		w.a, w.b, fresh.a, fresh.b = small, b, small, b
		w.weigh()
		fresh.weigh()
		for k := range w.weights.a {
			if w.weights.a[k] != fresh.weights.a[k] {
				t.Errorf("%d units: weight %d, want %d", b.units(), w.weights.a[k], fresh.weights.a[k])
			}
		}
	}
}
