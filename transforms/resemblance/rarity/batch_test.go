package rarity

import (
	"bytes"
	"encoding/binary"
	"maps"
	"testing"
)

// Batches and Repeats add what a map of all hashes counts more than once, however the hashes are
// dealt.
func FuzzRepeats(f *testing.F) {
	f.Add([]byte("abcabcxyabcabcxyabcabcxz________"), uint8(3))
	f.Add(bytes.Repeat([]byte{1, 2, 3, 4, 5, 6, 7, 8}, 60), uint8(7))
	f.Fuzz(func(t *testing.T, b []byte, size uint8) {
		const kept = 8*tailBytes + prefixBits
		times, dealt := map[uint64]int{}, map[uint64]*Repeats{}
		add := func(key uint64, payload []byte) {
			if key<<prefixBits != 0 {
				t.Fatalf("key %x is longer than a prefix", key)
			}
			if dealt[key] == nil {
				dealt[key] = &Repeats{}
			}
			if err := dealt[key].Add(payload); err != nil {
				t.Fatal(err)
			}
		}
		batch := NewBatch(int(size))
		for ; len(b) >= 8; b = b[8:] {
			hash := binary.LittleEndian.Uint64(b) * 0x9e3779b97f4a7c15
			times[hash>>(64-kept)]++
			if batch.Add(hash) {
				batch.Deal(add)
			}
		}
		batch.Deal(add)
		want, got := New(minBits), New(minBits)
		maps.DeleteFunc(times, func(_ uint64, n int) bool { return n < 2 })
		for hash, n := range times {
			for range n {
				want.Add(hash << (64 - kept))
			}
		}
		for key, r := range dealt {
			r.AddTo(got, key)
			r.AddTo(got, key) // forgot all
		}
		if !bytes.Equal(got.Counters(), want.Counters()) {
			t.Error("the tables differ")
		}
	})
}

func TestDamagedHashes(t *testing.T) {
	for _, payload := range [][]byte{nil, {1, 2, 3}, make([]byte, 7)} {
		if err := new(Repeats).Add(payload); err == nil {
			t.Errorf("payload %x: no error", payload)
		}
	}
}
