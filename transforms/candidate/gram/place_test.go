package gram

import (
	"testing"

	"example.org/diagonal/transforms/alignment/seedextend"
)

// plainlyNear compares all hits with each other.
func plainlyNear(hits []seedextend.Hit, window int) bool {
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

func TestNearByHand(t *testing.T) {
	at := func(ua int, wa uint32, ub int, wb uint32) seedextend.Hit {
		return seedextend.Hit{A: PlaceOf(ua, wa), B: PlaceOf(ub, wb)}
	}
	for _, tc := range []struct {
		name string
		hits []seedextend.Hit
		want bool
	}{
		{"none", nil, false},
		{"one", []seedextend.Hit{at(1, 2, 3, 4)}, false},
		{"both chains of a word", []seedextend.Hit{at(1, 2, 3, 4), at(1, 2, 3, 4)}, false},
		{"neighbouring words", []seedextend.Hit{at(1, 2, 3, 4), at(1, 5, 3, 7)}, false},
		{"four words apart", []seedextend.Hit{at(1, 2, 3, 4), at(1, 6, 3, 0)}, true},
		{"apart on one side only", []seedextend.Hit{at(1, 2, 3, 4), at(2, 2, 3, 5)}, false},
		{"four units apart", []seedextend.Hit{at(1, 0, 9, 0), at(5, 0, 5, 0)}, true},
		{"five units apart in a", []seedextend.Hit{at(1, 0, 9, 0), at(6, 0, 9, 9)}, false},
		{"five units apart in b", []seedextend.Hit{at(1, 0, 9, 0), at(1, 9, 4, 0)}, false},
		{"a chain and the whole unit", []seedextend.Hit{at(1, 2, 3, 2), at(1, WholeUnit, 3, WholeUnit)}, true},
	} {
		if got := Near(tc.hits, 4); got != tc.want {
			t.Errorf("%s: %v", tc.name, got)
		}
	}
}

func FuzzNear(f *testing.F) {
	f.Add([]byte("abcdefgh"), uint8(4))
	f.Add([]byte{0, 0, 0, 0, 0, 60, 1, 5}, uint8(0))
	f.Fuzz(func(t *testing.T, b []byte, window uint8) {
		var hits []seedextend.Hit
		for ; len(b) >= 4; b = b[4:] {
			hits = append(hits, seedextend.Hit{A: PlaceOf(int(b[0]), uint32(b[1]&63)), B: PlaceOf(int(b[2]), uint32(b[3]&63))})
		}
		seedextend.SortHits(hits)
		if got, want := Near(hits, uint32(window)), plainlyNear(hits, int(window)); got != want {
			t.Errorf("%v: %v, want %v", hits, got, want)
		}
	})
}
