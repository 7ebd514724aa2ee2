// Package group joins documents that pairs connect into groups, and chooses the one
// that stands for each. Equal documents come as one vertex with their number, so a
// million of them are no more edges than one.
//
// Method: filtering (Lattanzi, Moseley, Suri, Vassilvitskii, "Filtering: a method for
// solving graph problems in MapReduce", SPAA 2011). A worker that is given some of the
// edges of a graph keeps a spanning forest of them and drops the rest. The dropped ones
// connect nothing that the kept do not, so the components of the graph stay what they
// are, while what is kept is fewer edges than the graph has vertices. Forests are
// joined fan by fan, until one worker has the last.
//
// So the pairs, whose number can be the square of that of the documents, never come
// together anywhere: the last worker is given at most one edge for each document that
// is in a pair, from each of at most 16 others, and holds one edge, one id and some
// 100 bytes for each such document, whatever shape the groups have. The number of rounds
// is that of the shards, by the logarithm to the base 16, and known when the graph of
// the pipeline is built, as Beam asks. Algorithms that need less memory on a worker,
// such as alternating large-star and small-star (Kiveris et al., SoCC 2014), need rounds
// that grow with the logarithm of the documents, and a long chain of documents, each
// like the next, would be cut where a pipeline has to stop; that fewer rounds are
// possible for them is unproven, and believed not to be (the one-or-two-cycles
// conjecture).
package group

import (
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/io/dofn"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/resemblance"
	"example.org/diagonal/transforms/resemblance/forest"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/shuffle/block"
)

func init() {
	dofn.Plain(&filterFn{})
	dofn.Plain(&nameFn{})
	register.Function2x2(lastFn)
	register.Emitter1[record.Grouped]()
	register.Emitter2[int, []byte]()
	register.Emitter2[string, int64]()
	register.Iter1[[]byte]()
}

// The policies: which document stands for its group.
const (
	// KeepFirst is the one with the smallest id, in byte order.
	KeepFirst = "keep_first"
	// KeepLongest is the one with the longest text, in code points; of equals that with
	// the smallest id.
	KeepLongest = "keep_longest"
)

// Names of the ledger.
const (
	// Groups is groups of two and more documents. A vertex that stands for several is
	// counted before, as a group: Join takes it off where it joins it to others.
	Groups = "groups"
	// Grouped is documents in them, without those of such vertices.
	Grouped = "documents_in_groups"
)

// Params configures Join.
type Params struct {
	// Policy is KeepFirst or KeepLongest.
	Policy string
	// Cells is the number of groups that documents are dealt to where they are compared
	// (record.CellOf): nothing to do with the groups of this package.
	//
	// Required.
	Cells int
	// Shuffle is the packed shuffle of the pipeline.
	//
	// Required.
	Shuffle shuffle.Params
}

// Validate reports the first field that holds an impossible value.
func (p Params) Validate() error {
	switch {
	case p.Policy != KeepFirst && p.Policy != KeepLongest:
		return fmt.Errorf("--policy=%s: want keep_first or keep_longest", p.Policy)
	case p.Cells < 1:
		return fmt.Errorf("group.Params: Cells is %d, must be at least 1", p.Cells)
	}
	return p.Shuffle.Validate()
}

