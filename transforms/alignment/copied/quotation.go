package copied

import (
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
)

const (
	// quoteWords is the number of words from which on a run of equal words may be a quotation.
	quoteWords = 5
	// quoteEvidence is the share of its runs of indexed.RunWords words that must be rare.
	quoteEvidence = .6
)

// MayQuote reports whether two documents may have a quotation, by the number of their rare hits. quoteChars is as
// Finder.QuoteChars.
func MayQuote(rare []pair.Hit, quoteChars float64) bool {
	return quoteChars > 0 && len(rare) > quoteWords-indexed.RunWords
}

// findQuotations appends to f.Found the runs of at least quoteWords words and QuoteChars visible
// characters in units that have rare signatures in common. Most of the runs of three words in a quotation must be rare
// (quoteEvidence): set phrases are as long. The white space behind a word is one of its characters, so a run
// must have more of them.
//
// The words of two units are compared with each other, so the work is that of the pairs of units with rare signatures.
func (f *Finder) findQuotations() {
	if f.QuoteChars == 0 || !f.RareKnown {
		return
	}
	a, b := f.A.Plain(), f.B.Plain()
	for x, h := range f.Rare {
		if x > 0 && h == f.Rare[x-1] {
			continue
		}
		firstA, endA, firstB, endB := f.A.Units[h.A], f.A.Units[h.A+1], f.B.Units[h.B], f.B.Units[h.B+1]
		for i := firstA; i < endA; i++ {
			for j := firstB; j < endB; j++ {
				// else it is looked at from its first word
				if a[i] != b[j] || i > firstA && j > firstB && a[i-1] == b[j-1] {
					continue
				}
				run := around(f.A, f.B, i, j).Sized(f.A, f.B)
				if run.N >= quoteWords && float64(run.Size) > f.QuoteChars && f.rareRun(run) {
					f.Found = append(f.Found, run)
				}
			}
		}
	}
}

// rareRun reports whether most runs of indexed.RunWords words in a run are in few documents, by the hits of its units.
func (f *Finder) rareRun(r Run) bool {
	a, b := r.Words()
	rare := pair.CountHits(f.Rare, f.A.UnitsOf(a), f.B.UnitsOf(b))
	return float64(rare) >= quoteEvidence*float64(r.N-indexed.RunWords+1)
}
