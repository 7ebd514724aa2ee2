package explain

import (
	"cmp"
	"slices"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/explain/trace"
)

// refined sets what fine alignment did.
func (e *Explanation) refined(r *searched, a, b *view) {
	t := r.trace
	c := &Candidate{
		NearNeed: 2, Common: t.Alignment.Common, Need: t.Alignment.CommonNeed, LongRun: t.Alignment.Run,
		Same: t.Alignment.Same, Aligned: t.Alignment.Aligned, Seeds: t.Alignment.Seeds,
	}
	if t.Near != nil {
		c.Pairs, c.Near, c.NearNeed = t.Near.Matches, t.Near.Enough || t.Near.Copies > 0, t.Near.Need
	}
	e.Candidate = c
	turned := t.Alignment.Turned
	for _, s := range t.Alignment.Steps {
		step := Step{What: string(s.What), Value: record.Round(s.Value), Need: s.Need, Passed: s.Passed}
		a0, a1, b0, b1 := s.A0, s.A1, s.B0, s.B1
		if turned {
			a0, a1, b0, b1 = b0, b1, a0, a1
		}
		ra, text := a.ofWords(a0, a1)
		rb, _ := b.ofWords(b0, b1)
		step.AStart, step.AEnd, step.BStart, step.BEnd, step.Text = int64(ra.Start), int64(ra.End), int64(rb.Start),
			int64(rb.End), text
		if n := len(e.Steps); n == 0 || e.Steps[n-1] != step { // a cluster that is taken up again as it was
			e.Steps = append(e.Steps, step)
		}
	}
	e.Passages = []Passage{}
	for _, p := range r.passages {
		e.Passages = append(e.Passages, passageOf(p, t, a, b))
	}
}

// endings are the reasons for ends in words.
var endings = map[trace.Ends]string{
	trace.WholeUnits: "it is whole sentences: there is no long run of common words at whose ends it could end",
	trace.Trimmed:    "it is sentences, without the words at an end that the other side does not have",
	trace.Stretch:    "it ends where the runs of common words end, or at the end of a sentence at most two words further out",
	trace.Quoted:     "it is one run of common words inside of sentences: they have next to nothing else in common",
	trace.Copied:     "a copied run of words of at least 150 characters (50 Han characters), which is always reported whole, made it, or made it longer",
	trace.Retold:     "it is whole sentences: one side tells in short what the other tells at length",
	trace.All:        "the two documents have the same words",
}

// passageOf returns a passage with what its alignment recorded.
func passageOf(p record.Passage, t *trace.Pair, a, b *view) Passage {
	for _, end := range t.Alignment.Passages {
		first, second := a, b
		if t.Alignment.Turned {
			first, second = b, a
		}
		ra, _ := first.ofWords(end.A0, end.A1)
		rb, _ := second.ofWords(end.B0, end.B1)
		if is(p, ra, rb) || is(p, rb, ra) {
			return Passage{Passage: p, Ends: endings[end.Ends], SharedRuns: end.Shared, Words: end.Words}
		}
	}
	return Passage{Passage: p}
}

// is reports whether a passage has these ranges.
func is(p record.Passage, a, b record.Range) bool {
	return p.AStart == int64(a.Start) && p.AEnd == int64(a.End) && p.BStart == int64(b.Start) && p.BEnd == int64(b.End)
}

// The steps of matching=diagonal.
const (
	jaccard = "Jaccard similarity"
	run     = "matched pairs"
)

// matched sets what became of pairs of sentences.
func (e *Explanation) matched(r *searched, a, b *view) {
	step := func(what string, a0, a1, b0, b1 uint32) Step {
		pa, text := a.ofSentences(a0, a1)
		pb, _ := b.ofSentences(b0, b1)
		return Step{What: what, AStart: pa.Start, AEnd: pa.End, BStart: pb.Start, BEnd: pb.End, Text: text}
	}
	for _, c := range r.trace.Compared {
		s := step(jaccard, c.A, c.A+1, c.B, c.B+1)
		s.Value, s.Need, s.Passed = record.Round(c.Similarity), c.Need, c.Similarity >= c.Need
		e.Compared = append(e.Compared, s)
	}
	slices.SortStableFunc(e.Compared, func(x, y Step) int { return cmp.Compare(y.Value, x.Value) })
	for _, c := range r.trace.Runs {
		s := step(run, c.A, c.AEnd, c.B, c.BEnd)
		s.Value, s.Need, s.Passed = float64(c.Matched), float64(c.Gamma+1), c.Matched > c.Gamma
		e.Runs = append(e.Runs, s)
	}
	slices.SortStableFunc(e.Runs, func(x, y Step) int { return cmp.Compare(y.Value, x.Value) })
	e.Passages = []Passage{}
	for _, p := range r.passages {
		e.Passages = append(e.Passages, Passage{
			Passage: p, Ends: "it is the sentences from the first pair of duplicates to the last one",
		})
	}
}
