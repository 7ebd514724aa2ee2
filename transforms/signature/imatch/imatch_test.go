package imatch

import (
	"math"
	"testing"

	"example.org/diagonal/engine/tally/vocabulary"
	"example.org/diagonal/transforms/signature/shingle"
)

// Ten documents. idf = ln(10/df)/ln(10) = 1 - log10(df).
func TestKeeps(t *testing.T) {
	for _, tc := range []struct {
		df, n int64
		r     Range
		want  bool
	}{
		{1, 10, Range{0.1, 1}, true},    // idf 1
		{10, 10, Range{0.1, 1}, false},  // idf 0
		{10, 10, Range{0, 1}, true},     // idf 0, and 0 is in the range
		{7, 10, Range{0.1, 1}, true},    // idf .155
		{8, 10, Range{0.1, 1}, false},   // idf .097
		{1, 10, Range{0.1, 0.9}, false}, // idf 1
		{2, 10, Range{0.1, 0.9}, true},  // idf .699
		{2, 2, Range{0.1, 1}, true},     // two documents: nothing is filtered
		{1, 1, Range{0.1, 1}, true},     // ln 1 = 0
		{100, 10000, Range{0.5, 0.5}, true},
	} {
		if got := tc.r.Keeps(tc.df, tc.n); got != tc.want {
			t.Errorf("%+v.Keeps(%d, %d) = %v, want %v", tc.r, tc.df, tc.n, got, tc.want)
		}
	}
}

func TestValid(t *testing.T) {
	for _, r := range []Range{{0, 1}, {0.1, 1}, {0.5, 0.5}} {
		if !r.Valid() {
			t.Errorf("%v is not valid", r)
		}
	}
	for _, r := range []Range{{-0.1, 1}, {0.9, 0.1}, {0, 1.1}, {math.NaN(), 1}} {
		if r.Valid() {
			t.Errorf("%v is valid", r)
		}
	}
}

func TestSignature(t *testing.T) {
	const the, quick, fox = 1, 20, 30
	frequent := vocabulary.NewSet([]uint32{the})
	rest := vocabulary.NewSet([]uint32{quick, fox})
	for _, tc := range []struct {
		name   string
		words  []uint32
		sorted bool
		want   []uint32 // the words that are hashed; nil: no signature
	}{
		{"order of the sentence", []uint32{the, fox, quick}, false, []uint32{fox, quick}},
		{"sorted set", []uint32{the, fox, quick, fox}, true, []uint32{quick, fox}},
		{"repeats count in order", []uint32{fox, fox}, false, []uint32{fox, fox}},
		{"no word left", []uint32{the, the}, false, nil},
		{"no word", nil, true, nil},
	} {
		got, ok, _ := Signature(tc.words, frequent, false, tc.sorted, nil)
		if ok != (tc.want != nil) || ok && got != shingle.Hash(tc.want) {
			t.Errorf("%s: Signature = %#x, %v, want the hash of %v", tc.name, got, ok, tc.want)
		}
		if same, _, _ := Signature(tc.words, rest, true, tc.sorted, nil); same != got {
			t.Errorf("%s: Signature with the words that count = %#x, want %#x", tc.name, same, got)
		}
	}
}
