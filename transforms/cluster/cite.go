package cluster

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
)

func init() {
	engine.RegisterMap[*tellLocs]()
	engine.RegisterMap[*askLocs]()
	engine.RegisterReduce[*citePlaces]()
}

// Cite gives places, a PCollection<record.ClusterPlace>, the citable places of passages, a PCollection<record.Passage>
// with all passages that the clusters were made of: each place is a side of one of them. It returns a
// PCollection<record.ClusterPlace>. It panics if p is not valid.
func Cite(s beam.Scope, p engine.Params, places, passages beam.PCollection) beam.PCollection {
	s = s.Scope("cluster.Cite")
	locs := engine.Map(s, p, "cluster.Cite, passages", passages, &tellLocs{}).Locs.Blocks()
	asked := engine.Map(s, p, "cluster.Cite, places", places, &askLocs{}).Places.Blocks()
	return engine.Reduce(s, p, "cluster.Cite",
		&citePlaces{Locs: engine.From(locs), Places: engine.From(asked)}).Cited.Collection()
}

// cited is the citable place of a side of a passage. Its key is the hash of side.
//
//	tagCited byte; side, loc string
type cited struct{ side, loc string }

// citing is a place that waits for its citable place. Its key is the hash of its side.
//
//	tagPlace byte; record.ClusterPlace, as JSON
type citing struct{ record.ClusterPlace }

const (
	tagCited byte = iota
	tagPlace
)

func (*cited) Tag() byte { return tagCited }

func (c *cited) Append(dst []byte) []byte {
	return wire.AppendString(wire.AppendString(append(dst, tagCited), c.side), c.loc)
}

func (c *cited) Read(payload []byte) error {
	r := wire.NewReader(payload[1:])
	c.side, c.loc = r.Text(), r.Text()
	return r.Err()
}

func (*citing) Tag() byte { return tagPlace }

func (c *citing) Append(dst []byte) []byte {
	b, err := record.JSON(c.ClusterPlace)
	if err != nil {
		panic(err) // it was read as JSON
	}
	return append(append(dst, tagPlace), b...)
}

func (c *citing) Read(payload []byte) error {
	c.ClusterPlace = record.ClusterPlace{}
	return record.FromJSON(payload[1:], &c.ClusterPlace)
}

// sideOf names a side of a passage: its document and its range.
func sideOf(id string, source bool, start, end int64) string {
	return string(record.ClusterPlace{ID: id, Source: source, Start: start, End: end}.SortKey())
}

// tellLocs sends the citable places of passages.
type tellLocs struct{ Locs engine.Out[cited] }

func (st *tellLocs) Map(_ context.Context, p record.Passage) error {
	for _, c := range [...]cited{{sideOf(p.A, false, p.AStart, p.AEnd), p.ALoc},
		{sideOf(p.B, p.Source, p.BStart, p.BEnd), p.BLoc}} {
		if c.loc != "" {
			st.Locs.Add(xxhash.Sum64String(c.side), c)
		}
	}
	return nil
}

// askLocs sends places to those.
type askLocs struct{ Places engine.Out[citing] }

func (st *askLocs) Map(_ context.Context, p record.ClusterPlace) error {
	st.Places.Add(xxhash.Sum64String(sideOf(p.ID, p.Source, p.Start, p.End)), citing{p})
	return nil
}

// citePlaces gives places their citable places.
type citePlaces struct {
	Locs   engine.In[cited]
	Places engine.In[citing]
	Cited  engine.Elements[record.ClusterPlace]
}

func (st *citePlaces) Reduce(context.Context, uint64) error {
	locs := map[string]string{}
	for c := range st.Locs.All {
		locs[c.side] = c.loc
	}
	for p := range st.Places.All {
		p.Loc = locs[sideOf(p.ID, p.Source, p.Start, p.End)]
		st.Cited.Emit(p.ClusterPlace)
	}
	return nil
}
