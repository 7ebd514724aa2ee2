package seedextend

import (
	"strings"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
)

// retelling returns a long text, and a short one that tells every fifth sentence of it
// with some other words.
func retelling() (long, short string) {
	p, q := aligntest.Prose(5, 30), aligntest.Prose(6, 30)
	var s strings.Builder
	for x := 0; x < len(p); x += 5 {
		words := strings.Fields(p[x])
		words[2] = "another"
		s.WriteString(strings.Join(words, " ") + " ")
	}
	return aligntest.Join(q[:10]) + aligntest.Join(p) + aligntest.Join(q[10:20]), s.String() + aligntest.Join(q[20:])
}

func TestSummarise(t *testing.T) {
	long, short := retelling()
	ps, texts := aligned(t, measured(Params{}), long, short)
	var summary *Passage
	for x := range ps {
		if ps[x].Kind == Summary {
			summary = &ps[x]
		}
	}
	if len(ps) != 1 || summary == nil {
		t.Fatalf("passages %+v, want one summary", ps)
	}
	if n, m := len(texts[0][0]), len(texts[0][1]); n < 3*m {
		t.Errorf("a summary of %d code points in %d", n, m)
	}

	off := measured(Params{})
	off.Summaries = false
	for _, p := range newWorker(off).Align(nil, aligntest.Document(long), aligntest.Document(short), nil) {
		if p.Kind == Summary {
			t.Errorf("a summary %+v without Summaries", p)
		}
	}
	directed := measured(Params{})
	directed.Directed = true
	if ps, _ := aligned(t, directed, short, long); len(ps) != 1 || ps[0].Kind != Summary {
		t.Errorf("directed: passages %+v, want one summary", ps)
	}
	for _, p := range newWorker(directed).Align(nil, aligntest.Document(long), aligntest.Document(short), nil) {
		if p.Kind == Summary {
			t.Errorf("directed: a long text %+v is no summary of a short one", p)
		}
	}
}

// Where the pair has a verbatim stretch, or no passage that the wide cluster overlaps,
// nothing is a summary.
func TestSummariseNeedsAWeakPassage(t *testing.T) {
	long, short := retelling()
	far := aligntest.Text(8, 50) // more than summaryGap units
	p := aligntest.Prose(9, 8)
	found := func(params params, a, b string) (kinds [3]int) {
		ps, _ := aligned(t, params, a, b)
		for _, p := range ps {
			kinds[p.Kind]++
		}
		return kinds
	}
	if got := found(measured(Params{}), long+far+aligntest.Join(p), short+aligntest.Join(p)); got[Summary] != 0 ||
		got[Verbatim] != 1 {
		t.Errorf("%d summaries beside %d verbatim passages, want 0 beside 1", got[Summary], got[Verbatim])
	}
	weak := aligntest.Join(p[:4])
	for _, word := range strings.Fields(weak)[1:] {
		if len(word) == 5 { // one word in three
			weak = strings.Replace(weak, word, "other", 1)
		}
	}
	if got := found(measured(Params{}), long+far+aligntest.Join(p[:4]), short+weak); got != [3]int{
		Reworded: 1,
		Summary:  1,
	} {
		t.Errorf("kinds %v, want a summary beside a reworded passage", got)
	}
	high := measured(Params{}) // so that no piece of the summary is a passage itself
	high.ShortChars, high.MinWords, high.ends.LongRun, high.MinCosine = 0, 1000, 1000, .6
	if got := found(high, long+far+aligntest.Join(p[:4]), short+weak); got != [3]int{Reworded: 1} {
		t.Errorf("kinds %v, want a reworded passage alone", got)
	}
	high.MinCosine = 1
	if got := found(high, long, short); got != [3]int{} {
		t.Errorf("kinds %v, want none", got)
	}
}

// A passage of which one sentence comes again far away stays what it is.
func TestSummariseIsMoreThanAPassage(t *testing.T) {
	p, q := aligntest.Prose(10, 7), aligntest.Prose(11, 40)
	edited := func(sentences []string) string {
		var s strings.Builder
		for _, x := range sentences {
			words := strings.Fields(x)
			for i := 2; i < len(words); i += 6 {
				words[i] = "another"
			}
			s.WriteString(strings.Join(words, " ") + " ")
		}
		return s.String()
	}
	a := aligntest.Join(q[:5]) + edited(p) + aligntest.Join(q[5:10])
	b := aligntest.Join(q[10:15]) + aligntest.Join(p) + aligntest.Join(q[15:30]) + edited(p[3:4]) +
		aligntest.Join(q[30:])
	all := measured(Params{})
	all.SummaryShare = 1
	for _, tc := range []struct {
		params params
		want   Kind
	}{{measured(Params{}), Reworded}, {all, Summary}} {
		if ps, texts := aligned(t, tc.params, a, b); len(ps) != 1 || ps[0].Kind != tc.want {
			t.Errorf("share %v: passages %+v %q, want one that is %v", tc.params.SummaryShare, ps, texts, tc.want)
		}
	}
}

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
