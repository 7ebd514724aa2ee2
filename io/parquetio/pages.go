package parquetio

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

const (
	// pageRoom is how much larger a page may be than the largest record, decompressed.
	pageRoom = 64 << 20
	// valueCost is what a value of a page takes in memory at least, in bytes: its levels,
	// and its place or its number in the dictionary.
	valueCost = 8
	// keptRoom is the largest scratch buffer that is kept for the next page.
	keptRoom = 16 << 20
)

// group is a row group whose pages are checked before parquet-go sees them.
type group struct {
	parquet.RowGroup
	chunks []parquet.ColumnChunk
}

func (g group) ColumnChunks() []parquet.ColumnChunk { return g.chunks }
func (g group) Rows() parquet.Rows                  { return parquet.NewRowGroupRowReader(g) }

// checkedGroup is a row group of an open file; bare is the same one in its bare file. limit
// is that of a record, in bytes.
func checkedGroup(src *source, g, bare parquet.RowGroup, meta *format.RowGroup, limit int64) group {
	checked := group{RowGroup: g}
	for i, c := range bare.ColumnChunks() {
		if file, ok := c.(*parquet.FileColumnChunk); ok && i < len(meta.Columns) {
			c = chunk{file, func() *pages {
				return newPages(src, &meta.Columns[i].MetaData, file, meta.NumRows, limit)
			}}
		}
		checked.chunks = append(checked.chunks, c)
	}
	return checked
}

// chunk is a column chunk whose pages are checked.
type chunk struct {
	*parquet.FileColumnChunk
	checked func() *pages
}

func (c chunk) Pages() parquet.Pages { return c.PagesFrom(c.checked()) }

// pages gives the pages of a column chunk as those of one that is not compressed, each
// after its sizes were checked against its header, the file and the limit: parquet-go
// allocates what headers say, and some of its codecs what they find, or give the wrong
// bytes (lz4, where a page shrinks to less than a third only).
type pages struct {
	src   *source
	meta  *format.ColumnMetaData
	limit int64 // bytes of a page, decompressed
	// rows bounds the values of a column that is no list; -1: it is one.
	rows           int64
	maxDef, maxRep uint // the largest definition and repetition levels
	bytes          bool // values are of any length
	width          int  // of other values, in bits; 0 is not known

	good, end int64  // the next page in the file, and the end of the chunk
	values    int64  // of the data pages so far
	err       error  // why there is no next page
	out       []byte // the page that is being read
	at        int64  // where it begins, for the reader
	head      []byte // of the last page, as it is in the file
	body      []byte // the last page, as it is in the file
	room      []byte // scratch
	cut       cut    // the last page, if it is a data page
}

func newPages(src *source, meta *format.ColumnMetaData, c *parquet.FileColumnChunk, rows, limit int64) *pages {
	p := &pages{
		src: src, meta: meta, limit: min(limit+pageRoom, math.MaxInt32), rows: rows,
		bytes: c.Type().Kind() == parquet.ByteArray, at: firstPage,
	}
	if column, ok := c.Node().(*parquet.Column); ok {
		p.maxDef, p.maxRep = uint(column.MaxDefinitionLevel()), uint(column.MaxRepetitionLevel())
	}
	if p.maxRep > 0 {
		p.rows = -1
	}
	switch kind := c.Type().Kind(); kind {
	case parquet.Boolean:
		p.width = 1
	case parquet.FixedLenByteArray:
		p.width = 8 * c.Type().Length()
	case parquet.Int32, parquet.Int64, parquet.Int96, parquet.Float, parquet.Double:
		p.width = map[parquet.Kind]int{parquet.Int32: 32, parquet.Int64: 64, parquet.Int96: 96, parquet.Float: 32,
			parquet.Double: 64}[kind]
	}
	p.good = begin(meta)
	p.end = p.good + meta.TotalCompressedSize
	if p.good < 0 || meta.TotalCompressedSize < 0 || p.end > src.size || p.end < p.good {
		p.err = fmt.Errorf("the footer says that a column is at byte %d and has %d bytes; the file has %d", p.good,
			meta.TotalCompressedSize, src.size)
	}
	return p
}

// begin is where a column chunk begins.
func begin(meta *format.ColumnMetaData) int64 {
	if meta.DictionaryPageOffset != 0 {
		return meta.DictionaryPageOffset
	}
	return meta.DataPageOffset
}

// ReadAt is called, by an io.SectionReader, for one byte after the other. It may read less than
// was requested.
func (p *pages) ReadAt(b []byte, off int64) (n int, err error) {
	if off < p.at {
		return 0, errors.New("the dictionary is missing") // otherwise the reader would not go back
	}
	for n < len(b) {
		if i := off + int64(n) - p.at; i < int64(len(p.out)) {
			n += copy(b[n:], p.out[i:])
			continue
		}
		if n > 0 { // the page before a broken page is fine
			return n, nil
		}
		if p.err == nil && p.good >= p.end {
			p.err = io.EOF
		}
		if p.err == nil {
			p.at += int64(len(p.out))
			p.out = p.out[:0]
			p.err = p.next()
		}
		if p.err != nil {
			return 0, p.err
		}
	}
	return n, nil
}

