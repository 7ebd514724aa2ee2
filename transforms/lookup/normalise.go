package lookup

import (
	"fmt"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/normal"
	"example.org/diagonal/transforms/catalogue"
	"example.org/diagonal/transforms/lookup/frequency"
	"example.org/diagonal/transforms/lookup/winnow"
)

func init() {
	dofn.Direct(func(fn *normaliseFn, a []any) []any {
		return []any{fn.ProcessElement(a[0].(record.Document), a[1].(func(int, []byte)), a[2].(func(int, []byte)), a[3].(func(int, []byte)), a[4].(func(string, int64)))}
	})
	register.Emitter2[int, []byte]()
	register.Emitter2[string, int64]()
}

// Names of the ledger.
const (
	// Documents is documents that were read.
	Documents = "documents"
	// Bytes is the bytes of their texts.
	Bytes = "bytes"
	// Places is the length of their normalised texts.
	Places = "places"
)

// Text is the normalised text of a document. Its record in the shuffle has the key of the document,
// and the payload
//
//	form [1], characters
//
// The form is latin, and the characters are those of normal.AppendLatin; or it is mixed, and they
// are those of normal.Text.AppendPacked.
type Text struct{}

const (
	latin = 0
	mixed = 1
)

// Normalised is the result of Normalise.
type Normalised struct {
	// Texts wait until the frequencies of their q-grams are known. They are read one by one.
	Texts shuffle.Blocks[Text]
	// Counts is the counts of the q-grams of all documents; the zero value if none are needed.
	Counts tally.Table[frequency.Counts]
	// Entries is by document: catalogue entries without sentences.
	Entries shuffle.Blocks[catalogue.Entry]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Normalise normalises the documents of a PCollection<record.Document>, and counts their q-grams if
// p.NeedsTable. It panics if p is not valid.
func Normalise(s beam.Scope, p PostParams, documents beam.PCollection) (n Normalised) {
	s = s.Scope("lookup.Normalise")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	fn := &normaliseFn{Shuffle: p.Shuffle}
	if p.NeedsTable() {
		fn.Q = p.Winnow.Q
	}
	texts, counts, entries, ledger := beam.ParDo4(s, fn, documents)
	if p.NeedsTable() {
		n.Counts = tally.Make[frequency.Counts](s, countTable{}, beam.GroupByKey(s, counts))
	}
	n.Texts = shuffle.BlocksOf[Text](p.Shuffle.Ungrouped(), texts)
	n.Entries = shuffle.BlocksOf[catalogue.Entry](p.Shuffle, entries)
	n.Ledger = ledger
	return n
}

// largeText is the size in bytes of a text whose scratch is not kept for the next one.
const largeText = 16 << 20

// normaliseFn normalises the documents of a bundle, and counts their q-grams.
type normaliseFn struct {
	Shuffle shuffle.Params
	// Q is the length of q-grams that are counted; 0: none are.
	Q int

	texts, entries *shuffle.Packer
	counts         *frequency.Counts
	ledger         shuffle.Ledger

	// scratch, never emitted
	layout  analysis.Layout
	text    normal.Text
	grams   []winnow.Gram
	payload []byte
}

func (fn *normaliseFn) StartBundle(_, _, _ func(int, []byte), _ func(string, int64)) {
	fn.texts, fn.entries = shuffle.NewPacker(fn.Shuffle.Ungrouped()), shuffle.NewPacker(fn.Shuffle)
	fn.counts = &frequency.Counts{}
	fn.ledger = shuffle.Ledger{}
}

func (fn *normaliseFn) ProcessElement(d record.Document, texts, _, entries func(int, []byte), _ func(string, int64)) error {
	if uint64(len(d.Text)) >= 1<<32 {
		return fmt.Errorf("%s: a document of %d bytes; the most is 4 GiB", record.Where(d.File, d.Record), len(d.Text))
	}
	content := record.Content(d.Text)
	key := d.Key(content)
	entry := catalogue.Entry{ID: d.ID, Date: d.Date, File: d.File, Record: d.Record, Offset: d.Offset, Content: content}
	fn.payload = entry.Append(fn.payload[:0])
	fn.entries.Add(key, fn.payload, entries)
	fn.ledger.Add(Documents, 1)
	fn.ledger.Add(Bytes, int64(len(d.Text)))
	fn.normalise(&d)
	fn.texts.Add(key, fn.payload, texts)
	if len(fn.payload) > largeText {
		fn.text, fn.grams, fn.payload = normal.Text{}, nil, nil
	}
	return nil
}

// normalise sets the payload to the record of the normalised text of a document, and counts its
// q-grams and places.
func (fn *normaliseFn) normalise(d *record.Document) {
	readable := fn.layout.Readable(d)
	payload, ok := normal.AppendLatin(append(fn.payload[:0], latin), readable)
	if ok {
		chars := payload[1:]
		fn.payload = payload
		fn.ledger.Add(Places, int64(len(chars)))
		switch fn.Q {
		case 0:
		case 4:
			fn.counts.AddFours(chars)
		default:
			fn.count(winnow.AppendLatinGrams(fn.grams[:0], chars, fn.Q))
		}
		return
	}
	fn.text.ReadChars(readable)
	fn.payload = fn.text.AppendPacked(append(payload[:0], mixed))
	fn.ledger.Add(Places, int64(fn.text.Length()))
	if fn.Q > 0 {
		fn.count(winnow.AppendGrams(fn.grams[:0], &fn.text, fn.Q))
	}
}

func (fn *normaliseFn) count(grams []winnow.Gram) {
	for _, g := range grams {
		fn.counts.Add(uint64(g))
	}
	fn.grams = grams
}

func (fn *normaliseFn) FinishBundle(texts, counts, entries func(int, []byte), ledger func(string, int64)) {
	fn.texts.Flush(texts)
	fn.entries.Flush(entries)
	fn.ledger.Flush(ledger)
	fn.counts.Each(func(page int, encoded []byte) { counts(page, slices.Clone(encoded)) })
	fn.counts = nil
}

// textReader reads the records of normalised texts.
type textReader struct{ text normal.Text }

// signatures appends the signatures of a text to dst, and returns its length in places.
func (r *textReader) signatures(dst []winnow.Signature, payload []byte, selector *winnow.Selector) ([]winnow.Signature, uint32, error) {
	if len(payload) == 0 {
		return dst, 0, wire.ErrShort
	}
	chars := payload[1:]
	switch payload[0] {
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
	return dst, 0, fmt.Errorf("lookup: a text of form %d", payload[0])
}
