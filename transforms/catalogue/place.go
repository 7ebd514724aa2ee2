package catalogue

import (
	"cmp"
	"slices"

	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/catalogue/wordhash"
)

// Place is a range of a document: where it is in the text, and which sentences it has.
type Place struct {
	ID                 string
	Start, End         int64
	ByteStart, ByteEnd int64
	Sentence           uint32
	Sentences          uint32
	Words              uint32
	// Hash is a hash of the words of the sentences.
	Hash uint64
}

// Place returns the place of count sentences from first on. It returns false if the
// document has fewer sentences, or count is 0.
func (e *Entry) Place(first, count uint32) (Place, bool) {
	if count == 0 || uint64(first)+uint64(count) > uint64(len(e.Sentences)) {
		return Place{}, false
	}
	sentences := e.Sentences[first : first+count]
	from, to := sentences[0], sentences[count-1]
	p := Place{
		ID: e.ID, Start: from.Start, End: to.End, ByteStart: from.ByteStart, ByteEnd: to.ByteEnd,
		Sentence: first, Sentences: count,
	}
	for _, s := range sentences {
		p.Words += s.Words
		p.Hash = wordhash.Join(p.Hash, s.Hash, s.Words)
	}
	p.Hash = mix.Full(p.Hash)
	return p, true
}

// PlaceOf returns the place of a range. Its sentences are those that it touches; Words and
// Hash are not set.
func (e *Entry) PlaceOf(g record.Range) Place {
	p := Place{
		ID: e.ID, Start: int64(g.Start), End: int64(g.End), ByteStart: int64(g.ByteStart), ByteEnd: int64(g.ByteEnd),
	}
	first, _ := slices.BinarySearchFunc(e.Sentences, p.Start, func(s Sentence, start int64) int {
		return cmp.Compare(s.End, start+1)
	})
	end, _ := slices.BinarySearchFunc(e.Sentences, p.End, func(s Sentence, end int64) int {
		return cmp.Compare(s.Start, end)
	})
	if end > first {
		p.Sentence, p.Sentences = uint32(first), uint32(end-first)
	}
	return p
}
