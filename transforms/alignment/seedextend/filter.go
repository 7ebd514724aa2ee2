package seedextend

import (
	"slices"

	"example.org/diagonal/transforms/explain/trace"
)

// The lengths of passages are in visible characters: markup does not count, and white space between two words counts
// one.
const (
	// minChars is the least length of a passage, on both sides.
	minChars = 100.
	// wordChars is what a word counts at least in lengths. Han characters are words of one code point, and say more
	// than a letter: at 2.5, 40 of them are as long as 100 code points of English, whose words, with the white space
	// between, are longer than that.
	wordChars = 2.5
)

// Below params.ShortChars a passage must have shortWords distinct common words, and a validation cosine of shortCosine
// or a common run of shortGram words. Without that rule: .0029 less.
const shortWords, shortCosine, shortGram = 15, .7, 12

// faintWords distinct common words and a validation cosine of faintCosine are enough for a short passage where Directed
// is set and the two documents have no other passage that needs no such favour: a single verse in another translation.
// Of the runs of three words that it shares, the share faintEvidence must be rare (see AlignIn). Without it .49 of such
// verses are found instead of .71, and PAN 2013 loses .0006. (Where no side is the source, the documents of a
// collection have too many chance passages of this kind: P of planted prose is .9809 instead of .9820 even if nine
// tenths of the runs must be rare.)
const faintWords, faintCosine, faintEvidence = 8, .5, .6

// accept reports whether the passage of c is long and strong enough. Lengths are those of
// the shorter side (see wordChars). From ShortChars on it needs one of several signs of
// being no chance; below, both many common words and a strong sign, or it is faint: less of
// both is enough where a is compared with its source and there is no passage that is not
// faint. (In text without spaces these are clauses of statutes: P of planted ones .974
// instead of .980.) Below minChars nothing helps.
func (w *Worker) accept(c *cluster) bool {
	p := &w.params
	n := w.lengthTo(c.a, c.b, max(minChars, p.ShortChars))
	switch {
	case n < minChars:
		w.TooShort++
		w.note(trace.Length, c, n, minChars, false)
		return false
	case n < p.ShortChars:
		if c.common >= shortWords && (c.cosine >= shortCosine || w.hasRun(c, shortGram)) {
			return true
		}
		c.faint = c.common >= faintWords && c.cosine >= faintCosine &&
			p.Directed && w.inCollection && !w.spaceless(c.box)
		if !c.faint && c.common < shortWords {
			w.note(trace.ShortWords, c, float64(c.common), float64(shortWords), false)
		} else if !c.faint {
			w.note(trace.ShortCosine, c, c.cosine, shortCosine, false)
		}
		return c.faint
	}
	if c.common >= p.MinWords || c.cosine >= p.MinCosine || c.longRun {
		return true
	}
	w.note(trace.Words, c, float64(c.common), float64(p.MinWords), false)
	return false
}

// dropFaint drops the faint passages if there is another one: two documents with a
// strong passage are about one thing, and have chance ones beside it.
func (w *Worker) dropFaint() {
	faint := func(c cluster) bool { return c.faint }
	all := len(w.passages)
	if slices.ContainsFunc(w.passages, func(c cluster) bool { return !c.faint }) {
		w.noteFaint()
		w.passages = slices.DeleteFunc(w.passages, faint)
	}
	w.TooShort += all - len(w.passages)
}

// hasRun reports whether the units of c and one more on both ends hold a common run
// of at least n words.
func (w *Worker) hasRun(c *cluster, n int) bool {
	a, b := w.windows(c)
	return w.markShort(a, b, n)
}
