// Package imatch takes the I-Match signature of a sentence: one hash over those of
// its words that are neither too frequent nor too rare in the collection.
//
// Source: Chowdhury, Frieder, Grossman, McCabe, "Collection statistics for fast
// duplicate document detection", ACM TOIS 2002, for whole documents; Zhang et al.,
// SIGIR 2010, for sentences. The 2002 method hashes the sorted set of the words.
// Here words are hashed in the order of the sentence by default, repeats included,
// so that a sentence and its reordering differ; Sorted is the original.
package imatch

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/diagonal/engine/tally/vocabulary"
	"example.org/diagonal/transforms/signature/shingle"
)

// Range is the range of normalised inverse document frequency of the words that count.
type Range struct {
	// Lo and Hi bound idf(w) = ln(N/df) / ln(N), where N is the number of documents
	// and df how many of them have the word w. idf is 0 for a word of every
	// document and 1 for a word of one.
	Lo, Hi float64
}

// Valid reports whether 0 <= Lo <= Hi <= 1.
func (r Range) Valid() bool { return r.Lo >= 0 && r.Lo <= r.Hi && r.Hi <= 1 }

// String returns the range as "0.1,1".
func (r Range) String() string { return fmt.Sprintf("%g,%g", r.Lo, r.Hi) }

// ReadRange reads what String returns. It returns an error if that is not a valid range.
func ReadRange(s string) (r Range, err error) {
	lo, hi, _ := strings.Cut(s, ",")
	var errs [2]error
	r.Lo, errs[0] = strconv.ParseFloat(strings.TrimSpace(lo), 64)
	r.Hi, errs[1] = strconv.ParseFloat(strings.TrimSpace(hi), 64)
	switch {
	case errs[0] != nil || errs[1] != nil:
		return Range{}, errors.New("want two numbers, as in 0.1,1.0")
	case !r.Valid():
		return Range{}, fmt.Errorf("the idf range %v is not valid: want 0 <= low <= high <= 1", r)
	}
	return r, nil
}

// Keeps reports whether a word of df of n documents is in the range. In a collection of fewer
// than three documents idf carries no information (every word that two documents share would be
// in all of them), so there every word is kept.
func (r Range) Keeps(df, n int64) bool {
	if n < 3 {
		return true
	}
	idf := math.Log(float64(n)/float64(df)) / math.Log(float64(n))
	const ulps = 1e-12 // df = 1 is idf 1, whatever the logarithms are rounded to
	return idf >= r.Lo-ulps && idf <= r.Hi+ulps
}

// DropsRare reports whether the range leaves out words for being too rare.
func (r Range) DropsRare() bool { return r.Hi < 1 }

// Signature returns the hash of the words that are kept: those of the set if in is true,
// those that are not of it if in is false. There is none (false) if no word is kept.
// scratch is used and returned.
func Signature(words []uint32, set *vocabulary.Set, in, sorted bool, scratch []uint32) (uint64, bool, []uint32) {
	kept := slices.Grow(scratch[:0], len(words))[:len(words)]
	n := 0
	for _, w := range words {
		kept[n] = w // without a branch
		if set.Has(w) == in {
			n++
		}
	}
	kept = kept[:n]
	if len(kept) == 0 {
		return 0, false, kept
	}
	if sorted {
		slices.Sort(kept)
		return shingle.Hash(slices.Compact(kept)), true, kept
	}
	return shingle.Hash(kept), true, kept
}
