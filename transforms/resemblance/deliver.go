package resemblance

import (
	"context"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/io/record"
)

func init() { engine.RegisterReduce[*deliver]() }

// DeliverInput is the input of Deliver. All records but Pairs are by class, and any but Needs and Pairs may be
// the zero value.
type DeliverInput struct {
	// Members is the result of Classify, and Sketches of Emit. Deliver makes profiles of them.
	Members  engine.Blocks[Members]
	Sketches engine.Blocks[Sketched]
	// Profiles is the result of Compare: profiles that are ready.
	Profiles engine.Blocks[InCell]
	// Needs and Pairs are the result of Meet or group.Join. A profile goes to the cells of the pairs.
	Needs engine.Blocks[delivery.Need]
	Pairs engine.Blocks[delivery.Pair]
}

// Delivered is the result of Deliver.
type Delivered struct {
	// Profiles is by cell.
	Profiles engine.Blocks[InCell]
	// Classes is by class, for classes of two or more documents, in each shard that has
	// members.
	Classes engine.Blocks[Class]
	// Pairs is a PCollection<record.SimilarPair> of equal documents. It is empty unless
	// Params.EqualPairs is set.
	Pairs beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Deliver sends the profile of each class to the cells that need it. It panics if p is not
// valid.
func Deliver(s beam.Scope, p Params, in DeliverInput) Delivered {
	s = start(s, "Deliver", p)
	var ledger engine.Ledger
	if !p.OnlyGroups {
		ledger = engine.Counting(PairsOfEqual, PairsOfCopies)
	}
	st := engine.Reduce(s, p.Shuffle, "resemblance.Deliver", &deliver{
		Params: p, Profiles: engine.From(in.Profiles), Needs: engine.From(in.Needs), Sketches: engine.From(in.Sketches),
		Members: engine.From(in.Members),
		Cells:   engine.To[InCell](in.Pairs.Params()), Ledger: ledger,
	})
	return Delivered{st.Cells.Blocks(), st.Classes.Blocks(), st.Pairs.Collection(), st.Ledger.Collection()}
}

// deliver sends the profiles of classes to cells.
type deliver struct {
	Params Params

	Profiles engine.In[InCell]
	Needs    engine.In[delivery.Need]
	Sketches engine.In[Sketched]
	Members  engine.In[Members]
	Cells    engine.Out[InCell]
	Classes  engine.Out[Class]
	Pairs    engine.Elements[record.SimilarPair]
	Ledger   engine.Ledger

	sketches *expander
	payload  []byte // scratch
}

func (st *deliver) StartBundle() { st.sketches = newExpander(st.Params) }

func (st *deliver) Reduce(_ context.Context, class uint64) error {
	if st.Profiles.Len() > 0 { // if there are more, they are equal
		return st.bring(st.Profiles.Payload(0))
	}
	whole, shards := st.merge()
	if whole.First.Copies == 0 {
		return nil // all documents were rejected
	}
	whole.First.Key = class
	for s := range st.Sketches.Distinct {
		if s.Check != whole.Check {
			continue
		}
		p := Profile{Vertex: whole.First, Sketch: s.Sketch}
		if p.Copies > 1 {
			p.Shards, p.IDs = shards, whole.IDs
			st.equal(&p, whole.Check)
		}
		if st.Needs.Len() == 0 {
			return nil
		}
		st.payload = p.Append(st.payload[:0])
		return st.bring(st.payload)
	}
	return fmt.Errorf("resemblance: class %x has no sketch", class)
}

// bring sends the payload of a profile to the cells that need it.
func (st *deliver) bring(profile []byte) error {
	item, err := delivery.ItemOf[classInCell](profile)
	delivery.BringItem(&st.Needs, &st.Cells, func() InCell { return item })
	return err
}

// merge returns all members of a class as one, whose Shard is not set, and the shards that
// have members. If two classes have the same key, the one with the smaller check
// keeps it, and the documents of the other are counted as Taken.
func (st *deliver) merge() (whole Members, shards []uint32) {
	for m := range st.Members.All {
		if whole.First.Copies == 0 {
			whole.Check = m.Check
		} else if m.Check != whole.Check {
			st.Ledger.Add(Taken, m.First.Copies)
			continue
		}
		st.Params.join(&whole, *m)
		shards = append(shards, m.Shard)
	}
	return whole, shards
}

// equal counts the pairs of a class of two or more, and writes them if Params.EqualPairs is
// set. It sends a Class to each shard with members.
func (st *deliver) equal(p *Profile, check uint64) {
	for _, shard := range p.Shards {
		st.Classes.AddTo(int(shard), p.Key, Class{check, p.ID})
	}
	if st.Params.Directed {
		return // all members are on one side
	}
	st.Ledger.Add(Groups, 1)
	st.Ledger.Add(Grouped, p.Copies)
	st.Ledger.Add(Singletons, -p.Copies)
	n := p.Copies * (p.Copies - 1) / 2
	if st.Params.OnlyGroups {
		return
	}
	st.Ledger.Add(Pairs, n)
	if !st.Params.EqualPairs {
		st.Ledger.Add(PairsOfEqual, n)
		return
	}
	sketch := p.Sketch
	st.sketches.expand(&sketch)
	m, _ := st.Params.measure(&sketch, &sketch)
	for i, a := range p.IDs {
		for _, b := range p.IDs[:i] {
			st.Pairs.Emit(pairOf(p, p, a, b, m, false))
		}
	}
}
