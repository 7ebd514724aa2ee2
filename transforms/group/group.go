// Package group joins similar documents into groups, and chooses a representative for each.
// Documents are the vertices of a graph, and pairs its edges; groups are the connected
// components (Join), or stars around their representatives (Stars). Equal documents are one vertex with a number of
// copies, so a million of them have no more edges than one.
//
// The method is filtering (Lattanzi, Moseley, Suri, Vassilvitskii, "Filtering: a method for
// solving graph problems in MapReduce", SPAA 2011). Each worker receives some of the edges. It
// keeps a spanning forest of them and drops the others, which connect no other vertices than
// the forest does. So the components stay the same, and a forest has fewer edges than the graph
// has vertices. In each round 16 forests are joined into one, until one worker has the last.
//
// There may be as many pairs as the square of the number of documents, but no worker receives
// all of them. The last worker receives, from each of at most 16 others, at most one edge for
// each document that is in a pair. It keeps one edge, one id and about 100 bytes for each such
// document, whatever shape the groups have.
//
// The number of rounds is the logarithm of the number of shards to the base 16. It is known
// when the graph of the pipeline is built, as Beam requires. Other algorithms need less memory
// on a worker, such as alternating large-star and small-star (Kiveris et al., SoCC 2014). The
// number of their rounds grows with the logarithm of the number of documents, so a pipeline
// with a fixed number would cut long chains of documents. It is believed, but not proven, that
// they cannot do with fewer rounds (the one-or-two-cycles conjecture).
package group

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/resemblance"
	"example.org/diagonal/transforms/resemblance/forest"
)

func init() {
	engine.RegisterReduce[*filter]()
	engine.RegisterReduce[*components]()
}

// The policies: how the representative of a group is chosen.
const (
	// KeepFirst chooses the document with the smallest id, in byte order.
	KeepFirst = "keep_first"
	// KeepLongest chooses the document with the longest text, in code points. If texts have
	// the same length, it is the one with the smallest id.
	KeepLongest = "keep_longest"
)

// Names of the ledger.
const (
	// Groups counts groups of two or more documents. resemblance.Deliver has counted each
	// vertex of several documents as a group. Join subtracts those that it joins to others.
	Groups = "groups"
	// Grouped counts documents in groups. resemblance.Deliver has counted those of vertices of
	// several documents.
	Grouped = "documents_in_groups"
)

// Params configures Join.
type Params struct {
	// Policy is KeepFirst or KeepLongest.
	Policy string
	// Shuffle configures the packed shuffle. It is the same for all stages of a pipeline.
	//
	// Required.
	Shuffle engine.Params
}

// Validate returns a *parameter.Error about the first field with an impossible value.
func (p Params) Validate() error {
	if p.Policy != KeepFirst && p.Policy != KeepLongest {
		return parameter.Of("group.Params").Impossible("Policy", p.Policy, "keep_first or keep_longest")
	}
	return p.Shuffle.Validate()
}

