package resemblance

import (
	"context"
	"math"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/resemblance/forest"
	"example.org/diagonal/transforms/resemblance/overlap"
	"example.org/diagonal/transforms/sketch/minhash"
	"example.org/diagonal/transforms/sketch/simhash"
)

func init() {
	engine.RegisterReduce[*compare]()
	engine.RegisterReduce[*toRepresentative]()
}

// Compared is the result of Compare.
type Compared struct {
	// Pairs is a PCollection<record.SimilarPair>.
	Pairs beam.PCollection
	// Links is some of the pairs of classes, by class. They connect the same classes as all
	// pairs do. With Params.EveryLink they are all of them.
	Links engine.Blocks[Link]
	// Profiles is by class, for the classes in pairs. A class may come more than once.
	Profiles engine.Blocks[InCell]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Compare compares pairs of classes, and keeps those within the bounds. pairs is the result
// of Meet, profiles of Deliver. If p.Directed, there are no links and profiles. Compare panics
// if p is not valid.
func Compare(s beam.Scope, p Params, pairs engine.Blocks[delivery.Pair], profiles engine.Blocks[InCell]) Compared {
	s = start(s, "Compare", p)
	st := engine.Reduce(s, pairs.Params(), "resemblance.Compare", &compare{
		Params: p, Comparison: delivery.From(profiles, pairs),
		Links: engine.To[Link](p.Shuffle), Profiles: engine.To[InCell](p.Shuffle),
	})
	return Compared{st.Similar.Collection(), st.Links.Blocks(), st.Profiles.Blocks(), st.Ledger.Collection()}
}

// compare compares the pairs of a cell.
type compare struct {
	Params Params

	delivery.Comparison[classInCell]
	Similar  engine.Elements[record.SimilarPair]
	Links    engine.Out[Link]
	Profiles engine.Out[InCell]
	Ledger   engine.Ledger

	connected *forest.Forest // classes, by the pairs of this bundle
	sketches  *expander
}

func (st *compare) StartBundle() {
	st.connected, st.sketches = forest.New(), newExpander(st.Params)
}

func (st *compare) Reduce(ctx context.Context, _ uint64) error {
	return eachPair(ctx, &st.Comparison, st.Params, st.sketches, func(a, b *classInCell) error {
		if st.Params.OnlyGroups && st.connected.Connected(a.profile.Key, b.profile.Key) {
			return nil
		}
		m, wanted := st.Params.measure(&a.profile.Sketch, &b.profile.Sketch)
		if !wanted {
			return nil
		}
		st.write(&a.profile, &b.profile, m)
		if st.Params.Directed {
			return nil
		}
		for _, d := range [2]*classInCell{a, b} {
			if !d.used {
				d.used = true
				st.Profiles.Add(d.profile.Key, d.item)
			}
		}
		if st.Params.EveryLink || st.connected.Union(a.profile.Key, b.profile.Key) {
			st.Links.Add(a.profile.Key, Link{a.profile.Vertex, b.profile.Vertex})
		}
		return nil
	})
}

// write writes the pair of two classes, or every pair of their documents.
func (fn *compare) write(a, b *Profile, m measures) {
	if fn.Params.OnlyGroups {
		return
	}
	n := a.Copies * b.Copies
	fn.Ledger.Add(Pairs, n)
	if !fn.Params.EqualPairs {
		fn.Ledger.Add(PairsOfCopies, n-1)
		fn.Similar.Emit(pairOf(a, b, a.ID, b.ID, m, fn.Params.Directed))
		return
	}
	for _, x := range idsOf(a) {
		for _, y := range idsOf(b) {
			fn.Similar.Emit(pairOf(a, b, x, y, m, fn.Params.Directed))
		}
	}
}

// idsOf returns the ids of the documents of a class, if Params.EqualPairs is set.
func idsOf(p *Profile) []string {
	if p.Copies == 1 {
		return []string{p.ID}
	}
	return p.IDs
}

// Measure compares the classes of a group with the class of the group's representative.
// pairs is the result of group.Join, with the representative second, and profiles of Deliver.
// grouped is a PCollection<record.Grouped> of the classes of one document. groups is of the
// other classes, by class, in each shard that has members. Measure panics if p is not valid.
func Measure(
	s beam.Scope, p Params, pairs engine.Blocks[delivery.Pair], profiles engine.Blocks[InCell],
) (grouped beam.PCollection, groups engine.Blocks[Group]) {
	s = start(s, "Measure", p)
	st := engine.Reduce(s, pairs.Params(), "resemblance.Measure",
		&toRepresentative{Params: p, Comparison: delivery.From(profiles, pairs), Groups: engine.To[Group](p.Shuffle)})
	return st.Grouped.Collection(), st.Groups.Blocks()
}

// toRepresentative compares the pairs of a cell, of which the second one is the representative.
type toRepresentative struct {
	Params Params

	delivery.Comparison[classInCell]
	Grouped engine.Elements[record.Grouped]
	Groups  engine.Out[Group]

	sketches *expander
}

func (st *toRepresentative) StartBundle() { st.sketches = newExpander(st.Params) }

func (st *toRepresentative) Reduce(ctx context.Context, _ uint64) error {
	return eachPair(ctx, &st.Comparison, st.Params, st.sketches, func(a, b *classInCell) error {
		m, _ := st.Params.measure(&a.profile.Sketch, &b.profile.Sketch)
		r := record.Round(m.resemblance)
		if a.profile.Copies == 1 {
			st.Grouped.Emit(record.Grouped{ID: a.profile.ID, Group: b.profile.ID, Resemblance: r})
			return nil
		}
		for _, shard := range a.profile.Shards {
			st.Groups.AddTo(int(shard), a.profile.Key, Group{r, b.profile.ID})
		}
		return nil
	})
}

// InCell is a class as it is delivered to a cell: a Profile.
type InCell = delivery.Item[classInCell]

// classInCell is a class that was delivered to a cell.
type classInCell struct {
	item    InCell
	profile Profile
	used    bool // whether compare has sent it on
}

// eachPair calls f once for each pair of a cell. It leaves out pairs of which a class was not delivered, because all
// its documents were rejected.
func eachPair(
	ctx context.Context, cells *delivery.Comparison[classInCell], p Params, sketches *expander,
	f func(a, b *classInCell) error,
) error {
	read := func(payload []byte) (*classInCell, error) {
		item, err := delivery.ItemOf[classInCell](slices.Clone(payload)) // it may be sent on
		if err != nil {
			return nil, err
		}
		c := &classInCell{item: item}
		if err := c.profile.Read(payload); err != nil {
			return nil, err
		}
		sketches.expand(&c.profile.Sketch)
		return c, nil
	}
	return cells.EachPair(ctx, p.Shuffle, read, nil, func(_ delivery.Pair, a, b *classInCell) error {
		if a == nil || b == nil {
			return nil
		}
		return f(a, b)
	})
}

// measures is the result of a comparison.
type measures struct {
	shared                   int
	resemblance, containment float64
}

// measure compares two sketches, and reports whether the pair is within the bounds.
func (p Params) measure(a, b *Sketch) (measures, bool) {
	na, nb := int(a.Size), int(b.Size)
	switch p.Method {
	case MinHash:
		r := float64(minhash.Agreeing(a.Values, b.Values, p.MinHash.Permutations)) / float64(p.MinHash.Permutations)
		return estimate(r/(1+r)*float64(na+nb), na, nb, r), r >= p.Bounds.Resemblance
	case SimHash:
		distance := simhash.Distance(a.Values[0], b.Values[0])
		shared := simhash.Cosine(distance) * math.Sqrt(float64(na)*float64(nb))
		shared = min(shared, float64(min(na, nb)))
		return estimate(shared, na, nb, shared/(float64(na+nb)-shared)), distance <= p.Distance
	}
	shared := overlap.Shared(a.Values, b.Values)
	m := measures{shared: shared}
	m.resemblance, m.containment = overlap.Measures(shared, na, nb)
	return m, p.Bounds.Wanted(shared, na, nb)
}

// estimate returns the measures of sets of a and b elements, of an estimate of the number of
// shared elements.
func estimate(shared float64, a, b int, resemblance float64) measures {
	n := min(int(math.Round(shared)), a, b)
	return measures{n, resemblance, float64(n) / float64(min(a, b))}
}

// pairOf returns the line of the result for the documents with the id x, of the class a, and
// the id y, of the class b.
func pairOf(a, b *Profile, x, y string, m measures, directed bool) record.SimilarPair {
	if directed && record.SideOf(a.Key) == record.Source || !directed && y < x {
		a, b, x, y = b, a, y, x
	}
	return record.SimilarPair{
		A: x, B: y, Resemblance: record.Round(m.resemblance), Containment: record.Round(m.containment),
		Shared: int64(m.shared), ASize: int64(a.Sketch.Size), BSize: int64(b.Sketch.Size),
		Source: directed,
	}
}
