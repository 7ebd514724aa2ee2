package seedextend

import "math"

// weightOne is the integer that stands for a squared weight of 1. Weights are
// integers because integer sums do not depend on their order, so that exchanging
// the documents changes no bit. 12 bits of fraction are an error below .0003 even
// for a word that stands in every unit, and leave room: the largest sum, the dot
// product of two documents of 5 million units with the same 40 words in each, is
// 2^45 * 40 * 1968 < 2^62.
const weightOne = 1 << 12

// weights are the words of a pair of documents.
type weights struct {
	a, b  []uint32 // squared weight of each word of a's, of b's vocabulary
	inB   []uint32 // a's word as b's word + 1, 0 if b does not have it
	inA   []uint32 // b's word as a's word + 1
	table []weightOf
	units uint32 // of both documents
	// openings is the number of cells all rare words would open.
	openings uint64
}

// weightOf caches the weight of a word that is in df of n units, at index df.
type weightOf struct{ n, weight uint32 }

// weigh merges the two vocabularies: each word gets the square of its weight
// ln(1 + N/df), where N is the number of units of a and b together, and df the
// number of those that hold the word. It is the inverse sentence frequency within
// the pair: better than that of the collection (.919 against .900 in the directed
// version) or none (.902), and a pair needs nothing but itself.
// The 1 keeps a pair of short equal texts, where df = N, from having no weight.
func (w *Worker) weigh() {
	a, b, t := w.a, w.b, &w.weights
	t.units = a.units() + b.units()
	t.a, t.inB = resize(t.a, len(a.vocabulary)), zeroed(t.inB, len(a.vocabulary))
	t.b, t.inA = resize(t.b, len(b.vocabulary)), zeroed(t.inA, len(b.vocabulary))
	t.openings = 0
	limit := w.rareLimit()
	for x := range t.a {
		t.a[x] = t.weight(a.frequency(uint32(x)))
	}
	for y := range t.b {
		t.b[y] = t.weight(b.frequency(uint32(y)))
	}
	x, y := 0, 0
	for x < len(a.vocabulary) && y < len(b.vocabulary) {
		u, v := a.vocabulary[x], b.vocabulary[y]
		if u == v {
			fa, fb := a.frequency(uint32(x)), b.frequency(uint32(y))
			t.a[x] = t.weight(fa + fb)
			t.b[y] = t.a[x]
			t.inB[x], t.inA[y] = uint32(y)+1, uint32(x)+1
			if fa+fb <= limit {
				t.openings += uint64(fa) * uint64(fb)
			}
		}
		stepA, stepB := 0, 0 // without branches: which word is less is chance
		if u <= v {
			stepA = 1
		}
		if v <= u {
			stepB = 1
		}
		x, y = x+stepA, y+stepB
	}
}

// weight returns the squared weight of a word that is in df units.
func (t *weights) weight(df uint32) uint32 {
	if int(df) >= len(t.table) {
		t.table = append(t.table, make([]weightOf, int(df)+1-len(t.table))...)
	}
	c := &t.table[df]
	if c.n != t.units {
		l := math.Log(1 + float64(t.units)/float64(df))
		*c = weightOf{t.units, uint32(weightOne*l*l + .5)}
	}
	return c.weight
}
