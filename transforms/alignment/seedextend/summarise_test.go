package seedextend

import (
	"strings"
	"testing"
)

// retelling returns a long text, and a short one that tells every fifth sentence of it
// with some other words.
func retelling() (long, short string) {
	p, q := prose(5, 30), prose(6, 30)
	var s strings.Builder
	for x := 0; x < len(p); x += 5 {
		words := strings.Fields(p[x])
		words[2] = "another"
		s.WriteString(strings.Join(words, " ") + " ")
	}
	return join(q[:10]) + join(p) + join(q[10:20]), s.String() + join(q[20:])
}

func TestSummarise(t *testing.T) {
	long, short := retelling()
	ps, texts := aligned(t, Default(), long, short)
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

	off := Default()
	off.Summaries = false
	for _, p := range NewWorker(off).Align(nil, document(long), document(short), nil) {
		if p.Kind == Summary {
			t.Errorf("a summary %+v without Summaries", p)
		}
	}
	directed := Default()
	directed.Directed = true
	if ps, _ := aligned(t, directed, short, long); len(ps) != 1 || ps[0].Kind != Summary {
		t.Errorf("directed: passages %+v, want one summary", ps)
	}
	for _, p := range NewWorker(directed).Align(nil, document(long), document(short), nil) {
		if p.Kind == Summary {
			t.Errorf("directed: a long text %+v is no summary of a short one", p)
		}
	}
}

// Where the pair has a verbatim stretch, or no other passage, nothing is a summary.
func TestSummariseNeedsAWeakPassage(t *testing.T) {
	long, short := retelling()
	p := prose(9, 8)
	for _, x := range NewWorker(Default()).Align(nil, document(long+join(p)), document(short+join(p)), nil) {
		if x.Kind == Summary {
			t.Errorf("a summary %+v beside a verbatim passage", x)
		}
	}
	few := Default()
	few.MinChars, few.ShortChars = 1000, 1000 // no passage is long enough
	if ps, _ := aligned(t, few, long, short); len(ps) != 0 {
		t.Errorf("passages %+v, want none", ps)
	}
}
