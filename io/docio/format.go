package docio

import (
	"bufio"
	"context"
	"path"
	"slices"
	"strings"

	"example.org/diagonal/io/charset"
	"example.org/diagonal/io/compress"
	"example.org/diagonal/io/jsonlio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store"
)

// format reads the files of one kind. A new one is an entry in formats and a file with its two
// functions; package rewrite has those that can be written again.
type format struct {
	name string
	// extensions tell the format, in lower case and without a compression suffix.
	extensions []string
	// fields is true if records have fields, and columns if the text is one of them.
	fields, columns bool
	// split cuts a file into ranges of about target bytes that can be read alone. Nil
	// cuts none. Its error is a *UsageError or the context's.
	split func(ctx context.Context, p Params, whole Range, target int64) ([]Range, error)
	// read emits the documents of a range and rejects what is none. Its error ends the
	// run: it is the context's or emit's, never a fault of the file.
	read func(ctx context.Context, in *Input, emit func(record.Document) error, reject func(record.Rejected)) error
	// made is true if a text stands in no file as it is compared.
	made bool
	// one is true if a file is one document that text does not read.
	one bool
	// members are those of an archive; nil for all other files.
	members membersOf
	// markup is that of texts that are read again. An excerpt of a page is read whole.
	markup record.Markup
	// lines is true if the bytes of a record are lines in the character set that text is given. If it is false, text
	// finds the set.
	lines bool
	// text reads the text of the record that begins at r, a position that read gave as
	// a document's Offset, and leaves r somewhere behind that. The document has the fields Text, Markup and
	// Charset.
	text func(in *Input, set record.Charset, r *bufio.Reader) (*record.Document, error)
	// fetch replaces text where a record cannot be read from the middle of the decompressed
	// file. It reads the texts of the records at offsets, which ascend.
	fetch func(ctx context.Context, in *Input, offsets []int64, emit func(k int, d *record.Document)) error
}

// oneDocument reports whether a file of the format is one document.
func (f *format) oneDocument() bool { return f.one || f.text != nil && !f.lines }

// formats are those that a user can name. It is filled by init: its functions lead back to it.
var formats []*format

func init() {
	formats = []*format{
		{name: "text", extensions: []string{".txt", ".text", ".md"}, read: readText, text: textOfFile},
		{name: "html", extensions: []string{".html", ".htm", ".xhtml", ".hocr"}, read: readHTML, markup: record.HTML,
			text: textOfFile},
		{name: "xml", extensions: []string{".xml", ".tei"}, fields: true, read: readXML, markup: record.XML,
			text: textOfFile},
		{name: "jsonl", extensions: []string{".jsonl", ".ndjson", ".json"}, fields: true, columns: true, lines: true,
			split: splitLines, read: readLines, text: textOfLine},
		{name: "parquet", extensions: []string{".parquet", ".pq"}, fields: true, columns: true, split: splitParquet,
			read: readParquet, fetch: fetchParquet},
		{name: "arrow", extensions: []string{".arrow", ".arrows", ".feather", ".ipc"}, fields: true, columns: true,
			split: checkArrow, read: readArrow, fetch: fetchArrow},
		extracted("docx", ".docx", ".docm", ".dotx"),
		extracted("odt", ".odt", ".ott", ".fodt"),
		extracted("epub", ".epub"),
		extracted("rtf", ".rtf"),
		extracted("pdf", ".pdf"),
		{name: "csv", made: true, extensions: []string{".csv"}, fields: true, columns: true, read: readRows,
			fetch: fetchRows},
		{name: "tsv", made: true, extensions: []string{".tsv", ".tab"}, fields: true, columns: true, read: readRows,
			fetch: fetchRows},
		madeOf((*Input).message, "eml", ".eml"),
		series(&mailbox, "mbox", ".mbox", ".mbx"),
		series(&trec, "trec", ".trec"),
		archived("zip", zipMembers, ".zip"),
		archived("tar", tarMembers, ".tar"),
		archived("7z", sevenZipMembers, ".7z"),
		{name: "warc", extensions: []string{".warc", ".wet"}, read: readArchive, fetch: fetchArchive},
		{name: "arc", extensions: []string{".arc"}, read: readArchive, fetch: fetchArchive},
	}
}

