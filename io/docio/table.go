package docio

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/transform"

	"example.org/diagonal/io/charset"
	"example.org/diagonal/io/columns"
	"example.org/diagonal/io/record"
)

// rows reads the rows of a table: CSV (RFC 4180, with any of , ; | and tabs between its columns) or TSV. The first row
// has the names of the columns.
type rows struct {
	io.Closer
	in    *Input
	csv   rowReader
	start int64 // the byte of the file that csv begins at
	row   int64 // the byte behind start that the row begins at
	// separator stands between the columns, and quotes says that a field may be in quotes.
	separator rune
	quotes    bool
	set       record.Charset
	names     []string
	text      int // the column of the text
	id        int // that of the id, -1 for none
	// seeks is true if a row can be read from the middle of the file.
	seeks bool
}

// rowReader reads rows, as csv.Reader does.
type rowReader interface {
	Read() ([]string, error)
	InputOffset() int64
}

// openTexts opens a table with a column of texts. The error does not name the file.
func (in *Input) openTexts(ctx context.Context) (*rows, error) {
	t, err := in.openRows(ctx)
	if err != nil {
		return nil, err
	}
	if err := t.find(); err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

// openRows opens a table, and reads the names of its columns. The error does not name the file.
func (in *Input) openRows(ctx context.Context) (*rows, error) {
	f, err := in.open(ctx, 0)
	if err != nil {
		return nil, err
	}
	b := bufio.NewReaderSize(f, setBytes)
	head, _ := b.Peek(setBytes) // an error comes again
	set := in.setOf(head)
	t := &rows{Closer: f, in: in, set: charsetOf(set), seeks: charset.Lines(set.Name)}
	in.tell(t.set)
	if !t.seeks { // its places are those of the converted file
		b = bufio.NewReaderSize(transform.NewReader(b, charset.Decoder(set.Name)), setBytes)
		head, _ = b.Peek(setBytes)
	}
	for _, lead := range []string{"\ufeff", "sep="} { // a mark, and the line with which Excel names the separator
		if !bytes.HasPrefix(head, []byte(lead)) {
			continue
		}
		skip := len(lead)
		if lead == "sep=" {
			skip = bytes.IndexByte(head, '\n') + 1
		}
		b.Discard(skip)
		t.start, head = t.start+int64(skip), head[skip:]
	}
	t.separator = separatorOf(head, in.Format)
	t.quotes = t.separator != '\t' || quotesIn(head)
	t.read(b, t.start)
	if t.names, err = t.csv.Read(); err == nil {
		for i, name := range t.names {
			text, _ := t.decoded(name)
			t.names[i] = strings.TrimSpace(string(text))
		}
	}
	if err == io.EOF {
		err = errors.New("the table is empty: its first row has the names of the columns")
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return t, nil
}

// read begins to read rows at a byte of the file.
func (t *rows) read(r io.Reader, start int64) {
	limited := &rowLimit{r: r, of: t, limit: t.in.limit()}
	t.start, t.row = start, 0
	if !t.quotes {
		t.csv = &lineRows{r: bufio.NewReader(limited)}
		return
	}
	c := csv.NewReader(limited)
	c.Comma, c.FieldsPerRecord = t.separator, -1
	t.csv = c
}

// quotesIn reports whether the fields of a table with tabs may be in quotes: the quotes of its beginning are those of
// CSV. In other tables a quote is a letter.
func quotesIn(head []byte) bool {
	c := csv.NewReader(bytes.NewReader(head))
	c.Comma, c.FieldsPerRecord = '\t', -1
	for {
		if _, err := c.Read(); err != nil {
			// what is cut off may be half a row
			return err == io.EOF || len(head) == setBytes && c.InputOffset() == setBytes
		}
	}
}

// lineRows reads rows that are lines, with tabs between their fields.
type lineRows struct {
	r  *bufio.Reader
	at int64
}

func (l *lineRows) InputOffset() int64 { return l.at }

func (l *lineRows) Read() ([]string, error) {
	for {
		line, err := l.r.ReadString('\n')
		l.at += int64(len(line))
		if err != nil && (err != io.EOF || line == "") {
			return nil, err
		}
		if line = strings.TrimRight(line, "\r\n"); line != "" {
			return strings.Split(line, "\t"), nil
		}
	}
}

// rowLimit ends the file where a row is too long: no end of it is known. A quote that nobody closes makes one row of
// all lines that follow.
type rowLimit struct {
	r     io.Reader
	of    *rows
	read  int64
	limit record.Limit
}

func (l *rowLimit) Read(p []byte) (int, error) {
	if l.read-l.of.row > l.limit.Bytes {
		return 0, l.limit.Exceeded()
	}
	n, err := l.r.Read(p)
	l.read += int64(n)
	return n, err
}

// separatorOf returns what stands between the columns: the most frequent character in the first line that may.
func separatorOf(head []byte, format string) rune {
	if format == "tsv" {
		return '\t'
	}
	line, _, _ := bytes.Cut(head, []byte("\n"))
	best, most, quoted := ',', 0, false
	counts := map[rune]int{}
	for _, c := range string(line) {
		if c == '"' {
			quoted = !quoted
		} else if counts[c]++; !quoted && strings.ContainsRune(",;|\t", c) && counts[c] > most {
			best, most = c, counts[c]
		}
	}
	return best
}

// find finds the columns of the text and the id.
func (t *rows) find() error {
	p := t.in.params
	has := strings.Join(t.names[:min(len(t.names), 20)], ", ")
	if t.text = slices.Index(t.names, p.TextField); t.text < 0 {
		return fmt.Errorf("no column %q for the text; the file has %.400q: --text_field names the column",
			p.TextField, has)
	}
	if t.id = slices.Index(t.names, p.IDField); t.id < 0 && p.IDField != defaultIDField {
		return fmt.Errorf("no column %q for the id; the file has %.400q: --id_field names the column", p.IDField, has)
	}
	return nil
}

// decoded returns a field in UTF-8, and how many of its characters could not be decoded.
func (t *rows) decoded(field string) (text []byte, undecoded int) {
	if t.seeks && t.set.Name != "" {
		d := charset.Decode([]byte(field), t.set.Name)
		return d.UTF8, d.Bad
	}
	if !utf8.ValidString(field) {
		_, undecoded = charset.CountUTF8([]byte(field))
	}
	return []byte(field), undecoded
}

// next returns the next row. at is the byte of the file that it begins at. A *csv.ParseError is one of this row; the
// others end the file.
func (t *rows) next() (row []string, at int64, err error) {
	t.row = t.csv.InputOffset()
	row, err = t.csv.Read()
	return row, t.start + t.row, err
}

// document returns the document of a row. Its id is known if the error is not that there is no text.
func (t *rows) document(row []string, number int64) (*record.Document, error) {
	d := &record.Document{Side: t.in.Side, File: t.in.Path, Record: number,
		ID: fmt.Sprintf("%s:%d", t.in.id(), number+1), Charset: t.set}
	if t.id >= 0 && t.id < len(row) && row[t.id] != "" {
		id, _ := t.decoded(row[t.id])
		d.ID = record.UTF8(string(id))
	}
	if t.text >= len(row) {
		return d, fmt.Errorf("the row has %d fields, and the text is field %d", len(row), t.text+1)
	}
	d.Text, d.Charset.Undecoded = t.decoded(row[t.text])
	if err := columns.CheckText(d.Text, false, t.in.limit()); err != nil {
		return d, err
	}
	return d, t.in.keep(d, func(name string) string {
		if i := slices.Index(t.names, name); i >= 0 && i < len(row) {
			text, _ := t.decoded(row[i])
			return string(bytes.ToValidUTF8(text, []byte("\uFFFD")))
		}
		return ""
	})
}

// each emits the rows from here on.
func (t *rows) each(
	ctx context.Context, emit func(record.Document) error, refuse func(number int64, id string, err error),
) error {
	for number := int64(0); ; number++ {
		row, at, err := t.next()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			refuse(number, "", err)
			var parse *csv.ParseError
			if errors.As(err, &parse) {
				continue
			}
			return nil
		}
		d, err := t.document(row, number)
		if err != nil {
			refuse(number, d.ID, err)
			continue
		}
		d.Offset = at
		if err := emit(*d); err != nil {
			return err
		}
	}
}

func readRows(ctx context.Context, in *Input, emit func(record.Document) error, reject func(record.Rejected)) error {
	t, err := in.openTexts(ctx)
	if err != nil {
		reject(record.Rejected{File: in.Path, Reason: err.Error()})
		return ctx.Err()
	}
	defer t.Close()
	return t.each(ctx, emit, func(number int64, id string, err error) {
		reject(record.Rejected{File: in.Path, Record: number, ID: id, Reason: err.Error()})
	})
}

// fetchRows reads the names of the columns, and then begins at each row where it can.
func fetchRows(ctx context.Context, in *Input, offsets []int64, emit func(k int, d *record.Document)) error {
	t, err := in.openTexts(ctx)
	if err != nil {
		return err
	}
	defer t.Close()
	none := func(int64, string, error) {}
	if !t.seeks || !isPlain(ctx, in.path) {
		p := picker{offsets: offsets, emit: emit}
		return p.end(t.each(ctx, p.take, none))
	}
	return eachOffset(ctx, offsets, emit, func(start int64, p *picker) error {
		f, err := in.openStored(ctx, start)
		if err != nil {
			return err
		}
		defer f.Close()
		t.read(f, start)
		return p.end(t.each(ctx, p.take, none))
	})
}
