package seedextend

// retelling reports whether a summary of source b in a is recognised by its words.
func (w *Worker) retelling() bool {
	return w.params.Directed && w.params.SummaryUnits > 0 && w.inCollection
}

// retells reports whether params.SummaryUnits units of a, the short side of c, have a seed, and
// params.SummaryWords of their words are in b's range. Each distinct word counts once, by its weight. The cosine
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
