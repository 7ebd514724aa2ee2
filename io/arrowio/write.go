package arrowio

import (
	"fmt"
	"io"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"example.org/diagonal/io/parquetio"
)

// rowsPerBatch is how many rows a record batch has, as a row group of Parquet.
const rowsPerBatch = 1 << 16

// Writer writes rows to a file of Arrow IPC: zstd, and the same bytes for the same rows.
type Writer struct {
	columns []parquetio.Column
	w       *ipc.FileWriter
	b       *array.RecordBuilder
	rows    int // in b
}

// NewWriter returns a writer of rows with these columns, which are those of a Parquet file. The caller closes w after
// it. The error is that of w.
func NewWriter(w io.Writer, written []parquetio.Column) (*Writer, error) {
	kinds := [...]arrow.DataType{parquetio.String: arrow.BinaryTypes.String, parquetio.Int: arrow.PrimitiveTypes.Int64,
		parquetio.Float: arrow.PrimitiveTypes.Float64, parquetio.Bool: arrow.FixedWidthTypes.Boolean}
	fields := make([]arrow.Field, len(written))
	for i, c := range written {
		fields[i] = arrow.Field{Name: c.Name, Type: kinds[c.Kind], Nullable: c.Optional}
	}
	schema := arrow.NewSchema(fields, nil)
	out, err := ipc.NewFileWriter(w, ipc.WithSchema(schema), ipc.WithZstd())
	if err != nil {
		return nil, err
	}
	return &Writer{columns: written, w: out, b: array.NewRecordBuilder(memory.DefaultAllocator, schema)}, nil
}

// Write writes a row: a value for each column, nil where it is optional. It panics if a value has another type than its
// column.
func (w *Writer) Write(row []any) error {
	if len(row) != len(w.columns) {
		panic(fmt.Sprintf("arrowio: a row of %d values for %d columns", len(row), len(w.columns)))
	}
	for i, v := range row {
		switch b := w.b.Field(i).(type) {
		case *array.StringBuilder:
			switch v := v.(type) {
			case nil:
				b.AppendNull()
			case []byte:
				b.Append(strings.ToValidUTF8(string(v), "\ufffd"))
			default:
				b.Append(strings.ToValidUTF8(v.(string), "\ufffd"))
			}
		case *array.Int64Builder:
			switch v := v.(type) {
			case nil:
				b.AppendNull()
			case int:
				b.Append(int64(v))
			case int32:
				b.Append(int64(v))
			default:
				b.Append(v.(int64))
			}
		case *array.Float64Builder:
			if v == nil {
				b.AppendNull()
			} else {
				b.Append(v.(float64))
			}
		case *array.BooleanBuilder:
			if v == nil {
				b.AppendNull()
			} else {
				b.Append(v.(bool))
			}
		}
	}
	if w.rows++; w.rows == rowsPerBatch {
		return w.flush()
	}
	return nil
}

// flush writes the batch.
func (w *Writer) flush() error {
	b := w.b.NewRecordBatch()
	defer b.Release()
	w.rows = 0
	return w.w.Write(b)
}

// Close writes what is left, and the footer.
func (w *Writer) Close() error {
	if w.rows > 0 {
		if err := w.flush(); err != nil {
			return err
		}
	}
	return w.w.Close()
}
