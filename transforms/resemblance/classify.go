package resemblance

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/catalogue"
)

func init() {
	dofn.Plain(&classifyFn{})
	register.Emitter1[record.Rejected]()
}

// Classified is the result of Classify.
type Classified struct {
	// Members is by class, one for each shard that has members of it.
	Members shuffle.Blocks[Members]
	// Listed is the members of each class, by class, in the shard of the document.
	Listed shuffle.Blocks[Member]
	// Rejected is a PCollection<record.Rejected>: documents whose id another one has.
	Rejected beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Classify finds the members of each class, and rejects documents whose id another one has.
// entries is the catalogue, in which each document has one sentence: the whole text.
// fingerprints is the result of Emit. Classify panics if p is not valid.
func Classify(s beam.Scope, p Params, entries shuffle.Blocks[catalogue.Entry], fingerprints shuffle.Blocks[Fingerprint]) Classified {
	return classify(start(s, "Classify", p), p, entries, fingerprints)
}

// Classes is Classify for pipelines that compare documents in other ways, with the shuffle sh.
// The document with the smallest id represents a class.
func Classes(s beam.Scope, sh shuffle.Params, entries shuffle.Blocks[catalogue.Entry], fingerprints shuffle.Blocks[Fingerprint]) Classified {
	if err := sh.Validate(); err != nil {
		panic(err)
	}
	return classify(s.Scope("resemblance.Classes"), Params{Shuffle: sh}, entries, fingerprints)
}

func classify(s beam.Scope, p Params, entries shuffle.Blocks[catalogue.Entry], fingerprints shuffle.Blocks[Fingerprint]) Classified {
	members, listed, rejected, ledger := beam.ParDo4(s, &classifyFn{Params: p}, shuffle.Group(s, p.Shuffle, entries, fingerprints))
	return Classified{shuffle.BlocksOf[Members](p.Shuffle, members), shuffle.BlocksOf[Member](p.Shuffle, listed), rejected, ledger}
}

// classifyFn reads the records of documents.
type classifyFn struct {
	Params Params

	members, listed *shuffle.Packer
	ledger          shuffle.Ledger

	payload []byte // scratch, never emitted
}

// classID tells classes apart, even those with one key.
type classID struct{ class, check uint64 }

func (fn *classifyFn) StartBundle(_, _ func(int, []byte), _ func(record.Rejected), _ func(string, int64)) {
	fn.members = shuffle.NewPacker(fn.Params.Shuffle)
	fn.listed = shuffle.NewPacker(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{}
}

func (fn *classifyFn) ProcessElement(shard int, blocks func(*[]byte) bool, members, listed func(int, []byte), reject func(record.Rejected), _ func(string, int64)) error {
	byClass := map[classID]*Members{}
	err := fn.Params.Shuffle.EachPart("resemblance.Classify", blocks, func(sorted *block.Sorted) error {
		for i := 0; i < sorted.Len(); {
			end := sorted.GroupBy(i, record.NameOf)
			err := fn.eachMember(sorted, i, end, reject, func(c classID, id string, length int64) {
				fn.payload = (&Member{c.check, id}).Append(fn.payload[:0])
				fn.listed.AddTo(shard, c.class, fn.payload, listed)
				m := byClass[c]
				if m == nil {
					m = &Members{Check: c.check, Shard: uint32(shard)}
					byClass[c] = m
				}
				fn.Params.join(m, Members{First: Vertex{Key: c.class, Length: length, ID: id, Copies: 1}, IDs: []string{id}})
			})
			if err != nil {
				return err
			}
			i = end
		}
		return nil
	})
	for c, m := range byClass {
		fn.payload = m.Append(fn.payload[:0])
		fn.members.Add(c.class, fn.payload, members)
	}
	return err
}

func (fn *classifyFn) FinishBundle(members, listed func(int, []byte), _ func(record.Rejected), ledger func(string, int64)) {
	fn.members.Flush(members)
	fn.listed.Flush(listed)
	fn.ledger.Flush(ledger)
}

// eachMember calls f for the documents among the records from from to to that are kept and
// have a class. All these records have the same name in their keys (record.NameOf): nearly
// always they are of one document.
func (fn *classifyFn) eachMember(sorted *block.Sorted, from, to int, reject func(record.Rejected), f func(c classID, id string, length int64)) error {
	kept, err := catalogue.Keep(sorted, from, to, func(r record.Rejected) {
		fn.ledger.Add(catalogue.Duplicates, 1)
		reject(r)
	})
	if err != nil {
		return err
	}
	if !fn.Params.Directed {
		fn.ledger.Add(Singletons, int64(len(kept))) // Deliver and group.Join subtract those in groups
	}
	for i := from; i < to; i = sorted.Group(i) {
		entry := kept[sorted.Key(i)]
		payload := sorted.Payload(sorted.Group(i) - 1) // the fingerprint comes after the entry
		if entry == nil || payload[0] != tagFingerprint {
			continue
		}
		class, check, err := readFingerprint(payload)
		if err != nil {
			return err
		}
		f(classID{class, check}, entry.ID, lengthOf(entry))
	}
	return nil
}

// join adds members of a class to m, which has members of the same class or none.
func (p Params) join(m *Members, other Members) {
	if n := m.First.Copies; n == 0 || other.First.Before(&m.First, p.Longest) {
		m.First, other.First = other.First, m.First
	}
	m.First.Copies += other.First.Copies
	if p.EqualPairs {
		m.IDs = append(m.IDs, other.IDs...)
	}
}

// lengthOf returns the length of a text, in code points.
func lengthOf(e *catalogue.Entry) int64 {
	if n := len(e.Sentences); n > 0 {
		return e.Sentences[n-1].End
	}
	return 0
}
