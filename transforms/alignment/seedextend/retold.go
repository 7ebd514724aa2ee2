package seedextend

// retelling reports whether a summary of source b in a is recognised by its words.
func (w *Worker) retelling() bool {
	return w.params.Directed && w.params.SummaryUnits > 0 && w.inCollection
}

// retells reports whether Params.SummaryUnits units of a, the short side of c, have a seed, and
// Params.SummaryWords of their words are in b's range. Each distinct word counts once, by its weight. The cosine
// of a long range and a short one is low, whatever they say. validate has weighed c.
//
// In text without spaces, chance has too many pairs of characters in common for that.
func (w *Worker) retells(c *cluster) bool {
	if !w.retelling() || c.rows < w.params.SummaryUnits || w.spaceless(c.box) {
		return false
	}
	const inB, counted = 1, 2
	v := &w.ranges
	wordsA, wordsB := w.a.wordsOf(c.i0, c.i1), w.b.wordsOf(c.j0, c.j1)
	w.work.summed += len(wordsA) + len(wordsB)
	for _, k := range wordsB {
		if ka := w.weights.inA[k]; ka > 0 {
			v.a[ka-1] = inB
		}
	}
	var all, in uint64
	for _, k := range wordsA {
		if v.a[k]&counted != 0 {
			continue
		}
		all += uint64(w.weights.a[k])
		if v.a[k] == inB {
			in += uint64(w.weights.a[k])
		}
		v.a[k] |= counted
	}
	for _, k := range wordsA {
		v.a[k] = 0
	}
	for _, k := range wordsB {
		if ka := w.weights.inA[k]; ka > 0 {
			v.a[ka-1] = 0
		}
	}
	return float64(in) >= w.params.SummaryWords*float64(all)
}

// toEdges makes the source's range of a summary end where the source ends. It must be SummaryWhole of the
// source, and what it leaves over at that end must be no longer than what it leaves out between two of its seeds,
// without boilerplate.
func (w *Worker) toEdges(c *cluster) {
	b := w.b
	all := b.Units[b.units()]
	if float64(c.b.hi-c.b.lo) < w.params.SummaryWhole*float64(all) {
		return
	}
	seeded := zeroed(w.long.b, int(c.j1-c.j0))
	w.long.b = seeded
	for _, x := range c.cells {
		seeded[x.j-c.j0] = true
	}
	widest, gap := uint32(0), uint32(0) // in words
	for u, s := range seeded {
		if s {
			gap = 0
		} else {
			gap += b.Units[c.j0+uint32(u)+1] - b.Units[c.j0+uint32(u)]
		}
		widest = max(widest, gap)
	}
	plain := func(from, to uint32) bool {
		for u := from; u < to; u++ {
			if b.hot(u) || b.apart(u) {
				return false
			}
		}
		return true
	}
	if c.b.lo <= widest && plain(0, c.j0) {
		c.b.lo = 0
	}
	if all-c.b.hi <= widest && plain(c.j1, b.units()) {
		c.b.hi = all
	}
}
