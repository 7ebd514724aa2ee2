package seedextend

// accept reports whether the passage of c is long and strong enough. Lengths are those of
// the shorter side (see Params.WordChars). From ShortChars on it needs one of several signs of
// being no chance; below, both many common words and a strong sign; below MinChars
// nothing helps.
func (w *Worker) accept(c *cluster) bool {
	p := &w.params
	n := min(w.a.length(c.a, p.WordChars), w.b.length(c.b, p.WordChars))
	switch {
	case n < p.MinChars:
		w.TooShort++
		return false
	case n < p.ShortChars:
		return c.common >= p.ShortWords && (c.cosine >= p.ShortCosine || w.hasRun(c, p.ShortGram))
	}
	return c.common >= p.LeastWords || c.cosine >= p.LeastCosine || c.longRun
}

// hasRun reports whether the units of c and one more on both ends hold a common run
// of at least n words.
func (w *Worker) hasRun(c *cluster, n int) bool {
	a, b := w.windows(c)
	w.short.reset(a, b)
	return w.grams.markCommon(w.short.a, w.short.b, w.a.Words[a.lo:a.hi], w.b.Words[b.lo:b.hi], n)
}
