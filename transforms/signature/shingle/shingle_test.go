package shingle

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine/shuffle/mix"
)

func TestHashIsPinned(t *testing.T) {
	for _, tc := range []struct {
		words []uint32
		want  uint64
	}{
		{nil, 0x9e3779b97f4a7c15},
		{[]uint32{1}, 0xbfc846100bfc1e42},
		{[]uint32{1, 2}, 0xcf6578677d7df48b},
	} {
		if got := Hash(tc.words); got != tc.want {
			t.Errorf("Hash(%v) = %#x, want %#x", tc.words, got, tc.want)
		}
	}
}

func TestAppend(t *testing.T) {
	h := func(words ...uint32) uint64 { return Hash(words) }
	for _, tc := range []struct {
		name  string
		words []uint32
		n     int
		want  []uint64
	}{
		{"no word", nil, 2, nil},
		{"shorter than n: its whole word list", []uint32{7, 8}, 3, []uint64{h(7, 8)}},
		{"just n", []uint32{7, 8, 9}, 3, []uint64{h(7, 8, 9)}},
		{"runs, repeats kept", []uint32{1, 2, 1, 2}, 2, []uint64{h(1, 2), h(2, 1), h(1, 2)}},
		{"single words", []uint32{1, 2}, 1, []uint64{h(1), h(2)}},
	} {
		if diff := cmp.Diff(tc.want, Append(nil, tc.words, tc.n)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
}

// Append is Hash of each run, whatever the length of the sentence.
func TestAppendIsHash(t *testing.T) {
	words := make([]uint32, 30)
	for i := range words {
		words[i] = uint32(mix.Full(uint64(i)))
	}
	for length := range words {
		for n := 1; n <= 8; n++ {
			var want []uint64
			for i := 0; i+n <= length; i++ {
				want = append(want, Hash(words[i:i+n]))
			}
			if length < n {
				continue
			}
			if diff := cmp.Diff(want, Append(nil, words[:length], n)); diff != "" {
				t.Errorf("%d-shingles of %d words (-want +got):\n%s", n, length, diff)
			}
		}
	}
}

func TestHashDependsOnOrderAndLength(t *testing.T) {
	seen := map[uint64][]uint32{}
	for _, words := range [][]uint32{{}, {0}, {0, 0}, {1}, {0, 1}, {1, 0}, {1, 1}, {2}} {
		h := Hash(words)
		if other, ok := seen[h]; ok {
			t.Errorf("%v and %v share the hash %#x", words, other, h)
		}
		seen[h] = words
	}
}

func BenchmarkAppend(b *testing.B) {
	words := make([]uint32, 20)
	for i := range words {
		words[i] = uint32(mix.Full(uint64(i)))
	}
	var dst []uint64
	b.ReportAllocs()
	for b.Loop() {
		dst = Append(dst[:0], words, 4)
	}
}

func FuzzBoth(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7}, uint8(3))
	f.Fuzz(func(t *testing.T, b []byte, cut uint8) {
		var xs, ys []uint32
		for _, c := range b {
			xs, ys = append(xs, uint32(c)), append(ys, uint32(c)*0x85ebca77)
		}
		first := min(int(cut), len(xs))
		x, _ := Both(Begin(len(xs)), 0, xs[:first], ys[:first])
		x, y := Both(x, Begin(len(ys)-first), xs[first:], ys[first:])
		if x != Hash(xs) || y != Hash(ys[first:]) {
			t.Errorf("Both = %#x, %#x, want %#x, %#x", x, y, Hash(xs), Hash(ys[first:]))
		}
	})
}
