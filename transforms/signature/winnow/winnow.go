// Package winnow takes fingerprints of a document, so that two documents with a long run of
// equal words have a fingerprint in common: each run of Run visible characters contains one
// whole.
//
// A fingerprint is the hash of a run of words of at least Gram visible characters. Of those
// inside each run of Run characters one is chosen, by the words alone: so two documents
// choose the same one in a run that both contain. This is winnowing (Schleimer, Wilkerson,
// Aiken, "Winnowing: local algorithms for document fingerprinting", 2003). It differs in three
// points. Lengths are characters instead of words, because a run of hashes has few words. Words
// that are rare in the collection win over hashes: of a run that is hot at one end, the
// other end is chosen. And words that have less than Edge characters of a sentence at either end
// lose: at the begin of hot text they are the hot text and a word or two before it. Documents
// with such a fingerprint share nothing else, and the number of their pairs grows with the square of
// the collection: they were two of three candidate pairs in 250 MB of bench/corpus.
package winnow

import (
	"slices"

	"example.org/diagonal/engine/shuffle/mix"
)

// Lengths in visible characters (unit.Visible).
const (
	// Run is the length of a run from which on it contains a fingerprint.
	Run = 150
	// Gram is the least length of the words of a fingerprint. If it is larger, more
	// fingerprints are chosen; if it is smaller, chance shares more of them, and more of them are
	// formulas that many documents have, in runs that few have.
	Gram = 85
	// Edge is the least length of what a fingerprint has of its first sentence, and of its last
	// one, if there are other words of that length.
	Edge = 20
	// maxRare is how many rare words of a fingerprint count. With more, more fingerprints are
	// chosen: neighbours have nearly the same number of them.
	maxRare = 3
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
	edges  []edge
	bounds bounds
	orders []uint64
}

// edge says of a word, or of the end of a document, whether the end of a sentence is near. A gram has
// less than Edge characters of a sentence at an end if its first word begins or the word behind it ends.
// Such a gram has a lower rank than any other; otherwise the rank is the number of rare words, up to
// maxRare.
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

// The order of a gram is its rank above hashBits bits of hash. Of two grams in one run, the one of the
// larger order is chosen.
const hashBits = 48

func hashOf(order uint64) uint64 { return order & (1<<hashBits - 1) }

// Append appends the fingerprints of d to dst, by ascending start. A document of fewer than
// Run characters has none. Where equal words compete, those that were chosen last stay as
// long as they are in the run, and then the last ones of it follow: a text that repeats
// itself has few fingerprints, too.
//
// Append reads each word once, for nearly all of them without a branch that cannot be predicted. Where a
// gram is chosen it looks at all others in the run, which are few, but for a run of hidden words.
func Append(dst []Fingerprint, d Document, s *Scratch) []Fingerprint {
	before := s.sum(&d)
	b := &s.bounds
	if b.total < Run {
		return dst
	}
	orders := s.order(s.mark(&d))
	runs := b.first(b.total - Run + 1) // so many words begin a run
	// grams returns how many grams end in the run that begins at word from, or before it.
	grams := func(from int) int { return b.first(before[b.first(before[from].length+Run)].length - Gram + 1) }
	for from, low, high := 0, 0, grams(0); from < runs; {
		start, order := largest(orders, low, high)
		dst = append(dst, Fingerprint{Hash: hashOf(order), Start: uint32(start)})
		chosen := from
		// It stays until it is no more in the run, or a larger one comes.
		from = start + 1
		low = from
		for x, end := high, grams(min(start, runs-1)); x < end; x++ {
			if orders[x] <= order {
				continue
			}
			// The first run in which it is begins behind the word that ends Run characters before its last one.
			enters := b.first(before[b.first(before[x].length+Gram)-1].length + 1 - Run)
			high = grams(enters)
			if _, order = largest(orders, x, high); hashOf(order) != dst[len(dst)-1].Hash {
				from, low = enters, x
				break
			}
			x = high - 1 // the same words, of a higher rank
		}
		dst[len(dst)-1].Run = uint32(chosen + (min(from, runs)-1-chosen)/2)
		if from < runs {
			high = grams(from)
		}
	}
	return dst
}

// largest returns the last one of the largest of orders[low:high], and its order.
func largest(orders []uint64, low, high int) (at int, order uint64) {
	for x, o := range orders[low:high] {
		if o >= order {
			at, order = x, o
		}
	}
	return low + at, order
}

// order returns the order of each gram of the document of s.sum, by its first word.
func (s *Scratch) order(edges []edge) []uint64 {
	orders := slices.Grow(s.orders[:0], len(s.before))[:len(s.before)]
	before, n := s.before, 0
	for max := s.bounds.total - Gram; before[n].length <= max; n++ {
		b := &before[n]
		end := s.bounds.first(b.length + Gram)
		e := &before[end]
		words := uint64(end - n)
		hash := mix.Full(e.hash-b.hash*power(words)+words) >> (64 - hashBits)
		inside := uint64((edges[n]|edges[end]>>1)&begins ^ begins) // 0 or 1
		rank := uint64(min(e.rare-b.rare, maxRare)) + inside*(maxRare+1)
		orders[n] = rank<<hashBits | hash
	}
	s.orders = orders
	return orders[:n]
}

// sum returns the sums before each word of d, and at its end, and sets s.bounds.
func (s *Scratch) sum(d *Document) []sums {
	s.before = slices.Grow(s.before[:0], len(d.Words)+1)[:len(d.Words)+1]
	s.bounds.reset(d.Length)
	var sum sums
	for x, w := range d.Words {
		s.before[x] = sum
		s.bounds.add(x, sum.length, d.Length[x])
		sum.hash = sum.hash*factor + uint64(w)
		sum.length += d.Length[x]
		if d.Weight != nil && d.Weight[x] > 0 {
			sum.rare++
		}
	}
	s.before[len(d.Words)] = sum
	s.bounds.finish()
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
