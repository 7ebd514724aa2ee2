package parquetio

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"math/bits"

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
			c = chunk{file, func() *pages { return newPages(src, &meta.Columns[i].MetaData, file, meta.NumRows, limit) }}
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

	good, end int64  // the next page in the file, and the end of the chunk
	values    int64  // of the data pages so far
	err       error  // why there is no next page
	out       []byte // the page that is being read
	at        int64  // where it begins, for the reader
	body      []byte // scratch
	room      []byte // scratch
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
	p.good = begin(meta)
	p.end = p.good + meta.TotalCompressedSize
	if p.good < 0 || meta.TotalCompressedSize < 0 || p.end > src.size || p.end < p.good {
		p.err = fmt.Errorf("the footer says that a column is at byte %d and has %d bytes; the file has %d", p.good, meta.TotalCompressedSize, src.size)
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

// next makes the next page.
func (p *pages) next() error {
	h, n, err := p.header()
	if err != nil {
		return fmt.Errorf("the header of the page at byte %d: %w", p.good, err)
	}
	levels, plain, err := p.page(h, p.good+n)
	if err != nil {
		return fmt.Errorf("the page at byte %d: %w", p.good, err)
	}
	p.good += n + int64(h.CompressedPageSize)
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

// header reads the header of the next page and its length.
func (p *pages) header() (*format.PageHeader, int64, error) {
	most := min(p.end-p.good, 2*p.limit) // a header holds a smallest and a largest value
	for size := int64(1 << 10); ; size *= 8 {
		size = min(size, most)
		p.body = resized(p.body, int(size))
		if _, err := io.ReadFull(io.NewSectionReader(p.src, p.good, size), p.body); err != nil {
			return nil, 0, err
		}
		n, err := structure(p.body)
		if errors.Is(err, errShort) && size < most {
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

// page checks a page whose bytes are at off, and returns its levels, where they are not a
// part of what is compressed, and the rest of it, decompressed.
func (p *pages) page(h *format.PageHeader, off int64) (levels, plain []byte, err error) {
	stored, size := int64(h.CompressedPageSize), int64(h.UncompressedPageSize)
	if stored < 0 || stored > p.end-off {
		return nil, nil, fmt.Errorf("%d bytes, the column has %d more", stored, p.end-off)
	}
	packed := p.meta.Codec != format.Uncompressed
	if !packed {
		size = stored
	}
	if size < 0 || size > p.limit {
		return nil, nil, fmt.Errorf("%d bytes decompressed, more than %d; --max_record raises this limit", size, p.limit)
	}
	d := data{values: -1}
	switch {
	case h.Type == format.DictionaryPage && h.DictionaryPageHeader.Valid:
		v, each := int64(h.DictionaryPageHeader.V.NumValues), int64(1)
		if p.bytes {
			each = 4 // for the length
		}
		if v < 0 || v > size/each {
			return nil, nil, fmt.Errorf("a dictionary of %d values in %d bytes", v, size)
		}
	case h.Type == format.DataPage && h.DataPageHeader.Valid:
		v1 := h.DataPageHeader.V
		d = data{values: int64(v1.NumValues), encoding: v1.Encoding, prefixed: true, runs: v1.DefinitionLevelEncoding == format.RLE}
	case h.Type == format.DataPageV2 && h.DataPageHeaderV2.Valid:
		v2 := h.DataPageHeaderV2.V
		d = data{
			values: int64(v2.NumValues), encoding: v2.Encoding, runs: true,
			nulls: int64(v2.NumNulls), reps: int64(v2.RepetitionLevelsByteLength), levels: int64(v2.DefinitionLevelsByteLength),
		}
		if d.reps < 0 || d.levels < 0 || d.reps+d.levels > stored || v2.NumNulls < 0 || v2.NumNulls > v2.NumValues {
			return nil, nil, fmt.Errorf("levels of %d and %d bytes in %d, %d of %d values are null", d.reps, d.levels, stored, v2.NumNulls, v2.NumValues)
		}
		packed = packed && (!v2.IsCompressed.Valid || v2.IsCompressed.V)
	default:
		return nil, nil, fmt.Errorf("a page of the type %s", h.Type)
	}
	if h.Type != format.DictionaryPage {
		p.values += d.values
		if d.values < 0 || d.values*valueCost > p.limit || p.rows >= 0 && p.values > p.rows {
			return nil, nil, fmt.Errorf("%d values, the row group has %d rows", d.values, p.rows)
		}
	}
	return p.contents(d, off, stored, size, packed, uint32(h.CRC))
}

// data is the header of a data page; values is -1 for another page.
type data struct {
	values   int64
	nulls    int64 // known where levels are not prefixed
	encoding format.Encoding
	// prefixed levels begin with their length; others have so many bytes, and are not
	// compressed.
	prefixed     bool
	reps, levels int64
	// runs is true if the definition levels are in the encoding RLE.
	runs bool
}

// contents reads, decompresses and checks the bytes of a page.
func (p *pages) contents(d data, off, stored, size int64, packed bool, sum uint32) (levels, plain []byte, err error) {
	p.body = resized(p.body, int(stored))
	if _, err := io.ReadFull(io.NewSectionReader(p.src, off, stored), p.body); err != nil {
		return nil, nil, err
	}
	if sum != 0 && sum != crc32.ChecksumIEEE(p.body) {
		return nil, nil, errors.New("wrong checksum")
	}
	levels, plain = p.body[:d.reps+d.levels], p.body[d.reps+d.levels:]
	if packed {
		p.room = resized(p.room, int(size))
		if plain, err = inflate(p.meta.Codec, p.room, plain); err != nil {
			return nil, nil, err
		}
	}
	if d.values < 0 {
		return levels, plain, nil
	}
	reps, defs, values := levels[:d.reps], levels[d.reps:], plain
	if d.prefixed && p.maxRep > 0 {
		if reps, values, err = cutPrefixed(values); err != nil {
			return nil, nil, err
		}
	}
	if d.prefixed && p.maxDef > 0 {
		if defs, values, err = cutPrefixed(values); err != nil {
			return nil, nil, err
		}
	}
	if d.runs && p.maxRep > 0 {
		if _, err := countRuns(reps, bits.Len(p.maxRep), d.values, 0); err != nil {
			return nil, nil, err
		}
	}
	there := d.values // without those that are null
	if d.runs && p.maxDef > 0 {
		if there, err = countRuns(defs, bits.Len(p.maxDef), d.values, uint32(p.maxDef)); err != nil {
			return nil, nil, err
		}
	}
	if !d.prefixed && there != d.values-d.nulls {
		return nil, nil, fmt.Errorf("%d of %d values are there, the header says %d", there, d.values, d.values-d.nulls)
	}
	return levels, plain, p.encoded(d, values, there)
}

// encoded checks the values of a page that contains so many.
func (p *pages) encoded(d data, b []byte, there int64) error {
	switch d.encoding {
	case format.Plain:
		if !p.bytes || !d.runs && p.maxDef > 0 {
			return nil
		}
		n, err := countPlain(b)
		if err == nil && n != there {
			err = fmt.Errorf("%d texts, the header says %d", n, there)
		}
		return err
	//lint:ignore SA1019 old files have it
	case format.PlainDictionary, format.RLEDictionary:
		if len(b) > 0 {
			_, err := countRuns(b[1:], int(b[0]), d.values, 0)
			return err
		}
	case format.RLE: // true and false
		runs, _, err := cutPrefixed(b)
		if err == nil {
			_, err = countRuns(runs, 1, d.values, 0)
		}
		return err
	case format.DeltaBinaryPacked, format.DeltaLengthByteArray, format.DeltaByteArray:
		return checkDeltas(b, d.encoding, d.values, p.limit)
	}
	return nil
}

// cutPrefixed cuts off what begins with its length.
func cutPrefixed(b []byte) (head, rest []byte, err error) {
	if len(b) < 4 || int64(binary.LittleEndian.Uint32(b)) > int64(len(b)-4) {
		return nil, nil, io.ErrUnexpectedEOF
	}
	n := 4 + int(binary.LittleEndian.Uint32(b))
	return b[4:n], b[n:], nil
}

// resized is scratch memory of n bytes.
func resized(b []byte, n int) []byte {
	if cap(b) < n || cap(b) > keptRoom && n < keptRoom {
		return make([]byte, n)
	}
	return b[:n]
}
