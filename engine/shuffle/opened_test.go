package shuffle

import (
	"bytes"
	"testing"

	"example.org/diagonal/engine/spool"
)

// Blocks of all sizes stay what they are until they are closed, while others are opened in the memory
// of those that were.
func TestOpened(t *testing.T) {
	folder, err := spool.Make(t.TempDir(), true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { folder.Close() })
	seal := func(size int, fill byte) []byte {
		sealed, _, err := new(spool.Run).Seal(folder.Path(),
			append(spool.New(nil), bytes.Repeat([]byte{fill}, size)...))
		if err != nil {
			t.Fatal(err)
		}
		return sealed
	}
	for round := range byte(3) {
		var first, second opened
		var want, got [][]byte
		for i, size := range []int{0, 1, 200, 4 << 10, 64 << 10, 300, chunkBytes / 4, chunkBytes/4 + 1, 2 * chunkBytes,
			65 << 10, chunkBytes / 4, chunkBytes / 4, chunkBytes / 4} {
			fill := round*20 + byte(i)
			memory := &first
			if i%2 == 1 {
				memory = &second
			}
			b, err := memory.open(seal(size, fill))
			if err != nil {
				t.Fatal(err)
			}
			want, got = append(want, bytes.Repeat([]byte{fill}, size)), append(got, b)
		}
		for i := range want {
			if !bytes.Equal(got[i], want[i]) {
				t.Errorf("round %d: block %d, of %d bytes, has changed", round, i, len(want[i]))
			}
		}
		first.close()
		second.close()
	}
	var memory opened
	if b, err := memory.open(append(spool.New(nil), make([]byte, 64<<10)...)); len(b) != 64<<10 || err != nil ||
		len(memory.chunks) > 0 {
		t.Errorf("a block that traveled itself has %d bytes in %d chunks, error %v", len(b), len(memory.chunks), err)
	}
	if _, err := memory.open([]byte{9}); err == nil {
		t.Error("bytes that are no block: no error")
	}
}
