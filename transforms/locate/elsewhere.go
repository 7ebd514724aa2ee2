package locate

import (
	"context"
	"encoding/binary"
	"maps"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
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

func init() {
	engine.RegisterReduce[*joinWitnesses]()
	engine.RegisterReduce[*elsewhere]()
}

// hotPart is a hot sentence of a document. Its key is the sentence, its shard that of the document.
//
//	tagPart byte; document; Reuse, the rest
type hotPart struct {
	document witness.Document
	reuse    Reuse
}

// hotWitnesses is the witnesses of a sentence in a shard of documents. Its key is the sentence.
//
//	shard uvarint; then the documents
type hotWitnesses struct {
	shard     int
	documents []witness.Document
}

// hotAnswer is the witnesses of a sentence in all shards. Its key is the sentence, its shard that of
// documents which have it.
//
//	tagAnswer byte; then the documents
type hotAnswer struct{ documents []witness.Document }

// The tags of what meets in a shard of documents: the witnesses of a sentence, then its parts.
const (
	tagAnswer byte = iota
	tagPart
)

func (*hotAnswer) Tag() byte { return tagAnswer }
func (*hotPart) Tag() byte   { return tagPart }

func (h *hotPart) Append(dst []byte) []byte {
	return h.reuse.Append(appendWitness(append(dst, tagPart), &h.document))
}

func (h *hotPart) Read(payload []byte) error {
	r := wire.NewReader(payload[1:])
	h.document = readWitness(&r)
	if r.Err() != nil {
		return r.Err()
	}
	return h.reuse.Read(r.Rest())
}

func (h *hotWitnesses) Append(dst []byte) []byte {
	return appendWitnesses(binary.AppendUvarint(dst, uint64(h.shard)), h.documents)
}

func (h *hotWitnesses) Read(payload []byte) error {
	r := wire.NewReader(payload)
	h.shard = int(r.Uvarint())
	h.documents = readWitnesses(&r, h.documents[:0])
	return r.Err()
}

func (h *hotAnswer) Append(dst []byte) []byte {
	return appendWitnesses(append(dst, tagAnswer), h.documents)
}

func (h *hotAnswer) Read(payload []byte) error {
	r := wire.NewReader(payload[1:])
	h.documents = readWitnesses(&r, h.documents[:0])
	return r.Err()
}

// appendWitness appends a document to dst:
//
//	document [8]; traits, as a string
func appendWitness(dst []byte, d *witness.Document) []byte {
	return wire.AppendString(binary.BigEndian.AppendUint64(dst, d.Key), d.Traits)
}

func readWitness(r *wire.Reader) witness.Document {
	key := r.Uint64()
	return witness.Document{Key: key, Source: record.SideOf(key) == record.Source, Traits: r.Bytes(r.Uvarint())}
}

func appendWitnesses(dst []byte, documents []witness.Document) []byte {
	for i := range documents {
		dst = appendWitness(dst, &documents[i])
	}
	return dst
}

// readWitnesses appends the rest of r to documents.
func readWitnesses(r *wire.Reader, documents []witness.Document) []witness.Document {
	for r.More() {
		if d := readWitness(r); r.Err() == nil {
			documents = append(documents, d)
		}
	}
	return documents
}

// hotTexts sends the hot sentences of documents, and their witnesses in the shard.
type hotTexts struct {
	params   Params
	finder   *witness.Finder
	shard    int
	sets     map[uint64]*witness.Set
	document witness.Document // at hand

	parts     *engine.Out[hotPart]
	witnesses *engine.Out[hotWitnesses]
}

// newHotTexts returns nil if every document is compared with every other one.
func newHotTexts(p Params, parts *engine.Out[hotPart], witnesses *engine.Out[hotWitnesses]) *hotTexts {
	c := p.Witnesses()
	if c.All() {
		return nil
	}
	return &hotTexts{
		params: p, finder: witness.New(c), sets: map[uint64]*witness.Set{}, parts: parts, witnesses: witnesses,
	}
}

// begin begins a document, which is nil if it was rejected.
func (h *hotTexts) begin(key uint64, entry *catalogue.Entry) {
	if len(h.sets) > maxSums {
		h.send()
	}
	h.document = witness.Document{Key: key, Source: record.SideOf(key) == record.Source}
	if entry != nil && len(h.params.Where.Fields) > 0 {
		texts, _ := entry.Fields.Texts() // analysis.Split has read them
		h.document.Traits = h.params.Where.AppendTraits(nil, texts, record.NumberBits)
	}
}

// add adds a hot sentence of the document, which is at e.
func (h *hotTexts) add(sentence uint64, u Reuse, e *extent) {
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
	h.parts.AddTo(h.shard, sentence, hotPart{h.document, u})
}

// send sends the witnesses of the shard.
func (h *hotTexts) send() {
	for _, sentence := range slices.Sorted(maps.Keys(h.sets)) {
		h.witnesses.Add(sentence, hotWitnesses{h.shard, h.sets[sentence].Documents()})
	}
	clear(h.sets)
}

// foundElsewhere returns the Reuse of those of the parts that are found elsewhere.
func foundElsewhere(
	s beam.Scope, p Params, parts engine.Blocks[hotPart], witnesses engine.Blocks[hotWitnesses],
) engine.Blocks[Reuse] {
	joined := engine.Reduce(s, p.Shuffle, "locate.Locate, witnesses", &joinWitnesses{
		Params: p, Witnesses: engine.From(witnesses),
	})
	found := engine.Reduce(s, p.Shuffle, "locate.Locate, hot sentences", &elsewhere{
		Params: p, Answers: engine.From(joined.Answers.Blocks()), Parts: engine.From(parts),
	})
	return found.Reuse.Blocks()
}

// joinWitnesses joins the witnesses of each sentence, and sends them to each shard that has it.
type joinWitnesses struct {
	Params Params

	Witnesses engine.In[hotWitnesses]
	Answers   engine.Out[hotAnswer]

	finder *witness.Finder
}

func (st *joinWitnesses) StartBundle() { st.finder = witness.New(st.Params.Witnesses()) }

func (st *joinWitnesses) Reduce(_ context.Context, sentence uint64) error {
	set, shards := st.finder.NewSet(), map[int]bool{}
	for w := range st.Witnesses.All {
		shards[w.shard] = true
		for _, d := range w.documents {
			set.Add(d)
		}
	}
	answer := hotAnswer{set.Documents()}
	for _, shard := range slices.Sorted(maps.Keys(shards)) {
		st.Answers.AddTo(shard, sentence, answer)
	}
	return nil
}

// elsewhere sends those of the parts of documents to their shares that another document has which is
// compared with their own.
type elsewhere struct {
	Params Params

	Answers engine.In[hotAnswer]
	Parts   engine.In[hotPart]
	Reuse   engine.Out[Reuse]

	finder *witness.Finder
}

func (st *elsewhere) StartBundle() { st.finder = witness.New(st.Params.Witnesses()) }

func (st *elsewhere) Reduce(context.Context, uint64) error {
	set := st.finder.NewSet()
	for answer := range st.Answers.All {
		for _, d := range answer.documents {
			set.Add(d)
		}
	}
	for part := range st.Parts.All {
		if set.Some(part.document) {
			st.Reuse.Add(part.document.Key, part.reuse)
		}
	}
	return nil
}
