package resemblance

import (
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/io/dofn"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/shuffle/block"
)

func init() {
	dofn.Plain(&deliverFn{})
}

// Wanted is what Deliver joins, all by class.
type Wanted struct {
	// Members is those of Name, Sketches those of Emit. Both may be none.
	Members  shuffle.Blocks[Members]
	Sketches shuffle.Blocks[Sketch]
	// Profiles takes the place of members and sketches.
	Profiles shuffle.Blocks[Profile]
	// Needs is those of Meet or group.Join.
	Needs shuffle.Blocks[record.Need]
}

// Delivered is what Deliver makes.
type Delivered struct {
	// Profiles is by cell.
	Profiles shuffle.Blocks[Profile]
	// Classes is by class, for those of two and more documents, in each shard that has some
	// of them.
	Classes shuffle.Blocks[Class]
	// Pairs is a PCollection<record.SimilarPair> of equal documents, empty without
	// Params.EqualPairs.
	Pairs beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Deliver brings each class to the cells that need it. It panics if p is not valid.
func Deliver(s beam.Scope, p Params, in Wanted) Delivered {
	s = start(s, "Deliver", p)
	profiles, classes, pairs, ledger := beam.ParDo4(s, &deliverFn{Params: p}, shuffle.Group(s, p.Shuffle, in.Members, in.Sketches, in.Profiles, in.Needs))
	return Delivered{shuffle.BlocksOf[Profile](p.Shuffle, profiles), shuffle.BlocksOf[Class](p.Shuffle, classes), pairs, ledger}
}

// deliverFn handles the records of classes.
type deliverFn struct {
	Params Params

	cells, classes *shuffle.Packer
	ledger         shuffle.Ledger

	payload []byte // scratch, never emitted
}

func (fn *deliverFn) StartBundle(_, _ func(int, []byte), _ func(record.SimilarPair), _ func(string, int64)) {
	fn.cells = shuffle.NewPacker(fn.Params.Shuffle)
	fn.classes = shuffle.NewPacker(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{PairsOfEqual: 0, PairsOfCopies: 0}
}

func (fn *deliverFn) ProcessElement(_ int, blocks func(*[]byte) bool, cells, classes func(int, []byte), pairs func(record.SimilarPair), _ func(string, int64)) error {
	sorted, err := shuffle.Receive("resemblance.Deliver", blocks)
	if err != nil {
		return err
	}
	for i := 0; i < sorted.Len(); {
		end := sorted.Group(i)
		profile, err := fn.profile(sorted, i, end, classes, pairs)
		if err != nil {
			return err
		}
		if err := fn.deliver(sorted, i, end, profile, cells); err != nil {
			return err
		}
		i = end
	}
	return nil
}

func (fn *deliverFn) FinishBundle(cells, classes func(int, []byte), _ func(record.SimilarPair), ledger func(string, int64)) {
	fn.cells.Flush(cells)
	fn.classes.Flush(classes)
	fn.ledger.Flush(ledger)
}

// profile is the payload of the profile of a class: the one that came, or made of its
// members and its sketch. It is empty if all its documents were rejected.
func (fn *deliverFn) profile(sorted *block.Sorted, from, to int, classes func(int, []byte), pairs func(record.SimilarPair)) ([]byte, error) {
	var sketches [][]byte
	var members []Members
	for i := from; i < to; i++ {
		switch payload := sorted.Payload(i); payload[0] {
		case record.TagNeed:
		case tagSketch:
			if i == from || string(payload) != string(sorted.Payload(i-1)) {
				sketches = append(sketches, payload)
			}
		case tagMembers:
			m, err := readMembers(payload)
			if err != nil {
				return nil, err
			}
			members = append(members, m)
		case tagProfile:
			return payload, nil // others are equal
		default:
			return nil, fmt.Errorf("resemblance: a record of class %x has the unknown tag %d", sorted.Key(i), payload[0])
		}
	}
	if len(members) == 0 {
		return nil, nil
	}
	all, shards := fn.all(members)
	all.First.Key = sorted.Key(from)
	for _, sketch := range sketches {
		if check, err := sketchCheck(sketch); err != nil || check != all.Check {
			continue
		}
		p := Profile{Vertex: all.First}
		if all.First.Copies > 1 {
			p.Shards, p.IDs = shards, all.IDs
		}
		fn.payload = appendProfile(fn.payload[:0], &p, sketch)
		if p.Copies > 1 {
			return fn.payload, fn.equal(&p, all.Check, classes, pairs)
		}
		return fn.payload, nil
	}
	return nil, fmt.Errorf("resemblance: class %x has no sketch", sorted.Key(from))
}

// all is the members of a class, whose Shard means nothing, and the shards that have
// them. They come in the order of their checks: if two classes have one key the first
// has it, and the documents of the other are counted.
func (fn *deliverFn) all(members []Members) (all Members, shards []uint32) {
	all.Check = members[0].Check
	for _, m := range members {
		if m.Check != all.Check {
			fn.ledger.Add(Taken, m.First.Copies)
			continue
		}
		fn.Params.join(&all, m)
		shards = append(shards, m.Shard)
	}
	return all, shards
}

// equal counts the pairs of a class, of which fn.payload is the profile, writes them if
// all are wanted, and has the documents listed.
func (fn *deliverFn) equal(p *Profile, check uint64, classes func(int, []byte), pairs func(record.SimilarPair)) error {
	var payload []byte
	for _, shard := range p.Shards {
		payload = appendClass(payload[:0], check, p.ID)
		fn.classes.AddTo(int(shard), p.Key, payload, classes)
	}
	if fn.Params.Directed {
		return nil // they are of one side
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
	m, _ := fn.Params.measure(&p.Sketch, &p.Sketch)
	for i, a := range p.IDs {
		for _, b := range p.IDs[:i] {
			pairs(pairOf(p, p, a, b, m, false))
		}
	}
	return nil
}

// deliver sends the profile of a class where it is needed.
func (fn *deliverFn) deliver(sorted *block.Sorted, from, to int, profile []byte, cells func(int, []byte)) error {
	for i := from; i < to && profile != nil; i++ {
		payload := sorted.Payload(i)
		if payload[0] != record.TagNeed {
			break // needs come first
		}
		if i > from && string(payload) == string(sorted.Payload(i-1)) {
			continue
		}
		cell, err := record.ReadNeed(payload)
		if err != nil {
			return err
		}
		fn.cells.Add(cell, profile, cells)
	}
	return nil
}
