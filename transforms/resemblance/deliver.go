package resemblance

import (
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"diagonal/io/dofn"
	"diagonal/io/record"
	"diagonal/transforms/shuffle"
	"diagonal/transforms/shuffle/block"
)

func init() {
	dofn.Plain(&deliverFn{})
	register.Emitter1[record.Rejected]()
}

// Wanted is what Deliver joins. Each field is collections of blocks,
// PCollection<KV<int,[]byte>>, by document.
type Wanted struct {
	// Catalogue is blocks of record.Entry, one for every document, with one sentence that
	// is the whole text.
	Catalogue []beam.PCollection
	// Sketches is blocks of record.Sketch of Emit.
	Sketches []beam.PCollection
	// Profiles is blocks of record.Profile, which stand for entry and sketch.
	Profiles []beam.PCollection
	// Needs is blocks of record.AppendNeed.
	Needs []beam.PCollection
}

// Delivered is what Deliver makes.
type Delivered struct {
	// Profiles is one or more PCollection<KV<int,[]byte>> of blocks of record.Profile by
	// cell.
	Profiles []beam.PCollection
	// Rejected is a PCollection<record.Rejected>: documents whose id was taken.
	Rejected beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Deliver brings each document to the cells that need it, and rejects those whose id
// another one has. It panics if p is not valid.
func Deliver(s beam.Scope, p Params, in Wanted) Delivered {
	s = start(s, "Deliver", p)
	var all []beam.PCollection
	for _, cols := range [][]beam.PCollection{in.Catalogue, in.Sketches, in.Profiles, in.Needs} {
		all = append(all, cols...)
	}
	out := shuffle.ParDoEach(s, &deliverFn{Params: p}, 3, shuffle.Group(s, p.Shuffle, all...))
	return Delivered{out[0], shuffle.Flatten(s, out[1]), shuffle.Flatten(s, out[2])}
}

// deliverFn handles the records of documents.
type deliverFn struct {
	Params Params

	cells  *shuffle.Packer
	ledger shuffle.Ledger

	payload []byte // scratch, never emitted
}

func (fn *deliverFn) StartBundle(_ func(int, []byte), _ func(record.Rejected), _ func(string, int64)) {
	fn.cells = shuffle.NewPacker(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{}
}

func (fn *deliverFn) ProcessElement(_ int, blocks func(*[]byte) bool, cells func(int, []byte), reject func(record.Rejected), _ func(string, int64)) error {
	sorted, err := shuffle.Receive("resemblance.Deliver", blocks)
	if err != nil {
		return err
	}
	for i := 0; i < sorted.Len(); {
		end := sorted.GroupBy(i, record.NameOf)
		if err := fn.name(sorted, i, end, cells, reject); err != nil {
			return err
		}
		i = end
	}
	return nil
}

func (fn *deliverFn) FinishBundle(cells func(int, []byte), _ func(record.Rejected), ledger func(string, int64)) {
	fn.cells.Flush(cells)
	fn.ledger.Flush(ledger)
}

// name handles the records of all documents whose keys say the same name: nearly
// always of one document.
func (fn *deliverFn) name(sorted *block.Sorted, from, to int, cells func(int, []byte), reject func(record.Rejected)) error {
	var all []record.Keyed
	for i := from; i < to; i++ {
		if payload := sorted.Payload(i); payload[0] == record.TagEntry {
			e := &record.Entry{}
			if err := record.ReadEntry(payload, e); err != nil {
				return err
			}
			all = append(all, record.Keyed{Key: sorted.Key(i), Entry: e})
		}
	}
	kept, rejected := record.Keep(all)
	for _, r := range rejected {
		fn.ledger.Add(Duplicates, 1)
		reject(r)
	}
	if !fn.Params.Directed {
		fn.ledger.Add(record.Singletons, int64(len(kept))) // those in groups are taken off by group.Join
	}
	for i := from; i < to; {
		end := sorted.Group(i)
		if err := fn.document(sorted, i, end, kept[sorted.Key(i)], cells); err != nil {
			return err
		}
		i = end
	}
	return nil
}

// document sends one document where it is needed. entry is nil if it was rejected, or
// comes as a profile.
func (fn *deliverFn) document(sorted *block.Sorted, from, to int, entry *record.Entry, cells func(int, []byte)) error {
	var profile []byte // of equal ones the first
	for i := from; i < to; i++ {
		payload := sorted.Payload(i)
		switch payload[0] {
		case record.TagEntry, record.TagNeed:
		case record.TagSketch:
			if entry != nil && profile == nil {
				fn.payload = record.MakeProfile(fn.payload[:0], sorted.Key(i), entry.ID, lengthOf(entry), payload)
				profile = fn.payload
			}
		case record.TagProfile:
			if profile == nil {
				profile = payload
			}
		default:
			return fmt.Errorf("resemblance: a record of document %x has the unknown tag %d", sorted.Key(i), payload[0])
		}
	}
	if profile == nil {
		return nil
	}
	var last []byte
	for i := from; i < to; i++ {
		payload := sorted.Payload(i)
		if payload[0] != record.TagNeed || string(payload) == string(last) { // equal ones are neighbours
			continue
		}
		last = payload
		cell, err := record.ReadNeed(payload)
		if err != nil {
			return err
		}
		fn.cells.Add(cell, profile, cells)
	}
	return nil
}

// lengthOf is the length of a text, in code points.
func lengthOf(e *record.Entry) int64 {
	if n := len(e.Sentences); n > 0 {
		return e.Sentences[n-1].End
	}
	return 0
}
