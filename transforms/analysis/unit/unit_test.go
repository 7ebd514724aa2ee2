package unit

import (
	"fmt"
	"slices"
	"testing"
)

func TestAppend(t *testing.T) {
	for _, tc := range []struct {
		name     string
		ends     []uint32
		min, max int
		want     []uint32
	}{
		{"no sentence", nil, 4, 40, []uint32{0}},
		{"sentences without words", []uint32{0, 0}, 4, 40, []uint32{0}},
		{"one of each", []uint32{5, 9, 15}, 4, 40, []uint32{0, 5, 9, 15}},
		{"a short one is joined to the next", []uint32{3, 8}, 4, 40, []uint32{0, 8}},
		{"two short ones make one that is long enough", []uint32{2, 4, 9}, 4, 40, []uint32{0, 4, 9}},
		{"short ones up to the end", []uint32{2, 3}, 4, 40, []uint32{0, 3}},
		{"the last one stays short", []uint32{6, 8}, 4, 40, []uint32{0, 6, 8}},
		{"the last words are before an empty sentence", []uint32{6, 8, 8}, 4, 40, []uint32{0, 6, 8}},
		{"40 words are one unit", []uint32{40}, 4, 40, []uint32{0, 40}},
		{"41 words are two", []uint32{41}, 4, 40, []uint32{0, 20, 41}},
		{"100 words are three", []uint32{100, 110}, 4, 40, []uint32{0, 33, 66, 100, 110}},
		{"a joined unit is cut, too", []uint32{3, 43}, 4, 40, []uint32{0, 21, 43}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := Append(nil, tc.ends, tc.min, tc.max); !slices.Equal(got, tc.want) {
				t.Errorf("Append(%v) = %v, want %v", tc.ends, got, tc.want)
			}
		})
	}
}

// A sentence of 10 MB has more words than fit in 32 bits when multiplied by a part.
func TestAppendOfAHugeSentence(t *testing.T) {
	const n = 5_000_000
	got := Append(nil, []uint32{n}, 4, 40)
	if len(got) != n/40+1 || got[0] != 0 || got[len(got)-1] != n {
		t.Fatalf("Units: %d from %d to %d, want %d from 0 to %d", len(got), got[0], got[len(got)-1], n/40+1, n)
	}
	for x := 1; x < len(got); x++ {
		if got[x]-got[x-1] != 40 {
			t.Fatalf("unit %d has %d words, want 40", x-1, got[x]-got[x-1])
		}
	}
}

func TestAppendPanics(t *testing.T) {
	defer func() {
		if got := fmt.Sprint(recover()); got != "unit: maxWords < 1" {
			t.Errorf("Append panics with %q", got)
		}
	}()
	Append(nil, []uint32{1}, 1, 0)
}
