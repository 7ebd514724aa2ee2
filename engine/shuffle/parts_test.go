package shuffle

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/shuffle/shuffletest"
	"example.org/diagonal/engine/spool"
)

// shardOf packs records into the sealed blocks of one shard.
func shardOf(t *testing.T, p Params, keys []uint64) func(*[]byte) bool {
	t.Helper()
	p.Shards = 1
	packer := NewPacker(p)
	var sealed [][]byte
	emit := func(_ int, b []byte) { sealed = append(sealed, b) }
	payload := make([]byte, 40)
	for i, key := range keys {
		binary.BigEndian.PutUint32(payload, uint32(i%5))
		packer.Add(key, payload, emit)
	}
	packer.Flush(emit)
	return shuffletest.Iterate(sealed...)
}

// A shard that is larger than memory comes in parts, which are together the sorted shard.
func TestEachPart(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for name, key := range map[string]func(i int) uint64{
		"hashes":    func(int) uint64 { return r.Uint64() },
		"dense":     func(int) uint64 { return uint64(r.IntN(300)) << 32 },
		"one key":   func(int) uint64 { return 5 << 32 },
		"one heavy": func(i int) uint64 { return uint64(i%2) * r.Uint64() },
		"low half":  func(int) uint64 { return uint64(r.Uint32()) },
	} {
		t.Run(name, func(t *testing.T) {
			folder, err := spool.Make(t.TempDir(), true)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { folder.Close() })
			keys := make([]uint64, 40_000)
			for i := range keys {
				keys[i] = key(i)
			}
			whole := Params{Shards: 1, Spool: folder.Path()}
			small := Params{Shards: 1, Spool: folder.Path(), Memory: 900_000} // parts of 300 kB, of 2 MB
			var want, got []byte
			add := func(dst []byte, s *block.Sorted) []byte {
				for i := range s.Len() {
					dst = block.Append(dst, s.Key(i), s.Payload(i))
				}
				return dst
			}
			if err := whole.EachPart("test", shardOf(t, whole, keys), func(s *block.Sorted) error {
				want = add(want, s)
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			parts, largest := 0, 0
			if err := small.EachPart("test", shardOf(t, small, keys), func(s *block.Sorted) error {
				before := len(got)
				got = add(got, s)
				parts++
				largest = max(largest, len(got)-before)
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(want, got) {
				t.Error("the parts together are not the sorted shard")
			}
			switch name {
			case "one key", "low half":
				if parts != 1 {
					t.Errorf("keys with one upper half are in %d parts", parts)
				}
			case "hashes", "dense":
				if parts < 6 || largest > 450_000 {
					t.Errorf("%d parts of up to %d bytes, want 6 and more of about 300,000", parts, largest)
				}
			}
		})
	}
}

// TakeLoads returns the size of all shards of a stage and of the largest, once.
func TestTakeLoads(t *testing.T) {
	p := Params{Shards: 4}
	for _, n := range []int{3, 1000, 10} {
		given := Append(nil, 1, make([]byte, n))
		err := p.EachPart("loads", shuffletest.Iterate(given), func(*block.Sorted) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
	}
	if got, want := Progress.TakeLoads()["loads"],
		(Load{Bytes: 3 + 1000 + 10 + 3*9 + 1, Largest: 1000 + 10, Shards: 4}); got != want ||
		got.LargestOfMean() != 1010*4/1041.0 {
		t.Errorf("%+v, %g of the mean, want %+v", got, got.LargestOfMean(), want)
	}
	if l, ok := Progress.TakeLoads()["loads"]; ok {
		t.Errorf("taken twice: %+v", l)
	}
	if got := (Load{}).LargestOfMean(); got != 0 {
		t.Errorf("of nothing: %g", got)
	}
}
