package reuse

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/engine/wire"
)

func init() {
	engine.RegisterReduce[*choose]()
	engine.RegisterReduce[*keepChosen]()
}

// choice is a Side, and whether its pair is one of the best of its document. Its key is a hash of the pair. The two
// sides of a pair follow each other.
//
//	a, b [8]; side, chosen byte; the payload of the Side
type choice struct {
	Side
	chosen bool
}

func (c *choice) Append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(dst, c.A), c.B)
	return c.Side.Append(wire.AppendBool(append(dst, c.Side.Side), c.chosen))
}

func (c *choice) Read(payload []byte) error {
	r := wire.NewReader(payload)
	r.Bytes(8 + 8 + 1)
	if c.chosen = r.Bool(); r.Err() != nil {
		return r.Err()
	}
	return c.Side.Read(r.Rest())
}

// Top keeps the pairs that are among the Params.Top with the highest scores of one of their documents; of equal
// scores, those of the documents with the smaller keys. If Params.Directed is set, documents of the source do
// not choose. sides is the result of Score. With 0 it keeps all. ledger is a PCollection<KV<string,int64>>, or
// not valid. Top panics if p is not valid.
func Top(s beam.Scope, p Params, sides engine.Blocks[Side]) (kept engine.Blocks[Side], ledger beam.PCollection) {
	p.check()
	if p.Top == 0 {
		return sides, ledger
	}
	choices := engine.Reduce(s, p.Shuffle, "reuse.Top", &choose{Params: p, Sides: engine.From(sides)}).Choices.Blocks()
	st := engine.Reduce(s, p.Shuffle, "reuse.Top, pairs", &keepChosen{
		Choices: engine.From(choices), Ledger: engine.Counting(BelowTop),
	})
	return st.Sides.Blocks(), st.Ledger.Collection()
}

// choose chooses among the pairs of each document.
type choose struct {
	Params Params

	Sides   engine.In[Side]
	Choices engine.Out[choice]
}

func (st *choose) Reduce(context.Context, uint64) error {
	pairs := make([]Side, 0, st.Sides.Len())
	for d := range st.Sides.All {
		pairs = append(pairs, *d)
		d.Matches = nil // the memory of the next one is its own
	}
	slices.SortFunc(pairs, func(x, y Side) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(x.other(), y.other()))
	})
	for i, x := range pairs {
		best := i < st.Params.Top && !(st.Params.Directed && x.Side == 1)
		st.Choices.Add(mix.Full(x.A)+x.B, choice{x, best})
	}
	return nil
}

// other returns the other document.
func (d *Side) other() uint64 { return [2]uint64{d.B, d.A}[d.Side] }

// keepChosen keeps the pairs that one of their documents has chosen.
type keepChosen struct {
	Choices engine.In[choice]
	Sides   engine.Out[Side]
	Ledger  engine.Ledger
}

func (st *keepChosen) Reduce(context.Context, uint64) error {
	for i := 0; i+1 < st.Choices.Len(); i += 2 {
		var a, b choice
		if err := st.Choices.Read(i, &a); err != nil {
			return err
		}
		if err := st.Choices.Read(i+1, &b); err != nil {
			return err
		}
		if !a.chosen && !b.chosen {
			st.Ledger.Add(BelowTop, 1)
			continue
		}
		st.Sides.Add(a.A, a.Side)
		st.Sides.Add(b.B, b.Side)
	}
	return nil
}
