package overlap

import (
	"math/bits"
	"slices"
)

const (
	// ShortestItem is the number of words of the shortest item that is judged.
	ShortestItem = 8

	// PaLMWords is the n of the n-grams of PaLM, and PaLMShare the share of those of an item that must be in the
	// training text.
	PaLMWords, PaLMShare = 8, .7

	// A span of Llama 2 has more than Llama2Words words; so many words at its beginning have no mismatch.
	// Llama2Budget is how many mismatches a span may have.
	Llama2Words, Llama2Budget = 10, 4
	// An item is not clean if at least Llama2NotClean of its words are contaminated, and dirty if Llama2Dirty are.
	Llama2NotClean, Llama2Dirty = .2, .8
)

// GPT3N returns the n of the n-grams of a benchmark whose items have these numbers of words: the 5th percentile, at
// least 8 and at most 13 (Brown et al. 2020, appendix C). An item that shares an n-gram with the training text is
// dirty.
func GPT3N(lengths []int) int {
	sorted := slices.Sorted(slices.Values(lengths))
	return min(max(sorted[(len(sorted)-1)*5/100], 8), 13)
}

// Longest returns the number of words of the longest run: an n-gram of GPT-3 is shared if it has n.
func Longest(runs []Run) (n int) {
	for _, r := range runs {
		n = max(n, r.Words)
	}
	return n
}

// Set is a set of places in an item.
type Set []byte

// Add adds the places from from to to, half open.
func (s *Set) Add(from, to int) {
	for i := from; i < to; i++ {
		if missing := i/8 + 1 - len(*s); missing > 0 {
			*s = append(*s, make([]byte, missing)...)
		}
		(*s)[i/8] |= 1 << (i % 8)
	}
}

// Union adds the places of o.
func (s *Set) Union(o Set) {
	if missing := len(o) - len(*s); missing > 0 {
		*s = append(*s, make([]byte, missing)...)
	}
	for i, b := range o {
		(*s)[i] |= b
	}
}

// Len returns the number of places.
func (s Set) Len() (n int) {
	for _, b := range s {
		n += bits.OnesCount8(b)
	}
	return n
}

// Grams returns where the n-grams of an item begin that runs contain. With n of PaLMWords, the share of those of the
// item that are in the training text is the measure of PaLM (Chowdhery et al. 2022, section 8).
func Grams(runs []Run, n int) (found Set) {
	for _, r := range runs {
		found.Add(r.Item, r.Item+r.Words-n+1)
	}
	return found
}

// GramsOf returns how many n-grams an item of so many words has.
func GramsOf(words, n int) int { return max(words-n+1, 0) }

// Contaminated returns the words of an item that are in a span of more than Llama2Words words that the document has,
// too. A span may have Llama2Budget words that differ, but not among its first Llama2Words, and not at its end; these
// do not count (Touvron et al. 2023, appendix A.6, "skipgram budget").
func Contaminated(doc, item []uint32, runs []Run) (found Set) {
	for _, r := range runs {
		if r.Words < Llama2Words {
			continue
		}
		var span Set
		span.Add(r.Item, r.Item+r.Words)
		last, left := r.Words, Llama2Budget // the end of the span behind the last equal word
		for k := r.Words; left >= 0 && r.Doc+k < len(doc) && r.Item+k < len(item); k++ {
			if doc[r.Doc+k] != item[r.Item+k] {
				left--
				continue
			}
			span.Add(r.Item+k, r.Item+k+1)
			last = k + 1
		}
		if last > Llama2Words {
			found.Union(span)
		}
	}
	return found
}

// Reach returns how many words of a document, from the first word on, may contain an item of so many words: half as
// many more, so that words may have been put in.
func Reach(words int) int { return words + words/2 }

// Passage returns how many words of an item of so many words are in runs that one window of the document has, of Reach
// words: the most that a window has, and the first such window. from and to are the words of its first and last run.
func Passage(words int, runs []Run) (most, from, to int) {
	reach := Reach(words)
	for i, first := range runs {
		var in Set
		end := first.Doc
		for _, r := range runs[i:] {
			if r.Doc >= first.Doc+reach {
				break
			}
			fits := min(r.Words, first.Doc+reach-r.Doc)
			in.Add(r.Item, r.Item+fits)
			end = max(end, r.Doc+fits)
		}
		if n := in.Len(); n > most {
			most, from, to = n, first.Doc, end
		}
	}
	return most, from, to
}

// Beside reports whether a document has words in one piece from from on, up to words behind to.
func Beside(doc, words []uint32, from, to int) bool {
	if len(words) == 0 {
		return false
	}
	for i := from; i < to && i+len(words) <= len(doc); i++ {
		if slices.Equal(doc[i:i+len(words)], words) {
			return true
		}
	}
	return false
}
