package parquetio

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// pageBytes is how large a page may be before the next row begins another one, in bytes.
const pageBytes = 1 << 20

// chunkWriter writes a column chunk: pages like those that it is made from. They wait in out,
// because the dictionary comes before them.
type chunkWriter struct {
	column
	codec format.CompressionCodec
	out   *spill

	// The page that is being made is like this one.
	v2, sum bool
	as      format.Encoding
	// dictionary has the values so far. room is how many bytes they may have.
	dictionary    map[string]int32
	distinct      values
	room          int
	reps, defs    []uint8
	data          []byte
	offsets       []uint32
	index         []int32
	values, begun int64 // of the page

	statistics statistics
	made       chunkMade
	compressed []byte // scratch
}

// chunkMade is what the footer says of the pages of a chunk.
type chunkMade struct {
	values, nulls, rows int64
	// plain is the size of the pages with their headers, decompressed.
	plain int64
	pages []pageMade
	used  []encodingUsed
}

// pageMade is a page: its place, from the beginning of the pages, its size, and the number of
// its first row in the row group.
type pageMade struct{ at, size, row int64 }

// encodingUsed counts pages of a type in an encoding.
type encodingUsed struct {
	page     format.PageType
	encoding format.Encoding
	pages    int64
}

func (m *chunkMade) use(page format.PageType, e format.Encoding) {
	for i := range m.used {
		if m.used[i].page == page && m.used[i].encoding == e {
			m.used[i].pages++
			return
		}
	}
	m.used = append(m.used, encodingUsed{page, e, 1})
}

// like makes the next pages like one that was read.
func (w *chunkWriter) like(r *chunkReader) {
	w.v2, w.sum = r.header.Type == format.DataPageV2, r.header.CRC != 0
	w.as = r.pages.cut.encoding
	if r.values.dictionary != nil && w.dictionary == nil {
		w.dictionary = map[string]int32{}
		w.distinct = values{width: w.width}
		w.room = len(r.values.dictionary.data) + pageBytes
	}
	if isDictionary(w.as) && len(w.distinct.data) > w.room {
		w.as = format.Plain
	}
}

// add adds a value with its levels; v is nil if it is null.
func (w *chunkWriter) add(v []byte, null, begins bool, rep, def uint8) error {
	if begins && len(w.data)+4*len(w.index) >= pageBytes {
		if err := w.flush(); err != nil {
			return err
		}
	}
	if begins {
		if isDictionary(w.as) && len(w.distinct.data) > w.room {
			if err := w.flush(); err != nil {
				return err
			}
			w.as = format.Plain
		}
		w.begun++
	}
	w.values++
	if w.maxRep > 0 {
		w.reps = append(w.reps, rep)
	}
	if w.maxDef > 0 {
		w.defs = append(w.defs, def)
	}
	switch {
	case null:
		w.made.nulls++
	case isDictionary(w.as):
		w.statistics.see(v)
		w.index = append(w.index, w.number(v))
	default:
		w.statistics.see(v)
		w.data = append(w.data, v...)
		if w.width == 0 {
			if len(w.offsets) == 0 {
				w.offsets = append(w.offsets, 0)
			}
			w.offsets = append(w.offsets, uint32(len(w.data)))
		}
	}
	return nil
}

// number returns the number of a value in the dictionary.
func (w *chunkWriter) number(v []byte) int32 {
	n, ok := w.dictionary[string(v)]
	if !ok {
		n = int32(len(w.dictionary))
		w.dictionary[string(v)] = n
		from := uint32(len(w.distinct.data))
		w.distinct.data = append(w.distinct.data, v...)
		w.distinct.from = append(w.distinct.from, from)
	}
	return n
}

// copy writes a page that was read as it is. nulls is how many of its values are null.
func (w *chunkWriter) copy(r *chunkReader) error {
	c := &r.pages.cut
	for i := range r.values.len() {
		w.statistics.see(r.values.at(i))
	}
	w.made.nulls += c.values - c.there
	return w.page(r.header.Type, c.encoding, r.pages.head, int64(r.header.UncompressedPageSize), c.values, r.rows(),
		r.pages.body)
}

