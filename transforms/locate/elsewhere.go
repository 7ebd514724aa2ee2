package locate

import (
	"encoding/binary"
	"maps"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/candidate/witness"
	"example.org/diagonal/transforms/catalogue"
)

// If not every document is compared with every other one, a hot passage is found elsewhere only as far as
// another document that is compared with its own has it. That is decided for each hot sentence. Its places
// do not meet: they may be in most documents. Each shard of documents keeps the witnesses of its hot
// sentences (package witness) and sends them under the sentence. There they are joined, and sent back to
// each shard that has the sentence. So a sentence costs as much as it has places.

// hotPart is a hot sentence of a document. Its key is the sentence, its shard that of the document.
//
//	tagPart byte; document [8]; traits, as many bytes as the condition says; Reuse, the rest
type hotPart struct{}

// hotWitnesses is the witnesses of a sentence in a shard of documents. Its key is the sentence.
//
//	shard uvarint; then for each: document [8]; traits
type hotWitnesses struct{}

// hotAnswer is the witnesses of a sentence in all shards. Its key is the sentence, its shard that of
// documents which have it.
//
//	tagAnswer byte; then as hotWitnesses
type hotAnswer struct{}

// The tags of what meets in a shard of documents: the witnesses of a sentence, then its parts.
const (
	tagAnswer byte = iota
	tagPart
)

// hotTexts sends the hot sentences of documents, and their witnesses in the shard.
type hotTexts struct {
	params   Params
	finder   *witness.Finder
	shard    int
	sets     map[uint64]*witness.Set
	document witness.Document // at hand

	parts, witnesses *shuffle.Packer
	payload          []byte // scratch, never emitted
}

// newHotTexts returns nil if every document is compared with every other one.
func newHotTexts(p Params) *hotTexts {
	c := p.Witnesses()
	if c.All() {
		return nil
	}
	return &hotTexts{
		params: p, finder: witness.New(c), sets: map[uint64]*witness.Set{},
		parts: shuffle.NewPacker(p.Shuffle), witnesses: shuffle.NewPacker(p.Shuffle),
	}
}

// begin begins a document, which is nil if it was rejected.
func (h *hotTexts) begin(key uint64, entry *catalogue.Entry, emit func(int, []byte)) {
	if len(h.sets) > maxSums {
		h.send(emit)
	}
	h.document = witness.Document{Key: key, Source: record.SideOf(key) == record.Source}
	if entry != nil && len(h.params.Where.Fields) > 0 {
		texts, _ := entry.Fields.Texts() // analysis.Split has read them
		h.document.Traits = h.params.Where.AppendTraits(nil, texts)
	}
}

// add adds a hot sentence of the document, which is at e.
func (h *hotTexts) add(sentence uint64, u Reuse, e *extent, emit func(int, []byte)) {
	set := h.sets[sentence]
	if set == nil {
		set = h.finder.NewSet()
		h.sets[sentence] = set
	}
	set.Add(h.document)
	if h.document.Source {
		return // it has no shares
	}
	u.Start, u.End, u.Length = e.Start, e.End, e.Length
	h.payload = appendWitness(append(h.payload[:0], tagPart), &h.document)
	h.payload = AppendReuse(h.payload, &u)
	h.parts.AddTo(h.shard, sentence, h.payload, emit)
}

// send sends the witnesses of the shard.
func (h *hotTexts) send(emit func(int, []byte)) {
	for _, sentence := range slices.Sorted(maps.Keys(h.sets)) {
		h.payload = binary.AppendUvarint(h.payload[:0], uint64(h.shard))
		for _, d := range h.sets[sentence].Documents() {
			h.payload = appendWitness(h.payload, &d)
		}
		h.witnesses.Add(sentence, h.payload, emit)
	}
	clear(h.sets)
}

func (h *hotTexts) flush(parts, witnesses func(int, []byte)) {
	h.parts.Flush(parts)
	h.witnesses.Flush(witnesses)
}

func appendWitness(dst []byte, d *witness.Document) []byte {
	return append(binary.BigEndian.AppendUint64(dst, d.Key), d.Traits...)
}

// readWitness reads a document with traits of so many fields.
func readWitness(r *wire.Reader, fields int) witness.Document {
	key := r.Uint64()
	return witness.Document{Key: key, Source: record.SideOf(key) == record.Source, Traits: r.Bytes(8 * uint64(fields))}
}

// elsewhere returns the Reuse of those of the parts that are found elsewhere.
func elsewhere(s beam.Scope, p Params, parts, witnesses beam.PCollection) beam.PCollection {
	answers := beam.ParDo(s, &witnessFn{Params: p}, shuffle.Group(s, p.Shuffle, shuffle.BlocksOf[hotWitnesses](p.Shuffle, witnesses)))
	return beam.ParDo(s, &elsewhereFn{Params: p}, shuffle.Group(s, p.Shuffle, shuffle.BlocksOf[hotAnswer](p.Shuffle, answers), shuffle.BlocksOf[hotPart](p.Shuffle, parts)))
}

// witnessFn joins the witnesses of each sentence.
type witnessFn struct{ Params Params }

func (fn *witnessFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(int, []byte)) error {
	finder, packer := witness.New(fn.Params.Witnesses()), shuffle.NewPacker(fn.Params.Shuffle)
	var payload []byte
	err := fn.Params.Shuffle.EachGroup("locate.Locate, witnesses", blocks, func(sorted *block.Sorted, i, end int) error {
		sentence, set, shards := sorted.Key(i), finder.NewSet(), map[uint64]bool{}
		for ; i < end; i++ {
			r := wire.NewReader(sorted.Payload(i))
			shards[r.Uvarint()] = true
			for r.More() && r.Err() == nil {
				if d := readWitness(&r, len(fn.Params.Where.Fields)); r.Err() == nil {
					set.Add(d)
				}
			}
			if r.Err() != nil {
				return r.Err()
			}
		}
		payload = append(payload[:0], tagAnswer)
		for _, d := range set.Documents() {
			payload = appendWitness(payload, &d)
		}
		for _, shard := range slices.Sorted(maps.Keys(shards)) {
			packer.AddTo(int(shard), sentence, payload, emit)
		}
		return nil
	})
	packer.Flush(emit)
	return err
}

// elsewhereFn sends those of the parts of documents to their shares that another document has which is
// compared with their own.
type elsewhereFn struct{ Params Params }

func (fn *elsewhereFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(int, []byte)) error {
	finder, packer := witness.New(fn.Params.Witnesses()), shuffle.NewPacker(fn.Params.Shuffle)
	err := fn.Params.Shuffle.EachGroup("locate.Locate, hot sentences", blocks, func(sorted *block.Sorted, i, end int) error {
		set := finder.NewSet()
		for ; i < end; i++ {
			r := wire.NewReader(sorted.Payload(i))
			tag := r.Byte()
			for tag == tagAnswer && r.More() && r.Err() == nil {
				if d := readWitness(&r, len(fn.Params.Where.Fields)); r.Err() == nil {
					set.Add(d)
				}
			}
			if tag == tagPart {
				if d := readWitness(&r, len(fn.Params.Where.Fields)); r.Err() == nil && set.Some(d) {
					packer.Add(d.Key, r.Rest(), emit)
				}
			}
			if r.Err() != nil {
				return r.Err()
			}
		}
		return nil
	})
	packer.Flush(emit)
	return err
}
