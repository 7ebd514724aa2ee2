package lookup

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/normal"
	"example.org/diagonal/transforms/catalogue"
	"example.org/diagonal/transforms/lookup/frequency"
	"example.org/diagonal/transforms/lookup/winnow"
	"example.org/diagonal/transforms/parameter"
)

func init() { engine.RegisterMap[*normalise, record.Document]() }

// Names of the ledger.
const (
	// Documents is documents that were read.
	Documents = "documents"
	// Bytes is the bytes of their texts.
	Bytes = "bytes"
	// Places is the length of their normalised texts.
	Places = "places"
)

// Text is the normalised text of a document: the key of the record. The payload is
//
//	document [8]; form byte; characters
//
// The form is latin, and the characters are those of normal.AppendLatin; or it is mixed, and they
// are those of normal.Text.AppendPacked.
type Text struct {
	document uint64
	text     []byte // from the form on
}

// Append appends the payload of t to dst.
func (t *Text) Append(dst []byte) []byte {
	return append(binary.BigEndian.AppendUint64(dst, t.document), t.text...)
}

// Read reads a payload, a view. The error is wire.ErrShort.
func (t *Text) Read(payload []byte) error {
	r := wire.NewReader(payload)
	t.document, t.text = r.Uint64(), r.Rest()
	return r.Err()
}

const (
	latin = 0
	mixed = 1
)

// Normalised is the result of Normalise.
type Normalised struct {
	// Texts wait until the frequencies of their q-grams are known. They are read one by one.
	Texts engine.Blocks[Text]
	// Counts is the counts of the q-grams of all documents; the zero value if none are needed.
	Counts tally.Table[frequency.Counts]
	// Entries is by document: catalogue entries without sentences.
	Entries engine.Blocks[catalogue.Entry]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Normalise normalises the documents of a PCollection<record.Document>, and counts their q-grams if
// p.NeedsTable. It panics if p is not valid.
func Normalise(s beam.Scope, p PostParams, documents beam.PCollection) (n Normalised) {
	s = s.Scope("lookup.Normalise")
	parameter.Must(p.Validate())
	st := &normalise{Texts: engine.To[Text](p.Shuffle.Ungrouped())}
	if p.NeedsTable() {
		st.Q = p.Winnow.Q
	}
	engine.Map(s, p.Shuffle, "lookup.Normalise", documents, st)
	if p.NeedsTable() {
		pages := engine.Join(s, "lookup.Normalise, pages", &sumPage{}, st.Counts.Sent())
		n.Counts = tally.Make[frequency.Counts](s, countTable{}, pages.Pages.Sent())
	}
	n.Texts, n.Entries, n.Ledger = st.Texts.Blocks(), st.Entries.Blocks(), st.Ledger.Collection()
	return n
}

// largeText is the size in bytes of a text whose scratch is not kept for the next one.
const largeText = 16 << 20

// normalise normalises documents, and counts their q-grams.
type normalise struct {
	// Q is the length of q-grams that are counted; 0: none are.
	Q int

	Texts   engine.Out[Text]
	Counts  engine.Send[int, engine.Bytes] // by page
	Entries engine.Out[catalogue.Entry]
	Ledger  engine.Ledger

	counts *frequency.Counts

	// scratch, never emitted
	layout  analysis.Layout
	text    normal.Text
	grams   []winnow.Gram
	payload []byte
}

func (st *normalise) StartBundle() { st.counts = &frequency.Counts{} }

func (st *normalise) Map(_ context.Context, d record.Document) error {
	if uint64(len(d.Text)) >= 1<<32 {
		return fmt.Errorf("%s: a document of %d bytes; the most is 4 GiB", record.Where(d.File, d.Record), len(d.Text))
	}
	content := record.Content(d.Text)
	key := d.Key(content)
	st.Entries.Add(key, catalogue.Entry{ID: d.ID, Date: d.Date, File: d.File, Record: d.Record, Offset: d.Offset,
		Content: content})
	st.Ledger.Add(Documents, 1)
	st.Ledger.Add(Bytes, int64(len(d.Text)))
	st.normalise(&d)
	st.Texts.Add(key, Text{key, st.payload})
	if len(st.payload) > largeText {
		st.text, st.grams, st.payload = normal.Text{}, nil, nil
	}
	return nil
}

// normalise sets the payload to the normalised text of a document, and counts its
// q-grams and places.
func (st *normalise) normalise(d *record.Document) {
	readable := st.layout.Readable(d)
	payload, ok := normal.AppendLatin(append(st.payload[:0], latin), readable)
	if ok {
		chars := payload[1:]
		st.payload = payload
		st.Ledger.Add(Places, int64(len(chars)))
		switch st.Q {
		case 0:
		case 4:
			st.counts.AddFours(chars)
		default:
			st.count(winnow.AppendLatinGrams(st.grams[:0], chars, st.Q))
		}
		return
	}
	st.text.ReadChars(readable)
	st.payload = st.text.AppendPacked(append(payload[:0], mixed))
	st.Ledger.Add(Places, int64(st.text.Length()))
	if st.Q > 0 {
		st.count(winnow.AppendGrams(st.grams[:0], &st.text, st.Q))
	}
}

func (st *normalise) count(grams []winnow.Gram) {
	for _, g := range grams {
		st.counts.Add(uint64(g))
	}
	st.grams = grams
}

func (st *normalise) FinishBundle() error {
	st.counts.Each(func(page int, encoded []byte) { st.Counts.Add(page, encoded) })
	st.counts = nil
	return nil
}

// textReader reads normalised texts.
type textReader struct{ text normal.Text }

// signatures appends the signatures of a text to dst, and returns its length in places.
func (r *textReader) signatures(
	dst []winnow.Signature, text []byte, selector *winnow.Selector,
) ([]winnow.Signature, uint32, error) {
	if len(text) == 0 {
		return dst, 0, wire.ErrShort
	}
	chars := text[1:]
	switch text[0] {
	case latin:
		return selector.AppendLatin(dst, chars), uint32(len(chars)), nil
	case mixed:
		if cap(r.text.Chars) > largeText {
			r.text = normal.Text{}
		}
		if err := r.text.ReadPacked(chars); err != nil {
			return dst, 0, err
		}
		return selector.Append(dst, &r.text), r.text.Length(), nil
	}
	return dst, 0, fmt.Errorf("lookup: a text of form %d", text[0])
}
