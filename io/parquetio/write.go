package parquetio

import (
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// Kind is the type of the values of a column to write.
type Kind uint8

const (
	// String is UTF-8 text: a Go string or []byte. What is not UTF-8 is written as U+FFFD,
	// since readers reject a file with such a byte.
	String Kind = iota
	// Int is a 64-bit integer: a Go int, int32 or int64.
	Int
	// Float is a float64.
	Float
	// Bool is a bool.
	Bool
)

// Column is a column to write.
type Column struct {
	Name string
	Kind Kind
	// Optional is true if a value may be nil.
	Optional bool
}

// rowsPerGroup is how many rows a row group has: at 200 to 500 bytes a row, the writer
// holds 10 to 30 MB.
const rowsPerGroup = 1 << 16

// Writer writes rows to a Parquet file: zstd, and the same bytes for the same rows.
type Writer struct {
	columns []Column
	w       *parquet.GenericWriter[any]
	row     parquet.Row // scratch
}

// NewWriter returns a writer of rows with these columns. The caller closes w after it.
// NewWriter panics if a column has no name, a name with ` " or , in it, or an unknown kind.
func NewWriter(w io.Writer, columns []Column) *Writer {
	kinds := [...]reflect.Type{
		String: reflect.TypeFor[string](), Int: reflect.TypeFor[int64](), Float: reflect.TypeFor[float64](),
		Bool: reflect.TypeFor[bool](),
	}
	// A struct, because a group of parquet-go sorts its columns by name.
	fields := make([]reflect.StructField, len(columns))
	for i, c := range columns {
		if c.Name == "" || strings.ContainsAny(c.Name, "`\",") || int(c.Kind) >= len(kinds) {
			panic(fmt.Sprintf("parquetio: column %d: %+v", i, c))
		}
		tag := c.Name
		if c.Optional {
			tag += ",optional"
		}
		fields[i] = reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: kinds[c.Kind],
			Tag: reflect.StructTag(`parquet:"` + tag + `"`)}
	}
	return &Writer{
		columns: columns,
		w: parquet.NewGenericWriter[any](w,
			parquet.SchemaOf(reflect.New(reflect.StructOf(fields)).Interface()),
			parquet.Compression(&parquet.Zstd),
			parquet.CreatedBy("diagonal", "1", "0"), // fixed: the bytes depend on the rows alone
			parquet.MaxRowsPerRowGroup(rowsPerGroup)),
	}
}

// Write adds a row: a value of the right type for each column.
func (w *Writer) Write(row []any) error {
	if len(row) != len(w.columns) {
		return fmt.Errorf("parquetio: a row of %d values for %d columns", len(row), len(w.columns))
	}
	w.row = w.row[:0]
	for i, c := range w.columns {
		v, ok := valueOf(row[i], c)
		if !ok {
			return fmt.Errorf("parquetio: column %q cannot hold %v (%T)", c.Name, row[i], row[i])
		}
		level := 0
		if c.Optional && row[i] != nil {
			level = 1
		}
		w.row = append(w.row, v.Level(0, level, i))
	}
	_, err := w.w.WriteRows([]parquet.Row{w.row})
	return err
}

func valueOf(v any, c Column) (parquet.Value, bool) {
	if v == nil {
		return parquet.NullValue(), c.Optional
	}
	switch c.Kind {
	case String:
		switch v := v.(type) {
		case string:
			return parquet.ByteArrayValue([]byte(strings.ToValidUTF8(v, "\uFFFD"))), true
		case []byte:
			return parquet.ByteArrayValue([]byte(strings.ToValidUTF8(string(v), "\uFFFD"))), true
		}
	case Int:
		switch v := v.(type) {
		case int:
			return parquet.Int64Value(int64(v)), true
		case int32:
			return parquet.Int64Value(int64(v)), true
		case int64:
			return parquet.Int64Value(v), true
		}
	case Float:
		if v, ok := v.(float64); ok {
			return parquet.DoubleValue(v), true
		}
	case Bool:
		if v, ok := v.(bool); ok {
			return parquet.BooleanValue(v), true
		}
	}
	return parquet.Value{}, false
}

// Close writes the rows that are left and the footer. Without it the file cannot be read.
func (w *Writer) Close() error { return w.w.Close() }
