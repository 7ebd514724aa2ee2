package docio

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"example.org/diagonal/io/record"
)

// Counters of documents whose fields may be in a Metadata.
const (
	// Described is documents that have a row there, and Undescribed those that have none.
	Described   = "documents_with_metadata"
	Undescribed = "documents_without_metadata"
)

// maxMetadata is how many bytes the fields of a Metadata may have: it travels to every worker.
const maxMetadata = 32 << 20

// metadataKeys are the names that the column of the ids may have, the best one first.
var metadataKeys = []string{"id", "path", "file", "filename"}

// Metadata is a table of fields of documents, for files that have none of their own.
type Metadata struct {
	// Names are the names of its fields: of its columns but that of the ids.
	Names []string
	// Rows are the values of the fields in the order of Names, by the id of a document; "" is no value.
	Rows map[string][]string
}

// ReadMetadata reads a table of CSV or TSV. The ids are in its column id, path, file or filename. The error is a
// *UsageError if the table is at fault.
func ReadMetadata(ctx context.Context, file string) (*Metadata, error) {
	listing, err := List(ctx, file)
	if err != nil {
		return nil, err
	}
	if len(listing.Files) != 1 {
		return nil, usagef("%s: want one file of CSV or TSV, and there are %d files", file, len(listing.Files))
	}
	f := listing.Files[0]
	p := Defaults()
	format := "csv"
	if plain, _ := trim(f.Path); strings.EqualFold(path.Ext(plain), ".tsv") {
		format = "tsv"
	}
	in := &Input{Range: Range{Path: f.Path, Name: f.Name, Format: format, End: -1, Version: f.Version}, params: p,
		path: f.Path}
	t, err := in.openRows(ctx)
	if err != nil {
		return nil, usagef("%s: %w", file, err)
	}
	defer t.Close()
	m, err := t.metadata(ctx)
	if err != nil && ctx.Err() == nil {
		err = usagef("%s: %w", file, err)
	}
	return m, err
}

// metadata reads all rows.
func (t *rows) metadata(ctx context.Context) (*Metadata, error) {
	id := -1
	for _, key := range metadataKeys {
		if id = slices.IndexFunc(t.names, func(name string) bool { return strings.EqualFold(name, key) }); id >= 0 {
			break
		}
	}
	if id < 0 {
		return nil, fmt.Errorf("no column %s for the ids of documents; the table has %.400q",
			strings.Join(metadataKeys, ", "), strings.Join(t.names, ", "))
	}
	m := &Metadata{Rows: map[string][]string{}}
	var columns []int
	for i, name := range t.names {
		if i != id && name != "" {
			m.Names, columns = append(m.Names, name), append(columns, i)
		}
	}
	if err := checkKeep(m.Names); err != nil {
		return nil, fmt.Errorf("its columns: %w", err)
	}
	size := 0
	for number := 2; ; number++ {
		row, _, err := t.next()
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err == io.EOF:
			return m, nil
		case err != nil && !errors.As(err, new(*csv.ParseError)):
			return nil, err
		case err != nil:
			return nil, fmt.Errorf("row %d: %w", number, err)
		case id >= len(row) || strings.TrimSpace(row[id]) == "":
			if !slices.ContainsFunc(row, func(field string) bool { return strings.TrimSpace(field) != "" }) {
				continue // as spreadsheets write them
			}
			return nil, fmt.Errorf("row %d has no %s", number, t.names[id])
		}
		values := make([]string, len(columns))
		for k, i := range columns {
			if i < len(row) {
				values[k] = t.field(row[i])
				size += len(values[k])
			}
		}
		key := t.field(row[id])
		if m.Rows[key] != nil {
			return nil, fmt.Errorf("row %d has the %s of another row, %s", number, t.names[id], key)
		}
		if size += len(key); size > maxMetadata {
			return nil, fmt.Errorf("the table has more than %d MB, which every worker would hold: leave out columns",
				maxMetadata>>20)
		}
		m.Rows[key] = values
	}
}

// field returns a field as UTF-8, without white space around it.
func (t *rows) field(field string) string {
	text, _ := t.decoded(field)
	return record.UTF8(strings.TrimSpace(string(text)))
}

// describe adds the fields of its row to a document: those that are kept. They come before the document's own.
func (in *Input) describe(d *record.Document) error {
	m := in.params.Metadata
	if m == nil {
		return nil
	}
	row, name := m.Rows[d.ID], Described
	if row == nil {
		name = Undescribed
	}
	if in.skipped != nil {
		in.skipped(name, 1)
	}
	if row == nil {
		return nil
	}
	own := map[string]json.RawMessage{}
	if d.Fields != "" {
		if err := json.Unmarshal([]byte(d.Fields), &own); err != nil {
			return err
		}
	}
	d.Fields = ""
	for _, name := range in.params.Keep {
		value := own[name]
		if i := slices.Index(m.Names, name); i >= 0 && row[i] != "" {
			var err error
			if value, err = record.JSON(row[i]); err != nil {
				return err
			}
		}
		if value == nil {
			continue
		}
		if err := d.Fields.Add(name, value); err != nil {
			return err
		}
	}
	return nil
}
