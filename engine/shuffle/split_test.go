package shuffle

import (
	"errors"
	"slices"
	"testing"

	"example.org/diagonal/engine/spool"
)

// Records come as often as they are asked for, in the order of the blocks, until there is an error.
func TestRecords(t *testing.T) {
	folder, err := spool.Make(t.TempDir(), true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { folder.Close() })
	for name, p := range map[string]Params{"spool": {Shards: 1, Spool: folder.Path()}, "inline": {Shards: 1}} {
		t.Run(name, func(t *testing.T) {
			keys := make([]uint64, 20_000)
			for i := range keys {
				keys[i] = uint64(i) * 0x9e3779b97f4a7c15
			}
			var records Records
			blocks := shardOf(t, p, keys)
			for b := []byte(nil); blocks(&b); b = nil {
				records = append(records, b)
			}
			if len(records) < 10 {
				t.Fatalf("%d blocks", len(records))
			}
			if got, want := records.Size(), int64(len(keys)*(8+1+40)); got != want {
				t.Errorf("%d bytes, want %d", got, want)
			}
			for range 2 {
				var got []uint64
				err := records.Each(func(key uint64, payload []byte) error {
					if len(payload) != 40 {
						t.Fatalf("a payload of %d bytes", len(payload))
					}
					got = append(got, key)
					return nil
				})
				if err != nil || !slices.Equal(got, keys) {
					t.Errorf("%d records, error %v, want %d records", len(got), err, len(keys))
				}
			}
			stop, n := errors.New("stop"), 0
			if err := records.Each(func(uint64, []byte) error { n++; return stop }); !errors.Is(err, stop) || n != 1 {
				t.Errorf("error %v after %d records, want that of the first one", err, n)
			}
			records[1] = []byte{9}
			if err := records.Each(func(uint64, []byte) error { return nil }); !errors.Is(err, spool.ErrCorrupt) {
				t.Errorf("error %v, want ErrCorrupt", err)
			}
		})
	}
}
