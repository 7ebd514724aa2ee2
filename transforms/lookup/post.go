package lookup

import (
	"cmp"
	"context"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/engine/wire/lines"
	"example.org/diagonal/io/indexio/entry"
	"example.org/diagonal/transforms/lookup/frequency"
	"example.org/diagonal/transforms/lookup/winnow"
	"example.org/diagonal/transforms/parameter"
)

func init() { engine.RegisterMapBlocks[*post, Text]() }

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
	Shuffle engine.Params
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
func Post(s beam.Scope, p PostParams, texts engine.Blocks[Text], table tally.Table[frequency.Counts]) Posted {
	s = s.Scope("lookup.Post")
	parameter.Must(p.Validate())
	table.Require(p.NeedsTable(), "lookup.Post", p.Winnow.Signature)
	st := engine.MapBlocks[*post, Text](s, p.Shuffle, "lookup.Post", texts,
		&post{Winnow: p.Winnow, Frequencies: engine.SideOf[frequencies](table.Collection())})
	return Posted{st.Postings.Collection(), st.Ledger.Collection()}
}

// frequencies is the table of a Selector.
type frequencies struct{ table *frequency.Table }

// Read reads an encoded table of counts.
func (f *frequencies) Read(encoded []byte) error {
	counts, err := readTable(encoded)
	f.table = counts.Table()
	return err
}

// post makes the postings of texts.
type post struct {
	Winnow winnow.Params

	Frequencies engine.Side[frequencies]
	Postings    engine.Elements[[]byte]
	Ledger      engine.Ledger

	selector *winnow.Selector
	reader   textReader
	batch    []byte

	// scratch, never emitted
	signatures []winnow.Signature
	posting    entry.Posting
	line       []byte
}

// batchBytes is the size at which a batch of postings is emitted.
const batchBytes = 32 << 10

func (st *post) StartBundle() {
	var table *frequency.Table
	if st.Winnow.Signature == winnow.Frequency {
		table = st.Frequencies.Value().table
	}
	st.selector = winnow.NewSelector(st.Winnow, table)
}

func (st *post) Map(_ context.Context, t Text) error {
	signatures, length, err := st.reader.signatures(st.signatures[:0], t.text, st.selector)
	if err != nil {
		return err
	}
	st.signatures = signatures
	st.Ledger.Add(Signatures, int64(len(signatures)))
	if len(signatures) == 0 {
		st.Ledger.Add(Unsigned, 1)
	}
	slices.SortFunc(signatures, func(a, b winnow.Signature) int {
		return cmp.Or(cmp.Compare(a.Gram, b.Gram), cmp.Compare(a.Place, b.Place))
	})
	for i := 0; i < len(signatures); {
		e := &st.posting
		*e = entry.Posting{Gram: uint64(signatures[i].Gram), Document: t.document, Length: length, Places: e.Places[:0]}
		for ; i < len(signatures) && uint64(signatures[i].Gram) == e.Gram; i++ {
			at := signatures[i]
			e.Places = append(e.Places, entry.Place{At: at.Place, Left: at.Left, Right: at.Right})
		}
		st.line = entry.AppendPosting(st.line[:0], e)
		if len(st.batch)+len(st.line) > batchBytes && len(st.batch) > 0 {
			st.emit()
		}
		if st.batch == nil {
			st.batch = make([]byte, 0, batchBytes)
		}
		st.batch = lines.Append(st.batch, entry.PostingKey, st.line)
	}
	return nil
}

// emit emits the batch.
func (st *post) emit() {
	st.Postings.Emit(st.batch)
	st.batch = nil
}

func (st *post) FinishBundle() error {
	if len(st.batch) > 0 {
		st.emit()
	}
	return nil
}
