package shuffle

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/shuffle/shuffletest"
	"example.org/diagonal/engine/spool"
)

// spoolOf makes a folder for blocks.
func spoolOf(t *testing.T) *spool.Folder {
	t.Helper()
	folder, err := spool.Make(t.TempDir(), true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { folder.Close() })
	return folder
}

// kept packs payloads under their first byte, in one shard, in any order.
func kept(p Params, r *rand.Rand, payloads []string) (sealed [][]byte) {
	p.Shards = 1
	packer := NewPacker(p)
	emit := func(_ int, b []byte) {
		spool.Hold(b)
		sealed = append(sealed, b)
	}
	for _, i := range r.Perm(len(payloads)) {
		packer.Add(uint64(payloads[i][0]), []byte(payloads[i]), emit)
	}
	packer.Flush(emit)
	return sealed
}

// The records of a shard come in order, each as often as it was added, however little memory there is.
func TestEachOrdered(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	same := strings.Repeat("the same beginning ", 100) // longer than maxBeginning: not divided
	var many, begin []string
	for range 5_000 {
		many = append(many, fmt.Sprint(r.IntN(1000), strings.Repeat("x", r.IntN(30))))
		begin = append(begin, fmt.Sprint(same[:maxBeginning], r.IntN(1000))[maxBeginning-r.IntN(2)*30:])
	}
	for name, payloads := range map[string][]string{
		"none":           nil,
		"one":            {"a"},
		"of many sizes":  many,
		"equal":          slices.Repeat([]string{"k"}, 5_000),
		"same beginning": begin,
		"a long one":     {"a1", "b" + strings.Repeat("long", 100_000), "c3"},
	} {
		want := slices.Sorted(slices.Values(payloads))
		for _, memory := range []int64{0, 1, 1000, 100_000, 1 << 30} {
			p := Params{Shards: 1, Spool: spoolOf(t).Path(), Memory: memory}
			var got []string
			err := p.EachOrdered("test", shuffletest.Iterate(kept(p, r, payloads)...), func(o Ordered) error {
				for range 2 { // a stage that is tried again within a bundle
					got = got[:0]
					if err := o.Each(func(key uint64, payload []byte) error {
						if key != uint64(payload[0]) {
							t.Errorf("the record %q has the key %d", payload, key)
						}
						got = append(got, string(payload))
						return nil
					}); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s, %d bytes of memory: %d records of %d, or others, or in another order: %v", name, memory,
					len(got), len(want), err)
			}
		}
	}
}

// The records that are sorted at a time take at most a share of the memory, and the room of parts is used again.
// Without a bound, or without a spool, there is one part.
func TestOrderedPartsAreBounded(t *testing.T) {
	folder := spoolOf(t)
	r := rand.New(rand.NewPCG(7, 8))
	var payloads []string
	for i := range 200_000 {
		payloads = append(payloads, fmt.Sprintf("%c%08x{%d}", 'a'+rune(i%3), r.Uint32(), i))
	}
	p := Params{Shards: 1, Spool: folder.Path()}
	sealed := Records(kept(p, r, payloads))
	size := sealed.Size()
	for _, memory := range []int64{2 << 20, size, orderedShare*size - orderedShare, orderedShare * size, 0} {
		p.Memory = memory
		parts, read := 0, int64(0)
		err := p.eachOrdered("test", sealed, func(sorted *block.Sorted) error {
			parts++
			part := int64(0)
			for i := range sorted.Len() {
				part += int64(len(block.Append(nil, sorted.Key(i), sorted.Payload(i))))
			}
			if max := memory / orderedShare; memory > 0 && part > max {
				t.Errorf("%d bytes of memory: a part of %d bytes", memory, part)
			}
			read += part
			return nil
		})
		if err != nil || read != size {
			t.Fatalf("%d bytes of memory: %d bytes, want %d, %v", memory, read, size, err)
		}
		if (parts == 1) != (memory == 0 || memory == orderedShare*size) ||
			int64(parts) > 5*orderedShare*size/max(1, memory)+2 {
			t.Errorf("%d bytes of memory, %d of blocks: %d parts", memory, size, parts)
		}
	}
	before := folder.Largest()
	p.Memory = 2 << 20
	for range 5 {
		if err := p.eachOrdered("test", sealed, func(*block.Sorted) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if now := folder.Largest(); now > before+size/4 {
		t.Errorf("the spool takes %d bytes, and then %d: the room of parts is not used again", before, now)
	}
	p.Spool, p.Memory = "", orderedShare
	parts := 0
	if err := p.eachOrdered("test", kept(p, r, payloads[:1000]), func(*block.Sorted) error {
		parts++
		return nil
	}); err != nil || parts != 1 {
		t.Errorf("without a spool there are %d parts, %v", parts, err)
	}
}

func TestEachOrderedFails(t *testing.T) {
	p := Params{Shards: 1, Spool: spoolOf(t).Path(), Memory: 4000}
	sealed := kept(p, rand.New(rand.NewPCG(1, 1)), strings.Fields(strings.Repeat("one two three four five ", 500)))
	each := func(p Params, sealed [][]byte, f func(uint64, []byte) error) error {
		return p.EachOrdered("test", shuffletest.Iterate(sealed...), func(o Ordered) error { return o.Each(f) })
	}
	none := func(uint64, []byte) error { return nil }
	stopped := errors.New("stopped")
	if err := each(p, sealed, func(uint64, []byte) error { return stopped }); err != stopped {
		t.Errorf("an error of f: %v", err)
	}
	gone := p
	gone.Spool = filepath.Join(t.TempDir(), "gone")
	if err := each(gone, sealed, none); !errors.Is(err, os.ErrNotExist) || !strings.HasPrefix(err.Error(), "test: ") {
		t.Errorf("a spool that is gone: %v", err)
	}
	for _, memory := range []int64{0, p.Memory} {
		p.Memory = memory
		damaged := append(slices.Clone(sealed), append(spool.New(nil), bytes.Repeat([]byte{9}, 10)...))
		if err := each(p, damaged, none); !errors.Is(err, block.ErrCorrupt) {
			t.Errorf("%d bytes of memory, a block that ends inside a record: %v", memory, err)
		}
		if err := each(p, append(damaged[:len(sealed)], []byte{77}), none); !errors.Is(err, spool.ErrCorrupt) {
			t.Errorf("%d bytes of memory, a block that is none: %v", memory, err)
		}
	}
}
