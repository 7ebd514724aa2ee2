// Package evidence decides whether what two documents have in common is more than chance and set phrases, and says how
// much evidence there is.
package evidence

import (
	"example.org/diagonal/transforms/alignment/ends"
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
	"example.org/diagonal/transforms/explain/trace"
)

const (
	// rareShare is the share of the runs of indexed.RunWords words that both sides of a passage have that must be rare
	// in the collection, for a passage that is no copy and not both long and very similar.
	rareShare = .25
	// faintShare is that share for a faint passage (ends.Passage.Faint).
	faintShare = .6
)

// Thresholds are what a passage needs.
type Thresholds struct {
	// EvidentRuns is the amount of shared text from which on a passage needs no rare run: the number of its
	// shared runs, times the share of the words of its shorter side that they are. A text that many
	// documents have has no rare runs, and set phrases are short. 0 asks for no evidence at all.
	EvidentRuns float64
	// Numbers is the share of short numbers, 0 to 1, among the words of common runs from which on
	// a passage is a list, which must have a similarity of numbersSimilarity. 0 is never. Copies
	// are no lists. At .4 it rejects 41 records
	// of Reuters instead of 21, of which some are news of one event.
	Numbers float64
	// Chars is the length in visible characters from which on a copy needs no evidence.
	Chars float64
}

// Measured returns the thresholds measured for text in words.
func Measured() Thresholds { return Thresholds{EvidentRuns: 36, Numbers: .5, Chars: 150} }

// Judge judges the passages of a pair. It keeps scratch.
type Judge struct {
	*pair.Pair
	Thresholds

	// Formulas is the number of passages of this pair that lack evidence (rareShare).
	Formulas int
	// Lists is the number of those that share numbers as much as words (Numbers).
	Lists int

	wordsA, wordsB, left, right []uint32 // scratch of names
}

// Begin begins with the pair.
func (j *Judge) Begin() { j.Formulas, j.Lists = 0, 0 }

// Evident reports whether c is more than a set phrase. Two texts of one kind, reports of a
// market or forms that were filled in, have phrases in common that many documents have,
// and may be as similar as a text and its revision. Reuse has runs of words, too, that
// few documents have. So of the runs of indexed.RunWords words that both ranges have, a
// share of rareShare must be rare, and one at least.
//
// A form that was filled with other facts (otherFacts) is no reuse either.
//
// In a large collection the signatures that few documents have are chains of rare words. There are
// about as many of them in copied text as runs of indexed.RunWords words, so the share is the same.
//
// If it is not known which runs are rare, a list of numbers is no evidence (enumerated). If it is,
// numbers count as words do: two lists that were made apart share no rare runs, and telephone
// numbers and references that were copied are rare.
//
// Copies need no rare run, and neither do ranges that share much (EvidentRuns): a text that
// many documents have copied is reuse as well, and none of its runs is rare.
func (j *Judge) Evident(c *ends.Passage) bool {
	isCopy := c.IsCopy(j.Pair)
	if isCopy &&
		(!j.RareKnown || j.EvidentRuns == 0 ||
			float64(min(j.A.Visible(c.A.Lo, c.A.Hi), j.B.Visible(c.B.Lo, c.B.Hi))) >= j.Chars) {
		return true
	}
	if !j.RareKnown {
		list := j.enumerated(c)
		if list {
			j.Lists++
			j.Note(trace.Numbers, c.A, c.B, 0, 0, false)
		}
		return !list
	}
	if j.EvidentRuns == 0 {
		return true
	}
	rare, shared := 0, 0
	if !j.CopiesOnly {
		rare = pair.CountHits(j.Rare, j.A.UnitsOf(c.A), j.B.UnitsOf(c.B))
	}
	words := c.Words()
	if rare > 0 || float64(words) >= j.EvidentRuns || j.Trace != nil {
		shared = c.SharedRuns(j.Pair)
		rare = min(rare, shared)
		if Amount(shared, words) >= j.EvidentRuns {
			return true
		}
	}
	needed := rareShare
	if c.Faint {
		needed = faintShare
	}
	if rare > 0 && (isCopy || float64(rare) >= needed*float64(shared)) {
		other := !isCopy && j.otherFacts(c, rare, shared)
		if other {
			j.Formulas++
			j.Note(trace.Names, c.A, c.B, 0, 0, false)
		}
		return !other
	}
	j.Formulas++
	j.Note(trace.Evidence, c.A, c.B, float64(rare)/float64(max(1, shared)), needed, false)
	return false
}

// Amount is how much text two ranges share: the number of distinct runs of three words that both have, times the
// share of the words of the shorter one that they are. A copy has nearly as much as it has words.
func Amount(shared, words int) float64 {
	return float64(shared) * float64(shared) / float64(max(1, words))
}

// CommonRun is what a shared run counts that more than few documents have (Shared.Few). Of the signatures in more than
// candidate.KeepDocuments documents a sample is among the hits, which counts for the others. Over 13 samples of
// labelled passages from eight collections, the area under the curve of evidence is .88 on average and .73 at least;
// that of amount is .68 and .20. Where the runs of the same passages are counted in the texts, with two over the number
// of documents for each, it is .91 and .79, and with this .92 and .84.
const CommonRun = 1. / 3

// Of returns the evidence of c: the share of the runs of its shorter side that both sides have and few other
// documents, 0 to 1, where a run that more documents have counts CommonRun. Where nothing is known of a collection, all
// shared runs count in full.
func (j *Judge) Of(c *ends.Passage) float64 {
	shared := float64(c.SharedRuns(j.Pair))
	if j.RareKnown && shared > 0 {
		a, b := j.A.UnitsOf(c.A), j.B.UnitsOf(c.B)
		few, hits := pair.CountHits(j.Few, a, b), pair.CountHits(j.Hits, a, b)
		wholeA, wholeB := j.Words(pair.Box{I0: a.Lo, I1: a.Hi, J0: b.Lo, J1: b.Hi})
		part := 1.0 // of what the units share, whose hits were counted
		// Where the units are hardly longer than the passage, it is nearly all, and need not be counted.
		if hits > 0 && 4*int(min(wholeA.Len(), wholeB.Len())) > 5*c.Words() {
			part = shared / float64(max(1, j.Pair.SharedRuns(wholeA, wholeB)))
		}
		shared = min(shared, part*(float64(few)+CommonRun*float64(hits-few)))
	}
	return min(1, shared/float64(max(1, c.Words()-indexed.RunWords+1)))
}
