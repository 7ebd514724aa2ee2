// Package lookup makes the entries of an index (package indexio): the frequencies of q-grams, the
// postings of signatures, and the places of documents. The algorithms are in the packages below,
// which know nothing of Beam.
package lookup

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/indexio/entry"
	"example.org/diagonal/transforms/lookup/frequency"
)

func init() {
	dofn.Plain(&countEntriesFn{})
	tally.Register[countTable]()
}

// CountEntries returns a PCollection<KV<[]byte,[]byte>> of the keys and the entries of the pages of
// a table.
func CountEntries(s beam.Scope, table tally.Table[frequency.Counts]) beam.PCollection {
	return beam.ParDo(s.Scope("lookup.CountEntries"), &countEntriesFn{}, table.Collection())
}

// countTable adds the counts of all bundles. A part is a page; its sum is
//
//	page uvarint; counts as package frequency encodes them
//
// and the table is the sums in order of their pages, each behind its length as a uvarint.
type countTable struct{}

// Sum returns the sum of one page.
func (countTable) Sum(page int, counted func(*[]byte) bool) (sum []byte, err error) {
	var counts frequency.Counts
	var b []byte
	for counted(&b) {
		if err := counts.AddPage(page, b); err != nil {
			return nil, err
		}
	}
	sum = binary.AppendUvarint(nil, uint64(page))
	counts.Each(func(_ int, encoded []byte) { sum = append(sum, encoded...) })
	return sum, nil
}

// Join returns the table.
func (countTable) Join(summed func(*[]byte) bool) ([]byte, error) {
	type part struct {
		page uint64
		sum  []byte
	}
	var parts []part
	for {
		var b []byte
		if !summed(&b) {
			break
		}
		page, _ := binary.Uvarint(b)
		parts = append(parts, part{page, b})
	}
	slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(a.page, b.page) })
	table := []byte{} // not nil: there is a table even if it is empty
	for _, p := range parts {
		table = wire.AppendString(table, p.sum)
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

// countEntriesFn makes the entries of a table.
type countEntriesFn struct{}

func (fn *countEntriesFn) ProcessElement(table []byte, emit func(key, line []byte)) error {
	return eachPage(table, func(page int, encoded []byte) error {
		line := entry.AppendCounts(nil, page, encoded)
		emit(line[:entry.CountsKey], line)
		return nil
	})
}
