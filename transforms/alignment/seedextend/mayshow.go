package seedextend

import "slices"

// MayShow reports whether two indexed documents of a collection may have a passage to report. It is false where none of
// their shared runs is rare (too few for a quotation, with Params.QuoteChars), none of their stretches shares so much
// that it needs no rare run (params.EvidentRuns), and no run of equal words has params.RunChars: then whatever AlignIn
// found, evident would drop. It costs a look at each word, and an alignment many. shared is as AlignIn takes it.
//
// It is a bound: the documents may have no passage where it is true. It always is where anything is traced.
func (w *Worker) MayShow(a, b *Document, shared Shared) bool {
	if !shared.RareKnown || w.params.EvidentRuns == 0 || w.Trace != nil || a == b ||
		len(shared.Rare) > 0 && !shared.CopiesOnly || w.TouchQuote(shared.Rare) ||
		a.Tokens != nil || b.Tokens != nil || // their runs of equal words are not those of Words
		slices.Equal(a.Words, b.Words) {
		return true
	}
	return w.mayShare(a, b) || w.mayShare(b, a)
}

// mayShare reports whether there may be a passage whose shorter side is in a. Of the runs of evidenceWords words of a,
// those count whose bit b has: all that both have, and few others.
func (w *Worker) mayShare(a, b *Document) bool {
	if a.maxWord >= uint32(w.params.RunChars)/(evidenceWords-1) { // fewer words than a run has may be a copy to report
		return true
	}
	if len(b.runs) == 0 {
		b.markRuns()
	}
	w.runsOf = b.appendRuns(w.runsOf[:0], a.Words)
	at, first := w.runsOf, uint32(0) // first: of the runs that follow each other
	for n, here := range at {
		if n == 0 || at[n-1]+1 != here {
			first = here
		}
		if float64(a.visible(first, here+evidenceWords)) >= w.params.RunChars {
			return true
		}
	}
	return amounts(at, w.params.EvidentRuns)
}

// amounts reports whether the runs that begin at the words at may make an amount of min (amount). So many or up to an
// eighth more of them must then be in so few words that the amount of the larger number is enough.
func amounts(at []uint32, min float64) bool {
	for n := max(1, int(min)); n <= len(at); {
		next := n + 1 + n/8
		words := float64(next-1) * float64(next-1) / min
		for x := range len(at) - n + 1 {
			if float64(at[x+n-1]-at[x]+evidenceWords) <= words {
				return true
			}
		}
		n = next
	}
	return false
}

// runBits is the number of bits for each word in Document.runs, of which two are set: of the runs of words that a
// document does not have, one in 250 seems to be there.
const runBits = 32

// markRuns sets the bits of each run of evidenceWords words. Most documents are in no pair that asks for them.
func (d *Document) markRuns() {
	d.runs = exactly(d.runs, len(d.Words)*runBits/64+1)
	clear(d.runs)
	for x := range max(len(d.Words), evidenceWords-1) - (evidenceWords - 1) {
		first, second := runAt(d.Words[x], d.Words[x+1], d.Words[x+2], uint64(len(d.runs))*64)
		d.runs[first/64] |= 1 << (first % 64)
		d.runs[second/64] |= 1 << (second % 64)
	}
}

// base is odd: 2^64 divided by the golden ratio.
const base = 0x9e3779b97f4a7c15

// runAt returns two of so many bits, those of the run of three words.
func runAt(x, y, z uint32, bits uint64) (first, second uint64) {
	h := ((uint64(x)*base+uint64(y))*base + uint64(z)) * base
	h = (h ^ h>>32) * base
	return h >> 32 * bits >> 32, h & (1<<32 - 1) * bits >> 32
}

// appendRuns appends to dst where those runs begin in words that d may have: all that it has, and few others. Which
// these are follows no order, so there is no branch for it.
func (d *Document) appendRuns(dst, words []uint32) []uint32 {
	if len(words) < evidenceWords {
		return dst
	}
	n, runs := len(dst), d.runs
	dst = slices.Grow(dst, len(words))[:n+len(words)]
	x, y := words[0], words[1]
	for at, z := range words[evidenceWords-1:] {
		first, second := runAt(x, y, z, uint64(len(runs))*64)
		dst[n] = uint32(at)
		n += int(runs[first/64] >> (first % 64) & (runs[second/64] >> (second % 64)) & 1)
		x, y = y, z
	}
	return dst[:n]
}
