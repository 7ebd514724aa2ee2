package lookup

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/wire/lines"
	"example.org/diagonal/io/indexio/entry"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/catalogue"
)

func init() { engine.RegisterReduce[*keep]() }

// Kept is the result of Keep.
type Kept struct {
	// Documents is a PCollection<[]byte> of batches of entries (package lines).
	Documents beam.PCollection
	// Rejected is a PCollection<record.Rejected>: documents whose id another one has. Their
	// postings stay, and refer to no document.
	Rejected beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Keep makes the entries of documents, one for each id (catalogue.KeepNamed). It panics if p is not
// valid.
func Keep(s beam.Scope, p engine.Params, entries engine.Blocks[catalogue.Entry]) Kept {
	st := engine.Reduce(s, p, "lookup.Keep", &keep{Entries: engine.From(entries)})
	return Kept{st.Documents.Collection(), st.Rejected.Collection(), st.Ledger.Collection()}
}

// keep keeps one document of each id.
type keep struct {
	Entries   engine.In[catalogue.Entry]
	Documents engine.Elements[[]byte]
	Rejected  engine.Elements[record.Rejected]
	Ledger    engine.Ledger

	kept map[uint64]*catalogue.Entry // of the name
}

func (st *keep) Name(int) error {
	st.kept = catalogue.KeepNamed(&st.Entries, &st.Rejected, &st.Ledger)
	return nil
}

func (st *keep) Reduce(_ context.Context, key uint64) error {
	if e := st.kept[key]; e != nil {
		line := entry.AppendDocument(nil, &entry.Document{Key: key, ID: e.ID, File: e.File, Record: e.Record,
			Offset: e.Offset, Content: e.Content})
		st.Documents.Emit(lines.Append(nil, entry.DocumentKey, line))
	}
	return nil
}
