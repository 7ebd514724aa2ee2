package letters

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
)

// passage returns a passage of two ranges.
func passage(a0, a1, b0, b1 uint64, similarity float64) alignment.Passage {
	r := func(from, to uint64) record.Range {
		return record.Range{Start: from, End: to, ByteStart: 2 * from, ByteEnd: 2 * to}
	}
	return alignment.Passage{ARange: r(a0, a1), BRange: r(b0, b1), Similarity: similarity}
}

func TestMerge(t *testing.T) {
	type passages = []alignment.Passage
	whole := passage(0, 100, 0, 100, .9)
	for name, c := range map[string]struct {
		words, letters, want passages
		found                int
	}{
		"nothing":         {},
		"by words only":   {passages{whole}, nil, passages{whole}, 0},
		"by letters only": {nil, passages{whole}, passages{whole}, 1},
		"the same":        {passages{whole}, passages{whole}, passages{whole}, 0},
		"in two by words": {passages{passage(0, 50, 0, 50, 1), passage(50, 100, 50, 100, 1)},
			passages{whole}, passages{passage(0, 50, 0, 50, 1), passage(50, 100, 50, 100, 1)}, 0},
		"a part by words": {passages{passage(20, 60, 20, 60, 1)}, passages{whole}, passages{whole}, 1},
		"two parts by words": {passages{passage(0, 30, 0, 30, .9), passage(70, 110, 70, 110, .9)},
			passages{whole}, passages{whole}, 1},
		"by words with other text": {passages{passage(0, 200, 0, 200, .4)}, passages{whole}, passages{whole}, 1},
		"more by words": {passages{passage(0, 200, 0, 200, .8)}, passages{whole},
			passages{passage(0, 200, 0, 200, .8)}, 0},
		"beside each other": {passages{whole}, passages{passage(90, 200, 90, 200, .9)},
			passages{whole, passage(90, 200, 90, 200, .9)}, 1},
		"at another place of b": {passages{whole}, passages{passage(0, 100, 500, 600, .9)},
			passages{whole, passage(0, 100, 500, 600, .9)}, 1},
		"a repeat of one by letters": {nil, passages{whole, whole}, passages{whole}, 1},
	} {
		got, found := Merge(c.words, c.letters)
		if d := cmp.Diff(c.want, got); d != "" || found != c.found {
			t.Errorf("%s: %d found by letters, want %d; (-want +got):\n%s", name, found, c.found, d)
		}
	}
}
