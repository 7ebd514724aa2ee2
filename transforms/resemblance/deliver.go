package resemblance

import (
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/io/record"
)

func init() {
	dofn.Plain(&deliverFn{})
	register.Emitter1[record.SimilarPair]()
}

// DeliverInput is the input of Deliver. All records are by class, and any but Needs may be
// the zero value.
type DeliverInput struct {
	// Members is the result of Classify, and Sketches of Emit. Deliver makes profiles of them.
	Members  shuffle.Blocks[Members]
	Sketches shuffle.Blocks[Sketch]
	// Profiles is the result of Compare: profiles that are ready.
	Profiles shuffle.Blocks[InCell]
	// Needs is the result of Meet or group.Join.
	Needs shuffle.Blocks[delivery.Need]
}

// Delivered is the result of Deliver.
type Delivered struct {
	// Profiles is by cell.
	Profiles shuffle.Blocks[InCell]
	// Classes is by class, for classes of two or more documents, in each shard that has
	// members.
	Classes shuffle.Blocks[Class]
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
	profiles, classes, pairs, ledger := beam.ParDo4(s, &deliverFn{Params: p}, shuffle.Group(s, p.Shuffle, in.Members, in.Sketches, in.Profiles, in.Needs))
	return Delivered{shuffle.BlocksOf[InCell](p.byCell(), profiles), shuffle.BlocksOf[Class](p.Shuffle, classes), pairs, ledger}
}

// deliverFn reads the records of classes.
type deliverFn struct {
	Params Params

	cells    *delivery.Sender
	classes  *shuffle.Packer
	ledger   shuffle.Ledger
	sketches *expander

	payload []byte // scratch, never emitted
}

func (fn *deliverFn) StartBundle(_, _ func(int, []byte), _ func(record.SimilarPair), _ func(string, int64)) {
	fn.cells = delivery.NewSender(fn.Params.byCell())
	fn.classes = shuffle.NewPacker(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{PairsOfEqual: 0, PairsOfCopies: 0}
	fn.sketches = newExpander(fn.Params)
}

func (fn *deliverFn) ProcessElement(_ int, blocks func(*[]byte) bool, cells, classes func(int, []byte), pairs func(record.SimilarPair), _ func(string, int64)) error {
	return fn.Params.Shuffle.EachGroup("resemblance.Deliver", blocks, func(sorted *block.Sorted, i, end int) error {
		profile, err := fn.profile(sorted, i, end, classes, pairs)
		if err != nil {
			return err
		}
		if profile != nil {
			err := delivery.Bring(sorted, i, end, func() []byte { return profile }, fn.cells, cells)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func (fn *deliverFn) FinishBundle(cells, classes func(int, []byte), _ func(record.SimilarPair), ledger func(string, int64)) {
	fn.cells.Flush(cells)
	fn.classes.Flush(classes)
	fn.ledger.Flush(ledger)
}

// profile returns the payload of the profile of a class. It is among the records from from to
// to, or made of the members and the sketch. It is nil if all documents were rejected.
func (fn *deliverFn) profile(sorted *block.Sorted, from, to int, classes func(int, []byte), pairs func(record.SimilarPair)) ([]byte, error) {
	var sketches [][]byte
	var members []Members
	for i := from; i < to; i++ {
		switch payload := sorted.Payload(i); payload[0] {
		case delivery.TagNeed:
		case tagSketch:
			if i == from || string(payload) != string(sorted.Payload(i-1)) {
				sketches = append(sketches, payload)
			}
		case tagMembers:
			m, err := engine.Read[Members](payload)
			if err != nil {
				return nil, err
			}
			members = append(members, m)
		case delivery.TagItem:
			return payload, nil // if there are more, they are equal
		default:
			return nil, fmt.Errorf("resemblance: a record of class %x has the unknown tag %d", sorted.Key(i), payload[0])
		}
	}
	if len(members) == 0 {
		return nil, nil
	}
	whole, shards := fn.merge(members)
	whole.First.Key = sorted.Key(from)
	for _, sketch := range sketches {
		if check, err := sketchCheck(sketch); err != nil || check != whole.Check {
			continue
		}
		p := Profile{Vertex: whole.First}
		if whole.First.Copies > 1 {
			p.Shards, p.IDs = shards, whole.IDs
		}
		fn.payload = appendProfile(fn.payload[:0], &p, sketch)
		if p.Copies > 1 {
			return fn.payload, fn.equal(&p, whole.Check, classes, pairs)
		}
		return fn.payload, nil
	}
	return nil, fmt.Errorf("resemblance: class %x has no sketch", sorted.Key(from))
}

// merge returns all members of a class as one, whose Shard is not set, and the shards that
// have members. members is in the order of checks. If two classes have the same key, the first
// keeps it, and the documents of the other are counted as Taken.
func (fn *deliverFn) merge(members []Members) (whole Members, shards []uint32) {
	whole.Check = members[0].Check
	for _, m := range members {
		if m.Check != whole.Check {
			fn.ledger.Add(Taken, m.First.Copies)
			continue
		}
		fn.Params.join(&whole, m)
		shards = append(shards, m.Shard)
	}
	return whole, shards
}

// equal counts the pairs of a class of two or more, and writes them if Params.EqualPairs is
// set. It sends a Class to each shard with members. fn.payload is the profile of the class.
func (fn *deliverFn) equal(p *Profile, check uint64, classes func(int, []byte), pairs func(record.SimilarPair)) error {
	var payload []byte
	for _, shard := range p.Shards {
		payload = appendClass(payload[:0], check, p.ID)
		fn.classes.AddTo(int(shard), p.Key, payload, classes)
	}
	if fn.Params.Directed {
		return nil // all members are on one side
	}
	fn.ledger.Add(Groups, 1)
	fn.ledger.Add(Grouped, p.Copies)
	fn.ledger.Add(Singletons, -p.Copies)
	n := p.Copies * (p.Copies - 1) / 2
	fn.ledger.Add(Pairs, n)
	if !fn.Params.EqualPairs {
		fn.ledger.Add(PairsOfEqual, n)
		return nil
	}
	if err := readProfile(fn.payload, p); err != nil {
		return err
	}
	fn.sketches.expand(&p.Sketch)
	m, _ := fn.Params.measure(&p.Sketch, &p.Sketch)
	for i, a := range p.IDs {
		for _, b := range p.IDs[:i] {
			pairs(pairOf(p, p, a, b, m, false))
		}
	}
	return nil
}
