package fingerprint

import (
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine/shuffle/mix"
)

// buckets returns the n smallest of each bucket, by sorting.
func buckets(hashes []uint64, m, n int) map[uint64][]uint64 {
	out := map[uint64][]uint64{}
	for _, h := range hashes {
		h = mix.Full(h)
		out[h%uint64(m)] = append(out[h%uint64(m)], h)
	}
	for b, list := range out {
		slices.Sort(list)
		list = slices.Compact(list)
		out[b] = list[:min(n, len(list))]
	}
	return out
}

// Two pages have as many fingerprints in common as there are buckets in which they agree.
func FuzzAppend(f *testing.F) {
	f.Add([]byte("abcdefghijklmnop"), []byte("abcdefghijklmnxp"), 7, 3)
	f.Add([]byte("ab"), []byte("ab"), 7, 3)
	f.Add([]byte(""), []byte("a"), 1, 1)
	f.Fuzz(func(t *testing.T, x, y []byte, m, n int) {
		m, n = 1+(m&15), 1+(n&7)
		var a, b []uint64
		for _, c := range x {
			a = append(a, uint64(c))
		}
		for _, c := range y {
			b = append(b, uint64(c))
		}
		maker := &Maker{Buckets: m, Smallest: n}
		given := []uint64{1}
		one := maker.Append(given, a)[1:]
		two := maker.Append(nil, b)
		inA, inB := buckets(a, m, n), buckets(b, m, n)
		if len(one) != len(inA) || len(two) != len(inB) {
			t.Fatalf("%d and %d fingerprints, want %d and %d", len(one), len(two), len(inA), len(inB))
		}
		want := 0
		for bucket, list := range inA {
			if other, ok := inB[bucket]; ok && slices.Equal(list, other) {
				want++
			}
		}
		got := 0
		for _, p := range one {
			if slices.Contains(two, p) {
				got++
			}
		}
		if got != want {
			t.Errorf("%d fingerprints in common, want %d", got, want)
		}
	})
}

// A page with fewer sentences than there are buckets, or than a bucket gives, still meets its
// copies.
func TestShortPage(t *testing.T) {
	m := &Maker{Buckets: 7, Smallest: 3}
	short := m.Append(nil, []uint64{5, 9})
	if len(short) < 1 || len(short) > 2 {
		t.Fatalf("two sentences make %d fingerprints", len(short))
	}
	if diff := gocmp.Diff(short, m.Append(nil, []uint64{9, 5, 9})); diff != "" {
		t.Errorf("order and repeats make a difference (-want +got):\n%s", diff)
	}
	if got := m.Append(nil, nil); len(got) != 0 {
		t.Errorf("an empty page has fingerprints: %v", got)
	}
	// A sentence more in the same bucket is another fingerprint: the number of hashes counts.
	same := uint64(0)
	for h := uint64(100); same == 0; h++ {
		if mix.Full(h)%7 == mix.Full(5)%7 {
			same = h
		}
	}
	if a, b := m.Append(nil, []uint64{5}), m.Append(nil, []uint64{5, same}); a[0] == b[0] {
		t.Error("buckets of one and of two hashes have the same fingerprint")
	}
}

// Fingerprints reach other machines, so their values are fixed.
func TestPinned(t *testing.T) {
	m := &Maker{Buckets: 2, Smallest: 2}
	got := m.Append(nil, []uint64{1, 2, 3, 4, 5})
	want := []uint64{12573379089300774687, 13003880933044125366}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func BenchmarkAppend(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	hashes := make([]uint64, 1000)
	for i := range hashes {
		hashes[i] = r.Uint64()
	}
	m := &Maker{Buckets: 8, Smallest: 1}
	var dst []uint64
	b.ReportAllocs()
	for b.Loop() {
		dst = m.Append(dst[:0], hashes)
	}
}
