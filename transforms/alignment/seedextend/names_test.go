package seedextend

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

// namedDocument is document, with the names and numbers of text.
func namedDocument(text string) *Document {
	d := document(text)
	runes := []rune(text)
	for _, from := range d.From {
		d.Named = append(d.Named, unicode.IsUpper(runes[from]) || unicode.IsDigit(runes[from]))
	}
	return d
}

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
			got := w.AlignIn(nil, namedDocument(tc.a), namedDocument(tc.b),
				Shared{Rare: slices.Repeat([]Hit{{0, 0}}, tc.rare), RareKnown: true})
			if len(got) != tc.want || w.Formulas != 1-tc.want {
				t.Errorf("%d passages, %d formulas, want %d passages: %+v", len(got), w.Formulas, tc.want, got)
			}
		})
	}
}

// The names of a passage are distinct, and the first word of a unit is none.
func TestNamesOfWords(t *testing.T) {
	a := namedDocument("When Ann met Bob in 1987 she gave him 30 letters. Ann and Bob went to Rome then.")
	b := namedDocument("Later ann came to Paris, where the letters of 1987 were read by many people.")
	w := NewWorker(Params{})
	w.a, w.b = a, b
	all, common := w.names(&cluster{a: span{0, uint32(len(a.Words))}, b: span{0, uint32(len(b.Words))}})
	if all != 2 || common != 1 { // Paris and 1987; of Ann, Bob, 1987, 30 and Rome it would be 2 of 5
		t.Errorf("names = %d, %d, want 2, 1", all, common)
	}
}