// step reads and checks the next page. It returns its header, its levels, where they are not a
// part of what is compressed, and the rest of it, decompressed.
func (p *pages) step() (h *format.PageHeader, levels, plain []byte, err error) {
	h, n, err := p.header()
	if err != nil {
		return nil, nil, nil, fmt.Errorf("the header of the page at byte %d: %w", p.good, err)
	}
	p.head = append(p.head[:0], p.body[:n]...)
	levels, plain, err = p.page(h, p.good+n)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("the page at byte %d: %w", p.good, err)
	}
	p.good += n + int64(h.CompressedPageSize)
	return h, levels, plain, nil
}

// next makes the next page.
func (p *pages) next() error {
	h, levels, plain, err := p.step()
	if err != nil {
		return err
	}
	if h.Type != format.DictionaryPage && p.misread() {
		if plain, err = p.unpacked(plain); err != nil {
			return err
		}
		h.DataPageHeader.V.Encoding, h.DataPageHeaderV2.V.Encoding = format.Plain, format.Plain
	}
	h.CompressedPageSize = int32(len(levels) + len(plain))
	h.UncompressedPageSize, h.CRC = h.CompressedPageSize, 0
	for _, s := range []*format.Statistics{&h.DataPageHeader.V.Statistics, &h.DataPageHeaderV2.V.Statistics} {
		*s = format.Statistics{} // may be as large as two values
	}
	head, err := thrift.Marshal(new(thrift.CompactProtocol), h)
	if err != nil {
		return err
	}
	p.out = append(append(append(resized(p.out, len(head)+len(levels)+len(plain))[:0], head...), levels...), plain...)
	return nil
}

// misread reports whether parquet-go does not read the last page as it is: runs of truth values
// whose length is no multiple of 8, deltas of unsigned numbers, and nothing, where all is null.
func (p *pages) misread() bool {
	switch c := &p.cut; {
	case isDictionary(c.encoding) || c.encoding == format.Plain:
		return false
	case c.encoding == format.RLE || len(c.encoded) == 0:
		return true
	default:
		return c.encoding == format.DeltaBinaryPacked && p.meta.Type == format.Int32
	}
}

// unpacked returns the last page with the encoding PLAIN.
func (p *pages) unpacked(plain []byte) ([]byte, error) {
	d := decoder{column: column{kind: p.meta.Type, width: (p.width + 7) / 8}}
	d.values.width = d.width
	if err := d.decode(p.cut.encoding, p.cut.encoded, int(p.cut.there)); err != nil {
		return nil, err
	}
	if n := int64(d.values.len()); n != p.cut.there {
		return nil, fmt.Errorf("%d values, the header says %d", n, p.cut.there)
	}
	if p.cut.there == 0 {
		return plain[:len(plain)-len(p.cut.encoded)], nil
	}
	b, _, err := d.encode(format.Plain, d.values.data, nil)
	before := len(plain) - len(p.cut.encoded)
	return append(plain[:before:before], b...), err
}

// header reads the header of the next page and its length.
func (p *pages) header() (*format.PageHeader, int64, error) {
	max := min(p.end-p.good, 2*p.limit) // a header holds a smallest and a largest value
	for size := int64(1 << 10); ; size *= 8 {
		size = min(size, max)
		p.body = resized(p.body, int(size))
		if _, err := io.ReadFull(io.NewSectionReader(p.src, p.good, size), p.body); err != nil {
			return nil, 0, err
		}
		n, err := structure(p.body)
		if errors.Is(err, errShort) && size < max {
			continue
		}
		if errors.Is(err, errShort) && size < p.end-p.good {
			return nil, 0, fmt.Errorf("more than %d bytes; --max_record raises this limit", size)
		}
		if err != nil {
			return nil, 0, err
		}
		h := new(format.PageHeader)
		var protocol thrift.CompactProtocol
		return h, int64(n), thrift.Unmarshal(&protocol, p.body[:n], h)
	}
}

// dictionary estimates the size of so many values that are all in the dictionary; 0 where there
// is none.
func (p *pages) dictionary(rows int64) int64 {
	if p.err != nil {
		return 0
	}
	h, _, err := p.header()
	if err != nil || h.Type != format.DictionaryPage || h.DictionaryPageHeader.V.NumValues <= 0 {
		return 0
	}
	each := float64(h.UncompressedPageSize)/float64(h.DictionaryPageHeader.V.NumValues) - 4 // of its length
	return int64(max(0, each) * min(float64(rows), 1<<40))
}

// resized is scratch memory of n bytes.
func resized(b []byte, n int) []byte {
	if cap(b) < n || cap(b) > keptRoom && n < keptRoom {
		return make([]byte, n)
	}
	return b[:n]
}
