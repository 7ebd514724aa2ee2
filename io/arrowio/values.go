package arrowio

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"example.org/diagonal/io/record"
)

// column is a column that is no struct, with the structs around it.
type column struct {
	name string // its path, with dots
	path []int  // its index, in the batch and in each struct
	kind arrow.DataType
}

// leaves returns the columns of fields that are no structs.
func leaves(fields []arrow.Field, path []int, name string) (all []*column) {
	for i, f := range fields {
		at := append(append([]int(nil), path...), i)
		if s, ok := f.Type.(*arrow.StructType); ok {
			all = append(all, leaves(s.Fields(), at, name+f.Name+".")...)
		} else {
			all = append(all, &column{name + f.Name, at, f.Type})
		}
	}
	return all
}

// value returns where the value of a row is: dictionaries and extensions are followed. ok is false if it is null.
func (c *column) value(b arrow.RecordBatch, row int) (values arrow.Array, i int, ok bool) {
	values, i = b.Column(c.path[0]), row
	for _, k := range c.path[1:] {
		if values.IsNull(i) {
			return nil, 0, false
		}
		values = values.(*array.Struct).Field(k)
	}
	for {
		if values.IsNull(i) {
			return nil, 0, false
		}
		switch v := values.(type) {
		case *array.Dictionary:
			values, i = v.Dictionary(), v.GetValueIndex(i)
		case array.ExtensionArray:
			if isUUID(v.DataType()) {
				return values, i, true
			}
			values = v.Storage()
		default:
			return values, i, true
		}
	}
}

// stored is the type of the values of a column, without dictionary and extension.
func stored(t arrow.DataType) arrow.DataType {
	for {
		switch v := t.(type) {
		case *arrow.DictionaryType:
			t = v.ValueType
		case arrow.ExtensionType:
			t = v.StorageType()
		default:
			return t
		}
	}
}

func isUUID(t arrow.DataType) bool {
	e, ok := t.(arrow.ExtensionType)
	return ok && strings.HasSuffix(e.ExtensionName(), "uuid")
}

// kindOf is a type in words for users.
func kindOf(t arrow.DataType) string {
	switch s := stored(t); {
	case isUUID(t):
		return "uuid"
	case s.ID() == arrow.LIST || s.ID() == arrow.LARGE_LIST || s.ID() == arrow.FIXED_SIZE_LIST ||
		s.ID() == arrow.LIST_VIEW || s.ID() == arrow.LARGE_LIST_VIEW:
		return "a list"
	default:
		return s.Name()
	}
}

func isText(t arrow.DataType) bool {
	switch stored(t).ID() {
	case arrow.STRING, arrow.LARGE_STRING, arrow.STRING_VIEW, arrow.BINARY, arrow.LARGE_BINARY, arrow.BINARY_VIEW,
		arrow.FIXED_SIZE_BINARY:
		return true
	}
	return false
}

func isID(t arrow.DataType) bool { return isText(t) || arrow.IsInteger(stored(t).ID()) }

// isField reports whether a column can be kept.
func isField(t arrow.DataType) bool {
	s := stored(t)
	return !arrow.IsNested(s.ID()) && !arrow.IsDecimal(s.ID()) && s.ID() != arrow.RUN_END_ENCODED
}

// textOf returns a value of text. It may be a view of the batch.
func textOf(values arrow.Array, i int) string {
	switch v := values.(type) {
	case *array.String:
		return v.Value(i)
	case *array.LargeString:
		return v.Value(i)
	case *array.StringView:
		return v.Value(i)
	case *array.Binary:
		return string(v.Value(i))
	case *array.LargeBinary:
		return string(v.Value(i))
	case *array.BinaryView:
		return string(v.Value(i))
	case *array.FixedSizeBinary:
		return string(v.Value(i))
	case array.ExtensionArray:
		return textOf(v.Storage(), i)
	}
	panic(fmt.Sprintf("a column of %s is no text", values.DataType()))
}

// idOf is an id as text. Integers are written out, UUIDs in their usual form.
func idOf(values arrow.Array, i int) string {
	if arrow.IsInteger(values.DataType().ID()) {
		return values.ValueStr(i)
	}
	b := textOf(values, i)
	if isUUID(values.DataType()) && len(b) == 16 {
		return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
	}
	return record.UTF8(strings.Clone(b))
}

// jsonOf returns a value as JSON: numbers and booleans as such; text, dates and times as strings.
func jsonOf(values arrow.Array, i int) []byte {
	text := ""
	number := func(f float64) []byte {
		if b, err := record.JSON(f); err == nil { // not a number, and infinity, are no JSON
			return b
		}
		text = strconv.FormatFloat(f, 'g', -1, 64)
		return nil
	}
	var b []byte
	switch v := values.(type) {
	case *array.Boolean:
		return strconv.AppendBool(nil, v.Value(i))
	case *array.Float16:
		b = number(float64(v.Value(i).Float32()))
	case *array.Float32:
		b = number(float64(v.Value(i)))
	case *array.Float64:
		b = number(v.Value(i))
	case *array.Date32:
		text = v.Value(i).ToTime().UTC().Format(time.DateOnly)
	case *array.Date64:
		text = v.Value(i).ToTime().UTC().Format(time.DateOnly)
	case *array.Timestamp:
		text = v.Value(i).ToTime(v.DataType().(*arrow.TimestampType).Unit).UTC().Format(time.RFC3339Nano)
	default:
		switch t := values.DataType(); {
		case arrow.IsInteger(t.ID()):
			return []byte(values.ValueStr(i))
		case isUUID(t):
			text = idOf(values, i)
		case isText(t):
			text = strings.ToValidUTF8(textOf(values, i), "\ufffd")
		default:
			text = values.ValueStr(i)
		}
	}
	if b != nil {
		return b
	}
	b, err := record.JSON(text)
	if err != nil {
		panic("arrowio: " + err.Error()) // a string is always JSON
	}
	return b
}

// goValue returns a value as string, int64, float64 or bool; nil if it is of another type.
func goValue(values arrow.Array, i int) any {
	switch v := values.(type) {
	case *array.Boolean:
		return v.Value(i)
	case *array.Float16:
		return float64(v.Value(i).Float32())
	case *array.Float32:
		return float64(v.Value(i))
	case *array.Float64:
		return v.Value(i)
	}
	switch t := values.DataType(); {
	case arrow.IsInteger(t.ID()):
		if n, err := strconv.ParseInt(values.ValueStr(i), 10, 64); err == nil {
			return n
		}
	case isText(t):
		return strings.Clone(textOf(values, i))
	}
	return nil
}
