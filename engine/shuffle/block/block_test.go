package block

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// The bytes of a block are a format that two workers must agree on.
func TestAppendPinsTheBytes(t *testing.T) {
	got := Append(Append(nil, 0x0102030405060708, []byte("ab")), 9, nil)
	want := []byte("\x01\x02\x03\x04\x05\x06\x07\x08\x02ab\x00\x00\x00\x00\x00\x00\x00\x09\x00")
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("Append (-want +got):\n%s", diff)
	}
}

func TestCorruptBlocks(t *testing.T) {
	whole := Append(nil, 1, bytes.Repeat([]byte{7}, 200))
	for cut := 1; cut < len(whole); cut++ {
		if _, err := Sort([][]byte{whole[:cut]}); err != ErrCorrupt {
			t.Fatalf("Sort of the first %d of %d bytes: %v, want ErrCorrupt", cut, len(whole), err)
		}
		if err := Each(whole[:cut], func(uint64, []byte) error { return nil }); err != ErrCorrupt {
			t.Fatalf("Each of the first %d of %d bytes: %v, want ErrCorrupt", cut, len(whole), err)
		}
	}
}

// The function says when to stop.
func TestEachStops(t *testing.T) {
	b := Append(Append(Append(nil, 1, nil), 2, nil), 3, nil)
	stop, last := errors.New("stop"), uint64(0)
	err := Each(b, func(key uint64, _ []byte) error {
		if last = key; key == 2 {
			return stop
		}
		return nil
	})
	if err != stop || last != 2 {
		t.Errorf("%v at record %d, want the error at 2", err, last)
	}
}

type rec struct {
	Key     uint64
	Payload string
}

// sortPlainly is the obvious version of Sort.
func sortPlainly(recs []rec) []rec {
	out := slices.Clone(recs)
	slices.SortFunc(out, func(x, y rec) int {
		return cmp.Or(cmp.Compare(x.Key, y.Key), cmp.Compare(x.Payload, y.Payload))
	})
	return out
}

func checkSort(t *testing.T, recs []rec, blockSize int) {
	t.Helper()
	var blocks [][]byte
	var open []byte
	for _, r := range recs {
		open = Append(open, r.Key, []byte(r.Payload))
		if len(open) >= blockSize {
			blocks, open = append(blocks, open), nil
		}
	}
	blocks = append(blocks, open)
	s, err := Sort(blocks)
	if err != nil {
		t.Fatal(err)
	}
	var got []rec
	groups := 0
	for i := 0; i < s.Len(); i = s.Group(i) {
		groups++
		for j := i; j < s.Group(i); j++ {
			got = append(got, rec{s.Key(j), string(s.Payload(j))})
		}
	}
	if diff := gocmp.Diff(sortPlainly(recs), got, gocmp.Transformer("nil", func(r []rec) []rec {
		if len(r) == 0 {
			return []rec{}
		}
		return r
	})); diff != "" {
		t.Fatalf("Sort (-want +got):\n%s", diff)
	}
	keys := map[uint64]bool{}
	for _, r := range recs {
		keys[r.Key] = true
	}
	if groups != len(keys) {
		t.Fatalf("%d groups, want %d", groups, len(keys))
	}
}

func TestSort(t *testing.T) {
	payloads := []string{"", "\x00", "a", "a\x00", "a\x00\x00\x00\x00", "abc", "abcd", "abcd\x00", "abcda", "abce",
		"\xff"}
	rng := rand.New(rand.NewPCG(1, 2))
	for name, key := range map[string]func(int) uint64{
		"hashes":     func(int) uint64 { return rng.Uint64() },
		"few":        func(int) uint64 { return rng.Uint64N(3) },
		"one":        func(int) uint64 { return 5 },
		"ends":       func(i int) uint64 { return uint64(i%2) * ^uint64(0) },
		"skewed":     func(i int) uint64 { return rng.Uint64() >> rng.UintN(64) },
		"descending": func(i int) uint64 { return uint64(1000 - i) },
	} {
		for _, n := range []int{0, 1, 2, 3, 100, 1000} {
			t.Run(fmt.Sprintf("%s/%d", name, n), func(t *testing.T) {
				var recs []rec
				for i := range n {
					recs = append(recs, rec{key(i), payloads[rng.IntN(len(payloads))]})
				}
				checkSort(t, recs, 64)
			})
		}
	}
}

func FuzzSort(f *testing.F) {
	f.Add([]byte("some bytes to cut into records, some bytes"), uint8(3))
	f.Fuzz(func(t *testing.T, data []byte, width uint8) {
		var recs []rec
		for w := int(width%12) + 1; len(data) >= w; data = data[w:] {
			var k [8]byte
			copy(k[:], data[:w/2])
			recs = append(recs, rec{binary.BigEndian.Uint64(k[:]), string(data[w/2 : w])})
		}
		checkSort(t, recs, 40)
	})
}

func postings(n int) [][]byte {
	rng := rand.New(rand.NewPCG(3, 4))
	var blocks [][]byte
	var open []byte
	var payload [12]byte
	for range n {
		binary.BigEndian.PutUint64(payload[:], rng.Uint64())
		open = Append(open, rng.Uint64(), payload[:])
		if len(open) >= 64<<10 {
			blocks, open = append(blocks, open), nil
		}
	}
	return append(blocks, open)
}

func BenchmarkSort(b *testing.B) {
	blocks := postings(150_000)
	b.Run("buckets", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := Sort(blocks); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			s := &Sorted{blocks: blocks}
			for i, whole := range blocks {
				for x := whole; len(x) > 0; {
					key, payload, rest, _ := next(x)
					s.refs = append(s.refs, ref{key, headOf(payload), uint32(i),
						uint32(len(whole) - len(rest) - len(payload)), uint32(len(payload))})
					x = rest
				}
			}
			s.sortBucket(s.refs)
		}
	})
}

// GroupBy finds groups by a part of the key.
func TestGroupBy(t *testing.T) {
	var b []byte
	for _, key := range []uint64{1<<32 | 7, 2 << 32, 1<<32 | 1, 3 << 32} {
		b = Append(b, key, nil)
	}
	s, err := Sort([][]byte{b})
	if err != nil {
		t.Fatal(err)
	}
	upper := func(key uint64) uint32 { return uint32(key >> 32) }
	var ends []int
	for i := 0; i < s.Len(); i = s.GroupBy(i, upper) {
		ends = append(ends, s.GroupBy(i, upper))
	}
	if !slices.Equal(ends, []int{2, 3, 4}) {
		t.Errorf("groups end at %v, want 2, 3, 4", ends)
	}
}
