// Package score computes how much of a document another one reuses, of pairs of sentences that are
// alike (Kim, 2013, see package bag): the sum of S times a weight.
package score

import "example.org/diagonal/transforms/reuse/bag"

// The weights.
const (
	// One is 1: the score is about the number of sentences that are reused.
	One = "one"
	// Length is the number of words of the longer sentence. S times it is the number of words that
	// the two share, so the score is the number of words that are reused.
	Length = "length"
	// Position is 1 for two sentences at the beginning of their documents, and falls to ½ for two
	// at the end. News say first what matters most.
	Position = "position"
)

// Weights are all of them.
var Weights = []string{One, Length, Position}

// Match is two sentences that are alike: sentence I of I0 sentences of one document, and K of K0 of
// the other one.
type Match struct {
	I, I0, K, K0 uint32
	// Shared is the number of words that both share, Longest that of the longer one.
	Shared, Longest uint32
}

// S returns the likeness of the two sentences.
func (m Match) S() float64 { return bag.S(int(m.Shared), int(m.Longest), int(m.Longest)) }

// Of returns what m adds to the score.
func (m Match) Of(weight string) float64 {
	switch weight {
	case Length:
		return float64(m.Shared)
	case Position:
		return m.S() * (1 - (place(m.I, m.I0)+place(m.K, m.K0))/4)
	}
	return m.S()
}

// place returns the place of sentence i of n, from 0 to below 1.
func place(i, n uint32) float64 { return float64(i) / float64(n) }

// slack is more than the rounding error of a sum such as that of 25 times .6.
const slack = 1e-9

// Reaches reports whether a score is at least least.
func Reaches(score, min float64) bool { return score >= min*(1-slack) }
