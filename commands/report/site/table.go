package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
)

// ChunkBytes is the size of a chunk of a table, in bytes: a row that would make a chunk larger
// begins the next one. A browser reads so much in a few milliseconds.
const ChunkBytes = 256 << 10

// Column describes a column of a table for the pages.
type Column struct {
	// Title is the head of the column.
	Title string `json:"title"`
	// Type is one of the constants below: how a value is shown, sorted and filtered.
	Type string `json:"type"`
	// Help explains the column in one sentence.
	Help string `json:"help,omitempty"`
	// Of is the table that a Rows column leads to.
	Of string `json:"of,omitempty"`
	// By is the number of the column whose values order the rows if this one is sorted; 0 is this one.
	By int `json:"by,omitempty"`
	// From says that the values of the column are not in the table, but in the table of fields. Such columns come
	// behind all others.
	From *From `json:"from,omitempty"`
	// Choices are the words of a Choice column, whose values are their numbers.
	Choices []string `json:"choices,omitempty"`
}

// From is a field of a document: the number of the column that has the document, and that of the field.
type From struct {
	Document int `json:"document"`
	Field    int `json:"field"`
}

// The types of columns.
const (
	// Number is a number, with digits grouped.
	Number = "number"
	// Plain is a number, with its digits as they are, such as a year.
	Plain = "plain"
	// Share is a number from 0 to 1, shown in percent.
	Share = "share"
	// Similarity is a number from 0 to 1.
	Similarity = "similarity"
	// Text is text of the input.
	Text = "text"
	// Choice is one of a few words.
	Choice = "choice"
	// Document is the number of a document: a link to its page, with its id.
	Document = "document"
	// PairLink and PassageLink are numbers of a pair and of a passage: links to the pair. The columns
	// behind it are those of the tables of pairs and of passages.
	PairLink    = "pair"
	PassageLink = "passage"
	// ClusterLink is the number of a cluster: a link to its page. The last column has its key.
	ClusterLink = "cluster"
	// Rows is rows of the table Of: a link to them. A value is the key of the rows, which the table
	// OF-keys has, and how many they are.
	Rows = "rows"
	// Hidden is a column for the scripts.
	Hidden = "hidden"
)

// Table is a table of the pages, whose rows are in chunks.
type Table struct {
	site *Site
	name string
	// columns describes the columns; nil for a table that is not shown as one.
	columns []Column
	rows    int
	starts  []int
	chunk   bytes.Buffer
	line    bytes.Buffer
	encoder *json.Encoder
}

// tableName is what the name of a table may be: it is in the names of files.
var tableName = regexp.MustCompile(`^[a-z]+(-[a-z0-9]+)*$`)

// Table begins a table. The name is in the names of its chunks; a name that is not made of
// small letters and digits is a panic. Columns that are only known in the end are set by
// SetColumns.
func (s *Site) Table(name string, columns ...Column) *Table {
	if !tableName.MatchString(name) {
		panic(fmt.Sprintf("site.Table: name %q", name))
	}
	t := &Table{site: s, name: name, columns: columns}
	t.encoder = json.NewEncoder(&t.line) // it escapes < > & and line separators
	s.tables = append(s.tables, t)
	return t
}

// SetColumns sets the columns.
func (t *Table) SetColumns(columns []Column) { t.columns = columns }

// Rows returns how many rows there are.
func (t *Table) Rows() int { return t.rows }

// Add appends a row: its values by column, which JSON can hold.
func (t *Table) Add(values ...any) error {
	t.line.Reset()
	if err := t.encoder.Encode(values); err != nil {
		return fmt.Errorf("row %d of %s: %w", t.rows, t.name, err)
	}
	row := bytes.TrimSuffix(t.line.Bytes(), []byte("\n"))
	if t.chunk.Len() > 0 && t.chunk.Len()+len(row) > ChunkBytes {
		if err := t.flush(); err != nil {
			return err
		}
	}
	if t.chunk.Len() == 0 {
		t.starts = append(t.starts, t.rows)
		fmt.Fprintf(&t.chunk, "reportChunk(%q,%d,[\n", t.name, len(t.starts)-1)
	} else {
		t.chunk.WriteString(",\n")
	}
	t.chunk.Write(row)
	t.rows++
	return nil
}

// Close writes the last chunk.
func (t *Table) Close() error {
	if t.chunk.Len() == 0 {
		return nil
	}
	return t.flush()
}

func (t *Table) flush() error {
	t.chunk.WriteString("\n]);\n")
	name := fmt.Sprintf("data/%s-%05d.js", t.name, len(t.starts)-1)
	err := t.site.put(name, func(w io.Writer) error { _, err := w.Write(t.chunk.Bytes()); return err })
	t.chunk.Reset()
	return err
}

// putManifest writes data/tables.js.
func (s *Site) putManifest() error {
	type manifest struct {
		Rows int `json:"rows"`
		// Starts are the numbers of the first rows of the chunks.
		Starts  []int    `json:"starts"`
		Columns []Column `json:"columns,omitempty"`
	}
	all := map[string]manifest{}
	for _, t := range s.tables {
		all[t.name] = manifest{t.rows, append([]int{}, t.starts...), t.columns}
	}
	return s.PutData("tables", "reportTables", all)
}

// PutData writes data/NAME.js, which calls a function with a value as JSON.
func (s *Site) PutData(name, function string, value any) error {
	return s.put("data/"+name+".js", func(w io.Writer) error {
		b, err := json.Marshal(value)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(w, "%s(%s);\n", function, b)
		return err
	})
}
