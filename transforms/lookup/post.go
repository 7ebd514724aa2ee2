package lookup

import (
	"cmp"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/engine/wire/lines"
	"example.org/diagonal/io/indexio/entry"
	"example.org/diagonal/transforms/lookup/frequency"
	"example.org/diagonal/transforms/lookup/winnow"
)

func init() {
	dofn.Plain(&postFn{})
	dofn.Plain(&postWithTableFn{})
	register.Emitter1[[]byte]()
}

// Names of the ledger.
const (
	// Signatures is the number of signatures of all documents.
	Signatures = "signatures"
	// Unsigned is documents without a q-gram: nothing finds them.
	Unsigned = "documents_without_signature"
)

// PostParams configures Normalise and Post.
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
	// Postings is a PCollection<[]byte> of batches of the entries of postings (package lines).
	Postings beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Post selects the signatures of normalised texts. table has the frequencies if p.NeedsTable, and
// else is the zero value. Post panics if p is not valid, or if the table is missing or not needed.
func Post(s beam.Scope, p PostParams, texts shuffle.Blocks[Text], table tally.Table[frequency.Counts]) Posted {
	s = s.Scope("lookup.Post")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	table.Require(p.NeedsTable(), "lookup.Post", p.Winnow.Signature)
	var posted Posted
	if p.NeedsTable() {
		fn := &postWithTableFn{poster: poster{Winnow: p.Winnow}}
		posted.Postings, posted.Ledger = beam.ParDo2(s, fn, texts.Collection(), table.Side(fn)...)
	} else {
		posted.Postings, posted.Ledger = beam.ParDo2(s, &postFn{poster{Winnow: p.Winnow}}, texts.Collection())
	}
	return posted
}

// poster is the part that both DoFns share.
type poster struct {
	Winnow winnow.Params

	selector *winnow.Selector
	reader   textReader
	ledger   shuffle.Ledger

	// scratch, never emitted
	signatures []winnow.Signature
	posting    entry.Posting
	line       []byte
}

// batchBytes is the size at which a batch of postings is emitted.
const batchBytes = 32 << 10

// postBlock posts the texts of a block.
func (p *poster) postBlock(block []byte, postings func([]byte)) error {
	var batch []byte
	err := shuffle.Each(block, func(document uint64, payload []byte) (err error) {
		batch, err = p.post(batch, document, payload, postings)
		return err
	})
	if err == nil && len(batch) > 0 {
		postings(batch)
	}
	return err
}

// post appends the postings of a text to a batch, and emits it whenever it is full.
func (p *poster) post(batch []byte, document uint64, payload []byte, postings func([]byte)) ([]byte, error) {
	signatures, length, err := p.reader.signatures(p.signatures[:0], payload, p.selector)
	if err != nil {
		return nil, err
	}
	p.signatures = signatures
	p.ledger.Add(Signatures, int64(len(signatures)))
	if len(signatures) == 0 {
		p.ledger.Add(Unsigned, 1)
	}
	slices.SortFunc(signatures, func(a, b winnow.Signature) int {
		return cmp.Or(cmp.Compare(a.Gram, b.Gram), cmp.Compare(a.Place, b.Place))
	})
	for i := 0; i < len(signatures); {
		e := &p.posting
		*e = entry.Posting{Gram: uint64(signatures[i].Gram), Document: document, Length: length, Places: e.Places[:0]}
		for ; i < len(signatures) && uint64(signatures[i].Gram) == e.Gram; i++ {
			at := signatures[i]
			e.Places = append(e.Places, entry.Place{At: at.Place, Left: at.Left, Right: at.Right})
		}
		p.line = entry.AppendPosting(p.line[:0], e)
		if len(batch)+len(p.line) > batchBytes && len(batch) > 0 {
			postings(batch)
			batch = nil
		}
		if batch == nil {
			batch = make([]byte, 0, batchBytes)
		}
		batch = lines.Append(batch, entry.PostingKey, p.line)
	}
	return batch, nil
}

// postFn posts signatures that need no frequencies.
type postFn struct{ poster }

func (fn *postFn) StartBundle(_ func([]byte), _ func(string, int64)) {
	fn.ledger = shuffle.Ledger{}
	fn.selector = winnow.NewSelector(fn.Winnow, nil)
}

func (fn *postFn) ProcessElement(_ int, block []byte, postings func([]byte), _ func(string, int64)) error {
	return fn.postBlock(block, postings)
}

func (fn *postFn) FinishBundle(_ func([]byte), ledger func(string, int64)) { fn.ledger.Flush(ledger) }

// postWithTableFn posts signatures by the frequencies of q-grams.
type postWithTableFn struct {
	poster
	bundle dofn.Bundle
}

func (fn *postWithTableFn) ProcessElement(_ int, block, table []byte, postings func([]byte), _ func(string, int64)) error {
	err := fn.bundle.Begin(func() error {
		fn.ledger = shuffle.Ledger{}
		if fn.selector != nil { // all bundles of a pipeline have the same table
			return nil
		}
		counts, err := readTable(table)
		if err != nil {
			return err
		}
		fn.selector = winnow.NewSelector(fn.Winnow, counts.Table())
		return nil
	})
	if err != nil {
		return err
	}
	return fn.postBlock(block, postings)
}

func (fn *postWithTableFn) FinishBundle(_ []byte, _ func([]byte), ledger func(string, int64)) {
	fn.bundle.Finish(func() { fn.ledger.Flush(ledger) })
}
