package resemblance

import (
	"slices"
	"testing"

	"example.org/diagonal/transforms/sketch/minhash"
)

// A set that is smaller than its MinHash is sent itself, and has the same keys, and the same MinHash where it is
// compared.
func TestSmallSets(t *testing.T) {
	for _, permutations := range []int{1, 7, 128} {
		p := Params{Method: MinHash, MinHash: minhash.Params{Permutations: permutations, Bands: 1}}
		st := emit{Params: p, minhash: minhash.NewSketcher(permutations)}
		sketches := newExpander(p)
		full := (permutations + 1) / 2
		for n := 1; n <= 2*full; n++ {
			var set []uint64
			for i := range n {
				set = append(set, uint64(i)*0x9e3779b97f4a7c15>>4)
			}
			slices.Sort(set)
			want := minhash.NewSketcher(permutations).Append(nil, set)
			keys := slices.Clone(st.sketchSet(set))
			if !slices.Equal(keys, minhash.AppendBands(nil, want, permutations, 1)) {
				t.Errorf("%d permutations, a set of %d: other keys", permutations, n)
			}
			if sent := len(st.sketch.Values); sent != min(n, full) {
				t.Errorf("%d permutations: a set of %d is sent as %d values", permutations, n, sent)
			}
			got := Sketch{Values: slices.Clone(st.sketch.Values)}
			if sketches.expand(&got); !slices.Equal(got.Values, want) {
				t.Errorf("%d permutations, a set of %d: got %x, want %x", permutations, n, got.Values, want)
			}
		}
	}
}
