package indexed

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestIndexPanics(t *testing.T) {
	for _, tc := range []struct {
		d    Document
		want string
	}{
		{Document{Words: make([]uint32, 2), From: make([]uint32, 2)}, "2 Words with 2 From and 0 To"},
		{Document{Words: make([]uint32, 1), From: make([]uint32, 1), To: make([]uint32, 1)}, "no Units for 1 Words"},
		{Document{Words: make([]uint32, 1), From: make([]uint32, 1), To: make([]uint32, 1), Units: []uint32{0, 2}},
			"Units from 0 to 2 for 1 Words"},
		{Document{Words: make([]uint32, 1), From: make([]uint32, 1), To: make([]uint32, 1), Units: []uint32{0, 0, 1}},
			"unit 0 is from word 0 to 0"},
		{Document{Words: make([]uint32, 1<<20), From: make([]uint32, 1<<20), To: make([]uint32, 1<<20),
			Units: []uint32{0, 1 << 20}}, "unit 0 has 1048576 words; the most is 1048575"},
		{Document{Words: make([]uint32, 1), From: make([]uint32, 1), To: make([]uint32, 1), Units: []uint32{0, 1},
			Hot: make([]bool, 3)}, "Hot has 3 of 1 units"},
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); !strings.HasSuffix(got, tc.want) {
					t.Errorf("Index panics with %q, want %q", got, tc.want)
				}
			}()
			tc.d.Index(nil)
		}()
	}
}

// Find finds the words of the vocabulary and no others, also where they are no hashes.
func TestFind(t *testing.T) {
	few, many := []uint32{0, 1, 1 << 31, 1<<32 - 1}, []uint32{}
	for x := range 100 {
		many = append(many, uint32(2*x+1))
	}
	for _, words := range [][]uint32{nil, few, many} {
		d := &Document{vocabulary: words}
		d.bucket()
		for _, word := range slices.Concat(few, many, []uint32{2, 198, 300, 1<<31 + 1}) {
			want, there := slices.BinarySearch(words, word)
			if there && !d.MayHave(word) {
				t.Errorf("MayHave(%d) among %d words = false", word, len(words))
			}
			if k, ok := d.Find(word); ok != there || ok && int(k) != want {
				t.Errorf("Find(%d) among %d words = %d, %t", word, len(words), k, ok)
			}
		}
	}
}
