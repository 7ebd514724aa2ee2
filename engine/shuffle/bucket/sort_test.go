package bucket

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"
)

func FuzzSortOf(f *testing.F) {
	f.Add([]byte("some bytes that make a few numbers"), uint16(100), uint8(0))
	f.Add([]byte{1}, uint16(5000), uint8(60))
	f.Add([]byte{}, uint16(40000), uint8(3))
	f.Fuzz(func(t *testing.T, b []byte, n uint16, shift uint8) {
		rng := rand.New(rand.NewPCG(uint64(n), uint64(shift)))
		var values []uint64
		for range n { // with a large shift nearly all are in one bucket
			values = append(values, rng.Uint64()>>(shift%64)|uint64(rng.IntN(2))<<61)
		}
		for ; len(b) >= 8; b = b[1:] {
			values = append(values, binary.LittleEndian.Uint64(b))
		}
		want := slices.Sorted(slices.Values(values))
		scratch := Sort(slices.Clone(values), nil)
		if Sort(values, scratch); !slices.Equal(values, want) {
			t.Error("Sort is not slices.Sort")
		}
	})
}

func BenchmarkSortOf(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	values := make([]uint64, 500*100) // many: a processor learns the order of one array
	for i := range values {
		values[i] = rng.Uint64()>>4 | uint64(2+rng.IntN(3))<<60
	}
	var scratch []uint64
	for name, sort := range map[string]func([]uint64){
		"Sort":   func(v []uint64) { scratch = Sort(v, scratch) },
		"slices": slices.Sort[[]uint64],
	} {
		b.Run(name, func(b *testing.B) {
			again := make([]uint64, 500)
			for x := 0; b.Loop(); x += 500 {
				x %= len(values)
				copy(again, values[x:])
				sort(again)
			}
		})
	}
}
