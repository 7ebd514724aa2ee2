// Package winnow takes fingerprints of a document, so that two documents with a long run of
// equal words have a fingerprint in common: each run of Run visible characters contains one
// whole.
//
// A fingerprint is the hash of a run of words of at least Gram visible characters. Of those
// inside each run of Run characters one is chosen, by the words alone: so two documents
// choose the same one in a run that both contain. This is winnowing (Schleimer, Wilkerson,
// Aiken, "Winnowing: local algorithms for document fingerprinting", 2003). It differs in three
// points. Lengths are characters instead of words, because a run of hashes has few words. Words
// that are rare in the collection win over hashes: of a run that is boilerplate at one end, the
// other end is chosen. And words that have less than Edge characters of a sentence at either end
// lose: at the begin of boilerplate they are the boilerplate and a word or two before it. Documents
// with such a fingerprint share nothing else, and the number of their pairs grows with the square of
// the collection: they were two of three candidate pairs in 250 MB of bench/corpus.
package winnow

import (
	"slices"

	"example.org/diagonal/transforms/shuffle/mix"
)

// Lengths in visible characters (unit.Visible).
const (
	// Run is the length of a run from which on it contains a fingerprint.
	Run = 150
	// Gram is the least length of the words of a fingerprint. If it is larger, more
	// fingerprints are chosen; if it is smaller, chance shares more of them, and more of them are
	// formulas that many documents have, in runs that few have (docs/quality.md).
	Gram = 85
	// Edge is the least length of what a fingerprint has of its first sentence, and of its last
	// one, if there are other words of that length.
	Edge = 20
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

// Document is what Append reads. The slices have one entry for each word, but for Ends.
type Document struct {
	// Words are hashes of the words.
	Words []uint32
	// Length is the visible characters of each word.
	Length []uint32
	// Weight is above 0 for a word that is rare in the collection. Nil if nothing is known.
	Weight []uint32
	// Ends are the numbers of words before the end of each sentence, in ascending order.
	Ends []uint32
}

// Scratch is reused from document to document. The zero value is ready.
type Scratch struct {
	before []sums
	best   []gram
	edges  []edge
}

// edge says of a word, or of the end of a document, whether the end of a sentence is near.
type edge uint8

const (
	// begins: what begins with the word has less than Edge characters of a sentence there.
	begins edge = 1 << iota
	// ends: what ends before the word has less than Edge characters of a sentence there.
	ends
)

// mark returns the edges of d.
func (s *Scratch) mark(d *Document) []edge {
	n := len(d.Words)
	s.edges = slices.Grow(s.edges[:0], n+1)[:n+1]
	clear(s.edges)
	for _, end := range d.Ends {
		for x, length := int(end)-1, uint32(0); x >= 0; x-- {
			if length += d.Length[x]; length >= Edge {
				break
			}
			s.edges[x] |= begins
		}
		for x, length := int(end), uint32(0); x < n; x++ {
			if length += d.Length[x]; length >= Edge {
				break
			}
			s.edges[x+1] |= ends
		}
	}
	return s.edges
}

// sums are of the words before a word.
type sums struct {
	hash         uint64 // as a polynomial
	length, rare uint32 // the visible characters, and the rare words
}

// gram is the words from start on that have Gram characters.
type gram struct {
	// order is larger for the gram that is chosen, of two in one run: the rank above hashBits bits of
	// hash.
	order uint64
	start uint32
}

// rank returns the rank of a gram with so many rare words. atEdge says that it has less than Edge
// characters of a sentence at either end.
func rank(rare uint32, atEdge bool) uint64 {
	rank := uint64(min(rare, mostRare))
	if !atEdge {
		rank += mostRare + 1
	}
	return rank
}

const hashBits = 48

func (g *gram) hash() uint64 { return g.order & (1<<hashBits - 1) }

// Append appends the fingerprints of d to dst, by ascending start. A document of fewer than
// Run characters has none. Where equal words compete, those that were chosen last stay as
// long as they are in the run, and then the last ones of it follow: a text that repeats
// itself has few fingerprints, too. Append takes time in proportion to the words.
func Append(dst []Fingerprint, d Document, s *Scratch) []Fingerprint {
	n := len(d.Words)
	before, edges := s.sum(&d), s.mark(&d)
	best := s.best[:0]            // those in the run, each chosen before all that follow it
	start, end, runEnd := 0, 0, 0 // of a gram, and of the run that begins at from
	head := 0
	var last gram
	first := 0 // of the runs in which last was chosen
	chosen := false
	for from := 0; ; from++ {
		for least := before[from].length + Run; before[runEnd].length < least; runEnd++ {
			if runEnd == n {
				s.best = best
				return dst
			}
		}
		// All grams that end in the run take part.
		for limit := before[runEnd].length; before[start].length+Gram <= limit; start++ {
			b := &before[start]
			for before[end].length < b.length+Gram {
				end++
			}
			e := &before[end]
			words := uint64(end - start)
			hash := mix.Full(e.hash-b.hash*power(words)+words) >> (64 - hashBits)
			atEdge := edges[start]&begins != 0 || edges[end]&ends != 0
			g := gram{rank(e.rare-b.rare, atEdge)<<hashBits | hash, uint32(start)}
			for len(best) > head && g.order > best[len(best)-1].order {
				best = best[:len(best)-1]
			}
			best = append(best, g)
		}
		for int(best[head].start) < from {
			head++
		}
		if b := best[head]; !chosen || int(last.start) < from || last.hash() != b.hash() {
			for x := head + 1; x < len(best) && best[x].hash() == b.hash(); x++ {
				b = best[x]
			}
			last, first, chosen = b, from, true
			dst = append(dst, Fingerprint{Hash: b.hash(), Start: b.start})
		}
		dst[len(dst)-1].Run = uint32(first + (from-first)/2)
		if head >= 1<<10 {
			best = best[:copy(best, best[head:])]
			head = 0
		}
	}
}

// sum returns the sums before each word of d, and at its end.
func (s *Scratch) sum(d *Document) []sums {
	s.before = slices.Grow(s.before[:0], len(d.Words)+1)[:len(d.Words)+1]
	var sum sums
	for x, w := range d.Words {
		s.before[x] = sum
		sum.hash = sum.hash*factor + uint64(w)
		sum.length += d.Length[x]
		if d.Weight != nil && d.Weight[x] > 0 {
			sum.rare++
		}
	}
	s.before[len(d.Words)] = sum
	return s.before
}

// powers are those of factor.
var powers = func() (p [Gram + 1]uint64) {
	p[0] = 1
	for i := range p[1:] {
		p[i+1] = p[i] * factor
	}
	return p
}()

// power returns factor to the power of n, modulo 2^64. A gram of more than Gram words has hidden ones.
func power(n uint64) uint64 {
	if n <= Gram {
		return powers[n]
	}
	return powers[Gram] * longPower(n-Gram)
}

func longPower(n uint64) uint64 {
	p := uint64(1)
	for f := uint64(factor); n > 0; n, f = n/2, f*f {
		if n&1 == 1 {
			p *= f
		}
	}
	return p
}

// factor is that of a polynomial hash of words, modulo 2^64.
const factor = 0x9e3779b97f4a7c15
