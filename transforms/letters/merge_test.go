package letters

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
)

// passage returns a passage of two ranges.
func passage(a0, a1, b0, b1 uint64) alignment.Passage {
	r := func(from, to uint64) record.Range {
		return record.Range{Start: from, End: to, ByteStart: 2 * from, ByteEnd: 2 * to}
	}
	return alignment.Passage{ARange: r(a0, a1), BRange: r(b0, b1)}
}

func TestMerge(t *testing.T) {
	type passages = []alignment.Passage
	for name, c := range map[string]struct {
		words, letters, want passages
		found                int
	}{
		"nothing":                    {},
		"by words only":              {passages{passage(0, 100, 0, 100)}, nil, passages{passage(0, 100, 0, 100)}, 0},
		"by letters only":            {nil, passages{passage(0, 100, 0, 100)}, passages{passage(0, 100, 0, 100)}, 1},
		"the same":                   {passages{passage(0, 100, 0, 100)}, passages{passage(1, 104, 0, 99)}, passages{passage(0, 100, 0, 100)}, 0},
		"in two by words":            {passages{passage(0, 50, 0, 50), passage(50, 100, 50, 100)}, passages{passage(1, 99, 1, 99)}, passages{passage(0, 50, 0, 50), passage(50, 100, 50, 100)}, 0},
		"a part by words":            {passages{passage(20, 60, 20, 60)}, passages{passage(0, 100, 0, 100)}, passages{passage(0, 100, 0, 100)}, 1},
		"two parts by words":         {passages{passage(0, 30, 0, 30), passage(70, 110, 70, 110)}, passages{passage(0, 100, 0, 100)}, passages{passage(0, 110, 0, 110)}, 1},
		"beside each other":          {passages{passage(0, 100, 0, 100)}, passages{passage(90, 200, 90, 200)}, passages{passage(0, 100, 0, 100), passage(90, 200, 90, 200)}, 1},
		"at another place of b":      {passages{passage(0, 100, 0, 100)}, passages{passage(0, 100, 500, 600)}, passages{passage(0, 100, 0, 100), passage(0, 100, 500, 600)}, 1},
		"a repeat of one by letters": {nil, passages{passage(0, 100, 0, 100), passage(0, 100, 0, 100)}, passages{passage(0, 100, 0, 100)}, 1},
	} {
		got, found := Merge(c.words, c.letters)
		if d := cmp.Diff(c.want, got); d != "" || found != c.found {
			t.Errorf("%s: %d found by letters, want %d; (-want +got):\n%s", name, found, c.found, d)
		}
	}
}
