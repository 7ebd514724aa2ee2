// Package lookup makes the entries of an index (package indexio): the frequencies of q-grams, the
// postings of signatures, and the places of documents. The algorithms are in the packages below,
// which know nothing of Beam.
package lookup

import (
	"cmp"
	"context"
	"encoding/binary"
	"iter"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/engine/wire/lines"
	"example.org/diagonal/io/indexio/entry"
	"example.org/diagonal/transforms/lookup/frequency"
)

func init() {
	engine.RegisterMap[*countEntries]()
	engine.RegisterJoin[*sumPage]()
	tally.Register[countTable]()
}

// CountEntries returns a PCollection<[]byte> of batches (package lines) of the entries of the pages of
// a table.
func CountEntries(s beam.Scope, p engine.Params, table tally.Table[frequency.Counts]) beam.PCollection {
	return engine.Map(s, p, "lookup.CountEntries", table.Collection(), &countEntries{}).Entries.Collection()
}

// page is the counts of one page: those of a bundle, or of all.
//
//	number uvarint; counts as package frequency encodes them
type page struct {
	number int
	counts []byte
}

func (p *page) Append(dst []byte) []byte {
	return append(binary.AppendUvarint(dst, uint64(p.number)), p.counts...)
}

func (p *page) Read(payload []byte) error {
	r := wire.NewReader(payload)
	*p = page{int(r.Uvarint()), r.Rest()}
	return r.Err()
}

// sumPage adds what the bundles counted of a page.
type sumPage struct {
	Pages engine.Send[int, page]
}

func (st *sumPage) Join(_ context.Context, number int, counted iter.Seq[*engine.Bytes]) error {
	var sum frequency.Counts
	for b := range counted {
		if err := sum.AddPage(number, *b); err != nil {
			return err
		}
	}
	sum.Each(func(number int, encoded []byte) { st.Pages.Add(0, page{number, encoded}) })
	return nil
}

// countTable makes the table (tally.Method): the pages in the order of their numbers, each behind its length as a
// uvarint.
type countTable struct{}

// Table returns the table.
func (countTable) Table(summed iter.Seq[*page]) ([]byte, error) {
	pages := slices.SortedFunc(summed, func(a, b *page) int { return cmp.Compare(a.number, b.number) })
	table := []byte{} // not nil: there is a table even if it is empty
	for _, p := range pages {
		table = wire.AppendString(table, p.Append(nil))
	}
	return table, nil
}

// AppendTable appends the table of counts to dst, as Normalised.Counts has it.
func AppendTable(dst []byte, counts *frequency.Counts) []byte {
	counts.Each(func(page int, encoded []byte) {
		dst = wire.AppendString(dst, append(binary.AppendUvarint(nil, uint64(page)), encoded...))
	})
	return dst
}

// eachPage calls f with the pages of an encoded table.
func eachPage(table []byte, f func(page int, encoded []byte) error) error {
	r := wire.NewReader(table)
	for r.More() {
		sum := r.Bytes(r.Uvarint())
		page, n := binary.Uvarint(sum)
		if n <= 0 {
			return wire.ErrShort
		}
		if err := f(int(page), sum[n:]); err != nil {
			return err
		}
	}
	return r.Err()
}

// readTable reads an encoded table.
func readTable(table []byte) (*frequency.Counts, error) {
	counts := &frequency.Counts{}
	return counts, eachPage(table, counts.AddPage)
}

// countEntries makes the entries of a table.
type countEntries struct{ Entries engine.Elements[[]byte] }

func (st *countEntries) Map(_ context.Context, table []byte) error {
	return eachPage(table, func(page int, encoded []byte) error {
		st.Entries.Emit(lines.Append(nil, entry.CountsKey, entry.AppendCounts(nil, page, encoded)))
		return nil
	})
}
