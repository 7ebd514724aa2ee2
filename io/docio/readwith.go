package docio

import (
	"context"
	"encoding/binary"
	"errors"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/cespare/xxhash/v2"

	"diagonal/io/dofn"
	"diagonal/io/record"
)

func init() {
	dofn.Plain(&attachFn{})
	dofn.Plain(&readWithFn{})
	register.Iter1[[]byte]()
}

// ReadWith is Read, and gives every document the table: a PCollection<[]byte> of one
// element, which Document.Table will be. Nothing is read before the table is there.
//
// It is a side input that travels with the documents. The embedded runner keeps a core
// busy with nothing while a stage that has a side input runs (a stage of that kind
// with nothing to start is put off and asked again at once), so the long stage, which
// reads and everything that is fused with it, must not have one: only attach has.
func ReadWith(s beam.Scope, plan *Plan, branch int, table beam.PCollection) (documents, rejected, ledger beam.PCollection) {
	s = s.Scope("docio.ReadWith")
	copies := maxTables
	if plan.Branches() > 1 { // of which each is read by one worker
		copies = 1
	}
	ranges := beam.CreateList(s, plan.elements(branch, copies))
	attached := beam.ParDo(s, &attachFn{}, ranges, beam.SideInput{Input: table})
	return beam.ParDo3(s, &readWithFn{readFn{Params: plan.params, Budget: plan.budget}}, beam.GroupByKey(s, attached))
}

// maxTables bounds the copies of the table that are made, one for each batch, where the
// batches of one branch are what workers share.
const maxTables = 64

// attachFn puts the table in front of a batch of ranges, under a key of its own.
type attachFn struct{}

func (fn *attachFn) ProcessElement(element, table []byte) (uint64, []byte) {
	b := binary.AppendUvarint(make([]byte, 0, len(table)+len(element)+8), uint64(len(table)))
	b = append(append(b, table...), element...)
	return xxhash.Sum64(element), b
}

// readWithFn reads the ranges of a batch and gives their documents the table.
type readWithFn struct{ readFn }

var errAttached = errors.New("docio: a batch with a table is damaged")

func (fn *readWithFn) ProcessElement(ctx context.Context, _ uint64, batches func(*[]byte) bool, emit func(record.Document), reject func(record.Rejected), count func(string, int64)) error {
	var b []byte
	for batches(&b) {
		n, w := binary.Uvarint(b)
		if w <= 0 || n > uint64(len(b)-w) {
			return errAttached
		}
		table, element := b[w:w+int(n):w+int(n)], b[w+int(n):]
		err := fn.readFn.ProcessElement(ctx, element, func(d record.Document) {
			d.Table = table
			emit(d)
		}, reject, count)
		if err != nil {
			return err
		}
		b = nil
	}
	return nil
}
