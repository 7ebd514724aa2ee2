// Package winnow selects the signatures of a text: q-grams, of which few are enough to find what
// two texts share.
//
// The methods are a family (Schleimer, Wilkerson and Aiken, "Winnowing: Local Algorithms for
// Document Fingerprinting", SIGMOD 2003; Sun, Qin and Wang, "Near Duplicate Text Detection Using
// Frequency-Biased Signatures", WISE 2013). A window of w q-grams slides over the text. In each
// window the q-gram with the smallest rank is selected, of equal ones the rightmost. The methods
// differ in the rank: a random hash for Winnowing; for frequency-biased Winnowing the number of
// times that the q-gram occurs in the collection, where the q-gram itself decides between equal
// ones.
//
// # What is guaranteed
//
// A rank depends on the q-gram alone. So any two texts that share a string of at least w+q-1
// places (package normal) select a common signature in it, whatever the ranks are.
//
// # What grows
//
// The more text a collection has, the more places every short q-gram has, and a query reads them all. With Params.Grow
// a signature is the q-gram that was selected with some letters behind it: one more each time that the collection
// doubles. The rank is that of the q-gram alone, so an edit changes as few ranks as before.
//
// # What is not done
//
// A text of less than w+q-1 places is one window: its smallest q-gram is selected, without a
// guarantee.
package winnow

import (
	"fmt"
	"math/bits"
	"slices"

	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/transforms/analysis/normal"
	"example.org/diagonal/transforms/lookup/frequency"
	"example.org/diagonal/transforms/parameter"
)

// The ways of ranking q-grams.
const (
	// Frequency ranks q-grams by their frequency in the collection.
	Frequency = "frequency"
	// Random ranks them by a hash: Winnowing as it was first.
	Random = "winnowing"
)

// Params chooses the signatures.
type Params struct {
	// Signature is how q-grams are ranked: Frequency or Random.
	Signature string
	// Q is the length of a q-gram in places. Shorter ones survive more edits; with Random,
	// short ones are frequent, so that queries cost more.
	Q int
	// W is the number of places of a window. A text has about two signatures for each W
	// places, and a shared string of W+Q-1 places always has a common signature.
	W int
	// Grow makes signatures longer than Q in a large collection: see Length. With Frequency only.
	Grow bool
}

// Defaults returns the best known Params of a signature. Those of the source are w 140 with Random and w 146
// with Frequency; bench/results/lookup.md compares w 90 with them.
func Defaults(signature string) Params {
	if signature == Random {
		return Params{Signature: Random, Q: 10, W: 140}
	}
	return Params{Signature: Frequency, Q: 4, W: 90, Grow: true}
}

// MaxQ and MaxW are the largest Q and W.
const MaxQ, MaxW = 1000, 100_000

// maxFrequencyQ is the largest Q with Frequency: longer q-grams nearly all occur once.
const maxFrequencyQ = 8

// Validate returns a *parameter.Error about the first field with an impossible value.
func (p Params) Validate() error {
	impossible := parameter.Of("winnow.Params").Impossible
	max := MaxQ
	switch p.Signature {
	case Frequency:
		max = maxFrequencyQ
	case Random:
	default:
		return impossible("Signature", p.Signature, Frequency+" or "+Random)
	}
	if p.Q < 1 || p.Q > max {
		return impossible("Q", p.Q, fmt.Sprintf("1 to %d with %s", max, p.Signature))
	}
	if p.W < 1 || p.W > MaxW {
		return impossible("W", p.W, fmt.Sprintf("1 to %d", MaxW))
	}
	if p.Grow && p.Signature != Frequency {
		return impossible("Grow", p.Grow, "false with "+p.Signature+": it counts no q-grams")
	}
	return nil
}

const (
	// shortEnough is the number of q-grams of a collection in which signatures of Q letters have few enough places.
	// bench/results/lookup-gigabytes.md measures what a query costs from there on.
	shortEnough = 100_000_000
	// maxMore is the largest number of letters more: text that 6 billion q-grams have in common is hot.
	maxMore = 6
)

// Length returns the length of a signature, in places, in a collection of so many q-grams: Q, and with Grow one more
// for each doubling of shortEnough, up to maxMore.
func (p Params) Length(grams int64) int {
	if !p.Grow {
		return p.Q
	}
	return p.Q + min(max(0, bits.Len64(uint64(grams/shortEnough))-1), maxMore)
}

// Guarantee returns the least length of a shared string, in places, that always has a common signature of Q places:
// with signatures that are longer, it is as many places longer.
func (p Params) Guarantee() int { return p.W + p.Q - 1 }

// A Signature is a selected q-gram, with the letters behind it that Params.Length says.
type Signature struct {
	Gram Gram
	// Place is where it begins, in places of the text.
	Place uint32
	Context
}

// Selector selects signatures. It is not safe for concurrent use.
type Selector struct {
	p      Params
	table  *frequency.Table
	length int // of a signature, in places

	// scratch
	grams  []Gram
	more   []Gram
	longer []Gram // the signatures that begin where grams do: grams, or more
	queue  []ranked
	ranks  []uint64
	chosen []uint32
	minima minima
}

// ranked is a q-gram that may still be the smallest of a window.
type ranked struct {
	rank  uint64
	place uint32
	gram  Gram
}

// NewSelector returns a Selector. table has the frequencies; it is nil with Random. It panics if
// p is not valid.
func NewSelector(p Params, table *frequency.Table) *Selector {
	parameter.Must(p.Validate())
	if (p.Signature == Frequency) != (table != nil) {
		panic(fmt.Sprintf("winnow: signature %s, and a table of frequencies: %v", p.Signature, table != nil))
	}
	s := &Selector{p: p, table: table, length: p.Q}
	if table != nil {
		s.length = p.Length(table.Grams())
	}
	return s
}

