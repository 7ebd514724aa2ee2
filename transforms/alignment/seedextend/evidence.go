package seedextend

import (
	"slices"

	"example.org/diagonal/transforms/explain/trace"
)

// evidenceShare is the share of the three-word runs that both sides of a passage have that must be rare in the
// collection, for a passage that is no copy and not both long and very similar; see AlignIn.
const evidenceShare = .25

// evidenceWords is the length in words of the runs that evidence is counted in.
const evidenceWords = 3

// evident reports whether c is more than a set phrase. Two texts of one kind, reports of a
// market or forms that were filled in, have phrases in common that many documents have,
// and may be as similar as a text and its revision. Reuse has runs of words, too, that
// few documents have. So of the runs of evidenceWords words that both ranges have, a
// share of evidenceShare must be rare, and one at least.
//
// A form that was filled with other facts (otherFacts) is no reuse either.
//
// In a large collection the signatures that few documents have are chains of rare words. There are
// about as many of them in copied text as runs of evidenceWords words, so the share is the same.
//
// If it is not known which runs are rare, a list of numbers is no evidence (enumerated). If it is,
// numbers count as words do: two lists that were made apart share no rare runs, and telephone
// numbers and references that were copied are rare.
//
// Copies need no rare run, and neither do ranges that share much (params.EvidentRuns): a text that
// many documents have copied is reuse as well, and none of its runs is rare.
func (w *Worker) evident(c *cluster) bool {
	p := &w.params
	isCopy := c.quoted || slices.Equal(w.a.tokens()[c.a.lo:c.a.hi], w.b.tokens()[c.b.lo:c.b.hi])
	if isCopy &&
		(!w.inCollection || p.EvidentRuns == 0 ||
			float64(min(w.a.visible(c.a.lo, c.a.hi), w.b.visible(c.b.lo, c.b.hi))) >= p.RunChars) {
		return true
	}
	if !w.inCollection {
		list := w.enumerated(c)
		if list {
			w.Lists++
			w.note(trace.Numbers, c, 0, 0, false)
		}
		return !list
	}
	if p.EvidentRuns == 0 {
		return true
	}
	rare, shared := 0, 0
	if !w.shared.CopiesOnly {
		rare = countHits(w.shared.Rare, w.a.unitsOf(c.a), w.b.unitsOf(c.b))
	}
	words := c.words()
	if rare > 0 || float64(words) >= p.EvidentRuns || w.Trace != nil {
		shared = w.sharedRuns(c)
		rare = min(rare, shared)
		if amount(shared, words) >= p.EvidentRuns {
			return true
		}
	}
	needed := evidenceShare
	if c.faint {
		needed = faintEvidence
	}
	if rare > 0 && (isCopy || float64(rare) >= needed*float64(shared)) {
		other := !isCopy && w.otherFacts(c, rare, shared)
		if other {
			w.Formulas++
			w.note(trace.Names, c, 0, 0, false)
		}
		return !other
	}
	w.Formulas++
	w.note(trace.Evidence, c, float64(rare)/float64(max(1, shared)), needed, false)
	return false
}

// amount is how much text two ranges share: the number of distinct runs of three words that both have, times the
// share of the words of the shorter one that they are. A copy has nearly as much as it has words.
func amount(shared, words int) float64 {
	return float64(shared) * float64(shared) / float64(max(1, words))
}

// CommonRun is what a shared run counts that more than few documents have (Shared.Few). Of the signatures in more than
// candidate.KeepDocuments documents a sample is among the hits, which counts for the others. Over 13 samples of
// labelled passages from eight collections, the area under the curve of evidence is .88 on average and .73 at least;
// that of amount is .68 and .20. Where the runs of the same passages are counted in the texts, with two over the number
// of documents for each, it is .91 and .79, and with this .92 and .84.
const CommonRun = 1. / 3

// evidence returns Passage.Evidence of c.
func (w *Worker) evidence(c *cluster) float64 {
	shared := float64(w.sharedRuns(c))
	if w.inCollection && shared > 0 {
		a, b := w.a.unitsOf(c.a), w.b.unitsOf(c.b)
		few, hits := countHits(w.shared.Few, a, b), countHits(w.shared.Hits, a, b)
		whole := cluster{a: span{w.a.Units[a.lo], w.a.Units[a.hi]}, b: span{w.b.Units[b.lo], w.b.Units[b.hi]}}
		part := 1.0 // of what the units share, whose hits were counted
		// Where the units are hardly longer than the passage, it is nearly all, and need not be counted.
		if hits > 0 && 4*whole.words() > 5*c.words() {
			part = shared / float64(max(1, w.sharedRuns(&whole)))
		}
		shared = min(shared, part*(float64(few)+CommonRun*float64(hits-few)))
	}
	return min(1, shared/float64(max(1, c.words()-evidenceWords+1)))
}

// words returns the number of words of the shorter side of c.
func (c *cluster) words() int { return int(min(c.a.hi-c.a.lo, c.b.hi-c.b.lo)) }

// sharedRuns returns the number of distinct runs of evidenceWords words that both sides of c have.
// Apparatus is in none.
func (w *Worker) sharedRuns(c *cluster) int {
	if c.sharedA == c.a && c.sharedB == c.b {
		return c.shared
	}
	n := 0
	w.marker.EachGram(w.a.Words[c.a.lo:c.a.hi], w.b.Words[c.b.lo:c.b.hi], evidenceWords, func(x int) {
		for k := range uint32(evidenceWords) {
			if w.a.apparatus(c.a.lo + uint32(x) + k) {
				return
			}
		}
		n++
	})
	c.sharedA, c.sharedB, c.shared = c.a, c.b, n
	return n
}

// countHits returns the number of hits, sorted, that have both units in the spans.
func countHits(hits []Hit, a, b span) int {
	n := 0
	for row := a.lo; row < a.hi; row++ {
		x, _ := slices.BinarySearchFunc(hits, Hit{row, b.lo}, compareHits)
		if x == len(hits) || hits[x].A >= a.hi {
			break
		}
		row = hits[x].A // rows without hits are skipped
		for ; x < len(hits) && hits[x].A == row && hits[x].B < b.hi; x++ {
			if hits[x].B >= b.lo {
				n++
			}
		}
	}
	return n
}

// similarityOf returns the similarity of the words of c, 0 to 1.
func (w *Worker) similarityOf(c *cluster) float64 {
	if c.a == (span{w.a.Units[c.i0], w.a.Units[c.i1]}) && c.b == (span{w.b.Units[c.j0], w.b.Units[c.j1]}) &&
		!c.rescued {
		return c.cosine // validate has it
	}
	if c.knownA != c.a || c.knownB != c.b {
		c.knownA, c.knownB, c.known = c.a, c.b, w.similarity(c.a, c.b)
	}
	return c.known
}
