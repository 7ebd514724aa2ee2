package lookup

import (
	"cmp"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/io/dofn"
	"example.org/diagonal/io/indexio/entry"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/catalogue"
	"example.org/diagonal/transforms/lookup/frequency"
	"example.org/diagonal/transforms/lookup/winnow"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/tally"
)

func init() {
	dofn.Direct(func(fn *postFn, a []any) []any {
		return []any{fn.ProcessElement(a[0].(record.Document), a[1].(func([]byte, []byte)), a[2].(func(int, []byte)), a[3].(func(string, int64)))}
	})
	dofn.Plain(&postWithTableFn{})
	shuffle.RegisterKeep[record.Document, keeper]()
	register.Emitter2[[]byte, []byte]()
}

// Names of the ledger.
const (
	// Documents is documents that were read.
	Documents = "documents"
	// Bytes is the bytes of their texts.
	Bytes = "bytes"
	// Places is the length of their normalised texts.
	Places = "places"
	// Signatures is the number of their signatures.
	Signatures = "signatures"
	// Unsigned is documents without a q-gram: nothing finds them.
	Unsigned = "documents_without_signature"
)

// PostParams configures Post.
type PostParams struct {
	// Winnow chooses the signatures.
	Winnow winnow.Params
	// Shuffle is the packed shuffle of the pipeline.
	//
	// Required.
	Shuffle shuffle.Params
}

// Validate returns a *parameter.Error about the first field with an impossible value.
func (p PostParams) Validate() error {
	if err := p.Winnow.Validate(); err != nil {
		return err
	}
	return p.Shuffle.Validate()
}

// NeedsTable reports whether Post needs the frequencies of q-grams.
func (p PostParams) NeedsTable() bool { return p.Winnow.Signature == winnow.Frequency }

// Posted is the result of Post.
type Posted struct {
	// Postings is a PCollection<KV<[]byte,[]byte>> of the keys and the entries of postings.
	Postings beam.PCollection
	// Entries is by document: catalogue entries without sentences.
	Entries shuffle.Blocks[catalogue.Entry]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Post selects the signatures of each document of a PCollection<record.Document>. table is the
// result of Count if p.NeedsTable, else the zero value. Post panics if p is not valid, or if the
// table is missing or not needed.
func Post(s beam.Scope, p PostParams, documents beam.PCollection, table tally.Table[frequency.Counts]) Posted {
	s = s.Scope("lookup.Post")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	table.Require(p.NeedsTable(), "lookup.Post", p.Winnow.Signature)
	if !p.NeedsTable() {
		return p.posted(beam.ParDo3(s, &postFn{poster{Params: p}}, documents))
	}
	fn := &postWithTableFn{poster: poster{Params: p}}
	kept := shuffle.Keep[record.Document, keeper](s, p.Shuffle.Ungrouped(), documents)
	return p.posted(beam.ParDo3(s, fn, kept.Collection(), table.Side(fn)...))
}

func (p PostParams) posted(postings, entries, ledger beam.PCollection) Posted {
	return Posted{postings, shuffle.BlocksOf[catalogue.Entry](p.Shuffle, entries), ledger}
}

// keeper keeps documents with their texts, until the frequencies of their q-grams are known.
type keeper struct{}

func (keeper) Key(*record.Document) uint64 { return 0 }

func (keeper) Append(dst []byte, d *record.Document) []byte { return record.AppendDocument(dst, d) }

func (keeper) Read(payload []byte) (record.Document, error) { return record.ReadDocument(payload) }

// poster is the part that both DoFns share.
type poster struct {
	Params PostParams

	selector   *winnow.Selector
	normaliser normaliser
	packer     *shuffle.Packer
	ledger     shuffle.Ledger

	// scratch, never emitted
	signatures []winnow.Signature
	posting    entry.Posting
	payload    []byte
}

func (p *poster) begin() {
	p.packer = shuffle.NewPacker(p.Params.Shuffle)
	p.ledger = shuffle.Ledger{}
}

func (p *poster) post(d record.Document, postings func(key, line []byte), entries func(int, []byte)) error {
	text, err := p.normaliser.read(&d)
	if err != nil {
		return err
	}
	content := record.Content(d.Text)
	key := d.Key(content)
	p.payload = catalogue.AppendEntry(p.payload[:0], &catalogue.Entry{ID: d.ID, Date: d.Date, File: d.File, Record: d.Record, Offset: d.Offset, Content: content})
	p.packer.Add(key, p.payload, entries)
	p.signatures = p.selector.Append(p.signatures[:0], text)
	p.ledger.Add(Documents, 1)
	p.ledger.Add(Bytes, int64(len(d.Text)))
	p.ledger.Add(Places, int64(text.Length()))
	p.ledger.Add(Signatures, int64(len(p.signatures)))
	if len(p.signatures) == 0 {
		p.ledger.Add(Unsigned, 1)
	}
	slices.SortFunc(p.signatures, func(a, b winnow.Signature) int {
		return cmp.Or(cmp.Compare(a.Gram, b.Gram), cmp.Compare(a.Place, b.Place))
	})
	for i := 0; i < len(p.signatures); {
		e := &p.posting
		*e = entry.Posting{Gram: uint64(p.signatures[i].Gram), Document: key, Length: text.Length(), Places: e.Places[:0]}
		for ; i < len(p.signatures) && uint64(p.signatures[i].Gram) == e.Gram; i++ {
			e.Places = append(e.Places, p.signatures[i].Place)
		}
		line := entry.AppendPosting(make([]byte, 0, 24), e)
		postings(line[:entry.PostingKey:entry.PostingKey], line)
	}
	return nil
}

func (p *poster) finish(entries func(int, []byte), ledger func(string, int64)) {
	p.packer.Flush(entries)
	p.ledger.Flush(ledger)
}

// postFn posts signatures that need no frequencies.
type postFn struct{ poster }

func (fn *postFn) StartBundle(_ func([]byte, []byte), _ func(int, []byte), _ func(string, int64)) {
	fn.begin()
	fn.selector = winnow.NewSelector(fn.Params.Winnow, nil)
}

func (fn *postFn) ProcessElement(d record.Document, postings func(key, line []byte), entries func(int, []byte), _ func(string, int64)) error {
	return fn.post(d, postings, entries)
}

func (fn *postFn) FinishBundle(_ func([]byte, []byte), entries func(int, []byte), ledger func(string, int64)) {
	fn.finish(entries, ledger)
}

// postWithTableFn posts signatures by the frequencies of q-grams.
type postWithTableFn struct {
	poster
	bundle dofn.Bundle
}

func (fn *postWithTableFn) ProcessElement(_ int, kept, table []byte, postings func(key, line []byte), entries func(int, []byte), _ func(string, int64)) error {
	err := fn.bundle.Begin(func() error {
		fn.begin()
		if fn.selector != nil { // all bundles of a pipeline have the same table
			return nil
		}
		counts, err := readTable(table)
		if err != nil {
			return err
		}
		fn.selector = winnow.NewSelector(fn.Params.Winnow, counts.Table())
		return nil
	})
	if err != nil {
		return err
	}
	return shuffle.EachKept[record.Document, keeper](kept, func(d *record.Document) error {
		return fn.post(*d, postings, entries)
	})
}

func (fn *postWithTableFn) FinishBundle(_ []byte, _ func([]byte, []byte), entries func(int, []byte), ledger func(string, int64)) {
	fn.bundle.Finish(func() { fn.finish(entries, ledger) })
}
