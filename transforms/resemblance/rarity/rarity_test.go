package rarity

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

func TestTable(t *testing.T) {
	table := New(16)
	for range 20 {
		table.Add(1 << 48)
	}
	table.Add(2<<48 | 5)
	for _, tc := range []struct {
		hash uint64
		want uint8
	}{{0, 0}, {1 << 48, Max}, {1<<48 | 9, Max}, {2 << 48, 1}, {3 << 48, 0}, {^uint64(0), 0}} {
		if got := table.Count(tc.hash); got != tc.want {
			t.Errorf("Count(%x) = %d, want %d", tc.hash, got, tc.want)
		}
	}
	var same Table
	if err := same.Read(table.Counters()); err != nil || same.Count(2<<48) != 1 {
		t.Errorf("Read(Counters): %v", err)
	}
	if err := same.Read(nil); err != nil {
		t.Errorf("Read of no table: %v", err)
	}
	if err := same.Read(make([]byte, 3)); err == nil {
		t.Error("Read of 3 bytes: no error")
	}
}

// A count is never too small, and nearly always right in a table with room.
func TestCountIsABound(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	table, truth := New(16), map[uint64]int{}
	for range 5000 {
		h := rng.Uint64()
		n := 1 + rng.IntN(20)
		truth[h] = n
		for range n {
			table.Add(h)
		}
	}
	right := 0
	for h, n := range truth {
		got := int(table.Count(h))
		if got < min(n, Max) {
			t.Fatalf("Count(%x) = %d, counted %d times", h, got, n)
		}
		if got == min(n, Max) {
			right++
		}
	}
	if right < len(truth)*9/10 {
		t.Errorf("%d of %d counts are right", right, len(truth))
	}
}

func TestBitsFor(t *testing.T) {
	for _, tc := range []struct {
		bytes   int64
		bits    int
		crowded bool
	}{
		{0, 16, false}, {1 << 18, 16, false}, {1<<18 + 4, 17, false}, {80e6, 25, false}, {1 << 29, 27, false},
		{1<<29 + 4, 27, true}, {490e9, 27, true},
	} {
		if b, c := BitsFor(tc.bytes); b != tc.bits || c != tc.crowded {
			t.Errorf("BitsFor(%d) = %d, %t, want %d, %t", tc.bytes, b, c, tc.bits, tc.crowded)
		}
	}
}

func FuzzParts(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4}, []byte{0xff, 0, 0x10, 0})
	f.Add(make([]byte, 300), append(make([]byte, 299), 0x2f))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		n := min(len(a), len(b))
		a, b = a[:n], b[:n]
		want := make([]byte, n)
		for i := range want {
			want[i] = min(a[i]&15+b[i]&15, 15) | min(a[i]>>4+b[i]>>4, 15)<<4
		}
		got := make([]byte, n)
		for _, part := range [][]byte{a, b} {
			if err := AddPart(got, AppendPart(nil, part)); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%x + %x = %x, want %x", a, b, got, want)
		}
		AddPart(got, a) // whatever it is, no panic
	})
}

func TestDamagedParts(t *testing.T) {
	for _, part := range [][]byte{nil, {dense, 1}, {sparse, 0x80}, {sparse, 0}, {sparse, 2, 1}, {sparse, 0, 1, 1, 1}} {
		if err := AddPart(make([]byte, 2), part); err == nil {
			t.Errorf("part %x: no error", part)
		}
	}
}
