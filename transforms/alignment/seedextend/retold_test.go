package seedextend

import (
	"strings"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
)

// told returns sentences of p, with every third word another one.
func told(p []string, at ...int) string {
	var s strings.Builder
	for n, x := range at {
		words := strings.Fields(p[x])
		for k := n % 3; k < len(words)-1; k += 3 {
			words[k] = "another"
		}
		s.WriteString(strings.Join(words, " ") + " ")
	}
	return s.String()
}

// A row of sentences that tell sentences of the source, most of them far from each other, is a summary of what
// lies between the first and the last one.
func TestRetold(t *testing.T) {
	p, q := aligntest.Prose(41, 60), aligntest.Prose(42, 40)
	row := []int{5, 16, 27, 28, 29, 41, 52}
	a := aligntest.Document(aligntest.Join(q[:20]) + told(p, row...) + aligntest.Join(q[20:]))
	b := aligntest.Document(aligntest.Join(p))
	var rare []Hit
	for i := range a.UnitCount() {
		for j := range b.UnitCount() {
			rare = append(rare, aligntest.Hit(i, j))
		}
	}
	find := func(change func(*params), a, b *Document, rare []Hit) []Passage {
		params := measured(Params{})
		params.Directed = true
		change(&params)
		return newWorker(params).AlignIn(nil, a, b, Shared{Rare: rare, RareKnown: true})
	}
	same := func(*params) {}
	got := find(same, a, b, rare)
	first, last := b.Units[row[0]], b.Units[row[len(row)-1]+1]
	if len(got) != 1 || got[0].Kind != Summary || got[0].B0 != first || got[0].B1 != last {
		t.Fatalf("%+v, want a summary of the words %d to %d of the source", got, first, last)
	}
	before := aligntest.Join(q[:20])
	lo, hi := len(aligntest.Document(before).Words), len(aligntest.Document(before+told(p, row...)).Words)
	if int(got[0].A0) != lo || int(got[0].A1) != hi {
		t.Errorf("words %d to %d tell it, want %d to %d", got[0].A0, got[0].A1, lo, hi)
	}
	for name, change := range map[string]func(*params){
		"no source is known": func(p *params) { p.Directed = false },
		"off":                func(p *params) { p.SummaryUnits = 0 },
		"too few units":      func(p *params) { p.SummaryUnits = 8 },
		"too few words":      func(p *params) { p.SummaryWords = 1 },
	} {
		if got := find(change, a, b, rare); len(got) > 0 && got[0].Kind == Summary {
			t.Errorf("%s: a summary %+v", name, got)
		}
	}
	if got := find(same, a, b, nil); len(got) != 0 {
		t.Errorf("without evidence: %+v", got)
	}
	if got := find(same, b, a, rare); len(got) != 1 || got[0].Kind != Reworded {
		t.Errorf("the source is shorter: %+v, want a reworded passage", got)
	}
}
