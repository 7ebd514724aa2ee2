package catalogue

import "sort"

// Ruler measures ranges of a document in the code points of its text: those of its sentences,
// from its first word to its last one. What is between sentences, such as white space and
// scripts of HTML, has no length, nor has a sentence without words.
type Ruler struct {
	sentences []Sentence
	ends      []int64 // of each sentence, in code points of the text
	from, to  int64   // the first word and the end of the last one, in the document
}

// Reset makes r the ruler of e. Its memory is used again. e must not change while r is in use.
func (r *Ruler) Reset(e *Entry) {
	*r = Ruler{sentences: e.Sentences, ends: r.ends[:0]}
	first := true
	for _, s := range e.Sentences {
		if s.Words > 0 && first {
			r.from, first = s.Start+e.Lead, false
		}
		if s.Words > 0 {
			r.to = s.End - e.Tail
		}
	}
	length := int64(0)
	for _, s := range e.Sentences {
		if s.Words > 0 {
			length += r.clip(s.End) - r.clip(s.Start)
		}
		r.ends = append(r.ends, length)
	}
}

func (r *Ruler) clip(at int64) int64 { return min(max(at, r.from), r.to) }

// Length returns the length of the text.
func (r *Ruler) Length() int64 {
	if n := len(r.ends); n > 0 {
		return r.ends[n-1]
	}
	return 0
}

// At returns how much of the text is before a code point of the document. It takes the
// logarithm of the number of sentences.
func (r *Ruler) At(at int64) int64 {
	i := sort.Search(len(r.sentences), func(i int) bool { return r.sentences[i].End > at })
	before := int64(0)
	if i > 0 {
		before = r.ends[i-1]
	}
	if i < len(r.sentences) && r.sentences[i].Words > 0 {
		start := r.clip(r.sentences[i].Start)
		before += max(r.clip(at)-start, 0)
	}
	return before
}
