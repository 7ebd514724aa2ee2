// Package removal decides which copy of a passage may be taken out of a collection, and
// how much of it, so that a copy stays.
//
// # The rule
//
// The policy orders all places of the collection: documents by their rank and id, places
// in one document by where they start. Of the two copies of a passage the first in that
// order is to be kept, the other one is a candidate. A candidate is taken out as far as
// the kept copy is intact, and the kept copy is intact where no candidate of its own
// document stands (Intact); how far that reaches in the candidate follows from how many
// pairs of sentences were matched (Part).
//
// # Why a copy stays
//
// Only parts of candidates are ever taken out. A piece that Intact returns touches no
// candidate of its document, so nothing of it is taken out, whatever becomes of the
// other passages: the copy that is named as kept is kept, itself and not only through a
// chain. In the chain A-B, B-C, with A before B before C, the place in B is a candidate
// because of A. Where it is also the copy for C nothing is taken from C on account of
// B; that happens if A and C share the passage themselves. So likeness that fades along
// a chain of reworded copies takes out no text whose like is not kept.
//
// # Why it ends
//
// As long as there is a passage, something is taken out. Look at the copies to be kept
// in the document that is first in the order among those that have any; no candidate
// there comes from another document, so each is the later of two places in it. Of these
// copies take those that start first, and of them the one that ends first, at e. If a
// candidate touched it, that candidate would begin before e, and the copy it belongs to,
// which starts no earlier by choice and stands before the candidate (where the two
// overlap, only the part before counts), would end before e: against the choice. So
// that copy is intact. Cleaning and finding again therefore ends with nothing found,
// for every way of finding whose passages are made of whole sentences.
//
// What is not done: sentences that a passage passes over (--gap) are taken out with it,
// for the result does not say which they are.
package removal

import (
	"cmp"
	"slices"
)

// Side is one copy of a passage: where it stands in its document.
type Side struct {
	// Start and End are code points, half open.
	Start, End int64
	// Sentence and Sentences are the first sentence and how many. 0 sentences: the
	// copy is a range, and all or nothing of it goes.
	Sentence, Sentences uint32
}

// end is the sentence behind the last one.
func (s Side) end() uint32 { return s.Sentence + s.Sentences }

// Touches says whether two places of one document have a code point in common.
func (s Side) Touches(o Side) bool { return s.Start < o.End && o.Start < s.End }

// Sort puts candidates in the order that Intact wants: where they start.
func Sort(candidates []Side) {
	slices.SortFunc(candidates, func(x, y Side) int {
		return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(x.End, y.End), cmp.Compare(x.Sentence, y.Sentence), cmp.Compare(x.Sentences, y.Sentences))
	})
}

// Intact appends to dst the largest parts of a kept copy that no candidate of its
// document touches, in order. candidates are sorted (Sort). A part of a range is all of
// it. Candidates that are ranges do not cut a copy of sentences: see Names.
func Intact(dst []Side, kept Side, candidates []Side) []Side {
	if kept.Sentences == 0 {
		for _, c := range candidates {
			if c.Start >= kept.End {
				break
			}
			if c.Touches(kept) {
				return dst
			}
		}
		return append(dst, kept)
	}
	at, from := kept.Sentence, kept.Start
	for _, c := range candidates {
		if c.Start >= kept.End {
			break
		}
		if c.Sentences == 0 || c.end() <= at {
			continue
		}
		if c.Sentence > at {
			dst = append(dst, Side{from, c.Start, at, c.Sentence - at})
		}
		if at, from = c.end(), c.End; at >= kept.end() {
			return dst
		}
	}
	return append(dst, Side{from, kept.End, at, kept.end() - at})
}

// Range is a half-open range of code points.
type Range struct{ Start, End int64 }

// Names appends to dst what of an intact part surely stays, in order: the part without
// the candidates that are ranges, which may stand between its sentences.
func Names(dst []Range, part Side, candidates []Side) []Range {
	from := part.Start
	for _, c := range candidates {
		if c.Start >= part.End {
			break
		}
		if c.Sentences > 0 || c.End <= from {
			continue
		}
		if c.Start > from {
			dst = append(dst, Range{from, c.Start})
		}
		if from = c.End; from >= part.End {
			return dst
		}
	}
	return append(dst, Range{from, part.End})
}

// Passage is a candidate and the copy that is to be kept.
type Passage struct {
	Candidate, Kept Side
	// Same says that both stand in one document.
	Same bool
	// Matched is the number of matched pairs of sentences.
	Matched uint32
}

// Part is what of the candidate may be taken out because piece, an intact part of the
// kept copy, stays: sentences from first on, that many. A range goes as a whole: count
// is then 0 and ok says whether.
//
// The matched pairs of a passage with na and nb sentences ascend on both sides, from the
// first pair of sentences to the last. Let m be their number. Of a pair (i, k) at most
// min(i, k) pairs come before and at most min(na-1-i, nb-1-k) behind; together with the
// pair that is m, so k is from i-(na-m) to i+(nb-m). The sentences for which all of
// these are in the piece may go. Where every sentence is matched, that is k = i.
func (p Passage) Part(piece Side) (first, count uint32, ok bool) {
	na, nb, m := int64(p.Candidate.Sentences), int64(p.Kept.Sentences), int64(p.Matched)
	if na == 0 || nb == 0 {
		return 0, 0, piece == p.Kept
	}
	m = min(m, na, nb)
	x1, x2 := int64(piece.Sentence)-int64(p.Kept.Sentence), int64(piece.end())-int64(p.Kept.Sentence)
	if d := int64(p.Candidate.Sentence) - int64(p.Kept.Sentence); p.Same && d < nb && m == na && m == nb && x1 == 0 && x2 >= d {
		// The copies overlap: every sentence is equal to the one d before it, so all
		// repeat the first d, which stay.
		return p.Candidate.Sentence, p.Candidate.Sentences, true
	}
	from, to := int64(0), na
	if x1 > 0 {
		from = x1 + na - m
	}
	if x2 < nb {
		to = min(na, x2-(nb-m))
	}
	if from >= to {
		return 0, 0, false
	}
	return p.Candidate.Sentence + uint32(from), uint32(to - from), true
}