// flush writes the page that is being made, if there is anything in it.
func (w *chunkWriter) flush() error {
	if w.values == 0 {
		return nil
	}
	encoded, used, err := w.encoded()
	if err != nil {
		return err
	}
	levels, err := encodeLevels(nil, w.reps, w.maxRep, !w.v2)
	if err != nil {
		return err
	}
	reps := len(levels)
	if levels, err = encodeLevels(levels, w.defs, w.maxDef, !w.v2); err != nil {
		return err
	}
	defs := len(levels) - reps
	size := len(levels) + len(encoded)
	if !w.v2 {
		levels, encoded = nil, append(levels, encoded...)
	}
	packs := w.codec != format.Uncompressed && len(encoded) > 0
	if packs {
		if encoded, err = parquet.LookupCompressionCodec(w.codec).Encode(w.compressed[:0], encoded); err != nil {
			return err
		}
		w.compressed = encoded
	}
	nulls := w.values - int64(len(w.index)+w.written())
	kind, header := format.DataPage, fields(nil)
	if w.v2 {
		kind = format.DataPageV2
		header = header.i32(1, w.values).i32(2, nulls).i32(3, w.begun).i32(4, int64(used)).i32(5, int64(defs)).i32(6,
			int64(reps)).bool(7, packs)
	} else {
		header = header.i32(1, w.values).i32(2, int64(used)).i32(3, int64(format.RLE)).i32(4, int64(format.RLE))
	}
	if err := w.pageOf(kind, used, header, size, w.begun, levels, encoded); err != nil {
		return err
	}
	w.values, w.begun = 0, 0
	w.reps, w.defs, w.data, w.offsets, w.index = w.reps[:0], w.defs[:0], w.data[:0], w.offsets[:0], w.index[:0]
	return nil
}

// written returns how many values of the page are in data.
func (w *chunkWriter) written() int {
	if w.width > 0 {
		return len(w.data) / w.width
	}
	return max(0, len(w.offsets)-1)
}

// encoded returns the values of the page, and their encoding.
func (w *chunkWriter) encoded() ([]byte, format.Encoding, error) {
	switch {
	// there may be no dictionary, and not every reader takes an empty page of deltas
	case len(w.index)+w.written() == 0:
		return nil, format.Plain, nil
	case !isDictionary(w.as):
		return w.encode(w.as, w.data, w.offsets)
	}
	b, err := encodeIndexes(w.index)
	return b, w.as, err
}

// pageOf writes a page with a new header.
func (w *chunkWriter) pageOf(
	kind format.PageType, used format.Encoding, header fields, size int, rows int64, body ...[]byte,
) error {
	place := map[format.PageType]int64{format.DataPage: 5, format.DictionaryPage: 7, format.DataPageV2: 8}[kind]
	stored := 0
	for _, b := range body {
		stored += len(b)
	}
	h := fields(nil).i32(1, int64(kind)).i32(2, int64(size)).i32(3, int64(stored))
	if w.sum {
		h = h.i32(4, int64(int32(crc32.ChecksumIEEE(bytes.Join(body, nil)))))
	}
	values := header.number(1)
	return w.page(kind, used, h.structure(place, header).bytes(), int64(size), values, rows, body...)
}

// page writes a page.
func (w *chunkWriter) page(
	kind format.PageType, used format.Encoding, head []byte, plain, values, rows int64, body ...[]byte,
) error {
	page := pageMade{at: w.out.size, row: w.made.rows}
	for _, b := range append([][]byte{head}, body...) {
		if _, err := w.out.Write(b); err != nil {
			return err
		}
	}
	page.size = w.out.size - page.at
	w.made.pages = append(w.made.pages, page)
	w.made.plain += int64(len(head)) + plain
	w.made.use(kind, used)
	w.made.values += values
	w.made.rows += rows
	return nil
}

// dictionaryPage returns the page of the dictionary with its header; nil if there is none. as is
// the encoding that its header names.
func (w *chunkWriter) dictionaryPage(as format.Encoding) ([]byte, error) {
	if len(w.dictionary) == 0 {
		return nil, nil
	}
	data := w.distinct.data
	if w.width == 0 {
		data = nil
		for i, from := range w.distinct.from {
			to := uint32(len(w.distinct.data))
			if i+1 < len(w.distinct.from) {
				to = w.distinct.from[i+1]
			}
			data = binary.LittleEndian.AppendUint32(data, to-from)
			data = append(data, w.distinct.data[from:to]...)
		}
	}
	size := len(data)
	if w.codec != format.Uncompressed {
		var err error
		if data, err = parquet.LookupCompressionCodec(w.codec).Encode(nil, data); err != nil {
			return nil, err
		}
	}
	h := fields(nil).i32(1, int64(format.DictionaryPage)).i32(2, int64(size)).i32(3, int64(len(data)))
	if w.sum {
		h = h.i32(4, int64(int32(crc32.ChecksumIEEE(data))))
	}
	head := h.structure(7, fields(nil).i32(1, int64(len(w.dictionary))).i32(2, int64(as))).bytes()
	w.made.use(format.DictionaryPage, as)
	w.made.plain += int64(len(head) + size)
	return append(head, data...), nil
}
