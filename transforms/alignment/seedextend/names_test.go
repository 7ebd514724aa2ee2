package seedextend

import (
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
)

// report fills a form: each of its sentences has the same set phrases.
func report(facts string) string {
	var out strings.Builder
	names := strings.Fields(facts)
	for x := 0; x+2 < len(names); x += 3 {
		out.WriteString("The board of the company " + names[x] +
			" said in a statement that net profit for the year rose by " +
			names[x+1] + " percent and that the dividend would be paid to holders of record on " + names[x+2] + ". ")
	}
	return out.String()
}

func TestNames(t *testing.T) {
	const one, other = "Atlas 12 May Boreas 17 June", "Cygnus 31 July Draco 45 October"
	for _, tc := range []struct {
		name string
		a, b string
		rare int
		want int
	}{
		{"other facts", report(one), report(other), 9, 0},
		{"other facts, half of the runs are rare", report(one), report(other), 40, 1},
		{"the same facts in other words", report(one), strings.NewReplacer("statement", "message", "holders", "owners",
			"rose", "grew", "paid", "handed").Replace(report(one)), 9, 1},
		{"three other facts", report(one), report("Atlas 12 July Boreas 18 October"), 9, 1},
		{"in small letters",
			strings.ToLower(report(strings.NewReplacer("12", "twelve", "17", "seventeen").Replace(one))),
			strings.ToLower(report(strings.NewReplacer("31", "thirty", "45", "forty").Replace(other))), 9, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := NewWorker(Params{})
			got := w.AlignIn(nil, aligntest.Named(tc.a), aligntest.Named(tc.b),
				Shared{Rare: slices.Repeat([]Hit{aligntest.Hit(0, 0)}, tc.rare), RareKnown: true})
			if len(got) != tc.want || w.Formulas() != 1-tc.want {
				t.Errorf("%d passages, %d formulas, want %d passages: %+v", len(got), w.Formulas(), tc.want, got)
			}
		})
	}
}
