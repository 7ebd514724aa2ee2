package seedextend

import (
	"math"

	"example.org/diagonal/transforms/alignment/commonrun"
)

// weightOne is the integer that stands for a squared weight of 1. Weights are
// integers because integer sums do not depend on their order, so that exchanging
// the documents changes no bit. 12 bits of fraction are an error below .0003 even
// for a word that stands in every unit, and leave room: the largest sum, the dot
// product of two documents of 5 million units with the same 40 words in each, is
// 2^45 * 40 * 1968 < 2^62.
const weightOne = 1 << 12

// weights are the words of a pair of documents, as far as they were weighed.
type weights struct {
	a, b  []uint32 // squared weight of each word of a's, of b's vocabulary; 0: not weighed
	inB   []uint32 // a's word as b's word + 1, 0 if b does not have it
	inA   []uint32 // b's word as a's word + 1
	table []weightOf
	units uint32 // of both documents
	// doneA and doneB mark the units whose words were weighed.
	doneA, doneB []bool
	matched      bool // all words are weighed, and inA and inB are complete
	// common lists words of a that b has, ascending: all of them after match.
	common []uint32
}

// weightOf caches the weight of a word that is in df of n units, at index df.
type weightOf struct{ n, weight uint32 }

// weigh begins a pair: each word gets the square of its weight
// ln(1 + N/df), where N is the number of units of a and b together, and df the
// number of those that hold the word. It is the inverse sentence frequency within
// the pair: better than that of the collection (.919 against .900 in the directed
// version) or none (.902), and a pair needs nothing but itself.
// The 1 keeps a pair of short equal texts, where df = N, from having no weight.
//
// Words are weighed when a step needs their units: of two long documents with one common
// passage, few are. Whether the other document has a word is looked up then, too, unless
// match has done all of that.
func (w *Worker) weigh() {
	t := &w.weights
	t.units, t.matched = w.a.units()+w.b.units(), false
	t.a, t.inB = zeroed(t.a, len(w.a.vocabulary)), zeroed(t.inB, len(w.a.vocabulary))
	t.b, t.inA = zeroed(t.b, len(w.b.vocabulary)), zeroed(t.inA, len(w.b.vocabulary))
	t.doneA, t.doneB = zeroed(t.doneA, int(w.a.units())), zeroed(t.doneB, int(w.b.units()))
}

// match finds all words that both documents have, and weighs all words: it looks for the words of the one with fewer in
// the other one. To merge the two vocabularies takes twice as long.
func (w *Worker) match() {
	t := &w.weights
	t.matched = true
	if len(w.a.vocabulary) <= len(w.b.vocabulary) {
		t.common = matchWords(w.a, w.b, t.inB, t.inA, t.common)
	} else {
		t.common = matchWords(w.b, w.a, t.inA, t.inB, t.common)
		for x, k := range t.common {
			t.common[x] = t.inA[k] - 1
		}
	}
	w.a.frequencies(t.a)
	w.b.frequencies(t.b)
	for _, k := range t.common { // without a branch for each word
		same := t.inB[k] - 1
		both := t.a[k] + t.b[same]
		t.a[k], t.b[same] = both, both
	}
	for _, weights := range [...][]uint32{t.a, t.b} {
		for k, df := range weights {
			weights[k] = t.weight(df)
		}
	}
	commonrun.Fill(t.doneA)
	commonrun.Fill(t.doneB)
}

// frequencies sets units to the number of units of each word of the vocabulary.
func (d *Document) frequencies(units []uint32) {
	for k := range units {
		units[k] = d.frequency(uint32(k))
	}
}

// matchWords looks for the words of a in b, and returns those that b has, in the memory of found. inB and inA
// are those of weights. No pass has a branch for each word, because a word may be in b or not in no order: the
// vocabulary ascends, so from the begin of its bucket on (see find), a word is two places further at most, but for few
// words.
func matchWords(a, b *Document, inB, inA, found []uint32) []uint32 {
	found = resize(found, len(a.vocabulary))
	n := 0
	for x, word := range a.vocabulary {
		found[n] = uint32(x)
		bit := b.maybeBit(word)
		n += int(b.maybe[bit/64] >> (bit % 64) & 1)
	}
	words, last, both := b.vocabulary, uint32(len(b.vocabulary)-1), 0
	for _, x := range found[:n] {
		word := a.vocabulary[x]
		y := min(b.buckets[word>>(b.shift&63)], last)
		y = min(y+isTrue(words[y] < word), last)
		y = min(y+isTrue(words[y] < word), last)
		if words[y] < word {
			y, _ = b.find(word)
			y = min(y, last)
		}
		same := isTrue(words[y] == word)
		found[both] = x
		both += int(same)
		inB[x] |= same * (y + 1)
		inA[y] |= same * (x + 1)
	}
	return found[:both]
}

// weighBox weighs the words of the units of a box, of both sides.
func (w *Worker) weighBox(c box) {
	t := &w.weights
	for i := c.i0; i < c.i1; i++ {
		if !t.doneA[i] {
			w.weighRow(i)
		}
	}
	for j := c.j0; j < c.j1; j++ {
		if !t.doneB[j] {
			w.weighColumn(j)
		}
	}
}

// weighRow weighs the words of unit i of a.
func (w *Worker) weighRow(i uint32) {
	t := &w.weights
	t.doneA[i] = true
	t.weighUnit(i, w.a, w.b, t.a, t.b, t.inB, t.inA)
}

// weighColumn weighs the words of unit j of b.
func (w *Worker) weighColumn(j uint32) {
	t := &w.weights
	t.doneB[j] = true
	t.weighUnit(j, w.b, w.a, t.b, t.a, t.inA, t.inB)
}

// weighUnit weighs the words of a unit of own, one of the two documents; other is the other
// one. The slices are those of t, of each side: the weights, and the word of the other side.
func (t *weights) weighUnit(unit uint32, own, other *Document, ownWeight, otherWeight, inOther, inOwn []uint32) {
	for _, k := range own.wordsOf(unit, unit+1) {
		if ownWeight[k] > 0 {
			continue
		}
		same, ok := inOther[k]-1, inOther[k] > 0
		if !ok && other.mayHave(own.vocabulary[k]) {
			same, ok = other.find(own.vocabulary[k])
		}
		f := own.frequency(k)
		if !ok {
			ownWeight[k] = t.weight(f)
			continue
		}
		ownWeight[k] = t.weight(f + other.frequency(same))
		otherWeight[same] = ownWeight[k]
		inOther[k], inOwn[same] = same+1, k+1
	}
}

// weight returns the squared weight of a word that is in df units.
func (t *weights) weight(df uint32) uint32 {
	if int(df) < len(t.table) && t.table[df].n == t.units {
		return t.table[df].weight
	}
	return t.newWeight(df)
}

// newWeight is weight for the first word of the pair that is in df units.
func (t *weights) newWeight(df uint32) uint32 {
	if int(df) >= len(t.table) {
		t.table = append(t.table, make([]weightOf, int(df)+1-len(t.table))...)
	}
	l := math.Log(1 + float64(t.units)/float64(df))
	t.table[df] = weightOf{t.units, uint32(weightOne*l*l + .5)}
	return t.table[df].weight
}
