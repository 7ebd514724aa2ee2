package chain

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const q = 4

// hitsOf returns the hits of two texts, in order: each place of a q-gram in both.
func hitsOf(a, b string) (hits []Hit) {
	for i := 0; i+q <= len(a); i++ {
		for k := 0; k+q <= len(b); k++ {
			if a[i:i+q] == b[k:k+q] {
				hits = append(hits, Hit{uint32(i), uint32(k), q, 4})
			}
		}
	}
	return hits
}

func TestAppend(t *testing.T) {
	for name, c := range map[string]struct {
		a, b string
		want []Chain
	}{
		"nothing":           {"abcdefgh", "stuvwxyz", nil},
		"the same":          {"abcdefghi", "abcdefghi", []Chain{{Bits: 2, Runs: []Run{{0, 0, 9}}}}},
		"a letter changed":  {"abcdefxhijklm", "abcdefghijklm", []Chain{{Bits: 2, Runs: []Run{{0, 0, 6}, {7, 7, 6}}}}},
		"a letter left out": {"abcdefhijklm", "abcdefghijklm", []Chain{{Bits: 2, Runs: []Run{{0, 0, 6}, {6, 7, 6}}}}},
		"in another order": {"abcdef12345678stuvwx", "stuvwxABCDEFGHabcdef",
			[]Chain{{Bits: 1, Runs: []Run{{0, 14, 6}}}, {Bits: 1, Runs: []Run{{14, 0, 6}}}}},
		"a letter repeated": {"aaaaa", "aaaaa",
			[]Chain{{Bits: 1, Runs: []Run{{0, 0, 5}}}, {Bits: 1, Runs: []Run{{0, 1, 4}}},
				{Bits: 1, Runs: []Run{{1, 0, 4}}}}},
		"at two places of b": {"abcdef", "abcdef----abcdef",
			[]Chain{{Bits: 1, Runs: []Run{{0, 0, 6}}}, {Bits: 1, Runs: []Run{{0, 10, 6}}}}},
	} {
		var c2 Chainer
		got := c2.Append(nil, hitsOf(c.a, c.b), 0)
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

// Two hits of which one is far from the diagonal of the other, or far behind it, are two chains.
func TestApart(t *testing.T) {
	for name, hits := range map[string][]Hit{
		"far off":    {{0, 0, q, 4}, {20, 40, q, 4}},
		"far behind": {{0, 0, q, 4}, {200, 200, q, 4}},
		"before":     {{0, 50, q, 4}, {20, 30, q, 4}},
	} {
		var c Chainer
		if got := c.Append(nil, hits, 0); len(got) != 2 {
			t.Errorf("%s: %v, want two chains", name, got)
		}
	}
}

// Every hit is in a run of one of the chains, runs are in order, and a chain says no more than its hits.
func FuzzAppend(f *testing.F) {
	f.Add(uint64(1), uint8(4), uint8(90))
	f.Add(uint64(7), uint8(2), uint8(60))
	f.Add(uint64(9), uint8(20), uint8(200))
	f.Fuzz(func(t *testing.T, seed uint64, alphabet, length uint8) {
		rng := rand.New(rand.NewPCG(seed, 1))
		text := func() string {
			b := make([]byte, rng.IntN(int(length)+1))
			for i := range b {
				b[i] = 'a' + byte(rng.IntN(int(alphabet)%26+1))
			}
			return string(b)
		}
		a, b := text(), text()
		if rng.IntN(2) == 0 {
			b = text() + a + text()
		}
		hits := hitsOf(a, b)
		var c Chainer
		c.Append(nil, hitsOf(b, a), 0) // its memory is used again
		chains := c.Append(nil, hits, 0)
		for _, h := range hits {
			in := slices.ContainsFunc(chains, func(c Chain) bool {
				return slices.ContainsFunc(c.Runs, func(r Run) bool {
					return h.I-r.I == h.K-r.K && h.I >= r.I && h.I+q <= r.I+r.N
				})
			})
			if !in {
				t.Fatalf("%q, %q: hit %v is in no run of %v", a, b, h, chains)
			}
		}
		for i, c := range chains {
			if i > 0 && c.Bits > chains[i-1].Bits {
				t.Fatalf("chain %d says more than the one before it: %v", i, chains)
			}
			for x, r := range c.Runs {
				if a[r.I:r.I+r.N] != b[r.K:r.K+r.N] {
					t.Fatalf("%q, %q: run %v is not the same on both sides", a, b, r)
				}
				if x > 0 && (r.I < c.Runs[x-1].I || r.K < c.Runs[x-1].K) {
					t.Fatalf("%q, %q: runs %v are not in order", a, b, c.Runs)
				}
			}
			if max := float64(len(hits)); c.Bits > max {
				t.Fatalf("a chain says %v bits, all hits %v", c.Bits, max)
			}
		}
	})
}

// What a q-gram says does not depend on how often a collection is taken twice, and what a chain must say grows by two
// bits for each doubling.
func TestBits(t *testing.T) {
	if got := Bits(2, 1<<20); got != 19*bitsOf {
		t.Errorf("a q-gram in 2 documents of 2^20 letters says %d units, want 19 bits", got)
	}
	if Bits(2, 1<<20) != Bits(4, 1<<21) {
		t.Error("a q-gram says something else in a collection taken twice")
	}
	if got := Bits(1, math.MaxInt64); got != 252 {
		t.Errorf("Bits of a huge collection is %d, want 252", got)
	}
	if got := Bits(0, 0); got != 0 {
		t.Errorf("Bits of an empty collection is %d, want 0", got)
	}
	if got := MinBits(1<<21) - MinBits(1<<20); got != 2 {
		t.Errorf("twice the letters need %v bits more, want 2", got)
	}
	for letters, want := range map[int64]int{0: shortest, 1 << 20: 10, 1 << 26: 13, 1 << 60: longest} {
		if got := Length(letters); got != want {
			t.Errorf("Length(%d) = %d, want %d", letters, got, want)
		}
	}
}

// appendPlainly is Append that looks at all ends, makes all chains, and then takes those that say enough.
func appendPlainly(hits []Hit, needed float64) (chains []Chain) {
	type open struct {
		hits         []Hit
		fromI, fromK uint32
		bits         uint32
	}
	var ends []*open // the one that was continued last is the last one
	for _, h := range hits {
		best, nearest := -1, int64(0)
		for y := len(ends) - 1; y >= max(0, len(ends)-64); y-- {
			last := ends[y].hits[len(ends[y].hits)-1]
			di, dk := int64(h.I)-int64(last.I), int64(h.K)-int64(last.K)
			off := max(di-dk, dk-di)
			if min(di, dk) > 0 && max(di, dk) <= reach && off <= slack+max(di, dk)/drift &&
				(best < 0 || off < nearest) {
				best, nearest = y, off
			}
		}
		e := &open{}
		if best >= 0 {
			e = ends[best]
			ends = slices.Delete(ends, best, best+1)
		}
		if len(e.hits) == 0 || h.I >= e.fromI && h.K >= e.fromK {
			e.bits += uint32(h.Bits)
			e.fromI, e.fromK = h.I+uint32(h.N), h.K+uint32(h.N)
		}
		e.hits = append(e.hits, h)
		ends = append(ends, e)
	}
	for _, e := range ends {
		c := Chain{Bits: float64(e.bits) / 4}
		for _, h := range e.hits {
			c.add(h)
		}
		if c.Bits >= needed {
			chains = append(chains, c)
		}
	}
	slices.SortFunc(chains, Chain.compare)
	return chains
}

// Hits are sorted, and chained as by appendPlainly, where many chains are open, too.
func TestAppendIsPlain(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 3))
	var c Chainer
	var free []Hit
	long := 0
	for range 300 {
		var hits []Hit
		for range 1 + random.IntN(40) { // rows of hits about a diagonal, and some others
			i, k := uint32(random.IntN(2000)), uint32(random.IntN(2000))
			for range random.IntN(30) {
				hits = append(hits, Hit{i, k, q, uint8(1 + random.IntN(9))})
				step := uint32(1 + random.IntN(60))
				i, k = i+step, k+step+uint32(random.IntN(3))
			}
		}
		slices.SortFunc(hits, func(x, y Hit) int { return int(x.Bits) - int(y.Bits) })
		want := slices.Clone(hits)
		slices.SortStableFunc(want, func(x, y Hit) int {
			return int(x.I)*1_000_000 + int(x.K) - int(y.I)*1_000_000 - int(y.K)
		})
		at := func(x, y Hit) bool { return x.I == y.I && x.K == y.K }
		hits, free = Sort(hits, free)
		if !slices.EqualFunc(hits, want, at) {
			t.Fatal("hits are not in order")
		}
		hits = slices.CompactFunc(hits, at)
		for _, min := range []float64{0, 9, 20} {
			want := appendPlainly(hits, min)
			if d := cmp.Diff(want, c.Append(nil, hits, min)); d != "" {
				t.Fatalf("at least %v bits (-want +got):\n%s", min, d)
			}
			long += len(want)
		}
	}
	if long < 1000 {
		t.Errorf("%d chains: the test has to have more", long)
	}
}
