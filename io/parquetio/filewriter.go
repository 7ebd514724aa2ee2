package parquetio

import (
	"context"
	"encoding/binary"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// The fields of the structures of a footer that change:
// https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift
const (
	fileRows, fileGroups = 3, 4

	groupColumns, groupBytes, groupRows, groupSorting, groupOffset, groupStored, groupOrdinal = 1, 2, 3, 4, 5, 6, 7

	chunkOffset, chunkMeta                 = 2, 3
	chunkOffsetIndex, chunkOffsetIndexSize = 4, 5
	chunkColumnIndex, chunkColumnIndexSize = 6, 7
	metaType, metaEncodings, metaPath      = 1, 2, 3
	metaCodec, metaValues, metaBytes       = 4, 5, 6
	metaStored, metaPairs, metaData        = 7, 8, 9
	metaIndexPage, metaDictionary          = 10, 11
	metaStatistics, metaEncodingStats      = 12, 13
	metaBloom, metaBloomSize               = 14, 15
	sortingColumn                          = 1
	magic                                  = "PAR1"
)

// fileWriter writes a file again.
type fileWriter struct {
	f     *File
	w     io.Writer
	at    int64
	pages *spill // scratch

	footer fields
	source []sourceGroup
	groups []groupMade
	rows   int64
	// indexed is true if all columns of the file have the places of their pages.
	indexed bool
}

// sourceGroup is a row group of the footer of the file.
type sourceGroup struct {
	fields
	chunks []fields
	sorted []fields
}

// groupMade is a row group that was written.
type groupMade struct {
	fields
	chunks []chunkWritten
}

// chunkWritten is a column chunk that was written. Its page index and its Bloom filter follow the
// last row group.
type chunkWritten struct {
	chunk, meta fields
	first       int64 // the place of its first data page
	// moved is how far a chunk that was copied is behind its place in the file.
	moved  int64
	copied bool
	pages  []pageMade
}

func newFileWriter(w io.Writer, f *File, pages *spill) (*fileWriter, error) {
	out := &fileWriter{f: f, w: w, pages: pages, indexed: true}
	b, err := readFooter(f.src)
	if err != nil {
		return nil, err
	}
	if out.footer, err = fieldsOf(b); err != nil {
		return nil, err
	}
	groups, err := listOf(out.footer.get(fileGroups))
	if err != nil {
		return nil, err
	}
	for _, g := range groups {
		group, err := sourceGroupOf(g)
		if err != nil {
			return nil, err
		}
		for _, c := range group.chunks {
			out.indexed = out.indexed && c.number(chunkOffsetIndexSize) > 0
		}
		out.source = append(out.source, group)
	}
	return out, out.write([]byte(magic))
}

func sourceGroupOf(b []byte) (g sourceGroup, err error) {
	if g.fields, err = fieldsOf(b); err != nil {
		return g, err
	}
	if g.chunks, err = structuresOf(g.get(groupColumns)); err != nil {
		return g, err
	}
	if sorting := g.get(groupSorting); sorting != nil {
		g.sorted, err = structuresOf(sorting)
	}
	return g, err
}

func structuresOf(list []byte) (all []fields, err error) {
	elements, err := listOf(list)
	for _, e := range elements {
		s, err := fieldsOf(e)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, err
}

func (w *fileWriter) write(b []byte) error {
	n, err := w.w.Write(b)
	w.at += int64(n)
	return err
}

func (w *fileWriter) copy(r io.Reader) error {
	n, err := io.Copy(w.w, r)
	w.at += n
	return err
}

// section reads bytes of the file.
func (w *fileWriter) section(at, size int64) io.Reader {
	return io.NewSectionReader(w.f.src, at, size)
}

// group writes a row group.
func (w *fileWriter) group(ctx context.Context, g int, rows *fates) error {
	source := w.source[g]
	made := groupMade{}
	start, plain := w.at, int64(0)
	for _, c := range w.f.leaves() {
		meta, err := fieldsOf(source.chunks[c.Index()].get(chunkMeta))
		if err != nil {
			return wrap(err, g, c)
		}
		var chunk chunkWritten
		if isText := c == w.f.text; rows.changes(w.f.groups[g].Rows, isText) {
			chunk, err = w.rebuilt(ctx, g, c, meta, rows, isText)
		} else {
			chunk, err = w.copied(g, c, meta)
		}
		if err != nil {
			return wrap(err, g, c)
		}
		chunk.chunk = source.chunks[c.Index()]
		plain += chunk.meta.number(metaBytes)
		made.chunks = append(made.chunks, chunk)
	}
	made.fields = source.fields.i64(groupBytes, plain).i64(groupRows, rows.stay)
	for id, v := range map[int64]int64{groupOffset: start, groupStored: w.at - start} {
		if source.get(id) != nil {
			made.fields = made.i64(id, v)
		}
	}
	if source.get(groupOrdinal) != nil {
		made.fields = made.i16(groupOrdinal, int64(len(w.groups)))
	}
	if len(rows.edits) > 0 {
		made.fields = unsorted(made.fields, source.sorted, int64(w.f.text.Index()))
	}
	w.rows += rows.stay
	w.groups = append(w.groups, made)
	return nil
}

// unsorted returns a row group that is no longer sorted by a column, nor by those after it.
func unsorted(group fields, sorted []fields, column int64) fields {
	for i, s := range sorted {
		if s.number(sortingColumn) != column {
			continue
		}
		if i == 0 {
			return group.without(groupSorting)
		}
		var left [][]byte
		for _, s := range sorted[:i] {
			left = append(left, s.bytes())
		}
		return group.list(groupSorting, thriftStruct, left...)
	}
	return group
}

// copied copies a column chunk.
func (w *fileWriter) copied(g int, c *parquet.Column, meta fields) (chunkWritten, error) {
	known := &w.f.file.Metadata().RowGroups[g].Columns[c.Index()].MetaData
	from := begin(known)
	moved := w.at - from
	for _, id := range []int64{metaData, metaIndexPage, metaDictionary} {
		if at := meta.number(id); at > 0 {
			meta = meta.i64(id, at+moved)
		}
	}
	err := w.copy(w.section(from, known.TotalCompressedSize))
	if err == nil && w.at-moved != from+known.TotalCompressedSize {
		err = io.ErrUnexpectedEOF
	}
	return chunkWritten{meta: meta, moved: moved, copied: true}, err
}

// rebuilt writes the rows of a column chunk that stay.
func (w *fileWriter) rebuilt(
	ctx context.Context, g int, c *parquet.Column, meta fields, rows *fates, isText bool,
) (made chunkWritten, err error) {
	in, err := w.f.chunk(g, c)
	if err != nil {
		return made, err
	}
	w.pages.reset()
	out := &chunkWriter{column: in.column, codec: in.pages.meta.Codec, out: w.pages,
		statistics: statisticsOf(meta.get(metaStatistics))}
	at := &walk{fates: rows, row: -1}
	if isText {
		at.texts = rows.texts.reader()
	} else {
		at.edit = len(rows.edits)
	}
	if err := guard(func() error { return w.f.rebuild(ctx, in, out, at) }); err != nil {
		return made, err
	}
	dictionary, err := out.dictionaryPage(in.dictionaryAs)
	if err != nil {
		return made, err
	}
	start := w.at
	if err := w.write(dictionary); err != nil {
		return made, err
	}
	made.first, made.pages = w.at, out.made.pages
	if err := w.copy(w.pages.reader()); err != nil {
		return made, err
	}
	made.meta = meta.only(metaType, metaPath, metaCodec, metaPairs, metaBloom, metaBloomSize).
		i64(metaValues, out.made.values).i64(metaBytes, out.made.plain).i64(metaStored, w.at-start).i64(metaData,
		made.first).
		structure(metaStatistics, out.statistics.written(out.made.nulls))
	if len(dictionary) > 0 {
		made.meta = made.meta.i64(metaDictionary, start)
	}
	if isText && len(rows.edits) > 0 {
		made.meta = made.meta.without(metaBloom, metaBloomSize)
	}
	made.meta = encodings(made.meta, out.made.used)
	return made, nil
}

// encodings says which encodings a chunk has.
func encodings(meta fields, used []encodingUsed) fields {
	all := []format.Encoding{format.RLE} // of the levels
	var counted [][]byte
	for _, u := range used {
		all = append(all, u.encoding)
		counted = append(counted, fields(nil).i32(1, int64(u.page)).i32(2, int64(u.encoding)).i32(3, u.pages).bytes())
	}
	slices.Sort(all)
	var written [][]byte
	for _, e := range slices.Compact(all) {
		written = append(written, binary.AppendVarint(nil, int64(e)))
	}
	return meta.list(metaEncodings, thriftI32, written...).list(metaEncodingStats, thriftStruct, counted...)
}
