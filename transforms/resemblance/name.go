package resemblance

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/io/dofn"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/catalogue"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/shuffle/block"
)

func init() {
	dofn.Plain(&nameFn{})
	register.Emitter1[record.Rejected]()
}

// Named is what Name makes.
type Named struct {
	// Members is by class: one for each shard with members of a class.
	Members shuffle.Blocks[Members]
	// Listed is by class, in the shard of the document.
	Listed shuffle.Blocks[Member]
	// Rejected is a PCollection<record.Rejected>: documents whose id was taken.
	Rejected beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Name says which documents are of which class, and rejects those whose id another one
// has. entries is the catalogue, in which each document has one sentence that is the whole
// text; prints is that of Emit. Name panics if p is not valid.
func Name(s beam.Scope, p Params, entries shuffle.Blocks[catalogue.Entry], prints shuffle.Blocks[Fingerprint]) Named {
	s = start(s, "Name", p)
	members, listed, rejected, ledger := beam.ParDo4(s, &nameFn{Params: p}, shuffle.Group(s, p.Shuffle, entries, prints))
	return Named{shuffle.BlocksOf[Members](p.Shuffle, members), shuffle.BlocksOf[Member](p.Shuffle, listed), rejected, ledger}
}

// nameFn handles the records of documents.
type nameFn struct {
	Params Params

	members, listed *shuffle.Packer
	ledger          shuffle.Ledger

	payload []byte // scratch, never emitted
}

// print says which class a document is of.
type print struct{ class, check uint64 }

func (fn *nameFn) StartBundle(_, _ func(int, []byte), _ func(record.Rejected), _ func(string, int64)) {
	fn.members = shuffle.NewPacker(fn.Params.Shuffle)
	fn.listed = shuffle.NewPacker(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{}
}

func (fn *nameFn) ProcessElement(shard int, blocks func(*[]byte) bool, members, listed func(int, []byte), reject func(record.Rejected), _ func(string, int64)) error {
	sorted, err := shuffle.Receive("resemblance.Name", blocks)
	if err != nil {
		return err
	}
	found := map[print]*Members{}
	for i := 0; i < sorted.Len(); {
		end := sorted.GroupBy(i, record.NameOf)
		err := fn.name(sorted, i, end, reject, func(p print, id string, length int64) {
			fn.payload = appendMember(fn.payload[:0], p.check, id)
			fn.listed.AddTo(shard, p.class, fn.payload, listed)
			m := found[p]
			if m == nil {
				m = &Members{Check: p.check, Shard: uint32(shard)}
				found[p] = m
			}
			fn.Params.join(m, Members{First: Vertex{Key: p.class, Length: length, ID: id, Copies: 1}, IDs: []string{id}})
		})
		if err != nil {
			return err
		}
		i = end
	}
	for p, m := range found {
		fn.payload = appendMembers(fn.payload[:0], m)
		fn.members.Add(p.class, fn.payload, members)
	}
	return nil
}

func (fn *nameFn) FinishBundle(members, listed func(int, []byte), _ func(record.Rejected), ledger func(string, int64)) {
	fn.members.Flush(members)
	fn.listed.Flush(listed)
	fn.ledger.Flush(ledger)
}

// name handles the records of all documents whose keys say the same name: nearly always
// of one document. It calls f for those that are kept and have a class.
func (fn *nameFn) name(sorted *block.Sorted, from, to int, reject func(record.Rejected), f func(p print, id string, length int64)) error {
	kept, err := catalogue.Keep(sorted, from, to, func(r record.Rejected) {
		fn.ledger.Add(catalogue.Duplicates, 1)
		reject(r)
	})
	if err != nil {
		return err
	}
	if !fn.Params.Directed {
		fn.ledger.Add(Singletons, int64(len(kept))) // those in groups are taken off where groups are found
	}
	for i := from; i < to; i = sorted.Group(i) {
		entry := kept[sorted.Key(i)]
		payload := sorted.Payload(sorted.Group(i) - 1) // prints come behind the entries
		if entry == nil || payload[0] != tagFingerprint {
			continue
		}
		class, check, err := readFingerprint(payload)
		if err != nil {
			return err
		}
		f(print{class, check}, entry.ID, lengthOf(entry))
	}
	return nil
}

// join adds members of a class to others.
func (p Params) join(m *Members, other Members) {
	if n := m.First.Copies; n == 0 || other.First.Before(&m.First, p.Longest) {
		m.First, other.First = other.First, m.First
	}
	m.First.Copies += other.First.Copies
	if p.EqualPairs {
		m.IDs = append(m.IDs, other.IDs...)
	}
}

// lengthOf is the length of a text, in code points.
func lengthOf(e *catalogue.Entry) int64 {
	if n := len(e.Sentences); n > 0 {
		return e.Sentences[n-1].End
	}
	return 0
}
