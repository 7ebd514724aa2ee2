// Package prose tells prose from what is none: lists, tables, signatures, heads of mails, encoded files. The measure
// is the share of function words (package pairs) among the words: prose has them in any language that writes them
// as words of their own, whatever it is about. Which words they are is found in the collection, so no list of a
// language is needed. How many prose has differs from language to language, Latin half as many as English. So the
// share is compared with that among the distinct pairs of neighbouring words of the collection, of which text that
// stands there a thousand times gives no more than text that stands there once.
package prose

import (
	"context"
	"encoding/binary"
	"errors"
	"iter"
	"math"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/engine/tally/vocabulary"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/prose/pairs"
)

func init() {
	analysis.RegisterMap[*sample]()
	tally.Register[table]()
}

// Words is the function words of a collection. The zero value knows none.
type Words struct {
	words *vocabulary.Set
	share float64 // of the words that begin distinct pairs
}

// Count finds the function words of a PCollection<record.Analysed>.
func Count(s beam.Scope, analysed beam.PCollection) tally.Table[Words] {
	s = s.Scope("prose.Count")
	return tally.Make[Words](s, table{}, analysis.Map(s, engine.Params{}, "prose.Count", analysed, false,
		&sample{}).Samples.Sent())
}

// Given is a table that was counted before: the element of its collection. An empty one is of a collection of
// which nothing is known.
func Given(s beam.Scope, encoded []byte) tally.Table[Words] {
	return tally.Given[Words](s, append([]byte{tagTable}, encoded[min(1, len(encoded)):]...))
}

// sample samples the pairs of all that a worker reads.
type sample struct {
	Samples engine.Send[int, engine.Bytes] // with the key 0

	sample *pairs.Sample
}

func (st *sample) Map(_ context.Context, a record.Analysed) error {
	if st.sample == nil {
		st.sample = pairs.New()
	}
	st.sample.Add(a.Words)
	return nil
}

func (st *sample) FinishBundle() error {
	st.Samples.Add(0, st.sample.Append(nil))
	return nil
}

// tagTable is the first byte of a table, which is not empty if no word is a function word:
//
//	tagTable byte; share 8 bytes (math.Float64bits), little-endian; words (vocabulary.AppendWords)
const tagTable = 1

// table makes the table of samples.
type table struct{}

// Table returns the table.
func (table) Table(samples iter.Seq[*engine.Bytes]) ([]byte, error) {
	sum := pairs.New()
	for b := range samples {
		if err := sum.Merge(*b); err != nil {
			return nil, err
		}
	}
	words, share := sum.FunctionWords()
	return appendTable(words, share), nil
}

func appendTable(words []uint32, share float64) []byte {
	return vocabulary.AppendWords(binary.LittleEndian.AppendUint64([]byte{tagTable}, math.Float64bits(share)), words)
}

// Read reads a table. The error is about one that is missing or damaged.
func (w *Words) Read(table []byte) error {
	*w = Words{}
	switch {
	case len(table) == 0:
		return errors.New("prose: the table of function words is missing")
	case len(table) == 1: // Given: nothing is known
		return nil
	case len(table) < 9:
		return errors.New("prose: the table of function words is damaged")
	}
	words, err := vocabulary.ReadWords(table[9:])
	w.words, w.share = vocabulary.NewSet(words), math.Float64frombits(binary.LittleEndian.Uint64(table[1:]))
	return err
}

// Text is the words of a text, and the places where each begins and ends, in code points.
type Text struct{ Words, From, To []uint32 }

// spaced reports whether word x is one of a script with spaces between words. In other scripts a word is one character
// that stands at another one, and few function words are. Parts of a hash or an address stand so, too, but most of them
// are longer.
func (t Text) spaced(x int) bool {
	tight := x > 0 && t.From[x] == t.To[x-1] || x+1 < len(t.Words) && t.From[x+1] == t.To[x]
	return !tight || t.To[x] > t.From[x]+1
}

// Of returns how much of prose the texts have together: half of their share of function words over that among the
// distinct pairs of the collection, at most 1. It is not known if most of a text is in a
// script without spaces; the rest of it does not count.
func (w Words) Of(texts ...Text) record.Prose {
	if w.words == nil || w.words.Len() == 0 {
		return record.Prose(0)
	}
	function, all := 0, 0
	for _, t := range texts {
		before := all
		for x, word := range t.Words {
			if !t.spaced(x) {
				continue
			}
			all++
			if w.words.Has(word) {
				function++
			}
		}
		if 2*(all-before) < len(t.Words) {
			return record.Prose(0)
		}
	}
	return record.ProseOf(float64(function), 2*w.share*float64(all))
}
