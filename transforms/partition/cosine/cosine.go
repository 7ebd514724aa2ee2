// Package cosine compares texts by the angle between their term vectors: how often each has each
// word (Salton, Wong, Yang, "A vector space model for automatic indexing", 1975). Words have no
// other weights, because a weight that depends on the collection would make the similarity of
// two texts depend on all others.
package cosine

import (
	"math"
	"slices"
)

// Vector is how often a text has each word, in the order of words.
type Vector struct {
	words  []uint32
	counts []uint32
	length float64
}

// Of returns the vector of a text.
func Of(text []uint32) *Vector {
	sorted := slices.Sorted(slices.Values(text))
	v := &Vector{}
	sum := 0.0
	for i := 0; i < len(sorted); {
		j := i + 1
		for j < len(sorted) && sorted[j] == sorted[i] {
			j++
		}
		v.words, v.counts = append(v.words, sorted[i]), append(v.counts, uint32(j-i))
		sum += float64(j-i) * float64(j-i)
		i = j
	}
	v.length = math.Sqrt(sum)
	return v
}

// Similarity returns the cosine of the angle between two vectors, from 0 to 1. It is 0 if a text
// has no word.
func Similarity(v, w *Vector) float64 {
	if v.length == 0 || w.length == 0 {
		return 0
	}
	product := 0.0
	for i, j := 0, 0; i < len(v.words) && j < len(w.words); {
		switch x, y := v.words[i], w.words[j]; {
		case x < y:
			i++
		case x > y:
			j++
		default:
			product += float64(v.counts[i]) * float64(w.counts[j])
			i, j = i+1, j+1
		}
	}
	return min(1, product/(v.length*w.length))
}
