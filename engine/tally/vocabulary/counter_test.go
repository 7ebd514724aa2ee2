package vocabulary

import (
	"slices"
	"testing"
)

func TestCounts(t *testing.T) {
	want := []Count{{7, 1}, {0, 300}, {^uint32(0), ^uint64(0)}}
	b := AppendCounts([]byte("x"), want...)
	if pinned := "x\x07\x00\x00\x00\x01\x00\x00\x00\x00\xac\x02\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"; string(b) != pinned {
		t.Errorf("AppendCounts = %q, want %q", b, pinned)
	}
	got, err := ReadCounts([]Count{{9, 9}}, b[1:])
	if err != nil || !slices.Equal(got[1:], want) || got[0] != (Count{9, 9}) {
		t.Errorf("ReadCounts = %v, %v, want %v", got, err, want)
	}
	for n := 1; n < len(b); n++ {
		if _, err := ReadCounts(nil, b[1:n]); err == nil && n != 1 && n != 6 && n != 12 {
			t.Errorf("ReadCounts of %d bytes: no error", n-1)
		}
	}
}
