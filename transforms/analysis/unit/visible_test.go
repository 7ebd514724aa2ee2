package unit

import (
	"slices"
	"testing"
)

// AppendVisible is Visible, word by word.
func FuzzAppendVisible(f *testing.F) {
	f.Add([]byte{}, false)
	f.Add([]byte{0x10, 0x10, 0x41, 0x03, 0x20, 0x00, 0x11, 0x25}, false)
	f.Add([]byte{0x00, 0x10, 0x45, 0x03, 0x22, 0x33, 0x01, 0x25, 0xf1}, true)
	f.Fuzz(func(t *testing.T, words []byte, some bool) {
		var from, to, hidden []uint32
		at := uint32(0)
		for _, b := range words { // a gap, a length, and what is hidden
			at += uint32(b & 1)
			n := uint32(b>>1&7) + 1
			from, to = append(from, at), append(to, at+n)
			hidden = append(hidden, min(n, uint32(b>>4)))
			at += n
		}
		if !some {
			hidden = nil
		}
		want := []uint32{9}
		for x := range from {
			want = append(want, Visible(from, to, hidden, x))
		}
		if got := AppendVisible([]uint32{9}, from, to, hidden); !slices.Equal(got, want) {
			t.Errorf("from %v to %v, hidden %v: %v, want %v", from, to, hidden, got, want)
		}
	})
}
