package spool

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
)

// What is put into the blocks of a shard comes back in its order, with and without a folder, in blocks that are full
// but for the last one. Blocks can be used again after Flush.
func TestBlocks(t *testing.T) {
	folder, err := Make(t.TempDir(), true)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	const shards, full = 5, 2000
	random := rand.New(rand.NewPCG(3, 9))
	for _, dir := range []string{folder.Path(), ""} {
		blocks := NewBlocks(dir, shards, full)
		for round := range 3 {
			var want [shards][]byte
			var sealed [shards][][]byte
			for x := range 4000 {
				shard := random.IntN(shards - 1) // the last one has none
				record := fmt.Appendf(nil, "%d %d,", round, x)
				if x%500 == 0 {
					record = bytes.Repeat(record, 100_000)
				}
				want[shard] = append(want[shard], record...)
				b, err := blocks.Put(shard, append(blocks.Open(shard), record...))
				if err != nil {
					t.Fatal(err)
				}
				if b != nil {
					if Size(b) < full {
						t.Fatalf("a block of %d bytes is sealed, want %d at least", Size(b), full)
					}
					sealed[shard] = append(sealed[shard], b)
				}
			}
			if err := blocks.Flush(func(shard int, b []byte) { sealed[shard] = append(sealed[shard], b) }); err != nil {
				t.Fatal(err)
			}
			for shard, all := range sealed {
				var got []byte
				for _, s := range all {
					if InFile(s) != (dir != "" && Size(s) > inlineBytes) {
						t.Errorf("in folder %q a block of %d bytes: InFile is %t", dir, Size(s), InFile(s))
					}
					b, err := Open(s)
					if err != nil {
						t.Fatal(err)
					}
					got = append(got, b...)
				}
				if !bytes.Equal(got, want[shard]) {
					t.Errorf("folder %q, round %d: shard %d has %d bytes, want %d", dir, round, shard, len(got),
						len(want[shard]))
				}
			}
		}
		for _, b := range blocks.free {
			if cap(b) > maxReused {
				t.Errorf("memory of %d bytes is kept", cap(b))
			}
		}
	}
}

// A block that cannot be written is an error of Put and of Flush.
func TestBlocksOfRemovedFolder(t *testing.T) {
	blocks := NewBlocks(t.TempDir()+"/none", 2, 1000)
	if _, err := blocks.Put(0, append(blocks.Open(0), make([]byte, 1000)...)); err == nil {
		t.Error("Put wrote a block in a folder that is not there")
	}
	if _, err := blocks.Put(1, append(blocks.Open(1), make([]byte, 500)...)); err != nil {
		t.Errorf("Put of a block that is not full: %v", err)
	}
	if err := blocks.Flush(func(int, []byte) { t.Error("a block was sealed") }); err == nil {
		t.Error("Flush wrote a block in a folder that is not there")
	}
}
