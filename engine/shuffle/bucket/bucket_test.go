package bucket

import (
	"cmp"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"
)

// sorted sorts keys with Buckets.
func sorted(keys []uint64) []uint64 {
	if len(keys) == 0 {
		return nil
	}
	b := New(len(keys), slices.Min(keys), slices.Max(keys))
	for _, k := range keys {
		b.Count(k)
	}
	b.Deal()
	out := make([]uint64, len(keys))
	for _, k := range keys {
		out[b.Next(k)] = k
	}
	b.Each(func(from, to int) { slices.Sort(out[from:to]) })
	return out
}

func TestSort(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for name, key := range map[string]func(int) uint64{
		"hashes":     func(int) uint64 { return rng.Uint64() },
		"few":        func(int) uint64 { return rng.Uint64N(3) },
		"one":        func(int) uint64 { return 5 },
		"ends":       func(i int) uint64 { return uint64(i%2) * ^uint64(0) },
		"skewed":     func(int) uint64 { return rng.Uint64() >> rng.UintN(64) },
		"descending": func(i int) uint64 { return uint64(1000 - i) },
	} {
		for _, n := range []int{0, 1, 2, 3, 4, 100, 1000} {
			keys := make([]uint64, n)
			for i := range keys {
				keys[i] = key(i)
			}
			if want, got := slices.Sorted(slices.Values(keys)), sorted(keys); !slices.Equal(got, want) {
				t.Errorf("%d keys, %s: %x, want %x", n, name, got, want)
			}
		}
	}
}

func FuzzSort(f *testing.F) {
	f.Add([]byte("some bytes to cut into keys, some bytes"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var keys []uint64
		for len(data) > 0 {
			var b [9]byte
			n := copy(b[:], data[:min(9, len(data))])
			data = data[n:]
			keys = append(keys, binary.LittleEndian.Uint64(b[:])>>(b[8]&63))
		}
		if want, got := slices.Sorted(slices.Values(keys)), sorted(keys); !slices.Equal(got, want) {
			t.Errorf("%x, want %x", got, want)
		}
	})
}

// By sorts as the function that it is given does, whatever memory it gets, and changes no values.
func TestBy(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 2))
	type value struct{ key, rest uint64 }
	compare := func(x, y value) int { return cmp.Or(cmp.Compare(x.key, y.key), cmp.Compare(x.rest, y.rest)) }
	var free []value
	for _, n := range []int{0, 1, fewValues - 1, fewValues, 5000, 300} {
		values := make([]value, n)
		for i := range values {
			values[i] = value{rng.Uint64() >> (rng.UintN(2) * 54), rng.Uint64N(3)}
		}
		want := slices.SortedFunc(slices.Values(values), compare)
		before := slices.Clone(values)
		var got []value
		got, free = By(values, free, func(v *value) uint64 {
			return v.key
		}, func(few []value) { slices.SortFunc(few, compare) })
		if !slices.Equal(got, want) {
			t.Errorf("%d values are not sorted", n)
		}
		if !slices.Equal(free, before) {
			t.Errorf("%d values are changed", n)
		}
	}
}
