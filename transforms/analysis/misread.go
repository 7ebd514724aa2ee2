package analysis

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis/misread"
)

func init() {
	dofn.Plain(&occurFn{})
	dofn.Plain(&countMisreadFn{})
	tally.Register[misreadTable]()
}

// Names of the ledger.
const (
	// Replaced is sampled places where one word of a text stands in the place of another, between the same four words.
	Replaced = "sampled_words_replaced"
	// Misread is those of them whose two words are spelled alike, and one is rare beside the other.
	Misread = "sampled_words_misread"
	// ReplacedHan is sampled places where one Han character of a text or two stand in the place of as many others,
	// between the same twelve.
	ReplacedHan = "sampled_han_replaced"
	// AloneHan is those of them with one character.
	AloneHan = "sampled_han_replaced_alone"
)

// CountMisread counts words that were read otherwise, over all documents. sketches is Result.Sketches, and kept the
// documents, which are read again: how often do the words occur? The result is a PCollection<KV<string,int64>>, of the
// names above.
func CountMisread(s beam.Scope, sketches beam.PCollection, kept shuffle.Blocks[record.Analysed]) beam.PCollection {
	s = s.Scope("analysis.CountMisread")
	table := tally.Make[misread.Pairs](s, misreadTable{}, beam.GroupByKey(s, sketches))
	occur, count := &occurFn{}, &countMisreadFn{}
	occurrences := beam.ParDo(s, occur, kept.Single(s).Collection(), table.Side(occur)...)
	return beam.ParDo(s, count, beam.GroupByKey(s, occurrences), table.Side(count)...)
}

// misreadTable makes misread.Pairs of sketches.
type misreadTable struct{}

// Sum returns the pairs.
func (misreadTable) Sum(_ int, sketches func(*[]byte) bool) ([]byte, error) {
	var all misread.Sketch
	var b []byte
	for sketches(&b) {
		if err := all.Merge(b); err != nil {
			return nil, err
		}
	}
	pairs := all.Pairs()
	return pairs.Append(nil), nil
}

// Join returns the pairs, which are one part.
func (misreadTable) Join(summed func(*[]byte) bool) ([]byte, error) {
	pairs := (&misread.Pairs{}).Append(nil)
	var b []byte
	for summed(&b) {
		pairs = append(pairs[:0], b...)
	}
	return pairs, nil
}

// occurFn counts the words of pairs in the documents of a bundle.
type occurFn struct {
	bundle dofn.Bundle
	pairs  misread.Pairs
	occur  *misread.Occurrences
}

func (fn *occurFn) ProcessElement(_ int, kept, table []byte, _ func(int, []byte)) error {
	if err := fn.bundle.Begin(func() error {
		err := fn.pairs.Read(table)
		fn.occur = fn.pairs.Occurrences()
		return err
	}); err != nil {
		return err
	}
	if !fn.occur.Wanted() { // most collections have no such words, and their documents are not decoded
		return nil
	}
	return EachKept(kept, func(a *record.Analysed) error {
		fn.occur.Add(a.Words)
		return nil
	})
}

func (fn *occurFn) FinishBundle(_ []byte, emit func(int, []byte)) {
	fn.bundle.Finish(func() { emit(0, fn.occur.Append(nil)) })
}

// countMisreadFn makes the counts of the ledger.
type countMisreadFn struct{}

func (countMisreadFn) ProcessElement(_ int, occurrences func(*[]byte) bool, table []byte, count func(string, int64)) error {
	var pairs misread.Pairs
	if err := pairs.Read(table); err != nil {
		return err
	}
	all := pairs.Occurrences()
	var b []byte
	for occurrences(&b) {
		if err := all.Merge(b); err != nil {
			return err
		}
	}
	c := pairs.Counts(all)
	count(Replaced, c.Pairs)
	count(Misread, c.Misread)
	count(ReplacedHan, c.PairsHan)
	count(AloneHan, c.Alone)
	return nil
}

// MisreadOf returns the counts of the ledger of a result.
func MisreadOf(counts map[string]int64) misread.Counts {
	return misread.Counts{Pairs: counts[Replaced], Misread: counts[Misread], PairsHan: counts[ReplacedHan], Alone: counts[AloneHan]}
}
