package nearby

import (
	"math/rand/v2"
	"slices"
	"testing"
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