// Length returns the length of the signatures, in places.
func (s *Selector) Length() int { return s.length }

// rank returns the rank of a q-gram. A smaller one is selected. That of a q-gram depends on
// nothing but the q-gram.
func (s *Selector) rank(g Gram) uint64 {
	if s.table == nil {
		return mix.Full(uint64(g) + 1)
	}
	return uint64(s.table.Of(uint64(g)))<<48 | order(g)
}

// order orders q-grams of one frequency in 48 bits: packed ones by the alphabet, and before
// others.
func order(g Gram) uint64 {
	if g.Packed() {
		return uint64(g) & (1<<48 - 1) // 8 characters at most
	}
	return uint64(g)&(1<<47-1) | 1<<47
}

// Append appends the signatures of a text to dst, each place once, by place.
func (s *Selector) Append(dst []Signature, t *normal.Text) []Signature {
	first := len(dst)
	dst = s.pick(dst, t)
	s.addContexts(dst[first:], t)
	return dst
}

// pick is Append without contexts.
func (s *Selector) pick(dst []Signature, t *normal.Text) []Signature {
	s.grams = AppendGrams(s.grams[:0], t, s.p.Q)
	if s.longer = s.grams; s.length > s.p.Q {
		s.more = AppendGrams(s.more[:0], t, s.length)
		s.longer, s.grams = s.more, s.grams[:len(s.more)]
	}
	n := len(s.grams)
	if n == 0 {
		return dst
	}
	if !t.Wide() {
		return s.appendNarrow(dst)
	}
	w := uint32(s.p.W)
	// A window must end before the first character that begins no q-gram: there, equal texts
	// may go on differently.
	end := t.Place(n)
	queue, head := s.queue[:0], 0
	first, chosen := 0, -1 // the first q-gram of the window; the place that was selected last
	for i, g := range s.grams {
		place := t.Place(i)
		// The windows that begin at first and end before this q-gram are complete.
		for first < i && t.Place(first)+w <= place {
			dst, chosen = choose(dst, queue[head], chosen)
			if first++; queue[head].place < t.Place(first) {
				head++
			}
		}
		r := s.rank(g)
		for len(queue) > head && queue[len(queue)-1].rank >= r {
			queue = queue[:len(queue)-1]
		}
		queue = append(queue, ranked{r, place, s.longer[i]})
	}
	for first < n && t.Place(first)+w <= end {
		dst, chosen = choose(dst, queue[head], chosen)
		if first++; first < n && queue[head].place < t.Place(first) {
			head++
		}
	}
	if first == 0 { // the text is shorter than a window
		dst, _ = choose(dst, queue[head], chosen)
	}
	s.queue = queue
	return dst
}

// AppendLatin is Append for the characters of normal.AppendLatin.
func (s *Selector) AppendLatin(dst []Signature, chars []byte) []Signature {
	first := len(dst)
	dst = s.pickLatin(dst, chars)
	addLatinContexts(dst[first:], chars, s.length)
	return dst
}

// pickLatin is AppendLatin without contexts.
func (s *Selector) pickLatin(dst []Signature, chars []byte) []Signature {
	if s.p.Signature != Frequency || s.p.Q != 4 {
		s.grams = AppendLatinGrams(s.grams[:0], chars, s.p.Q)
		if s.longer = s.grams; s.length > s.p.Q {
			s.more = AppendLatinGrams(s.more[:0], chars, s.length)
			s.longer, s.grams = s.more, s.grams[:len(s.more)]
		}
		return s.appendNarrow(dst)
	}
	if len(chars) < s.length {
		return dst
	}
	fours := chars[:len(chars)-(s.length-4)] // in which each q-gram has the letters of a signature behind it
	cells, at := s.table.Cells(), frequency.StartFours(fours)
	ranks := slices.Grow(s.ranks[:0], len(fours))[:len(fours)-3]
	g := Gram(chars[0])<<(2*charBits) | Gram(chars[1])<<charBits | Gram(chars[2])
	for i, c := range fours[3:] {
		g = (g<<charBits | Gram(c)) & (1<<(4*charBits) - 1)
		ranks[i] = uint64(cells[at.Next(c)])<<48 | uint64(g)
	}
	s.ranks = ranks
	s.chosen = s.minima.append(s.chosen[:0], ranks, s.p.W)
	for _, i := range s.chosen {
		g := Gram(ranks[i] & (1<<48 - 1))
		for _, c := range chars[int(i)+4 : int(i)+s.length] {
			g = g<<charBits | Gram(c)
		}
		dst = append(dst, Signature{Gram: g, Place: i})
	}
	return dst
}

// appendNarrow is Append for text of characters of width 1, where place i is that of q-gram i.
func (s *Selector) appendNarrow(dst []Signature) []Signature {
	if len(s.grams) == 0 {
		return dst
	}
	s.ranks = slices.Grow(s.ranks[:0], len(s.grams))
	for _, g := range s.grams {
		s.ranks = append(s.ranks, s.rank(g))
	}
	s.chosen = s.minima.append(s.chosen[:0], s.ranks, s.p.W)
	for _, i := range s.chosen {
		dst = append(dst, Signature{Gram: s.longer[i], Place: i})
	}
	return dst
}

// choose appends the q-gram that a window selects, unless the window before has selected it.
func choose(dst []Signature, r ranked, chosen int) ([]Signature, int) {
	if int(r.place) == chosen {
		return dst, chosen
	}
	return append(dst, Signature{Gram: r.gram, Place: r.place}), int(r.place)
}
