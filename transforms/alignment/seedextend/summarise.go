package seedextend

import "slices"

const (
	// summaryGap is the gap in units for summaries.
	summaryGap = 40
	// summaryRatio is how many times longer in code points the one side must be.
	summaryRatio = 3.
	// summaryChars is the least length of the shorter side in code points.
	summaryChars = 150.
)

// summarise looks for a long range of one document told again in a short one of the
// other. It clusters the seeds again with summaryGap, and validates and chooses as
// before; a cluster with one side summaryRatio times as long as the other takes the
// place of the passages it overlaps on both sides. It must overlap one: alone, such
// wide clusters are chance too often (29 false ones instead of 3 in 4,000 planted
// documents). None of them may hold nearly all of its seed weight (params.SummaryShare):
// that is a passage with chance units far away, not a summary. Summaries end at units.
//
// Where a tells its source b again (retelling), a summary goes from sentence to sentence: the gap is Gap
// in a. Its words decide, and not the cosine (retells).
//
// It does not run for a document with itself, nor for a pair with a stretch of long
// common runs: that is copied, not retold, and its pieces would be joined. seeds are
// all cells of the pair, in any order.
func (w *Worker) summarise(seeds []cell) {
	if !w.params.Summaries || w.self || len(w.passages) == 0 ||
		slices.ContainsFunc(w.passages, func(c cluster) bool { return c.stretch }) {
		return
	}
	w.findSummaries(seeds)
	w.choose()

	w.taken.reset(w.a.units(), w.b.units())
	for _, c := range w.passages {
		w.taken.add(c.box)
	}
	for _, c := range w.found {
		if !w.retold(&c) {
			continue
		}
		w.overlapping = w.taken.appendOverlapping(w.overlapping[:0], c.box)
		if !w.tellsMore(&c) || w.retelling() && !w.retells(&c) || !w.evident(&c) {
			continue
		}
		for _, n := range w.overlapping {
			w.passages[n].cells = nil
		}
		c.summary = true
		w.passages = append(w.passages, c)
		w.taken.add(c.box)
	}
	w.passages = slices.DeleteFunc(w.passages, func(c cluster) bool { return len(c.cells) == 0 })
}

// findSummaries sets w.found to the clusters that may be summaries.
func (w *Worker) findSummaries(seeds []cell) {
	w.found = w.found[:0]
	if !w.retelling() {
		w.extend(seeds, both(summaryGap))
		return
	}
	w.summing = true
	w.extend(seeds, gaps{w.params.Gap, summaryGap})
	w.summing = false
}

// retold sets the words of c to those of its units, and reports whether one side is so
// much longer than the other.
func (w *Worker) retold(c *cluster) bool {
	c.a = span{w.a.Units[c.i0], w.a.Units[c.i1]}
	c.b = span{w.b.Units[c.j0], w.b.Units[c.j1]}
	la, lb := w.lengths(c)
	if w.params.Directed && la > lb { // a source is not the summary
		return false
	}
	return min(la, lb) >= summaryChars && max(la, lb) >= summaryRatio*min(la, lb)
}

// tellsMore reports whether c overlaps passages that are still there, w.overlapping, and
// is more than any of them that is no summary itself.
func (w *Worker) tellsMore(c *cluster) bool {
	overlaps := false
	for _, n := range w.overlapping {
		p := &w.passages[n]
		if len(p.cells) == 0 {
			continue
		}
		overlaps = true
		if la, lb := w.lengths(p); p.weight > w.params.SummaryShare*c.weight && max(la, lb) < summaryRatio*min(la, lb) {
			return false
		}
	}
	return overlaps
}

// lengthTo returns the length of the shorter of two ranges, or, if that is at least enough, some number from
// enough on.
func (w *Worker) lengthTo(a, b span, enough float64) float64 {
	return min(w.a.lengthTo(a, wordChars, enough), w.b.lengthTo(b, wordChars, enough))
}

// lengths are the lengths of the two sides of c.
func (w *Worker) lengths(c *cluster) (a, b float64) {
	return w.a.length(c.a, wordChars), w.b.length(c.b, wordChars)
}
