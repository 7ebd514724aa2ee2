package touch

import (
	"slices"

	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
)

// MayShow reports whether two indexed documents of a collection may have a passage to report. It is false where none of
// their shared runs is rare (too few for a quotation, with QuoteChars), none of their stretches shares so much
// that it needs no rare run (EvidentRuns), and no run of equal words has Chars: then package evidence would drop
// whatever alignment found. It costs a look at each word, and an alignment many.
//
// It is a bound: the documents may have no passage where it is true. It always is where anything is traced.
func (c *Checker) MayShow(a, b *indexed.Document, shared pair.Shared) bool {
	if !shared.RareKnown || c.EvidentRuns == 0 || c.Trace != nil || a == b ||
		len(shared.Rare) > 0 && !shared.CopiesOnly || c.TouchQuote(shared.Rare) ||
		a.Tokens != nil || b.Tokens != nil || // their runs of equal words are not those of Words
		slices.Equal(a.Words, b.Words) {
		return true
	}
	return c.mayShare(a, b) || c.mayShare(b, a)
}

// mayShare reports whether there may be a passage whose shorter side is in a. Of the runs of indexed.RunWords words of
// a, those count that b may have: all that both have, and few others.
func (c *Checker) mayShare(a, b *indexed.Document) bool {
	// fewer words than a run has may be a copy to report
	if a.MaxWord() >= uint32(c.Chars)/(indexed.RunWords-1) {
		return true
	}
	c.runsOf = b.AppendRuns(c.runsOf[:0], a.Words)
	at, first := c.runsOf, uint32(0) // first: of the runs that follow each other
	for n, here := range at {
		if n == 0 || at[n-1]+1 != here {
			first = here
		}
		if float64(a.Visible(first, here+indexed.RunWords)) >= c.Chars {
			return true
		}
	}
	return amounts(at, c.EvidentRuns)
}

// amounts reports whether the runs that begin at the words at may make an amount of min (package evidence). So many or
// up to an eighth more of them must then be in so few words that the amount of the larger number is enough.
func amounts(at []uint32, min float64) bool {
	for n := max(1, int(min)); n <= len(at); {
		next := n + 1 + n/8
		words := float64(next-1) * float64(next-1) / min
		for x := range len(at) - n + 1 {
			if float64(at[x+n-1]-at[x]+indexed.RunWords) <= words {
				return true
			}
		}
		n = next
	}
	return false
}
