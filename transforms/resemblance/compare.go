package resemblance

import (
	"context"
	"math"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/resemblance/forest"
	"example.org/diagonal/transforms/resemblance/overlap"
	"example.org/diagonal/transforms/sketch/minhash"
	"example.org/diagonal/transforms/sketch/simhash"
)

func init() {
	dofn.Plain(&compareFn{})
	dofn.Plain(&measureFn{})
	register.Emitter1[record.SimilarPair]()
	register.Emitter1[record.Grouped]()
}

// Compared is the result of Compare.
type Compared struct {
	// Pairs is a PCollection<record.SimilarPair>.
	Pairs beam.PCollection
	// Links is some of the pairs of classes, by class. They connect the same classes as all
	// pairs do.
	Links shuffle.Blocks[Link]
	// Profiles is by class, for the classes in pairs. A class may come more than once.
	Profiles shuffle.Blocks[Profile]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Compare compares pairs of classes, and keeps those within the bounds. pairs is the result
// of Meet, profiles of Deliver. If p.Directed, there are no links and profiles. Compare panics
// if p is not valid.
func Compare(s beam.Scope, p Params, pairs shuffle.Blocks[delivery.Pair], profiles shuffle.Blocks[Profile]) Compared {
	s = start(s, "Compare", p)
	similar, links, used, ledger := beam.ParDo4(s, &compareFn{Params: p}, shuffle.Group(s, p.byCell(), pairs, profiles))
	return Compared{similar, shuffle.BlocksOf[Link](p.Shuffle, links), shuffle.BlocksOf[Profile](p.Shuffle, used), ledger}
}

// compareFn compares the pairs of a cell.
type compareFn struct {
	Params Params

	links, profiles *shuffle.Packer
	connected       *forest.Forest // classes, by the pairs of this bundle
	ledger          shuffle.Ledger

	payload []byte // scratch, never emitted
}

func (fn *compareFn) StartBundle(_ func(record.SimilarPair), _, _ func(int, []byte), _ func(string, int64)) {
	fn.links = shuffle.NewPacker(fn.Params.Shuffle)
	fn.profiles = shuffle.NewPacker(fn.Params.Shuffle)
	fn.connected = forest.New()
	fn.ledger = shuffle.Ledger{}
}

func (fn *compareFn) ProcessElement(ctx context.Context, _ int, blocks func(*[]byte) bool, pairs func(record.SimilarPair), links, profiles func(int, []byte), _ func(string, int64)) error {
	return fn.Params.eachPair(ctx, "resemblance.Compare", blocks, func(a, b *classInCell) {
		m, wanted := fn.Params.measure(&a.profile.Sketch, &b.profile.Sketch)
		if !wanted {
			return
		}
		fn.write(&a.profile, &b.profile, m, pairs)
		if fn.Params.Directed {
			return
		}
		for _, d := range [2]*classInCell{a, b} {
			if !d.used {
				d.used = true
				fn.profiles.Add(d.profile.Key, d.item, profiles)
			}
		}
		if fn.connected.Union(a.profile.Key, b.profile.Key) {
			link := Link{a.profile.Vertex, b.profile.Vertex}
			fn.payload = link.Append(fn.payload[:0])
			fn.links.Add(a.profile.Key, fn.payload, links)
		}
	})
}

func (fn *compareFn) FinishBundle(_ func(record.SimilarPair), links, profiles func(int, []byte), ledger func(string, int64)) {
	fn.links.Flush(links)
	fn.profiles.Flush(profiles)
	fn.ledger.Flush(ledger)
}

// write writes the pair of two classes, or every pair of their documents.
func (fn *compareFn) write(a, b *Profile, m measures, pairs func(record.SimilarPair)) {
	n := a.Copies * b.Copies
	fn.ledger.Add(Pairs, n)
	if !fn.Params.EqualPairs {
		fn.ledger.Add(PairsOfCopies, n-1)
		pairs(pairOf(a, b, a.ID, b.ID, m, fn.Params.Directed))
		return
	}
	for _, x := range idsOf(a) {
		for _, y := range idsOf(b) {
			pairs(pairOf(a, b, x, y, m, fn.Params.Directed))
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
func Measure(s beam.Scope, p Params, pairs shuffle.Blocks[delivery.Pair], profiles shuffle.Blocks[Profile]) (grouped beam.PCollection, groups shuffle.Blocks[Group]) {
	s = start(s, "Measure", p)
	grouped, ofClasses := beam.ParDo2(s, &measureFn{Params: p}, shuffle.Group(s, p.byCell(), pairs, profiles))
	return grouped, shuffle.BlocksOf[Group](p.Shuffle, ofClasses)
}

// measureFn compares the pairs of a cell.
type measureFn struct {
	Params Params

	groups  *shuffle.Packer
	payload []byte // scratch, never emitted
}

func (fn *measureFn) StartBundle(_ func(record.Grouped), _ func(int, []byte)) {
	fn.groups = shuffle.NewPacker(fn.Params.Shuffle)
}

func (fn *measureFn) ProcessElement(ctx context.Context, _ int, blocks func(*[]byte) bool, grouped func(record.Grouped), groups func(int, []byte)) error {
	return fn.Params.eachPair(ctx, "resemblance.Measure", blocks, func(a, b *classInCell) {
		m, _ := fn.Params.measure(&a.profile.Sketch, &b.profile.Sketch)
		r := record.Round(m.resemblance)
		if a.profile.Copies == 1 {
			grouped(record.Grouped{ID: a.profile.ID, Group: b.profile.ID, Resemblance: r})
			return
		}
		fn.payload = appendGroup(fn.payload[:0], r, b.profile.ID)
		for _, shard := range a.profile.Shards {
			fn.groups.AddTo(int(shard), a.profile.Key, fn.payload, groups)
		}
	})
}

func (fn *measureFn) FinishBundle(_ func(record.Grouped), groups func(int, []byte)) {
	fn.groups.Flush(groups)
}

// classInCell is a class that was delivered to a cell.
type classInCell struct {
	item    []byte // its payload
	profile Profile
	used    bool // whether compareFn has sent it on
}

// eachPair calls f once for each pair of each cell of a shard. It leaves out pairs of which a
// class was not delivered, because all its documents were rejected. stage is the name of the
// stage in the progress line.
func (p Params) eachPair(ctx context.Context, stage string, blocks func(*[]byte) bool, f func(a, b *classInCell)) error {
	sketches := newExpander(p)
	read := func(item []byte) (*classInCell, error) {
		c := &classInCell{item: item}
		if err := readProfile(item, &c.profile); err != nil {
			return nil, err
		}
		sketches.expand(&c.profile.Sketch)
		return c, nil
	}
	return delivery.EachPair(ctx, p.byCell(), stage, blocks, read, nil, func(_ delivery.Pair, a, b *classInCell) error {
		if a != nil && b != nil {
			f(a, b)
		}
		return nil
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
