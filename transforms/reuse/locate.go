package reuse

import (
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/catalogue"
	"example.org/diagonal/transforms/reuse/bag"
)

func init() {
	dofn.Plain(&placeFn{})
	dofn.Plain(&pairFn{})
	register.Emitter1[record.Rejected]()
	register.Emitter1[record.ReusePair]()
	register.Emitter1[record.ReusedSentence]()
	register.Emitter2[string, int64]()
}

// Located is the result of Locate.
type Located struct {
	// Pairs is a PCollection<record.ReusePair>, Sentences a PCollection<record.ReusedSentence> of the
	// matches that made them.
	Pairs, Sentences beam.PCollection
	// Rejected is a PCollection<record.Rejected>: documents whose id another one has.
	Rejected beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Locate adds ids and places. It rejects documents whose id another one has, with their pairs. sides
// is the result of Score. Locate panics if p is not valid.
func Locate(s beam.Scope, p Params, entries shuffle.Blocks[catalogue.Entry], sides shuffle.Blocks[Side]) Located {
	s = start(s, "Locate", p)
	places, rejected, counts := beam.ParDo3(s, &placeFn{Params: p}, shuffle.Group(s, p.Shuffle, entries, sides))
	pairs, sentences, ledger := beam.ParDo3(s, &pairFn{Params: p}, shuffle.Group(s, p.Shuffle, shuffle.BlocksOf[placed](p.Shuffle, places)))
	return Located{Pairs: pairs, Sentences: sentences, Rejected: rejected, Ledger: beam.Flatten(s, counts, ledger)}
}

// placeFn gives every side of a pair its places.
type placeFn struct {
	Params Params

	packer  *shuffle.Packer
	ledger  shuffle.Ledger
	payload []byte // scratch, never emitted
}

func (fn *placeFn) StartBundle(_ func(int, []byte), _ func(record.Rejected), _ func(string, int64)) {
	fn.packer = shuffle.NewPacker(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{}
}

func (fn *placeFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(int, []byte), reject func(record.Rejected), _ func(string, int64)) error {
	return fn.Params.Shuffle.EachPart("reuse.Locate", blocks, func(sorted *block.Sorted) error {
		for i := 0; i < sorted.Len(); {
			end := sorted.GroupBy(i, record.NameOf)
			if err := fn.name(sorted, i, end, emit, reject); err != nil {
				return err
			}
			i = end
		}
		return nil
	})
}

func (fn *placeFn) FinishBundle(emit func(int, []byte), _ func(record.Rejected), ledger func(string, int64)) {
	fn.packer.Flush(emit)
	fn.ledger.Flush(ledger)
}

// name handles the records of all documents whose keys have one name (record.NameOf). It is nearly
// always one document.
func (fn *placeFn) name(sorted *block.Sorted, from, to int, emit func(int, []byte), reject func(record.Rejected)) error {
	if to-from == 1 {
		return nil // a document that is in no pair
	}
	kept, err := catalogue.Keep(sorted, from, to, func(r record.Rejected) {
		fn.ledger.Add(catalogue.Duplicates, 1)
		reject(r)
	})
	if err != nil {
		return err
	}
	for i := from; i < to; i++ {
		payload, entry := sorted.Payload(i), kept[sorted.Key(i)]
		if entry == nil || payload[0] == catalogue.TagEntry {
			continue // the other side of a rejected document is alone
		}
		if payload[0] != tagSide {
			return fmt.Errorf("reuse: a record of document %x has the unknown tag %d", sorted.Key(i), payload[0])
		}
		key, err := fn.place(payload, entry)
		if err != nil {
			return err
		}
		fn.packer.Add(key, fn.payload, emit)
	}
	return nil
}

// place sets fn.payload to the placed side of a Side, and returns the key of its pair.
func (fn *placeFn) place(payload []byte, e *catalogue.Entry) (key uint64, err error) {
	var side placed
	if err := side.read(payload); err != nil {
		return 0, err
	}
	side.ID = e.ID
	for _, s := range e.Sentences {
		if s.Words > 0 {
			side.Sentences++
		}
	}
	for i := range side.Matches {
		m := &side.Matches[i]
		if int(m.Sentence) >= len(e.Sentences) {
			return 0, fmt.Errorf("reuse: document %q has %d sentences, a match is of number %d", e.ID, len(e.Sentences), m.Sentence)
		}
		m.Place = e.Sentences[m.Sentence]
	}
	fn.payload = side.append(fn.payload[:0])
	return pairKey(side.A, side.B), nil
}

// pairFn joins the two sides of each pair.
type pairFn struct {
	Params Params

	ledger shuffle.Ledger
}

func (fn *pairFn) StartBundle(_ func(record.ReusePair), _ func(record.ReusedSentence), _ func(string, int64)) {
	fn.ledger = shuffle.Ledger{Pairs: 0}
}

func (fn *pairFn) ProcessElement(_ int, blocks func(*[]byte) bool, pairs func(record.ReusePair), sentences func(record.ReusedSentence), _ func(string, int64)) error {
	return fn.Params.Shuffle.EachGroup("reuse.Locate, pairs", blocks, func(sorted *block.Sorted, from, to int) error {
		for i := from; i < to; i++ {
			if i+1 == to || string(sorted.Payload(i)[:pairHead]) != string(sorted.Payload(i + 1)[:pairHead]) {
				fn.ledger.Add(Orphans, 1)
				continue
			}
			var a, b placed
			if err := a.readPlaced(sorted.Payload(i)); err != nil {
				return err
			}
			if err := b.readPlaced(sorted.Payload(i + 1)); err != nil {
				return err
			}
			fn.pair(&a, &b, pairs, sentences)
			i++
		}
		return nil
	})
}

func (fn *pairFn) FinishBundle(_ func(record.ReusePair), _ func(record.ReusedSentence), ledger func(string, int64)) {
	fn.ledger.Flush(ledger)
}

// pair writes a pair: a is the smaller id, or the document of the input.
func (fn *pairFn) pair(a, b *placed, pairs func(record.ReusePair), sentences func(record.ReusedSentence)) {
	if !fn.Params.Directed && b.ID < a.ID {
		a, b = b, a
	}
	fn.ledger.Add(Pairs, 1)
	pairs(record.ReusePair{
		A: a.ID, B: b.ID, Score: record.Round(a.Score), Sentences: int64(len(a.Matches)),
		AShare: record.Round(a.share()), BShare: record.Round(b.share()), Source: fn.Params.Directed,
	})
	for i := range a.Matches {
		x, y := a.Matches[i], b.Matches[i]
		sentences(record.ReusedSentence{
			A: a.ID, AStart: x.Place.Start, AEnd: x.Place.End, AByteStart: x.Place.ByteStart, AByteEnd: x.Place.ByteEnd, ASentence: x.Sentence,
			B: b.ID, BStart: y.Place.Start, BEnd: y.Place.End, BByteStart: y.Place.ByteStart, BByteEnd: y.Place.ByteEnd, BSentence: y.Sentence,
			Similarity: record.Round(bag.S(int(x.Shared), int(x.Longest), int(x.Longest))), Source: fn.Params.Directed,
		})
	}
}
