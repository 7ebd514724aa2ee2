// Package winnow takes fingerprints of a document, so that two documents with a long run of
// equal words have a fingerprint in common: each run of Run visible characters contains one
// whole.
//
// A fingerprint is the hash of a run of words of at least Gram visible characters. Of those
// inside each run of Run characters one is chosen, by the words alone: so two documents
// choose the same one in a run that both contain. This is winnowing (Schleimer, Wilkerson,
// Aiken, "Winnowing: local algorithms for document fingerprinting", 2003). It differs in two
// points. Lengths are characters instead of words, because a run of hashes has few words. And
// words that are rare in the collection win over hashes: of a run that is boilerplate at one end,
// the other end is chosen.
package winnow

import "example.org/diagonal/transforms/shuffle/mix"

// Lengths in visible characters (unit.Visible).
const (
	// Run is the length of a run from which on it contains a fingerprint.
	Run = 150
	// Gram is the least length of the words of a fingerprint. If it is larger, more
	// fingerprints are chosen; if it is smaller, chance shares more of them, and more of them are
	// formulas that many documents have, in runs that few have (docs/quality.md).
	Gram = 85
	// mostRare is how many rare words of a fingerprint count. With more, more fingerprints are
	// chosen: neighbours have nearly the same number of them.
	mostRare = 3
)

// Fingerprint is the hash of a run of words, 48 bits, and the number of its first word.
type Fingerprint struct {
	Hash  uint64
	Start uint32
	// Run is the first word of a run of Run characters in which it was chosen: of the middle one of these
	// runs. Every document that contains this run has the fingerprint.
	Run uint32
}

// Document is what Append reads. All slices have one entry for each word.
type Document struct {
	// Words are hashes of the words.
	Words []uint32
	// Length is the visible characters of each word.
	Length []uint32
	// Weight is above 0 for a word that is rare in the collection. Nil if nothing is known.
	Weight []uint32
}

// rare returns 1 if word x is rare, else 0.
func (d *Document) rare(x uint32) uint32 {
	if d.Weight == nil || d.Weight[x] == 0 {
		return 0
	}
	return 1
}

// Scratch is reused from document to document. The zero value is ready.
type Scratch struct{ best []gram }

// gram is the words from start on that have Gram characters.
type gram struct {
	start, rare uint32 // rare words, mostRare at most
	hash        uint64
}

// before reports whether g is chosen in place of h, of two in one run.
func (g *gram) before(h *gram) bool {
	if g.rare != h.rare {
		return g.rare > h.rare
	}
	return g.hash > h.hash
}

// Append appends the fingerprints of d to dst, by ascending start. A document of fewer than
// Run characters has none. Where equal words compete, those that were chosen last stay as
// long as they are in the run, and then the last ones of it follow: a text that repeats
// itself has few fingerprints, too. Append takes time in proportion to the words.
func Append(dst []Fingerprint, d Document, s *Scratch) []Fingerprint {
	n := uint32(len(d.Words))
	var length uint32                  // of the words from start to end
	var run, runEnd uint32             // length, and end, of the run that begins at from
	rare := uint32(0)                  // of the words from start to end, as sum and power
	sum, power := uint64(0), uint64(1) // power is factor to the number of them
	start, end, from := uint32(0), uint32(0), uint32(0)
	s.best = s.best[:0] // those in the run, each chosen before all that follow it
	head := 0
	var last gram
	first := uint32(0) // of the runs in which last was chosen
	chosen := false
	for {
		for run < Run && runEnd < n {
			run += d.Length[runEnd]
			runEnd++
		}
		if run < Run {
			return dst
		}
		// All grams that end in the run take part.
		for start < runEnd {
			for length < Gram && end < runEnd {
				length += d.Length[end]
				sum = sum*factor + uint64(d.Words[end])
				power *= factor
				rare += d.rare(end)
				end++
			}
			if length < Gram {
				break
			}
			g := gram{start, min(rare, mostRare), mix.Full(sum+uint64(end-start)) >> 16}
			for len(s.best) > head && g.before(&s.best[len(s.best)-1]) {
				s.best = s.best[:len(s.best)-1]
			}
			s.best = append(s.best, g)
			length -= d.Length[start]
			power *= inverse
			sum -= uint64(d.Words[start]) * power
			rare -= d.rare(start)
			start++
		}
		for s.best[head].start < from {
			head++
		}
		if b := s.best[head]; !chosen || last.start < from || last.hash != b.hash {
			for x := head + 1; x < len(s.best) && s.best[x].hash == b.hash; x++ {
				b = s.best[x]
			}
			last, first, chosen = b, from, true
			dst = append(dst, Fingerprint{Hash: b.hash, Start: b.start})
		}
		dst[len(dst)-1].Run = first + (from-first)/2
		if head >= 1<<10 {
			s.best = s.best[:copy(s.best, s.best[head:])]
			head = 0
		}
		run -= d.Length[from]
		from++
	}
}

// factor is that of a polynomial hash of words, modulo 2^64, and inverse the number by which
// it makes 1.
const (
	factor  = 0x9e3779b97f4a7c15
	inverse = 0xf1de83e19937733d
)
