package seedextend

import (
	"slices"

	"example.org/diagonal/transforms/explain/trace"
)

// accept reports whether the passage of c is long and strong enough. Lengths are those of
// the shorter side (see Params.WordChars). From ShortChars on it needs one of several signs of
// being no chance; below, both many common words and a strong sign, or it is faint: less of
// both is enough where a is compared with its source and there is no passage that is not
// faint. (In text without spaces these are clauses of statutes: P of planted ones .974
// instead of .980.) Below MinChars nothing helps.
func (w *Worker) accept(c *cluster) bool {
	p := &w.params
	n := w.lengthTo(c.a, c.b, max(p.MinChars, p.ShortChars))
	switch {
	case n < p.MinChars:
		w.TooShort++
		w.note(trace.Length, c, n, p.MinChars, false)
		return false
	case n < p.ShortChars:
		if c.common >= p.ShortWords && (c.cosine >= p.ShortCosine || w.hasRun(c, p.ShortGram)) {
			return true
		}
		c.faint = c.common >= p.FaintWords && c.cosine >= p.FaintCosine &&
			p.Directed && w.inCollection && !w.spaceless(c.box)
		if !c.faint && c.common < p.ShortWords {
			w.note(trace.ShortWords, c, float64(c.common), float64(p.ShortWords), false)
		} else if !c.faint {
			w.note(trace.ShortCosine, c, c.cosine, p.ShortCosine, false)
		}
		return c.faint
	}
	if c.common >= p.LeastWords || c.cosine >= p.LeastCosine || c.longRun {
		return true
	}
	w.note(trace.Words, c, float64(c.common), float64(p.LeastWords), false)
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
