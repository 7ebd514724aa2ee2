package letters

import (
	"context"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis/spelling"
	"example.org/diagonal/transforms/letters/chain"
	"example.org/diagonal/transforms/lookup/winnow"
	"example.org/diagonal/transforms/signature"
)

// post posts the q-grams of each document, with their places.
type post struct {
	Letters  engine.Side[int64]
	Postings engine.Out[signature.UnitPostings]
	Ledger   engine.Ledger

	// scratch
	spelling spelling.Spelling
	grams    []winnow.Gram
	open     []signature.UnitPostings // by shard
}

func (st *post) StartBundle() { st.open = make([]signature.UnitPostings, st.Postings.Shards()) }

// largeDocument is a number of letters. The memory for a document with more is not kept for the next one.
const largeDocument = 1 << 23

// The place in a posting is the letter that a q-gram begins at, and in the lowest bits how many letters it has, less 1.
const (
	lengthBits = 4
	// maxLetters is how many letters of a document have places. It is more than any book has.
	maxLetters = 1 << (32 - lengthBits)
)

func placeOf(letter, length int) uint32 { return uint32(letter)<<lengthBits | uint32(length-1) }
func letterOf(place uint32) uint32      { return place >> lengthBits }
func lengthOf(place uint32) (n uint8)   { return uint8(place&(1<<lengthBits-1)) + 1 }

func (st *post) Map(_ context.Context, a record.Analysed) error {
	q := chain.Length(st.Letters.Value())
	if err := st.spelling.Read(a.Spelling, len(a.Words)); err != nil {
		return err
	}
	st.grams = winnow.AppendGrams(st.grams[:0], &st.spelling.Text, q)
	st.grams = st.grams[:min(len(st.grams), maxLetters)]
	end := 0 // of the q-gram
	for letter, g := range st.grams {
		for end <= letter || st.spelling.Text.Place(end)-st.spelling.Text.Place(letter) < uint32(q) {
			end++
		}
		s := mix.Full(uint64(g)) >> 16
		open := &st.open[shuffle.ShardOf(s<<16, len(st.open))]
		if len(*open) == 0 {
			*open = signature.AppendUnitHead(*open, a.Traits)
		}
		*open = signature.AppendUnitPosting(*open, s, placeOf(letter, end-letter))
	}
	for shard, payload := range st.open {
		if len(payload) > 0 {
			st.Postings.AddTo(shard, a.Key, payload)
			st.open[shard] = payload[:0]
		}
	}
	st.Ledger.Add(Grams, int64(len(st.grams)))
	if len(st.grams) > largeDocument {
		st.spelling, st.grams = spelling.Spelling{}, nil
		clear(st.open)
	}
	return nil
}
