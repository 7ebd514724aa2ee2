package pair

import (
	"math"

	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/scratch"
)

// WeightOne is the integer that stands for a squared weight of 1. Weights are
// integers because integer sums do not depend on their order, so that exchanging
// the documents changes no bit. 12 bits of fraction are an error below .0003 even
// for a word that stands in every unit, and leave room: the largest sum, the dot
// product of two documents of 5 million units with the same 40 words in each, is
// 2^45 * 40 * 1968 < 2^62.
const WeightOne = 1 << 12

// Weights are the words of a pair of documents, as far as they were weighed.
type Weights struct {
	OfA, OfB []uint32 // squared weight of each word of A's, of B's vocabulary; 0: not weighed
	InB      []uint32 // A's word as B's word + 1, 0 if B does not have it
	InA      []uint32 // B's word as A's word + 1
	Units    uint32   // of both documents
	Matched  bool     // all words are weighed, and InA and InB are complete
	// Common lists words of A that B has, ascending: all of them after Match.
	Common []uint32

	table []weightOf
	// doneA and doneB mark the units whose words were weighed.
	doneA, doneB []bool
}

// weightOf caches the weight of a word that is in df of n units, at index df.
type weightOf struct{ n, weight uint32 }

// Weigh begins with the weights of a pair: each word gets the square of its weight
// ln(1 + N/df), where N is the number of units of a and b together, and df the
// number of those that hold the word. It is the inverse sentence frequency within
// the pair: better than that of the collection (.919 against .900 in the directed
// version) or none (.902), and a pair needs nothing but itself.
// The 1 keeps a pair of short equal texts, where df = N, from having no weight.
//
// Words are weighed when a step needs their units: of two long documents with one common
// passage, few are. Whether the other document has a word is looked up then, too, unless
// Match has done all of that.
func (p *Pair) Weigh() {
	t := &p.Weights
	t.Units, t.Matched = p.A.UnitCount()+p.B.UnitCount(), false
	t.OfA, t.InB = scratch.Zeroed(t.OfA, len(p.A.Vocabulary())), scratch.Zeroed(t.InB, len(p.A.Vocabulary()))
	t.OfB, t.InA = scratch.Zeroed(t.OfB, len(p.B.Vocabulary())), scratch.Zeroed(t.InA, len(p.B.Vocabulary()))
	t.doneA, t.doneB = scratch.Zeroed(t.doneA, int(p.A.UnitCount())), scratch.Zeroed(t.doneB, int(p.B.UnitCount()))
}

// Match finds all words that both documents have, and weighs all words: it looks for the words of the one with fewer in
// the other one. To merge the two vocabularies takes twice as long.
func (p *Pair) Match() {
	t := &p.Weights
	t.Matched = true
	if len(p.A.Vocabulary()) <= len(p.B.Vocabulary()) {
		t.Common = indexed.Match(p.A, p.B, t.InB, t.InA, t.Common)
	} else {
		t.Common = indexed.Match(p.B, p.A, t.InA, t.InB, t.Common)
		for x, k := range t.Common {
			t.Common[x] = t.InA[k] - 1
		}
	}
	frequencies(p.A, t.OfA)
	frequencies(p.B, t.OfB)
	for _, k := range t.Common { // without a branch for each word
		same := t.InB[k] - 1
		both := t.OfA[k] + t.OfB[same]
		t.OfA[k], t.OfB[same] = both, both
	}
	for _, weights := range [...][]uint32{t.OfA, t.OfB} {
		for k, df := range weights {
			weights[k] = t.Weight(df)
		}
	}
	scratch.Fill(t.doneA)
	scratch.Fill(t.doneB)
}

// frequencies sets units to the number of units of each word of the vocabulary.
func frequencies(d *indexed.Document, units []uint32) {
	for k := range units {
		units[k] = d.Frequency(uint32(k))
	}
}

// WeighBox weighs the words of the units of a box, of both sides.
func (p *Pair) WeighBox(o Box) {
	for i := o.I0; i < o.I1; i++ {
		p.WeighRow(i)
	}
	for j := o.J0; j < o.J1; j++ {
		p.WeighColumn(j)
	}
}

// WeighRow weighs the words of unit i of A, if they were not.
func (p *Pair) WeighRow(i uint32) {
	if t := &p.Weights; !t.doneA[i] {
		t.doneA[i] = true
		t.weighUnit(i, p.A, p.B, t.OfA, t.OfB, t.InB, t.InA)
	}
}

// WeighColumn weighs the words of unit j of B, if they were not.
func (p *Pair) WeighColumn(j uint32) {
	if t := &p.Weights; !t.doneB[j] {
		t.doneB[j] = true
		t.weighUnit(j, p.B, p.A, t.OfB, t.OfA, t.InA, t.InB)
	}
}

// weighUnit weighs the words of a unit of own, one of the two documents; other is the other
// one. The slices are those of t, of each side: the weights, and the word of the other side.
func (t *Weights) weighUnit(
	unit uint32,
	own, other *indexed.Document,
	ownWeight, otherWeight, inOther, inOwn []uint32,
) {
	for _, k := range own.WordsOf(unit, unit+1) {
		if ownWeight[k] > 0 {
			continue
		}
		same, ok := inOther[k]-1, inOther[k] > 0
		if !ok && other.MayHave(own.Vocabulary()[k]) {
			same, ok = other.Find(own.Vocabulary()[k])
		}
		f := own.Frequency(k)
		if !ok {
			ownWeight[k] = t.Weight(f)
			continue
		}
		ownWeight[k] = t.Weight(f + other.Frequency(same))
		otherWeight[same] = ownWeight[k]
		inOther[k], inOwn[same] = same+1, k+1
	}
}

// Weight returns the squared weight of a word that is in df units.
func (t *Weights) Weight(df uint32) uint32 {
	if int(df) < len(t.table) && t.table[df].n == t.Units {
		return t.table[df].weight
	}
	return t.newWeight(df)
}

// newWeight is Weight for the first word of the pair that is in df units.
func (t *Weights) newWeight(df uint32) uint32 {
	if int(df) >= len(t.table) {
		t.table = append(t.table, make([]weightOf, int(df)+1-len(t.table))...)
	}
	l := math.Log(1 + float64(t.Units)/float64(df))
	t.table[df] = weightOf{t.Units, uint32(WeightOne*l*l + .5)}
	return t.table[df].weight
}
