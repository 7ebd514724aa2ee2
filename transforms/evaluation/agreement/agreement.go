// Package agreement compares two sets of things without extent, a result's and the
// gold's: pairs of documents, or the positions of duplicated sentences (Table 2 of
// Zhang, Zhang, Yu, Huang, "Efficient Partial-Duplicate Detection Based on Sequence
// Matching", SIGIR 2010).
package agreement

import (
	"example.org/diagonal/transforms/evaluation/passage"
	"example.org/diagonal/transforms/evaluation/plagdet"
)

// Score says how far two sets agree.
type Score struct {
	Result int // things in the result
	Gold   int // things in the gold
	Both   int // things in both
}

// Precision is the share of the result that is in the gold, 0 for an empty result.
func (s Score) Precision() float64 { return ratio(s.Both, s.Result) }

// Recall is the share of the gold that is in the result, 0 for an empty gold.
func (s Score) Recall() float64 { return ratio(s.Both, s.Gold) }

// F1 is the harmonic mean of precision and recall.
func (s Score) F1() float64 { return plagdet.Plagdet(s.Precision(), s.Recall(), 1) }

func ratio(x, y int) float64 {
	if y == 0 {
		return 0
	}
	return float64(x) / float64(y)
}

// Set is a set of things.
type Set[K comparable] map[K]struct{}

// Add puts k into the set.
func (s Set[K]) Add(k K) { s[k] = struct{}{} }

// Of compares result with gold.
func Of[K comparable](result, gold Set[K]) Score {
	s := Score{Result: len(result), Gold: len(gold)}
	for k := range result {
		if _, ok := gold[k]; ok {
			s.Both++
		}
	}
	return s
}

// Pair is an unordered pair of documents.
type Pair struct{ A, B string } // A < B

// Pairs returns the pairs of two different documents that have a passage in ps.
func Pairs(ps []passage.Passage) Set[Pair] {
	set := make(Set[Pair])
	for _, p := range ps {
		switch {
		case p.A < p.B:
			set.Add(Pair{p.A, p.B})
		case p.B < p.A:
			set.Add(Pair{p.B, p.A})
		}
	}
	return set
}

// Position is one sentence of a document, counted from 0.
type Position struct {
	Document string
	Sentence int
}

// AppendCovered appends to dst the numbers of those sentences of which at least half
// of the characters lie in ranges, a result of passage.Union, and returns the
// extended slice. Sentences are ordered and do not overlap; empty ones are left out.
// The cost is O(len(sentences)+len(ranges)).
func AppendCovered(dst []int, sentences, ranges []passage.Range) []int {
	for i, s := range sentences {
		for len(ranges) > 0 && ranges[0].End <= s.Start {
			ranges = ranges[1:]
		}
		in := 0
		for _, r := range ranges {
			if r.Start >= s.End {
				break
			}
			in += r.Intersect(s).Size()
		}
		if in > 0 && 2*in >= s.Size() {
			dst = append(dst, i)
		}
	}
	return dst
}

// AdjustedRand compares two ways to divide the same things into groups: x[i] and y[i] are the groups of
// thing i. It is 1 if they are the same, and 0 as a mean if one of them is chance (Hubert and Arabie,
// "Comparing partitions", Journal of Classification 2, 1985). It is 1 for fewer than two things, and if
// both have all things in one group or each in its own. It panics if x and y differ in length.
func AdjustedRand[K, L comparable](x []K, y []L) float64 {
	if len(x) != len(y) {
		panic("agreement.AdjustedRand: x and y differ in length")
	}
	type both struct {
		x K
		y L
	}
	inX, inY, inBoth := map[K]int{}, map[L]int{}, map[both]int{}
	for i := range x {
		inX[x[i]]++
		inY[y[i]]++
		inBoth[both{x[i], y[i]}]++
	}
	ofX, ofY, ofBoth := pairsIn(inX), pairsIn(inY), pairsIn(inBoth)
	all := float64(len(x)) * float64(len(x)-1) / 2
	chance := ofX * ofY / max(all, 1)
	if max := (ofX + ofY) / 2; max != chance {
		return (ofBoth - chance) / (max - chance)
	}
	return 1
}

// pairsIn returns the number of pairs of things in one group. It is exact below 2^53.
func pairsIn[K comparable](groups map[K]int) (sum float64) {
	for _, n := range groups {
		sum += float64(n) * float64(n-1) / 2
	}
	return sum
}
