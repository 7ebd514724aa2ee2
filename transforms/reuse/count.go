package reuse

import (
	"context"
	"iter"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/reuse/prefix"
)

func init() {
	analysis.RegisterMap[*count]()
	engine.RegisterReduce[*frequent]()
	tally.Register[order]()
}

// Count counts the words of documents, for the order in which Emit takes them. analysed is a
// PCollection<record.Analysed>; Count uses its words. Count panics if p is not valid.
func Count(s beam.Scope, p Params, analysed beam.PCollection) tally.Table[prefix.Order] {
	p.check()
	s = s.Scope("reuse.Count")
	counted := analysis.Map(s, p.Shuffle, "reuse.Count, bundles", analysed, false, &count{Params: p})
	words := engine.Reduce(s, p.Shuffle, "reuse.Count", &frequent{Counts: engine.From(counted.Counts.Blocks())})
	return tally.Make[prefix.Order](s, order{}, words.Parts.Sent())
}

// count counts the words of a bundle.
type count struct {
	Params Params

	Counts engine.Out[tally.WordCount]

	counter *tally.Counter
}

func (st *count) StartBundle() { st.counter = tally.NewCounter(st.Params.Shuffle, &st.Counts) }

func (st *count) Map(_ context.Context, a record.Analysed) error {
	st.counter.AddWords(a.Words)
	st.counter.FlushFull()
	return nil
}

func (st *count) FinishBundle() error {
	st.counter.Finish()
	return nil
}

// frequent finds the frequent words of a shard.
type frequent struct {
	Counts engine.In[tally.WordCount]
	Parts  engine.Send[int, tally.Part]

	part tally.Part
}

func (st *frequent) StartShard(int) { st.part = tally.Part{} }

func (st *frequent) Reduce(_ context.Context, key uint64) error {
	c, ok, err := tally.Sum(&st.Counts, key, tally.Lengths{Word: 1}, nil, tally.First)
	if ok && prefix.ClassOf(c.N) > 0 {
		st.part.Counts = append(st.part.Counts, c)
	}
	return err
}

func (st *frequent) FinishShard() error {
	st.Parts.Add(0, st.part)
	return nil
}

// order makes the table of frequent words (tally.Method).
type order struct{}

// Table returns the table (prefix.Order).
func (order) Table(parts iter.Seq[*tally.Part]) ([]byte, error) {
	_, counts, err := tally.Join(parts, 0)
	if err != nil {
		return nil, err
	}
	table := make([]byte, 0, 5*len(counts))
	for _, c := range counts {
		table = prefix.AppendWord(table, c.Word, prefix.ClassOf(c.N))
	}
	return table, nil
}
