package simjoin

import (
	"math"
	"testing"

	"example.org/diagonal/engine/shuffle/mix"
)

func TestBounds(t *testing.T) {
	for _, tc := range []struct {
		n              int
		tau            float64
		needed, prefix int
	}{
		{0, .9, 0, 0},
		{1, .9, 1, 1},
		{10, .9, 9, 2}, // 10·0.9 is 9, not 9 and a bit
		{17, .9, 16, 2},
		{21, .9, 19, 3},
		{4, 1, 4, 1},
		{4, .5, 2, 3},
	} {
		if got := Needed(tc.n, tc.tau); got != tc.needed {
			t.Errorf("Needed(%d, %g) = %d, want %d", tc.n, tc.tau, got, tc.needed)
		}
		if got := Prefix(tc.n, tc.tau); got != tc.prefix {
			t.Errorf("Prefix(%d, %g) = %d, want %d", tc.n, tc.tau, got, tc.prefix)
		}
	}
	if !Possible(9, 10, .9) || Possible(8, 10, .9) || !Possible(10, 9, .9) {
		t.Error("Possible: 9 of 10 reach .9, 8 of 10 do not")
	}
}

// jaccardPlainly is the definition.
func jaccardPlainly(a, b []uint64) float64 {
	in := map[uint64]int{}
	for _, s := range a {
		in[s] |= 1
	}
	for _, s := range b {
		in[s] |= 2
	}
	shared := 0
	for _, m := range in {
		if m == 3 {
			shared++
		}
	}
	return float64(shared) / float64(len(in))
}

func FuzzJaccard(f *testing.F) {
	f.Add([]byte("abcdefghij"), []byte("abcdefghik"), 0.8)
	f.Add([]byte("a"), []byte(""), 0.5)
	f.Fuzz(func(t *testing.T, x, y []byte, tau float64) {
		if !(tau > 0 && tau <= 1) {
			tau = .9
		}
		set := func(data []byte) []uint64 {
			var s []uint64
			for _, b := range data {
				s = append(s, mix.Full(uint64(b)))
			}
			return Set(s)
		}
		a, b := set(x), set(y)
		got, ok := Jaccard(AppendSet(nil, a), AppendSet(nil, b), tau)
		if len(a) == 0 || len(b) == 0 {
			if ok {
				t.Fatal("an empty set is similar to something")
			}
			return
		}
		want := jaccardPlainly(a, b)
		if math.Abs(want-tau) < 2e-9 {
			return // a tie that rounding decides
		}
		if ok != (want >= tau) || ok && math.Abs(got-want) > 1e-12 {
			t.Fatalf("Jaccard = %g, %v, want %g against %g", got, ok, want, tau)
		}
		if ok { // prefix filtering must not lose the pair
			found := false
			for _, p := range a[:Prefix(len(a), tau)] {
				for _, q := range b[:Prefix(len(b), tau)] {
					found = found || p == q
				}
			}
			if !found {
				t.Fatalf("the prefixes of two sets with Jaccard %g >= %g are disjoint", want, tau)
			}
		}
	})
}

func BenchmarkJaccard(b *testing.B) {
	var x, y []uint64
	for i := range uint64(17) {
		x, y = append(x, mix.Full(i)), append(y, mix.Full(i+1))
	}
	p, q := AppendSet(nil, Set(x)), AppendSet(nil, Set(y))
	b.ReportAllocs()
	for b.Loop() {
		Jaccard(p, q, .8)
	}
}
