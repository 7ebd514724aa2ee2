package lookup

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/io/indexio/entry"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/catalogue"
)

func init() { dofn.Plain(&keepFn{}) }

// Kept is the result of Keep.
type Kept struct {
	// Documents is a PCollection<KV<[]byte,[]byte>> of the keys and the entries of documents.
	Documents beam.PCollection
	// Rejected is a PCollection<record.Rejected>: documents whose id another one has. Their
	// postings stay, and refer to no document.
	Rejected beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Keep makes the entries of documents, one for each id (catalogue.Keep). It panics if p is not
// valid.
func Keep(s beam.Scope, p shuffle.Params, entries shuffle.Blocks[catalogue.Entry]) Kept {
	s = s.Scope("lookup.Keep")
	documents, rejected, ledger := beam.ParDo3(s, &keepFn{Shuffle: p}, shuffle.Group(s, p, entries))
	return Kept{documents, rejected, ledger}
}

type keepFn struct {
	Shuffle shuffle.Params

	ledger shuffle.Ledger
}

func (fn *keepFn) StartBundle(_ func([]byte, []byte), _ func(record.Rejected), _ func(string, int64)) {
	fn.ledger = shuffle.Ledger{}
}

func (fn *keepFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(key, line []byte), reject func(record.Rejected), _ func(string, int64)) error {
	return fn.Shuffle.EachPart("lookup.Keep", blocks, func(sorted *block.Sorted) error {
		for from := 0; from < sorted.Len(); {
			to := sorted.GroupBy(from, record.NameOf)
			kept, err := catalogue.Keep(sorted, from, to, func(r record.Rejected) {
				fn.ledger.Add(catalogue.Duplicates, 1)
				reject(r)
			})
			if err != nil {
				return err
			}
			for key, e := range kept {
				line := entry.AppendDocument(nil, &entry.Document{Key: key, ID: e.ID, File: e.File, Record: e.Record, Offset: e.Offset, Content: e.Content})
				emit(line[:entry.DocumentKey], line)
			}
			from = to
		}
		return nil
	})
}

func (fn *keepFn) FinishBundle(_ func([]byte, []byte), _ func(record.Rejected), ledger func(string, int64)) {
	fn.ledger.Flush(ledger)
}