// extracted is a format of files whose text has to be taken out of them.
func extracted(name string, extensions ...string) *format {
	return madeOf((*Input).extracted, name, extensions...)
}

// madeOf is a format of files of which get makes one document. The error of get does not name the file.
func madeOf(get func(*Input, context.Context) (*record.Document, error), name string, extensions ...string) *format {
	return &format{
		name: name, extensions: extensions, one: true, made: true, fields: true,
		read: func(ctx context.Context, in *Input, emit func(record.Document) error,
			reject func(record.Rejected)) error {
			d, err := get(in, ctx)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				reject(record.Rejected{File: in.Path, ID: in.id(), Reason: err.Error()})
				return nil
			}
			return emit(*d)
		},
		fetch: func(ctx context.Context, in *Input, offsets []int64, emit func(k int, d *record.Document)) error {
			d, err := get(in, ctx)
			if err != nil {
				return err
			}
			for k := range offsets {
				emit(k, d)
			}
			return nil
		},
	}
}

// Formats returns the names of the formats that Params.Format can have.
func Formats() []string {
	names := []string{auto}
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// Made reports whether the texts of a format (Range.Format) stand in no file as they are compared: Plan.WriteTexts
// writes them.
func Made(format string) bool { return lookup(format).made }

// lookup finds a format by its name, nil where there is none.
func lookup(name string) *format {
	if name == preName {
		return preFormat
	}
	for _, f := range formats {
		if f.name == name {
			return f
		}
	}
	return nil
}

// formatOf returns the format of a file. What has an unknown extension is text; if it is
// not, the reader of text rejects it as binary.
func formatOf(p Params, file string) *format {
	if p.preOf(file) != "" {
		return preFormat
	}
	if p.Format != auto {
		return lookup(p.Format)
	}
	if p.Stdin.File != "" && (file == Stdin || file == p.Stdin.File) {
		return lookup(p.Stdin.Format)
	}
	plain, _ := trim(file)
	extension := strings.ToLower(path.Ext(path.Base(plain)))
	for _, f := range formats {
		if slices.Contains(f.extensions, extension) {
			return f
		}
	}
	return lookup("text")
}

// trim is compress.Trim for the path of a file: without what a URL has behind its name.
func trim(file string) (plain string, kind compress.Kind) {
	return compress.Trim(store.WithoutQuery(file))
}

func readLines(ctx context.Context, in *Input, emit func(record.Document) error, reject func(record.Rejected)) error {
	r, section, decoder, err := in.OpenLines(ctx)
	if err != nil {
		reject(record.Rejected{File: in.Path, Record: in.Lines, Reason: err.Error()})
		return ctx.Err()
	}
	defer r.Close()
	return jsonlio.Read(ctx, r, decoder, section, emit, reject)
}

// mayBeValues reports whether a file of lines may be JSON that is no JSON Lines, by its name.
func mayBeValues(file string) bool {
	plain, _ := trim(file)
	return strings.EqualFold(path.Ext(plain), ".json")
}

func textOfLine(in *Input, set record.Charset, r *bufio.Reader) (*record.Document, error) {
	decoder := jsonlio.NewDecoder(in.params.IDField, in.params.TextField)
	read := func() ([]byte, error) { return jsonlio.Text(r, decoder, set) }
	if mayBeValues(in.Path) && (set.Name == "" || !charset.Lines(set.Name)) {
		read = func() ([]byte, error) { return jsonlio.Value(r, decoder) }
	}
	text, err := read()
	return &record.Document{Text: text, Charset: set}, err
}
