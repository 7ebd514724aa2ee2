package passageio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"example.org/diagonal/io/parquetio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/shardio"
)

// Columns chooses the columns of a table. Those of the fields that each passage has come first, in
// the order of record.Passage.
type Columns struct {
	// Refined adds the columns evidence, how much both sides share that others do not have, and prose,
	// which are null where they are not known.
	Refined bool `json:",omitempty"`
	// Shares adds the columns a_share and b_share: the shares of the texts of a and b.
	Shares bool `json:",omitempty"`
	// Source adds the column source: whether b is a document of the source.
	Source bool `json:",omitempty"`
	// Fields adds the columns a_fields_NAME and b_fields_NAME for each of these names: the kept fields
	// of both records, as text. They are empty where the record does not have the field.
	Fields []string `json:",omitempty"`
	// Texts adds the columns a_text, a_text_cut, b_text and b_text_cut.
	Texts bool `json:",omitempty"`
	// Locs adds the columns a_loc and b_loc.
	Locs bool `json:",omitempty"`
}

// sink returns the name of a sink that writes these columns.
func (c Columns) sink(name string) string {
	options, err := json.Marshal(c)
	if err != nil {
		panic("passageio: " + err.Error()) // there is nothing in it that is not JSON
	}
	return shardio.WithOptions(name, string(options))
}

// columnsOf reads the options of a sink.
func columnsOf(options string) Columns {
	var c Columns
	if err := json.Unmarshal([]byte(options), &c); err != nil {
		panic(fmt.Sprintf("passageio: the columns %q: %v", options, err)) // the name was made by sink
	}
	return c
}

// always are the columns of the fields that each passage has.
var always = func() (all []parquetio.Column) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[record.Passage]()) {
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		if option != "" { // only some passages have it
			continue
		}
		c := parquetio.Column{Name: name}
		switch f.Type.Kind() {
		case reflect.String:
		case reflect.Int64, reflect.Uint32:
			c.Kind = parquetio.Int
		case reflect.Float64:
			c.Kind = parquetio.Float
		default:
			panic(fmt.Sprintf("passageio: there is no column for %s %s", f.Name, f.Type))
		}
		all = append(all, c)
	}
	return all
}()

// keptFields are the fields of a line with the kept fields of both documents.
var keptFields = []string{"a_fields", "b_fields"}

// column is a column with the place of its values in a line.
type column struct {
	parquetio.Column
	// field is the name of the field in the line. If of is not "", the value is one of the kept
	// fields, of that name.
	field, of string
}

// all returns the columns in their order.
func (c Columns) all() []column {
	var all []column
	for _, a := range always {
		all = append(all, column{a, a.Name, ""})
	}
	if c.Refined {
		for _, name := range []string{"evidence", "prose"} {
			all = append(all, column{parquetio.Column{Name: name, Kind: parquetio.Float, Optional: true}, name, ""})
		}
	}
	if c.Shares {
		for _, name := range []string{"a_share", "b_share"} {
			all = append(all, column{parquetio.Column{Name: name, Kind: parquetio.Float}, name, ""})
		}
	}
	if c.Source {
		all = append(all, column{parquetio.Column{Name: "source", Kind: parquetio.Bool}, "source", ""})
	}
	for _, side := range keptFields {
		for _, name := range c.Fields {
			all = append(all, column{parquetio.Column{Name: side + "_" + name}, side, name})
		}
	}
	if c.Texts {
		for _, name := range []string{"a_text", "b_text"} {
			all = append(all, column{parquetio.Column{Name: name}, name, ""})
			all = append(all, column{parquetio.Column{Name: name + "_cut", Kind: parquetio.Bool}, name + "_cut", ""})
		}
	}
	if c.Locs {
		for _, name := range []string{"a_loc", "b_loc"} {
			all = append(all, column{parquetio.Column{Name: name}, name, ""})
		}
	}
	return all
}

// rowOf returns the values of the columns of a line. A field that the line does not have is empty.
func rowOf(row []any, columns []column, line []byte) ([]any, error) {
	var fields map[string]any
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	if err := d.Decode(&fields); err != nil {
		return nil, fmt.Errorf("passageio: a line of a table: %w", err)
	}
	row = row[:0]
	for _, c := range columns {
		v, err := valueOf(fields[c.field], c)
		if err != nil {
			return nil, fmt.Errorf("passageio: %s: %w", c.Name, err)
		}
		row = append(row, v)
	}
	return row, nil
}

// valueOf returns the value of a field of a line as that of a column.
func valueOf(v any, c column) (any, error) {
	n, isNumber := v.(json.Number)
	switch {
	case c.of != "":
		kept, _ := v.(map[string]any)
		return textOf(kept[c.of])
	case isNumber && c.Kind == parquetio.Int:
		return strconv.ParseInt(n.String(), 10, 64)
	case isNumber && c.Kind == parquetio.Float:
		return n.Float64()
	case v == nil && c.Optional:
		return nil, nil
	case v == nil && c.Kind == parquetio.Bool:
		return false, nil
	case v == nil && c.Kind == parquetio.String:
		return "", nil
	}
	return v, nil
}

// textOf returns a kept field as text: a string is itself, null is "", other values are their JSON.
func textOf(v any) (string, error) {
	switch v := v.(type) {
	case nil:
		return "", nil
	case string:
		return v, nil
	}
	b, err := record.JSON(v)
	return string(b), err
}
