package docio

import (
	"bufio"
	"context"
	"io"
	"path"
	"slices"
	"strings"
	"sync/atomic"

	"example.org/diagonal/io/compress"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store"
)

// format reads the files of one kind. A new one is an entry in formats and a file
// with its two functions.
type format struct {
	name string
	// extensions tell the format, in lower case and without a compression suffix.
	extensions []string
	// split cuts a file into ranges of about target bytes that can be read alone. Nil
	// cuts none. Its error is a *UsageError or the context's.
	split func(ctx context.Context, p Params, whole Range, target int64) ([]Range, error)
	// read emits the documents of a range and rejects what is none. Its error ends the
	// run: it is the context's or emit's, never a fault of the file.
	read func(ctx context.Context, in *input, emit func(record.Document) error, reject func(record.Rejected)) error
	// markup is that of all texts, where text reads them.
	markup record.Markup
	// text reads the text of the record that begins at r, a position that read gave as
	// a document's Offset, and leaves r somewhere behind that.
	text func(p Params, r *bufio.Reader) ([]byte, error)
	// fetch stands in for text where a record can not be read from the middle of the
	// decompressed file. It reads the texts of the records at offsets, which ascend.
	fetch func(ctx context.Context, in *input, offsets []int64, emit func(k int, text []byte, markup record.Markup)) error
	// rewrite writes the documents of a range again, as they are edited. Nil: files of
	// this kind can not be written. field is the name of a field that may be added.
	rewrite func(ctx context.Context, in *input, out *rewriter, e record.Editor) error
	// whole says that a file is written in one go even where it is read in ranges.
	whole bool
}

// formats is filled by init: its functions lead back to it.
var formats []*format

func init() {
	formats = []*format{
		{name: "text", extensions: []string{".txt", ".text", ".md"}, read: readText, text: textOfFile, rewrite: rewriteText},
		{name: "html", extensions: []string{".html", ".htm", ".xhtml"}, read: readHTML, markup: record.HTML, text: textOfFile, rewrite: rewriteHTML},
		{name: "jsonl", extensions: []string{".jsonl", ".ndjson", ".json"}, split: splitLines, read: readLines, text: textOfLine, rewrite: rewriteLines},
		{name: "parquet", extensions: []string{".parquet", ".pq"}, split: splitParquet, read: readParquet, fetch: fetchParquet, rewrite: rewriteParquet, whole: true},
		{name: "warc", extensions: []string{".warc", ".wet"}, read: readArchive, fetch: fetchArchive},
		{name: "arc", extensions: []string{".arc"}, read: readArchive, fetch: fetchArchive},
	}
}

func formatNames() []string {
	names := []string{auto}
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// lookup finds a format by its name, nil where there is none.
func lookup(name string) *format {
	for _, f := range formats {
		if f.name == name {
			return f
		}
	}
	return nil
}

// formatOf is the format of a file. What has an unknown extension is text; if it is
// not, the reader of text rejects it as binary.
func formatOf(p Params, file string) *format {
	if p.Format != auto {
		return lookup(p.Format)
	}
	plain, _ := compress.Trim(path.Base(file))
	extension := strings.ToLower(path.Ext(plain))
	for _, f := range formats {
		if slices.Contains(f.extensions, extension) {
			return f
		}
	}
	return lookup("text")
}

// input is a range with what is needed to read it.
type input struct {
	Range
	params Params
	// path opens the file in whatever folder the worker was started.
	path string
	// versions are compared where the range has no version; none compares nothing.
	versions versions
	// budget counts the text; nil counts nothing.
	budget *budget
	// meter counts the stored bytes read; nil counts nothing.
	meter func(n int)
	// skipped counts records that were left out for what they are, by a name of the
	// ledger; nil counts nothing.
	skipped func(name string, n int64)
	// lost is why the store could not be asked, if it was so at any time.
	lost atomic.Pointer[error]
	// changed is set when the file is not the one that the plan was made for.
	changed atomic.Pointer[changedError]
}

// id is the name of the file as ids have it.
func (in *input) id() string { return record.UTF8(in.Name) }

// note keeps an error that is the store's, not the file's, and returns it in words.
func (in *input) note(err error) error {
	if store.Broken(err) {
		in.lost.CompareAndSwap(nil, &err)
	}
	return store.Reason(err)
}

// open reads the decompressed file from byte start on; start is 0 in a compressed one.
func (in *input) open(ctx context.Context, start int64) (io.ReadCloser, error) {
	m, err := in.openStored(ctx, start)
	if err != nil || start > 0 { // only uncompressed files are read from the middle
		return m, err
	}
	return &decompressed{Reader: compress.NewReader(m, in.path), file: m, in: in}, nil
}

// openStored reads the file as it is stored from byte start on.
func (in *input) openStored(ctx context.Context, start int64) (io.ReadCloser, error) {
	files, err := store.For(in.path)
	if err != nil {
		return nil, err
	}
	f, err := files.Open(ctx, in.path, start)
	if err != nil {
		return nil, in.note(err)
	}
	if err := in.unchanged(f); err != nil {
		f.Close()
		return nil, err
	}
	return &metered{f, in}, nil
}

// openAt opens the stored file for reading anywhere, for formats with an index.
func (in *input) openAt(ctx context.Context) (store.ReaderAtCloser, error) {
	files, err := store.For(in.path)
	if err != nil {
		return nil, err
	}
	f, err := files.OpenAt(ctx, in.path)
	if err != nil {
		return nil, in.note(err)
	}
	if err := in.unchanged(f); err != nil {
		f.Close()
		return nil, err
	}
	return &notedAt{f, in}, nil
}

// notedAt notes the errors of reading anywhere.
type notedAt struct {
	store.ReaderAtCloser
	in *input
}

func (n *notedAt) ReadAt(p []byte, off int64) (int, error) {
	k, err := n.ReaderAtCloser.ReadAt(p, off)
	if store.Broken(err) {
		n.in.note(err)
	}
	return k, err
}

// Close compares the file with the plan once more.
func (n *notedAt) Close() error {
	n.in.unchanged(n.ReaderAtCloser)
	return n.ReaderAtCloser.Close()
}

// metered counts what is read.
type metered struct {
	io.ReadCloser
	in *input
}

// Close compares the file with the plan once more.
func (m *metered) Close() error {
	m.in.unchanged(m.ReadCloser)
	return m.ReadCloser.Close()
}

func (m *metered) Read(p []byte) (int, error) {
	n, err := m.ReadCloser.Read(p)
	if m.in.meter != nil {
		m.in.meter(n)
	}
	if store.Broken(err) {
		m.in.note(err)
	}
	return n, err
}

// decompressed closes the file with its reader.
type decompressed struct {
	*compress.Reader
	file io.Closer
	in   *input
	read int64
}

// Read bounds what a compressed file may become.
func (d *decompressed) Read(p []byte) (int, error) {
	n, err := d.Reader.Read(p)
	if d.read += int64(n); err == nil && d.Reader.Kind() != compress.None {
		err = d.in.expanded(d.read)
	}
	return n, err
}

func (d *decompressed) Close() error {
	d.Reader.Close()
	return d.file.Close()
}
