package seedextend

import (
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
)

// A passage whose words are the same, but one of them in another form, is not verbatim.
func TestKindOfAlteredWords(t *testing.T) {
	text := aligntest.Text(1, 8)
	for _, tc := range []struct {
		name string
		more bool
	}{{"identical documents", false}, {"a copied passage", true}} {
		before, after := "", ""
		if tc.more {
			before, after = aligntest.Text(2, 20), aligntest.Text(3, 20)
		}
		for _, altered := range [][2]bool{{false, false}, {true, false}, {false, true}, {true, true}} {
			a, b := aligntest.Document(text), aligntest.Document(before+text+after)
			at := len(aligntest.Document(before).Words)
			if altered[0] {
				a.Altered = make([]bool, len(a.Words))
				a.Altered[30] = true
			}
			if altered[1] {
				b.Altered = make([]bool, len(b.Words))
				b.Altered[at+30] = true
			}
			want := Verbatim
			if altered[0] != altered[1] {
				want = Reworded
			}
			got := NewWorker(Params{}).Align(nil, a, b, nil)
			if len(got) != 1 || got[0].Kind != want || got[0].Similarity != 1 {
				t.Errorf("%s, altered %v: %+v, want one that is %v", tc.name, altered, got, want)
			}
		}
	}
}
