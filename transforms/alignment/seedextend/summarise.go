package seedextend

import (
	"slices"

	"example.org/diagonal/transforms/alignment/cluster"
	"example.org/diagonal/transforms/alignment/ends"
	"example.org/diagonal/transforms/alignment/pair"
	"example.org/diagonal/transforms/alignment/seed"
)

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
func (w *Worker) summarise(seeds []seed.Cell) {
	if !w.params.Summaries || w.pair.Self || len(w.passages) == 0 ||
		slices.ContainsFunc(w.passages, func(c ends.Passage) bool { return c.Stretch }) {
		return
	}
	w.findSummaries(seeds)
	w.boxes.Reset(w.pair.A.UnitCount(), w.pair.B.UnitCount())
	for _, c := range w.passages {
		w.boxes.Add(c.Box)
	}
	for _, found := range w.clusters.Found {
		c := ends.Passage{Cluster: found}
		if !w.retold(&c) {
			continue
		}
		w.overlap = w.boxes.AppendOverlapping(w.overlap[:0], c.Box)
		if !w.tellsMore(&c) || w.retelling() && !w.retells(c.Box, c.Rows) || !w.judge.Evident(&c) {
			continue
		}
		for _, n := range w.overlap {
			w.passages[n].Cells = nil
		}
		c.Summary = true
		w.passages = append(w.passages, c)
		w.boxes.Add(c.Box)
	}
	w.passages = slices.DeleteFunc(w.passages, func(c ends.Passage) bool { return len(c.Cells) == 0 })
}

// findSummaries sets w.clusters.Found to the clusters that may be summaries.
func (w *Worker) findSummaries(seeds []seed.Cell) {
	if w.retelling() {
		w.clusters.FindWide(seeds, cluster.Gaps{A: w.params.cluster.Gap, B: summaryGap}, w.alsoRetold)
	} else {
		w.clusters.FindWide(seeds, cluster.Both(summaryGap), nil)
	}
}

// retold sets the words of c to those of its units, and reports whether one side is so
// much longer than the other.
func (w *Worker) retold(c *ends.Passage) bool {
	c.A, c.B = w.pair.Words(c.Box)
	la, lb := w.pair.Lengths(c.A, c.B)
	if w.params.Directed && la > lb { // a source is not the summary
		return false
	}
	return min(la, lb) >= summaryChars && max(la, lb) >= summaryRatio*min(la, lb)
}

// tellsMore reports whether c overlaps passages that are still there, w.overlap, and
// is more than any of them that is no summary itself.
func (w *Worker) tellsMore(c *ends.Passage) bool {
	overlaps := false
	for _, n := range w.overlap {
		p := &w.passages[n]
		if len(p.Cells) == 0 {
			continue
		}
		overlaps = true
		la, lb := w.pair.Lengths(p.A, p.B)
		if p.Weight > w.params.SummaryShare*c.Weight && max(la, lb) < summaryRatio*min(la, lb) {
			return false
		}
	}
	return overlaps
}

// retelling reports whether a summary of source b in a is recognised by its words.
func (w *Worker) retelling() bool {
	return w.params.Directed && w.params.SummaryUnits > 0 && w.pair.RareKnown
}

// retells reports whether params.SummaryUnits units of a, the short side of o, have a seed: rows, and
// params.SummaryWords of their words are in b's range. Each distinct word counts once, by its weight. The cosine
// of a long range and a short one is low, whatever they say. It is asked only where
// retelling, of a box whose words are weighed.
//
// In text without spaces, chance has too many pairs of characters in common for that.
func (w *Worker) retells(o pair.Box, rows uint32) bool {
	if rows < w.params.SummaryUnits || w.pair.Spaceless(o) {
		return false
	}
	all, in := w.pair.Told(o)
	return float64(in) >= w.params.SummaryWords*float64(all)
}
