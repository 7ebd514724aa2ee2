package shuffle

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/shuffle/shuffletest"
	"example.org/diagonal/engine/spool"
)

// Records of a key that do not fit in memory come in portions: each once, together with others of its number, and
// beside the shared records that it needs. Keys that fit come whole.
func TestEachPortion(t *testing.T) {
	folder, err := spool.Make(t.TempDir(), true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { folder.Close() })
	const shared, numbers, size = 50, 400, 60
	p := Params{Shards: 1, Spool: folder.Path(), Memory: 600_000} // 200 kB a portion
	r := rand.New(rand.NewPCG(1, 5))
	packer := NewPacker(p)
	var sealed [][]byte
	emit := func(_ int, b []byte) { sealed = append(sealed, b) }
	wanted := map[uint64]int{} // records by key
	for key := range uint64(10) {
		records := 300
		if key == 4 || key == 9 {
			records = 20_000 // 1.4 MB
		}
		payload := make([]byte, 1+8+8+size)
		for i := range shared {
			binary.BigEndian.PutUint64(payload[1:], uint64(i)<<32)
			packer.Add(key<<32, payload, emit)
		}
		for range records {
			payload[0] = 1
			binary.BigEndian.PutUint64(payload[1:], uint64(r.IntN(numbers))<<32)
			binary.BigEndian.PutUint64(payload[9:], uint64(r.IntN(shared))<<32)
			packer.Add(key<<32, payload, emit)
		}
		wanted[key<<32] = records
	}
	packer.Flush(emit)
	portion := func(payload []byte) Place {
		return Place{Number: binary.BigEndian.Uint64(payload[1:]), Other: binary.BigEndian.Uint64(payload[9:]),
			Shared: payload[0] == 0}
	}
	got, times := map[uint64]int{}, map[uint64]int{}
	seen := map[[2]uint64]int{} // the portion of a key and a number
	largest := 0
	each := func(sorted *block.Sorted, from, to int) error {
		key := sorted.Key(from)
		times[key]++
		here := map[uint64]bool{} // shared records
		for i := from; i < to; i++ {
			at := portion(sorted.Payload(i))
			if at.Shared {
				here[at.Number] = true
				continue
			}
			got[key]++
			if !here[at.Other] || at.Number < shared<<32 && !here[at.Number] {
				t.Fatalf("portion %d of key %x needs the shared records %x and %x, and has not both", times[key], key,
					at.Number, at.Other)
			}
			if in, ok := seen[[2]uint64{key, at.Number}]; ok && in != times[key] {
				t.Fatalf("number %x of key %x is in two portions", at.Number, key)
			}
			seen[[2]uint64{key, at.Number}] = times[key]
		}
		largest = max(largest, (to-from)*(size+17+8))
		return nil
	}
	if err := p.EachPortion("test", shuffletest.Iterate(sealed...), portion, each); err != nil {
		t.Fatal(err)
	}
	for key, want := range wanted {
		if got[key] != want {
			t.Errorf("%d records of key %x, want %d", got[key], key, want)
		}
		if want > 1000 && times[key] < 4 || key < 4<<32 && times[key] != 1 {
			t.Errorf("key %x with %d records has %d portions", key, want, times[key])
		}
	}
	if largest > 400_000 {
		t.Errorf("a portion of %d bytes, want about 200,000", largest)
	}

	stop := errors.New("stop")
	if err := p.EachPortion("test", shuffletest.Iterate(sealed...), portion, func(*block.Sorted, int, int) error {
		return stop
	}); !errors.Is(err, stop) {
		t.Errorf("the error is %v, want that of f", err)
	}
	damaged := append(slices.Clone(sealed), []byte{9})
	if err := p.EachPortion("test", shuffletest.Iterate(damaged...), portion, each); !errors.Is(err, spool.ErrCorrupt) {
		t.Errorf("the error is %v, want ErrCorrupt", err)
	}
}

// A portion has the shared records that it needs, not all: a key whose shared records alone do not fit in memory comes
// in portions that do.
func TestPortionsOfManyShared(t *testing.T) {
	folder, err := spool.Make(t.TempDir(), true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { folder.Close() })
	const records, limit = 40_000, 300_000
	p := Params{Shards: 1, Spool: folder.Path(), Memory: limit}
	r := rand.New(rand.NewPCG(1, 5))
	packer := NewPacker(p)
	var sealed [][]byte
	emit := func(_ int, b []byte) { sealed = append(sealed, b) }
	payload := make([]byte, 1+8+8)
	for i := range uint64(records) {
		payload[0] = 0
		binary.BigEndian.PutUint64(payload[1:], i<<32)
		packer.Add(0, payload, emit)
		if i%4 == 0 {
			payload[0] = 1
			binary.BigEndian.PutUint64(payload[9:], r.Uint64N(records)<<32)
			packer.Add(0, payload, emit)
		}
	}
	packer.Flush(emit)
	portion := func(payload []byte) Place {
		return Place{Number: binary.BigEndian.Uint64(payload[1:]), Other: binary.BigEndian.Uint64(payload[9:]),
			Shared: payload[0] == 0}
	}
	largest, own := 0, 0
	if err := p.EachPortion("test", shuffletest.Iterate(sealed...), portion,
		func(sorted *block.Sorted, from, to int) error {
			largest = max(largest, (to-from)*(len(payload)+9+recordBytes))
			here := map[uint64]bool{}
			for i := from; i < to; i++ {
				at := portion(sorted.Payload(i))
				if at.Shared {
					here[at.Number] = true
				} else if own++; !here[at.Number] || !here[at.Other] {
					t.Fatalf("a portion needs the shared records %x and %x, and has not both", at.Number, at.Other)
				}
			}
			return nil
		}); err != nil {
		t.Fatal(err)
	}
	if own != records/4 {
		t.Errorf("%d records, want %d", own, records/4)
	}
	if largest > limit {
		t.Errorf("a portion takes %d bytes of memory, more than the %d of a worker", largest, limit)
	}
}
