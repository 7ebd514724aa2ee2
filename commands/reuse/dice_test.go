package reuse

import (
	"fmt"
	"strings"
	"testing"
)

// Documents of which half is shared have the same dice at any length, and a score that grows with it. A sentence that
// is in many pairs counts once.
func TestDice(t *testing.T) {
	document := func(shared, own string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "The %s%da went %s%db over %s%dc. ", shared, i, shared, i, shared, i)
			fmt.Fprintf(&b, "Own%s%da own%s%db own%s%dc. ", own, i, own, i, own, i)
		}
		return b.String()
	}
	for _, tc := range []struct {
		a, b        string
		score, dice float64
	}{
		{document("x", "p", 2), document("x", "q", 2), 2, .5},
		{document("x", "p", 20), document("x", "q", 20), 20, .5},
		{document("x", "p", 2), document("x", "q", 1), 1, .3333},
		{strings.Repeat("The ferry left at six. ", 2), strings.Repeat("The ferry left at six. ", 2), 4, 1},
	} {
		r := run(t, one, []testDocument{{"a", tc.a}, {"b", tc.b}}, "--theta_d=1", "--theta_s=.9")
		if len(r.pairs) != 1 || r.pairs[0].Score != tc.score || r.pairs[0].Dice != tc.dice {
			t.Errorf("pairs are %+v, want a score of %g and a dice of %g", r.pairs, tc.score, tc.dice)
		}
	}
}
