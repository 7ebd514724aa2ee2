// Package group joins similar documents into groups, and chooses a representative for each.
// Documents are the vertices of a graph, and pairs its edges; groups are the connected
// components. Equal documents are one vertex with a number of copies, so a million of them
// have no more edges than one.
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
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/resemblance"
	"example.org/diagonal/transforms/resemblance/forest"
)

func init() {
	dofn.Plain(&filterFn{})
	dofn.Plain(&representFn{})
	register.Function2x2(lastFn)
	register.Emitter1[record.Grouped]()
	register.Emitter2[int, []byte]()
	register.Emitter2[string, int64]()
	register.Iter1[[]byte]()
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
	// Cells is resemblance.Params.Groups. It has nothing to do with the groups of this
	// package.
	//
	// Required.
	Cells int
	// Shuffle configures the packed shuffle. It is the same for all stages of a pipeline.
	//
	// Required.
	Shuffle shuffle.Params
}

// Validate returns a *parameter.Error about the first field with an impossible value.
func (p Params) Validate() error {
	switch {
	case p.Policy != KeepFirst && p.Policy != KeepLongest:
		return &parameter.Error{Of: "group.Params", Name: "Policy", Value: p.Policy, Want: "keep_first or keep_longest"}
	case p.Cells < 1:
		return &parameter.Error{Of: "group.Params", Name: "Cells", Value: p.Cells, Want: "at least 1"}
	}
	return p.Shuffle.Validate()
}

// Result is the result of Join.
type Result struct {
	// Pairs is each vertex of a group with the representative, which is second, by cell.
	Pairs shuffle.Blocks[delivery.Pair]
	// Needs is the cells that need each vertex, by vertex.
	Needs shuffle.Blocks[delivery.Need]
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
func Join(s beam.Scope, p Params, links shuffle.Blocks[resemblance.Link]) Result {
	s = s.Scope("group.Join")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	last := Forests(s, p.Shuffle, links)
	pairs, needs, representatives, ledger := beam.ParDo4(s, &representFn{Params: p}, last)
	return Result{shuffle.BlocksOf[delivery.Pair](delivery.ByCell(p.Shuffle, p.Cells, false), pairs), shuffle.BlocksOf[delivery.Need](p.Shuffle, needs), representatives, ledger}
}

// Forests joins forests of links 16 by 16, and brings the last ones together: a
// PCollection<CoGBK<int,[]byte>> of one element, whose links EachLink reads. If there is no link, it is
// empty. links must be packed with sh.
func Forests(s beam.Scope, sh shuffle.Params, links shuffle.Blocks[resemblance.Link]) beam.PCollection {
	for sh.Shards > fan {
		grouped := shuffle.Group(s, sh, links)
		sh.Shards = (sh.Shards + fan - 1) / fan
		links = shuffle.BlocksOf[resemblance.Link](sh, beam.ParDo(s, &filterFn{Shuffle: sh}, grouped))
	}
	return beam.GroupByKey(s, beam.ParDo(s, lastFn, links.Collection()))
}

// lastFn brings the last shards together.
func lastFn(_ int, links []byte) (int, []byte) { return 0, links }

// filterFn keeps a spanning forest of the links of a shard, and sends it to a shard of Shuffle.
type filterFn struct {
	Shuffle shuffle.Params

	packer *shuffle.Packer
}

func (fn *filterFn) StartBundle(_ func(int, []byte)) { fn.packer = shuffle.NewPacker(fn.Shuffle) }

func (fn *filterFn) ProcessElement(shard int, blocks func(*[]byte) bool, emit func(int, []byte)) error {
	joined := forest.New()
	return fn.Shuffle.EachPart("group.Join", blocks, func(links *block.Sorted) error {
		return EachLink(links, joined, func(i int, a, _ resemblance.Vertex) {
			fn.packer.AddTo(shard/fan, a.Key, links.Payload(i), emit)
		})
	})
}

func (fn *filterFn) FinishBundle(emit func(int, []byte)) { fn.packer.Flush(emit) }

// EachLink calls f for the links that join two trees of a forest.
func EachLink(links *block.Sorted, joined *forest.Forest, f func(i int, a, b resemblance.Vertex)) error {
	for i := range links.Len() {
		a, b, err := resemblance.ReadLink(links.Payload(i))
		if err != nil {
			return err
		}
		if joined.Union(a.Key, b.Key) {
			f(i, a, b)
		}
	}
	return nil
}

// representFn joins the last forests, and chooses the representative of each group.
type representFn struct {
	Params Params

	dealer *delivery.Dealer
	ledger shuffle.Ledger
}

func (fn *representFn) StartBundle(_, _ func(int, []byte), _ func(record.Grouped), _ func(string, int64)) {
	fn.dealer = delivery.NewDealer(fn.Params.Shuffle, fn.Params.Cells, false)
	fn.ledger = shuffle.Ledger{}
}

func (fn *representFn) ProcessElement(_ int, blocks func(*[]byte) bool, pairs, needs func(int, []byte), representatives func(record.Grouped), _ func(string, int64)) error {
	joined := forest.New()
	vertices := map[uint64]resemblance.Vertex{}
	err := fn.Params.Shuffle.EachPart("group.Join", blocks, func(links *block.Sorted) error {
		return EachLink(links, joined, func(_ int, a, b resemblance.Vertex) { vertices[a.Key], vertices[b.Key] = a, b })
	})
	if err != nil {
		return err
	}
	best := make([]resemblance.Vertex, joined.Len()) // by component
	chosen := make([]bool, joined.Len())             // whether best is set
	for key, v := range vertices {
		if c := joined.Component(key); !chosen[c] || v.Before(&best[c], fn.Params.Policy == KeepLongest) {
			best[c], chosen[c] = v, true
		}
	}
	for key, v := range vertices {
		of := best[joined.Component(key)]
		if v.Copies == 1 {
			fn.ledger.Add(Grouped, 1)
			fn.ledger.Add(resemblance.Singletons, -1)
		} else {
			fn.ledger.Add(Groups, -1)
		}
		if key == of.Key {
			fn.ledger.Add(Groups, 1)
			if v.Copies == 1 {
				representatives(record.Grouped{ID: of.ID, Group: of.ID, Resemblance: 1})
			}
			continue
		}
		fn.dealer.Deal(delivery.Pair{A: key, B: of.Key}, pairs, needs)
	}
	return nil
}

func (fn *representFn) FinishBundle(pairs, needs func(int, []byte), _ func(record.Grouped), ledger func(string, int64)) {
	fn.dealer.Flush(pairs, needs)
	fn.ledger.Flush(ledger)
}
