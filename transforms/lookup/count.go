// Package lookup makes the entries of an index (package indexio): the frequencies of q-grams, the
// postings of signatures, and the places of documents. The algorithms are in the packages below,
// which know nothing of Beam.
package lookup

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/io/dofn"
	"example.org/diagonal/io/indexio/entry"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/wire"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/lookup/frequency"
	"example.org/diagonal/transforms/lookup/normal"
	"example.org/diagonal/transforms/lookup/winnow"
	"example.org/diagonal/transforms/tally"
)

func init() {
	dofn.Direct(func(fn *countFn, a []any) []any {
		return []any{fn.ProcessElement(a[0].(record.Document), a[1].(func(int, []byte)))}
	})
	dofn.Plain(&countEntriesFn{})
	tally.Register[countTable]()
}

// Count counts the q-grams of the documents of a PCollection<record.Document>. It panics if p is
// not valid.
func Count(s beam.Scope, p winnow.Params, documents beam.PCollection) tally.Table[frequency.Counts] {
	s = s.Scope("lookup.Count")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	counted := beam.ParDo(s, &countFn{Q: p.Q}, documents)
	return tally.Make[frequency.Counts](s, countTable{}, beam.GroupByKey(s, counted))
}

// CountEntries returns a PCollection<KV<[]byte,[]byte>> of the keys and the entries of the pages of
// a table.
func CountEntries(s beam.Scope, table tally.Table[frequency.Counts]) beam.PCollection {
	return beam.ParDo(s.Scope("lookup.CountEntries"), &countEntriesFn{}, table.Collection())
}

// normaliser normalises the documents of a worker, one after the other.
type normaliser struct {
	layout analysis.Layout
	text   normal.Text
}

// largeText is the size in bytes of a text whose scratch is not kept for the next one.
const largeText = 16 << 20

// read returns the normalised text of a document, without its bytes, until the next call.
func (n *normaliser) read(d *record.Document) (*normal.Text, error) {
	if uint64(len(d.Text)) >= 1<<32 {
		return nil, fmt.Errorf("%s: a document of %d bytes; the most is 4 GiB", record.Where(d.File, d.Record), len(d.Text))
	}
	if len(n.text.Chars) > largeText {
		n.text = normal.Text{}
	}
	n.text.ReadChars(n.layout.Readable(d))
	return &n.text, nil
}

// countFn counts the q-grams of a bundle.
type countFn struct {
	Q int

	normaliser normaliser
	counts     *frequency.Counts
	grams      []winnow.Gram // scratch, never emitted
}

func (fn *countFn) StartBundle(_ func(int, []byte)) { fn.counts = &frequency.Counts{} }

func (fn *countFn) ProcessElement(d record.Document, _ func(int, []byte)) error {
	text, err := fn.normaliser.read(&d)
	if err != nil {
		return err
	}
	fn.grams = winnow.AppendGrams(fn.grams[:0], text, fn.Q)
	for _, g := range fn.grams {
		fn.counts.Add(uint64(g))
	}
	if len(fn.grams) > largeText {
		fn.grams = nil
	}
	return nil
}

func (fn *countFn) FinishBundle(emit func(int, []byte)) {
	fn.counts.Each(func(page int, encoded []byte) { emit(page, slices.Clone(encoded)) })
	fn.counts = nil
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

// AppendTable appends the table of counts to dst, as the result of Count has it.
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
