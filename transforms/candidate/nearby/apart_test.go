package nearby

import (
	"slices"
	"testing"

	"example.org/diagonal/transforms/signature/chain"
)

// plainlyApart compares all hits with each other.
func plainlyApart(hits []Hit, window int) bool {
	for _, h := range hits {
		for _, k := range hits {
			ua, ub := int(k.A>>6)-int(h.A>>6), int(k.B>>6)-int(h.B>>6)
			wa, wb := int(k.A&63)-int(h.A&63), int(k.B&63)-int(h.B&63)
			if max(ua, -ua) <= window && max(ub, -ub) <= window &&
				(ua != 0 || max(wa, -wa) >= 4) && (ub != 0 || max(wb, -wb) >= 4) {
				return true
			}
		}
	}
	return false
}

func TestApart(t *testing.T) {
	at := func(ua int, wa uint32, ub int, wb uint32) Hit {
		return Hit{A: chain.PlaceOf(ua, wa), B: chain.PlaceOf(ub, wb)}
	}
	for _, tc := range []struct {
		name string
		hits []Hit
		want bool
	}{
		{"none", nil, false},
		{"one", []Hit{at(1, 2, 3, 4)}, false},
		{"both chains of a word", []Hit{at(1, 2, 3, 4), at(1, 2, 3, 4)}, false},
		{"neighbouring words", []Hit{at(1, 2, 3, 4), at(1, 5, 3, 7)}, false},
		{"four words apart", []Hit{at(1, 2, 3, 4), at(1, 6, 3, 0)}, true},
		{"apart on one side only", []Hit{at(1, 2, 3, 4), at(2, 2, 3, 5)}, false},
		{"four units apart", []Hit{at(1, 0, 9, 0), at(5, 0, 5, 0)}, true},
		{"five units apart in a", []Hit{at(1, 0, 9, 0), at(6, 0, 9, 9)}, false},
		{"five units apart in b", []Hit{at(1, 0, 9, 0), at(1, 9, 4, 0)}, false},
		{"a chain and the whole unit", []Hit{at(1, 2, 3, 2), at(1, chain.WholeUnit, 3, chain.WholeUnit)}, true},
	} {
		if got := Apart(tc.hits, 4); got != tc.want {
			t.Errorf("%s: %v", tc.name, got)
		}
	}
}

func FuzzApart(f *testing.F) {
	f.Add([]byte("abcdefgh"), uint8(4))
	f.Add([]byte{0, 0, 0, 0, 0, 60, 1, 5}, uint8(0))
	f.Fuzz(func(t *testing.T, b []byte, window uint8) {
		var hits []Hit
		for ; len(b) >= 4; b = b[4:] {
			hits = append(hits,
				Hit{A: chain.PlaceOf(int(b[0]), uint32(b[1]&63)), B: chain.PlaceOf(int(b[2]), uint32(b[3]&63))})
		}
		slices.SortFunc(hits, compare)
		if got, want := Apart(hits, uint32(window)), plainlyApart(hits, int(window)); got != want {
			t.Errorf("%v: %v, want %v", hits, got, want)
		}
	})
}
