package resemblance

import (
	"slices"

	"example.org/diagonal/engine/tally/vocabulary"
	"example.org/diagonal/transforms/analysis/token"
	"example.org/diagonal/transforms/signature/shingle"
	"example.org/diagonal/transforms/signature/spotsigs"
)

// elementBits is the width of an element: the hash of a shingle or spot signature without
// its lowest four bits, which leave room for its rarity.
const elementBits = 60

// taker makes the sets of elements of documents. It is not safe for concurrent use.
type taker struct {
	params               Params
	antecedents, skipped *vocabulary.Set // of SpotSigs
	elements             []uint64        // scratch, never emitted
}

func newTaker(p Params) *taker {
	t := &taker{params: p}
	if p.Method == SpotSigs {
		t.antecedents, t.skipped = wordSet(spotsigs.Antecedents), wordSet(spotsigs.StopWords)
	}
	return t
}

// wordSet returns the set of words. It leaves out those that are not one token.
func wordSet(words []string) *vocabulary.Set {
	var hashes []uint32
	for _, w := range words {
		if h, ok := token.HashWord(w); ok {
			hashes = append(hashes, h)
		}
	}
	return vocabulary.NewSet(hashes)
}

// take returns the elements of a document with the given words, repeats included. The slice
// is valid until the next call.
func (t *taker) take(words []uint32) []uint64 {
	if t.params.Method == SpotSigs {
		t.elements = spotsigs.AppendPassing(t.elements[:0], words, t.antecedents.Has, t.skipped.Has, t.params.Spots)
	} else {
		t.elements = shingle.Append(t.elements[:0], words, t.params.N)
	}
	for i, e := range t.elements {
		t.elements[i] = e >> (64 - elementBits)
	}
	if t.params.Method == ModM {
		t.elements = slices.DeleteFunc(t.elements, func(e uint64) bool { return !keeps(e, t.params.Modulus) })
	}
	return t.elements
}

// keeps reports whether an element is in the sample of a set of ModM, which has the elements that the modulus divides:
// two samples have the same of the elements that their sets share, and their resemblance and containment estimate those
// of the sets.
//
// Source: Broder, Glassman, Manasse, Zweig, "Syntactic clustering of the web", 1997, who keep one shingle in 25. With s
// elements in the union of the samples, the standard error of a resemblance r is √(r(1-r)/s). The sample of a set with
// fewer elements than the modulus may be empty.
func keeps(element, modulus uint64) bool { return element%modulus == 0 }

// spread returns an element as a hash of 64 bits; use the upper ones.
func spread(element uint64) uint64 { return element << (64 - elementBits) }