// Result is the result of Join.
type Result struct {
	// Pairs is each vertex of a group with the representative, which is second, by cell.
	Pairs engine.Blocks[delivery.Pair]
	// Needs is the cells that need each vertex, by vertex.
	Needs engine.Blocks[delivery.Need]
	// Representatives is a PCollection<record.Grouped>: the lines of representatives that
	// are vertices of one document.
	Representatives beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// fan is the number of forests that are joined into one.
const fan = 16

// Join joins the documents that links connect into groups. links must be packed with
// p.Shuffle. Join panics if p is not valid.
func Join(s beam.Scope, p Params, links engine.Blocks[resemblance.Link]) Result {
	s = s.Scope("group.Join")
	parameter.Must(p.Validate())
	last := Forests(s, p.Shuffle, links)
	return engine.Reduce(s, last.Params(), "group.Join, representatives",
		&components{Params: p, Links: engine.From(last), results: resultsFor(p)}).result()
}

// Forests joins forests of links 16 by 16, and brings the last ones together in one shard. links must be packed with
// sh.
func Forests(s beam.Scope, sh engine.Params, links engine.Blocks[resemblance.Link]) engine.Blocks[resemblance.Link] {
	for sh.Shards > fan {
		from := sh
		sh.Shards = (sh.Shards + fan - 1) / fan
		links = engine.Reduce(s, from, "group.Join",
			&filter{Links: engine.From(links), Forest: engine.To[resemblance.Link](sh)}).Forest.Blocks()
	}
	return links.Together(s)
}

// filter keeps a spanning forest of the links of a shard.
type filter struct {
	Links  engine.In[resemblance.Link]
	Forest engine.Out[resemblance.Link] // with 16 times fewer shards

	shard  int
	joined *forest.Forest
}

func (st *filter) StartShard(shard int) { st.shard, st.joined = shard, forest.New() }

func (st *filter) Reduce(_ context.Context, a uint64) error {
	for link := range st.Links.All {
		if st.joined.Union(a, link.B.Key) {
			st.Forest.AddTo(st.shard/fan, a, *link)
		}
	}
	return nil
}

// components joins the last forests, and chooses the representative of each group.
type components struct {
	Params Params

	Links engine.In[resemblance.Link]
	results

	joined   *forest.Forest
	vertices map[uint64]resemblance.Vertex
}

func (st *components) StartShard(int) {
	st.joined, st.vertices = forest.New(), map[uint64]resemblance.Vertex{}
	st.start(st.Params.Shuffle)
}

func (st *components) Reduce(_ context.Context, a uint64) error {
	for link := range st.Links.All {
		if st.joined.Union(a, link.B.Key) {
			st.vertices[a], st.vertices[link.B.Key] = link.A, link.B
		}
	}
	return nil
}

func (st *components) FinishShard() error {
	best := make([]resemblance.Vertex, st.joined.Len()) // by component
	chosen := make([]bool, st.joined.Len())             // whether best is set
	for key, v := range st.vertices {
		if c := st.joined.Component(key); !chosen[c] || v.Before(&best[c], st.Params.Policy == KeepLongest) {
			best[c], chosen[c] = v, true
		}
	}
	for key, v := range st.vertices {
		if of := best[st.joined.Component(key)]; key == of.Key {
			st.representative(v.ID, v.Copies)
		} else {
			st.member(key, v.Copies, of.Key)
		}
	}
	st.dealer.Finish()
	return nil
}

// results are the outputs of a stage that finds the representative of each vertex in a group with others.
type results struct {
	Pairs           engine.Out[delivery.Pair]
	Needs           engine.Out[delivery.Need]
	Representatives engine.Elements[record.Grouped]
	Ledger          engine.Ledger

	dealer *delivery.Dealer
}

func resultsFor(p Params) results {
	return results{
		Pairs: engine.To[delivery.Pair](delivery.ByCell(p.Shuffle)),
		Needs: engine.To[delivery.Need](p.Shuffle),
	}
}

// result returns the result, after Reduce.
func (r *results) result() Result {
	return Result{r.Pairs.Blocks(), r.Needs.Blocks(), r.Representatives.Collection(), r.Ledger.Collection()}
}

// start begins a shard. The stage finishes the dealer at its end.
func (r *results) start(p engine.Params) { r.dealer = delivery.NewDealer(p, &r.Pairs, &r.Needs) }

// member adds a vertex to the group of a representative. resemblance.Deliver has counted a vertex of several documents
// as a group.
func (r *results) member(key uint64, copies int64, of uint64) {
	r.count(copies)
	r.dealer.Deal(delivery.Pair{A: key, B: of})
}

// representative adds the representative of a group of two or more vertices.
func (r *results) representative(id string, copies int64) {
	r.count(copies)
	r.Ledger.Add(Groups, 1)
	if copies == 1 {
		r.Representatives.Emit(record.Grouped{ID: id, Group: id, Resemblance: 1})
	}
}

// count takes what a vertex of a group has been counted as from the ledger.
func (r *results) count(copies int64) {
	if copies == 1 {
		r.Ledger.Add(Grouped, 1)
		r.Ledger.Add(resemblance.Singletons, -1)
	} else {
		r.Ledger.Add(Groups, -1)
	}
}