// Result is what Join makes.
type Result struct {
	// Pairs is by cell: each vertex of a group with its representative, which is second.
	Pairs shuffle.Blocks[resemblance.Pair]
	// Needs is by vertex.
	Needs shuffle.Blocks[record.Need]
	// Representatives is a PCollection<record.Grouped>: their own lines, of those that
	// stand for one document alone.
	Representatives beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// fan is how many forests are joined into one.
const fan = 16

// Join joins the documents of links, which must be packed with p.Shuffle. It panics if p
// is not valid.
func Join(s beam.Scope, p Params, links shuffle.Blocks[resemblance.Link]) Result {
	s = s.Scope("group.Join")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	for sh := p.Shuffle; sh.Shards > fan; {
		grouped := shuffle.Group(s, sh, links)
		sh.Shards = (sh.Shards + fan - 1) / fan
		links = shuffle.BlocksOf[resemblance.Link](sh, beam.ParDo(s, &filterFn{Shuffle: sh}, grouped))
	}
	last := beam.GroupByKey(s, beam.ParDo(s, lastFn, links.Collection()))
	pairs, needs, representatives, ledger := beam.ParDo4(s, &nameFn{Params: p}, last)
	return Result{shuffle.BlocksOf[resemblance.Pair](p.Shuffle, pairs), shuffle.BlocksOf[record.Need](p.Shuffle, needs), representatives, ledger}
}

// lastFn brings the shards that are left together.
func lastFn(_ int, links []byte) (int, []byte) { return 0, links }

// filterFn keeps a spanning forest of the links of a shard, for one of the shards of Shuffle.
type filterFn struct {
	Shuffle shuffle.Params

	packer *shuffle.Packer
}

func (fn *filterFn) StartBundle(_ func(int, []byte)) { fn.packer = shuffle.NewPacker(fn.Shuffle) }

func (fn *filterFn) ProcessElement(shard int, blocks func(*[]byte) bool, emit func(int, []byte)) error {
	links, err := shuffle.Receive("group.Join", blocks)
	if err != nil {
		return err
	}
	return eachKept(links, forest.New(), func(i int, a, _ resemblance.Vertex) {
		fn.packer.AddTo(shard/fan, a.Key, links.Payload(i), emit)
	})
}

func (fn *filterFn) FinishBundle(emit func(int, []byte)) { fn.packer.Flush(emit) }

// eachKept calls f for the links that a forest keeps.
func eachKept(links *block.Sorted, joined *forest.Forest, f func(i int, a, b resemblance.Vertex)) error {
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

// nameFn joins the last forests, and names each group by its representative.
type nameFn struct {
	Params Params

	pairs, needs *shuffle.Packer
	ledger       shuffle.Ledger
}

func (fn *nameFn) StartBundle(_, _ func(int, []byte), _ func(record.Grouped), _ func(string, int64)) {
	fn.pairs = shuffle.NewPacker(fn.Params.Shuffle)
	fn.needs = shuffle.NewPacker(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{}
}

func (fn *nameFn) ProcessElement(_ int, blocks func(*[]byte) bool, pairs, needs func(int, []byte), representatives func(record.Grouped), _ func(string, int64)) error {
	links, err := shuffle.Receive("group.Join", blocks)
	if err != nil {
		return err
	}
	joined := forest.New()
	known := map[uint64]resemblance.Vertex{}
	err = eachKept(links, joined, func(_ int, a, b resemblance.Vertex) { known[a.Key], known[b.Key] = a, b })
	if err != nil {
		return err
	}
	best := make([]resemblance.Vertex, joined.Len()) // by component; no id: none yet
	found := make([]bool, joined.Len())
	for key, v := range known {
		if c := joined.Component(key); !found[c] || v.Before(&best[c], fn.Params.Policy == KeepLongest) {
			best[c], found[c] = v, true
		}
	}
	var payload []byte
	asked := map[[2]uint64]bool{}
	need := func(document, cell uint64) {
		if k := [2]uint64{document, cell}; !asked[k] {
			asked[k] = true
			payload = record.AppendNeed(payload[:0], cell)
			fn.needs.Add(document, payload, needs)
		}
	}
	for key, v := range known {
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
		cell := record.CellOf(key, of.Key, fn.Params.Cells)
		payload = resemblance.AppendPair(payload[:0], key, of.Key)
		fn.pairs.Add(cell, payload, pairs)
		need(key, cell)
		need(of.Key, cell)
	}
	return nil
}

func (fn *nameFn) FinishBundle(pairs, needs func(int, []byte), _ func(record.Grouped), ledger func(string, int64)) {
	fn.pairs.Flush(pairs)
	fn.needs.Flush(needs)
	fn.ledger.Flush(ledger)
}
