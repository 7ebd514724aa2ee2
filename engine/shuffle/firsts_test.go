package shuffle

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/shuffle/shuffletest"
	"example.org/diagonal/engine/spool"
)

// Each record that is not the first of its set meets the first one, once, however little memory there is, and no
// portion is larger than the memory for it.
func TestEachFirst(t *testing.T) {
	folder, err := spool.Make(t.TempDir(), true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { folder.Close() })
	r := rand.New(rand.NewPCG(1, 6))
	packer := NewPacker(Params{Shards: 1, Spool: folder.Path()})
	var sealed [][]byte
	add := func(key uint64, set byte, n int) {
		for i := range n {
			payload := make([]byte, 60)
			payload[0] = set
			binary.BigEndian.PutUint32(payload[1:], r.Uint32())
			binary.BigEndian.PutUint32(payload[5:], uint32(i))
			packer.Add(key, payload, func(_ int, b []byte) { sealed = append(sealed, b) })
		}
	}
	add(5<<32, 1, 20_000) // 1.4 MB of one set
	add(5<<32, 2, 300)    // another one under the same key
	for key := range uint64(1000) {
		add(key<<32|7, 1, 3)
	}
	packer.Flush(func(_ int, b []byte) { sealed = append(sealed, b) })

	set := func(payload []byte) []byte { return payload[:1] }
	meetings := func(memory int64) (met map[string]int, largest, calls int) {
		met = map[string]int{}
		p := Params{Shards: 1, Spool: folder.Path(), Memory: memory}
		err := p.EachFirst("test", shuffletest.Iterate(sealed...), set, func(sorted *block.Sorted, from, to int) error {
			calls++
			largest = max(largest, (to-from)*(60+9))
			first := from
			for i := from + 1; i < to; i++ {
				if sorted.Payload(i)[0] != sorted.Payload(first)[0] {
					first = i
					continue
				}
				met[fmt.Sprintf("%x: %x %x", sorted.Key(i), sorted.Payload(first), sorted.Payload(i))]++
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return met, largest, calls
	}
	want, _, whole := meetings(0)
	got, largest, calls := meetings(600_000) // 200 kB a portion
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("records meet others than with enough memory: %d meetings, want %d", len(got), len(want))
	}
	for m := range maps.Values(got) {
		if m != 1 {
			t.Errorf("two records meet %d times", m)
		}
	}
	if whole != 1001 || calls <= whole {
		t.Errorf("%d groups, and %d with little memory: none was divided", whole, calls)
	}
	if largest > 300_000 {
		t.Errorf("a portion of %d bytes, want about 200,000", largest)
	}
}
