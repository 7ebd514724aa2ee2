package engine_test

import (
	"context"
	"fmt"
	"iter"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/local"
	"example.org/diagonal/engine/shuffle"
)

func init() {
	engine.RegisterReduce[*inOrder]()
	engine.RegisterMapBlocks[*shout]()
	engine.RegisterJoin[*counted]()
}

// inOrder writes the records of a shard in one line.
type inOrder struct {
	Titles engine.In[title]
	Lines  engine.Elements[string]
}

func (st *inOrder) Order(_ context.Context, _ int, records shuffle.Ordered) error {
	line := fmt.Sprint(records.Size() > 0, ":")
	err := records.Each(func(key uint64, payload []byte) error {
		t, err := engine.Read[title](payload)
		line += fmt.Sprint(" ", key, t.text)
		return err
	})
	st.Lines.Emit(line)
	return err
}

// shout writes each title in a line.
type shout struct{ Lines engine.Elements[string] }

func (st *shout) Map(_ context.Context, t title) error {
	st.Lines.Emit(t.text + "!")
	return nil
}

// counted sums a count of ledgers.
type counted struct{ Lines engine.Elements[string] }

func (st *counted) Join(_ context.Context, name string, counts iter.Seq[*engine.Count]) error {
	sum := engine.Count(0)
	for n := range counts {
		sum += *n
	}
	st.Lines.Emit(fmt.Sprint(name, " ", sum))
	return nil
}

// An Orderer gets the records of a shard in order, MapBlocks each record in no order, and Counts the counts of all
// ledgers by their names, on the embedded runner and on prism.
func TestOrderer(t *testing.T) {
	for _, runner := range []string{local.Name, "prism"} {
		p, s := beam.NewPipelineWithRoot()
		params := engine.Params{Shards: 1}
		divided := engine.Map(s, params, "test.Divide", beam.CreateList(s, []string{"7 b", "4 z", "7 a", "4 a"}),
			&divide{})
		more := engine.Map(s, params, "test.More", beam.CreateList(s, []string{"5 c"}), &divide{})
		titles := divided.Titles.Blocks()
		passert.EqualsList(s,
			engine.Reduce(s, params, "test.InOrder", &inOrder{Titles: engine.From(titles)}).Lines.Collection(),
			[]string{"true: 4a 4z 7a 7b"})
		passert.EqualsList(s, engine.MapBlocks(s, params, "test.Shout", titles, &shout{}).Lines.Collection(),
			[]string{"a!", "a!", "b!", "z!"})
		counts := engine.Counts(s, divided.Ledger.Collection(), more.Ledger.Collection())
		passert.EqualsList(s, engine.Join(s, "test.Counted", &counted{}, counts).Lines.Collection(),
			[]string{"lines 5"})
		if _, err := beam.Run(t.Context(), runner, p); err != nil {
			t.Errorf("%s: %v", runner, err)
		}
	}
}
