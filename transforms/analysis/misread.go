package analysis

import (
	"context"
	"iter"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis/misread"
)

func init() {
	RegisterMap[*occur]()
	engine.RegisterJoin[*countMisread]()
	tally.Register[misreadTable]()
}

// Names of the ledger.
const (
	// Replaced is sampled places where one word of a text stands in the place of another, between the same six words.
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
func CountMisread(
	s beam.Scope, sketches engine.Sent[int, engine.Bytes], kept engine.Blocks[record.Analysed],
) beam.PCollection {
	s = s.Scope("analysis.CountMisread")
	pairs := tally.Make[misread.Pairs](s, misreadTable{}, sketches).Input()
	found := MapKept(s, kept.Params(), "analysis.CountMisread", kept.Single(s), &occur{Pairs: pairs})
	return engine.Join(s, "analysis.CountMisread", &countMisread{Pairs: pairs},
		found.Occurrences.Sent()).Ledger.Collection()
}

// misreadTable makes misread.Pairs of sketches.
type misreadTable struct{}

// Table returns the pairs.
func (misreadTable) Table(sketches iter.Seq[*engine.Bytes]) ([]byte, error) {
	var all misread.Sketch
	for b := range sketches {
		if err := all.Merge(*b); err != nil {
			return nil, err
		}
	}
	pairs := all.Pairs()
	return pairs.Append(nil), nil
}

// occur counts the words of pairs in the documents of a bundle.
type occur struct {
	Pairs       engine.Side[misread.Pairs]
	Occurrences engine.Send[int, engine.Bytes] // with the key 0

	occur *misread.Occurrences
}

func (st *occur) StartBundle() {
	pairs := st.Pairs.Value()
	st.occur = pairs.Occurrences()
}

// Wanted is false for most collections, which have no such words: their documents are not decoded.
func (st *occur) Wanted() bool { return st.occur.Wanted() }

func (st *occur) Map(_ context.Context, a record.Analysed) error {
	st.occur.Add(a.Words)
	return nil
}

func (st *occur) FinishBundle() error {
	st.Occurrences.Add(0, st.occur.Append(nil))
	return nil
}

// countMisread makes the counts of the ledger.
type countMisread struct {
	Pairs  engine.Side[misread.Pairs]
	Ledger engine.Ledger
}

func (st *countMisread) Join(ctx context.Context, _ int, occurrences iter.Seq[*engine.Bytes]) error {
	pairs := st.Pairs.Value()
	all := pairs.Occurrences()
	for b := range occurrences {
		if err := all.Merge(*b); err != nil {
			return err
		}
	}
	c := pairs.Counts(all)
	if f, ok := ctx.Value(misreadKey{}).(func(misread.Counts)); ok {
		f(c)
	}
	st.Ledger.Add(Replaced, c.Pairs)
	st.Ledger.Add(Misread, c.Misread)
	st.Ledger.Add(ReplacedHan, c.PairsHan)
	st.Ledger.Add(AloneHan, c.Alone)
	return nil
}

// misreadKey is the key of OnMisread.
type misreadKey struct{}

// OnMisread lets CountMisread call f with what it has counted, where its stages run in this process and have the
// context: the job can be ended if the counts decide what it has to do. Elsewhere f is not called, and the ledger has
// the counts.
func OnMisread(ctx context.Context, f func(misread.Counts)) context.Context {
	return context.WithValue(ctx, misreadKey{}, f)
}

// MisreadOf returns the counts of the ledger of a result.
func MisreadOf(counts map[string]int64) misread.Counts {
	return misread.Counts{
		Pairs: counts[Replaced], Misread: counts[Misread], PairsHan: counts[ReplacedHan], Alone: counts[AloneHan],
	}
}
