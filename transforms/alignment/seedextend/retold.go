package seedextend

import "example.org/diagonal/transforms/alignment/pair"

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
