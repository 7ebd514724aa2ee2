package nearby

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/diagonal/transforms/signature/chain"
)

func TestDense(t *testing.T) {
	for _, tc := range []struct {
		name   string
		hits   []Hit
		m      int
		window uint32
		want   bool
	}{
		{"none", nil, 2, 4, false},
		{"none wanted", nil, 0, 4, true},
		{"one of one", []Hit{{3, 7}}, 1, 4, true},
		{"one of two", []Hit{{3, 7}}, 2, 4, false},
		{"two signatures in one pair of units", []Hit{{3, 7}, {3, 7}}, 2, 4, true},
		{"at the edge of the window", []Hit{{3, 7}, {7, 3}}, 2, 4, true},
		{"beyond it on a", []Hit{{3, 7}, {8, 7}}, 2, 4, false},
		{"beyond it on b", []Hit{{3, 7}, {3, 12}}, 2, 4, false},
		{"three in a row, each near the middle one", []Hit{{0, 0}, {4, 4}, {8, 8}}, 3, 4, true},
		{"three, no middle one", []Hit{{0, 0}, {4, 4}, {9, 9}}, 3, 4, false},
		{"the largest units", []Hit{{0, 0}, {1<<32 - 1, 0}, {1<<32 - 1, 1<<32 - 1}}, 2, 4, false},
	} {
		if got := Dense(tc.hits, tc.m, tc.window); got != tc.want {
			t.Errorf("%s: Dense(%v, %d, %d) = %v, want %v", tc.name, tc.hits, tc.m, tc.window, got, tc.want)
		}
	}
}

// bruteDense compares all pairs of hits.
func bruteDense(hits []Hit, m int, window uint32) bool {
	near := func(x, y uint32) bool { return max(x, y)-min(x, y) <= window }
	for _, h := range hits {
		n := 0
		for _, o := range hits {
			if near(h.A, o.A) && near(h.B, o.B) {
				n++
			}
		}
		if n >= m {
			return true
		}
	}
	return m <= 0
}

// Where many hits are near one, their rows are searched.
func TestDenseOfMany(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 5))
	dense := 0
	for range 300 {
		n, m, window := fewHits+rng.IntN(200), 2+rng.IntN(12), rng.Uint32N(6)
		hits := make([]Hit, n)
		for x := range hits {
			hits[x] = Hit{rng.Uint32N(8), rng.Uint32N(1 << (4 + rng.UintN(9)))}
		}
		slices.SortFunc(hits, compare)
		want := bruteDense(hits, m, window)
		if want {
			dense++
		}
		if got := Dense(hits, m, window); got != want {
			t.Fatalf("Dense(%v, %d, %d) = %v, want %v", hits, m, window, got, want)
		}
	}
	if dense < 50 || dense > 250 {
		t.Errorf("%d of 300 are dense", dense)
	}
}

func FuzzDense(f *testing.F) {
	f.Add([]byte{3, 7, 7, 3}, 2, uint32(4))
	f.Add([]byte{0, 0, 40, 4, 8, 80, 0, 9}, 3, uint32(1<<32-1))
	f.Fuzz(func(t *testing.T, data []byte, m int, window uint32) {
		var hits, swapped []Hit
		for ; len(data) >= 2; data = data[2:] {
			hits = append(hits, Hit{uint32(data[0]), uint32(data[1])})
			swapped = append(swapped, Hit{uint32(data[1]), uint32(data[0])})
		}
		slices.SortFunc(hits, compare)
		slices.SortFunc(swapped, compare)
		want := bruteDense(hits, m, window)
		if got := Dense(hits, m, window); got != want {
			t.Errorf("Dense(%v, %d, %d) = %v, want %v", hits, m, window, got, want)
		}
		if got := Dense(swapped, m, window); got != want {
			t.Errorf("exchanged: Dense(%v, %d, %d) = %v, want %v", swapped, m, window, got, want)
		}
	})
}

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
