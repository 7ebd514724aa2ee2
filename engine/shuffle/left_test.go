package shuffle

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/shuffle/shuffletest"
	"example.org/diagonal/engine/spool"
)

// sharedFirst is the Portion of payloads of which byte 0 is 0 for a shared record.
func sharedFirst(payload []byte) Place {
	return Place{Number: uint64(payload[1]) << 32, Other: uint64(payload[1]) << 32, Shared: payload[0] == 0}
}

// sizesOfShared are those of the shared records of packShared: below and above the size from which on they stay in the
// spool, that of a stand-in, and more than a block.
var sizesOfShared = []int{9, leftBytes - 1, leftBytes, leftBytes + 1, minLeft - 1, minLeft, 20_000, 3 * blockBytes}

// packShared packs shared records and some others of one key. Two of the records have one head.
func packShared(p Params) (sealed [][]byte, want [][]byte) {
	packer := NewPacker(p)
	emit := func(_ int, b []byte) { sealed = append(sealed, b) }
	for x, size := range sizesOfShared {
		payload := bytes.Repeat([]byte{byte(x)}, size)
		payload[0] = 0
		want = append(want, payload)
	}
	again := bytes.Clone(want[len(want)-1])
	again[minLeft] = 255
	want = append(want, again)
	for x := range want {
		packer.Add(7<<32, want[len(want)-1-x], emit)
	}
	for x := range sizesOfShared {
		packer.Add(7<<32, bytes.Repeat([]byte{1, byte(x)}, 1000), emit)
	}
	packer.Flush(emit)
	return sealed, want
}

// Large shared records stay in the spool, and all of them are whole when they are asked for. Records with one head come
// in the same order whatever the order of the blocks.
func TestLeft(t *testing.T) {
	private, err := spool.Make(t.TempDir(), true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { private.Close() })
	for name, folder := range map[string]string{"private": private.Path(), "files": t.TempDir(), "no spool": ""} {
		p := Params{Shards: 1, Spool: folder, Memory: 150_000} // less than the shared records take
		sealed, want := packShared(p)
		var orders [][]byte
		for _, blocks := range [][][]byte{sealed, append([][]byte{sealed[len(sealed)-1]}, sealed[:len(sealed)-1]...)} {
			var order []byte
			calls := 0
			if err := p.EachPortion("test", shuffletest.Iterate(blocks...), sharedFirst,
				func(sorted *block.Sorted, from, to int) error {
					calls++
					memory := make([]byte, 100)
					for i := from; i < to; i++ {
						payload, err := sorted.Whole(&memory, i)
						if err != nil {
							return err
						}
						if len(payload) != sorted.Size(i) || !bytes.Equal(payload[:9], sorted.Payload(i)[:9]) {
							t.Errorf("%s: record %d has %d bytes, and Size says %d", name, i, len(payload),
								sorted.Size(i))
						}
						if payload[0] == 1 {
							continue
						}
						payload = bytes.Clone(payload)
						x := i - from
						if x == len(want)-2 || x == len(want)-1 { // the two with one head
							order = append(order, payload[minLeft])
							x = len(want) - 2
							payload[minLeft] = want[x][minLeft]
						}
						if !bytes.Equal(payload, want[x]) {
							t.Errorf("%s: record %d of %d bytes is not what was packed", name, i, len(payload))
						}
						if left := len(payload) >= minLeft && folder != ""; left &&
							len(sorted.Payload(i)) > leftBytes {
							t.Errorf("%s: a shared record of %d bytes takes %d in memory", name, len(payload),
								len(sorted.Payload(i)))
						}
					}
					return nil
				}); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if calls != 1 || len(order) != 2 || order[0] == order[1] {
				t.Errorf("%s: %d portions, want 1; the records with one head are %v", name, calls, order)
			}
			orders = append(orders, order)
		}
		if !bytes.Equal(orders[0], orders[1]) {
			t.Errorf("%s: records with one head come as %v and %v", name, orders[0], orders[1])
		}
	}
}

// A record that has changed in the spool since it was sorted is an error.
func TestLeftIsAltered(t *testing.T) {
	p := Params{Shards: 1, Spool: t.TempDir()}
	sealed, _ := packShared(p)
	files, err := filepath.Glob(p.Spool + "/[^.]*")
	if err != nil || len(files) != 1 {
		t.Fatalf("files of the spool: %v, %v", files, err)
	}
	err = p.EachPortion("test", shuffletest.Iterate(sealed...), sharedFirst,
		func(sorted *block.Sorted, from, to int) error {
			b, err := os.ReadFile(files[0])
			if err != nil {
				return err
			}
			for i := range b {
				b[i] ^= 1
			}
			if err := os.WriteFile(files[0], b, 0o600); err != nil {
				return err
			}
			_, err = sorted.Whole(new([]byte), len(sizesOfShared)-1)
			return err
		})
	if !errors.Is(err, spool.ErrCorrupt) {
		t.Errorf("the error is %v, want ErrCorrupt", err)
	}
}
