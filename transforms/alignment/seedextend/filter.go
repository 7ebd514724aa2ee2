package seedextend

import (
	"slices"

	"example.org/diagonal/transforms/alignment/ends"
	"example.org/diagonal/transforms/explain/trace"
)

// Below params.ShortChars a passage must have shortWords distinct common words, and a validation cosine of shortCosine
// or a common run of shortGram words. Without that rule: .0029 less.
const shortWords, shortCosine, shortGram = 15, .7, 12

// faintWords distinct common words and a validation cosine of faintCosine are enough for a short passage where Directed
// is set and the two documents have no other passage that needs no such favour: a single verse in another translation.
// Of the runs of three words that it shares, the share evidence.faintShare must be rare. Without it .49 of such
// verses are found instead of .71, and PAN 2013 loses .0006. (Where no side is the source, the documents of a
// collection have too many chance passages of this kind: P of planted prose is .9809 instead of .9820 even if nine
// tenths of the runs must be rare.)
const faintWords, faintCosine = 8, .5

// accept reports whether the passage of c is long and strong enough. Lengths are those of
// the shorter side (see pair.WordChars). From ShortChars on it needs one of several signs of
// being no chance; below, both many common words and a strong sign, or it is faint: less of
// both is enough where a is compared with its source and there is no passage that is not
// faint. (In text without spaces these are clauses of statutes: P of planted ones .974
// instead of .980.) Below ends.MinChars nothing helps.
func (w *Worker) accept(c *ends.Passage) bool {
	p := &w.params
	n := w.pair.LengthTo(c.A, c.B, max(ends.MinChars, p.ShortChars))
	switch {
	case n < ends.MinChars:
		w.tooShort++
		w.pair.Note(trace.Length, c.A, c.B, n, ends.MinChars, false)
		return false
	case n < p.ShortChars:
		if c.Common >= shortWords && (c.Cosine >= shortCosine || w.ends.HasRun(c, shortGram)) {
			return true
		}
		c.Faint = c.Common >= faintWords && c.Cosine >= faintCosine &&
			p.Directed && w.pair.RareKnown && !w.pair.Spaceless(c.Box)
		if !c.Faint && c.Common < shortWords {
			w.pair.Note(trace.ShortWords, c.A, c.B, float64(c.Common), float64(shortWords), false)
		} else if !c.Faint {
			w.pair.Note(trace.ShortCosine, c.A, c.B, c.Cosine, shortCosine, false)
		}
		return c.Faint
	}
	if c.Common >= p.MinWords || c.Cosine >= p.MinCosine || c.LongRun {
		return true
	}
	w.pair.Note(trace.Words, c.A, c.B, float64(c.Common), float64(p.MinWords), false)
	return false
}

// dropFaint drops the faint passages if there is another one: two documents with a
// strong passage are about one thing, and have chance ones beside it.
func (w *Worker) dropFaint() {
	faint := func(c ends.Passage) bool { return c.Faint }
	all := len(w.passages)
	if slices.ContainsFunc(w.passages, func(c ends.Passage) bool { return !c.Faint }) {
		for x := range w.passages {
			if c := &w.passages[x]; c.Faint {
				w.pair.Note(trace.Faint, c.A, c.B, c.Cosine, 0, false)
			}
		}
		w.passages = slices.DeleteFunc(w.passages, faint)
	}
	w.tooShort += all - len(w.passages)
}
