package simhash

import (
	"math/rand/v2"
	"testing"

	"example.org/diagonal/engine/shuffle/mix"
)

// of is Of bit by bit, with plus and minus one, as in the source.
func of(set []uint64) uint64 {
	f := uint64(0)
	for i := range 64 {
		sum := 0
		for _, x := range set {
			if mix.Full(x)>>i&1 == 1 {
				sum++
			} else {
				sum--
			}
		}
		if sum > 0 {
			f |= 1 << i
		}
	}
	return f
}

func FuzzOf(f *testing.F) {
	f.Add([]byte{1, 2, 3})
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		var set []uint64
		for i, c := range b {
			set = append(set, uint64(i)<<8|uint64(c))
		}
		if got, want := Of(set), of(set); got != want {
			t.Errorf("Of = %x, want %x", got, want)
		}
	})
}

func TestBlocks(t *testing.T) {
	for n := 2; n <= MaxDistance+2; n++ {
		all := uint64(0)
		for i := range n {
			m := blockMask(i, n)
			if all&m != 0 || m == 0 {
				t.Fatalf("block %d of %d is %x, those before it %x", i, n, m, all)
			}
			all |= m
		}
		if all != ^uint64(0) {
			t.Errorf("%d blocks cover %x", n, all)
		}
	}
}

// Fingerprints within the distance meet in a table, whichever bits differ.
func TestTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for distance := 0; distance <= MaxDistance; distance++ {
		for range 300 {
			a := rng.Uint64()
			b := a
			for Distance(a, b) < distance {
				b ^= 1 << rng.IntN(64)
			}
			x, y := AppendTables(nil, a, distance), AppendTables(nil, b, distance)
			met := 0
			for i := range x {
				if x[i] == y[i] {
					met++
				}
			}
			if met == 0 {
				t.Fatalf("%x and %x, %d apart, do not meet in %d tables", a, b, distance, len(x))
			}
		}
	}
}

func TestCosine(t *testing.T) {
	if Cosine(0) != 1 || Cosine(32) > 1e-9 || Cosine(64) != 0 || Cosine(3) < Cosine(4) {
		t.Errorf("cosines %g %g %g %g", Cosine(0), Cosine(32), Cosine(64), Cosine(3))
	}
}
