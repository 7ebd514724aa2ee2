package seed

import (
	"slices"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
)

// Units of which the other document has too few words make no seed, and neither do those of which it has enough,
// where it has no unit with as many.
func TestFindPartners(t *testing.T) {
	words := func(from, n int) (out []uint32) {
		for x := range n {
			out = append(out, aligntest.Hash(from+x))
		}
		return out
	}
	join := func(parts ...[]uint32) []uint32 { return slices.Concat(parts...) }
	// Of the second unit of a, b has a word in each of three units.
	a := aligntest.Units([][]uint32{join(words(0, 4), words(100, 4)), join(words(10, 3), words(110, 25)),
		words(130, 30)})
	b := aligntest.Units([][]uint32{join(words(0, 4), words(200, 4)), join(words(10, 1), words(210, 30)),
		join(words(11, 1), words(240, 30)), join(words(12, 1), words(270, 30))})
	f := finder(Measured())
	seedsOf(f, a, b, nil)
	may := func(units []partner) (out []bool) {
		for _, u := range units {
			out = append(out, u.max > 0)
		}
		return out
	}
	if !f.Matched {
		t.Fatal("the words were not matched")
	}
	if got, want := may(f.seeds.partners.rows), []bool{true, false, false}; !slices.Equal(got, want) {
		t.Errorf("rows that may make a seed: %v, want %v", got, want)
	}
	if got, want := may(f.seeds.partners.cols), []bool{true, false, false, false}; !slices.Equal(got, want) {
		t.Errorf("columns that may make a seed: %v, want %v", got, want)
	}
	// a has most of the words of this one.
	if seedsOf(f, a, aligntest.Units([][]uint32{join(words(0, 4), words(100, 4), words(200, 4))}),
		nil); f.seeds.partners.rows[1].max == 0 {
		t.Error("in documents that are alike, a unit without common words makes no seed")
	}
}
