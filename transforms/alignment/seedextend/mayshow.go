package seedextend

import "slices"

// MayShow reports whether two indexed documents of a collection may have a passage to report. It is false where none of
// their shared runs is rare (too few for a quotation, with Params.QuoteChars), none of their stretches shares so much
// that it needs no rare run (Params.EvidentRuns), and no run of equal words has Params.RunChars: then whatever AlignIn
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
	at := w.runsOf[:0] // where the runs begin that b may have
	first := uint32(0) // of the ones that follow each other
	for x := range max(len(a.Words), evidenceWords-1) - (evidenceWords - 1) {
		if !b.mayHaveRun(a.Words[x:]) {
			continue
		}
		here := uint32(x)
		if n := len(at); n == 0 || at[n-1]+1 != here {
			first = here
		}
		at = append(at, here)
		if float64(a.visible(first, here+evidenceWords)) >= w.params.RunChars {
			w.runsOf = at
			return true
		}
	}
	w.runsOf = at
	return amounts(at, w.params.EvidentRuns)
}

// amounts reports whether the runs that begin at the words at may make an amount of least (amount). So many or up to an
// eighth more of them must then be in so few words that the amount of the larger number is enough.
func amounts(at []uint32, least float64) bool {
	for n := max(1, int(least)); n <= len(at); {
		next := n + 1 + n/8
		words := float64(next-1) * float64(next-1) / least
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
		for _, bit := range d.runAt(d.Words[x:]) {
			d.runs[bit/64] |= 1 << (bit % 64)
		}
	}
}

// runAt returns the bits of the run that words begins with.
func (d *Document) runAt(words []uint32) [2]uint64 {
	h := ((uint64(words[0])*base+uint64(words[1]))*base + uint64(words[2])) * base
	h = (h ^ h>>32) * base
	bits := uint64(len(d.runs)) * 64
	return [2]uint64{h >> 32 * bits >> 32, h & (1<<32 - 1) * bits >> 32}
}

// mayHaveRun returns false if d does not have the run that words begins with.
func (d *Document) mayHaveRun(words []uint32) bool {
	at := d.runAt(words)
	return d.runs[at[0]/64]>>(at[0]%64)&1 == 1 && d.runs[at[1]/64]>>(at[1]%64)&1 == 1
}
