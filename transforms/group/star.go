package group

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/partition/represent"
	"example.org/diagonal/transforms/resemblance"
)

// Groups around representatives. The vertices have the order in which the policy prefers them. The first one represents
// those that it is linked with; the first of the others is the next representative, and so on (package
// partition/represent). A group is a star, so no chain of links makes it longer.
//
// Each vertex gets its rank in the order. Each link goes to the end with the lower rank, as the rank of the other end.
// One worker receives the ranks in order, and keeps 12 bytes for each vertex. The links come in parts that fit in
// memory. The worker that makes the ranks has the spanning forest, as that of components has.

func init() {
	engine.RegisterReduce[*rank]()
	engine.RegisterReduce[*ends]()
	engine.RegisterReduce[*toRank]()
	engine.RegisterReduce[*stars]()
}

// The first byte of the payload of each record: the place of a vertex comes before its links.
const (
	tagPlace byte = 1 + iota
	tagEnd
)

// place is the rank of a vertex. Its key is the vertex, and the payload is
//
//	tagPlace byte; rank uvarint
type place struct{ Rank uint64 }

func (*place) Tag() byte { return tagPlace }

func (p *place) Append(dst []byte) []byte { return binary.AppendUvarint(append(dst, tagPlace), p.Rank) }

func (p *place) Read(payload []byte) error {
	r := wire.NewReader(payload)
	r.Byte()
	p.Rank = r.Uvarint()
	return r.Err()
}

// ranked is a vertex by its rank. Its key is rankKey of the rank, and the payload is
//
//	tagPlace byte; key [8]; copies uvarint; id string
type ranked struct {
	Key    uint64
	Copies int64
	ID     string
}

func (*ranked) Tag() byte { return tagPlace }

func (v *ranked) Append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(append(dst, tagPlace), v.Key)
	return wire.AppendString(binary.AppendUvarint(dst, uint64(v.Copies)), v.ID)
}

func (v *ranked) Read(payload []byte) error {
	r := wire.NewReader(payload)
	r.Byte()
	v.Key, v.Copies, v.ID = r.Uint64(), int64(r.Uvarint()), r.Text()
	return r.Err()
}

// end is a link as one of its ends has it: the other end, or its rank. The payload is
//
//	tagEnd byte; other [8]
type end struct{ Other uint64 }

func (*end) Tag() byte { return tagEnd }

func (e *end) Append(dst []byte) []byte {
	return binary.BigEndian.AppendUint64(append(dst, tagEnd), e.Other)
}

func (e *end) Read(payload []byte) error {
	r := wire.NewReader(payload)
	r.Byte()
	e.Other = r.Uint64()
	return r.Err()
}

// rankKey is the key of a rank. The records of a shard that does not fit in memory are cut by the upper half of their
// keys.
func rankKey(rank uint64) uint64 { return rank << 32 }

// Stars makes a group of each representative and the documents that links connect with it, and with no
// representative before it. links must be all of them, packed with p.Shuffle. Stars panics if p is not valid.
func Stars(s beam.Scope, p Params, links engine.Blocks[resemblance.Link]) Result {
	s = s.Scope("group.Stars")
	parameter.Must(p.Validate())
	one := p.Shuffle
	one.Shards = 1
	last := Forests(s, p.Shuffle, links)
	order := engine.Reduce(s, last.Params(), "group.Stars, ranks", &rank{
		Longest: p.Policy == KeepLongest, Links: engine.From(last), Places: engine.To[place](p.Shuffle),
		Ranked: engine.To[ranked](one),
	})
	places := order.Places.Blocks()
	at := engine.Reduce(s, p.Shuffle, "group.Stars, links", &ends{Links: engine.From(links)}).Ends.Blocks()
	at = engine.Reduce(s, p.Shuffle, "group.Stars, first ends",
		&toRank{Places: engine.From(places), Ends: engine.From(at)}).To.Blocks()
	at = engine.Reduce(s, p.Shuffle, "group.Stars, second ends", &toRank{
		Both: true, Places: engine.From(places), Ends: engine.From(at), To: engine.To[end](one),
	}).To.Blocks()
	st := engine.Reduce(s, one, "group.Stars, representatives", &stars{
		Params: p, Ranked: engine.From(order.Ranked.Blocks()), Ends: engine.From(at), results: resultsFor(p),
	})
	return st.result()
}

// rank orders the vertices of the last forests.
type rank struct {
	Longest bool

	Links  engine.In[resemblance.Link]
	Places engine.Out[place]
	Ranked engine.Out[ranked]

	vertices map[uint64]resemblance.Vertex
}

func (st *rank) StartShard(int) { st.vertices = map[uint64]resemblance.Vertex{} }

func (st *rank) Reduce(context.Context, uint64) error {
	for link := range st.Links.All {
		st.vertices[link.A.Key], st.vertices[link.B.Key] = link.A, link.B
	}
	return nil
}

func (st *rank) FinishShard() error {
	order := make([]uint64, 0, len(st.vertices))
	for key := range st.vertices {
		order = append(order, key)
	}
	slices.SortFunc(order, func(x, y uint64) int {
		v, w := st.vertices[x], st.vertices[y]
		if v.Before(&w, st.Longest) {
			return -1
		}
		return 1
	})
	for i, key := range order {
		v := st.vertices[key]
		st.Places.Add(key, place{uint64(i)})
		st.Ranked.AddTo(0, rankKey(uint64(i)), ranked{v.Key, v.Copies, v.ID})
	}
	return nil
}

// ends sends each link to its first end.
type ends struct {
	Links engine.In[resemblance.Link]
	Ends  engine.Out[end]
}

func (st *ends) Reduce(_ context.Context, a uint64) error {
	for link := range st.Links.All {
		st.Ends.Add(a, end{link.B.Key})
	}
	return nil
}

// toRank takes the rank of a vertex for the vertex, in each of its links: first at one end, then at the other.
type toRank struct {
	// Both is whether the other end of a link has its rank.
	Both bool

	Places engine.In[place]
	Ends   engine.In[end]
	To     engine.Out[end]
}

func (st *toRank) Reduce(context.Context, uint64) error {
	var at place
	if err := st.Places.Read(0, &at); err != nil {
		return err
	}
	for e := range st.Ends.All {
		if st.Both {
			st.To.AddTo(0, rankKey(min(at.Rank, e.Other)), end{max(at.Rank, e.Other)})
		} else {
			st.To.Add(e.Other, end{at.Rank})
		}
	}
	return nil
}

// stars finds the representative of each vertex.
type stars struct {
	Params Params

	Ranked engine.In[ranked]
	Ends   engine.In[end]
	results

	divider represent.Divider
	keys    []uint64 // of the vertices, by rank
}

func (st *stars) StartShard(int) {
	st.divider, st.keys = represent.Divider{}, nil
	st.start(st.Params.Shuffle)
}

func (st *stars) Reduce(context.Context, uint64) error {
	var v ranked
	if err := st.Ranked.Read(0, &v); err != nil {
		return err
	}
	n := uint32(len(st.keys))
	st.keys = append(st.keys, v.Key)
	switch of, others := st.divider.Next(st.later); {
	case of != n:
		st.member(v.Key, v.Copies, st.keys[of])
	case others > 0:
		st.representative(v.ID, v.Copies)
	}
	return nil
}

func (st *stars) FinishShard() error {
	st.dealer.Finish()
	return nil
}

// later yields the ranks of the later vertices that the one at hand is linked with.
func (st *stars) later(yield func(uint32) bool) {
	for e := range st.Ends.All {
		if !yield(uint32(e.Other)) {
			return
		}
	}
}
