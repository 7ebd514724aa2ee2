package parquetio

import (
	"strconv"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"

	"example.org/diagonal/io/record"
)

// findKept finds the columns that are kept, of those that the file has.
func (f *File) findKept(names []string) {
	columns := map[string]*parquet.Column{}
	if len(names) > 0 {
		for _, c := range leaves(f.file.Root(), nil) {
			columns[nameOf(c)] = c
		}
	}
	for _, name := range names {
		if c := columns[name]; c != nil && c.MaxRepetitionLevel() == 0 && c.Type() != nil &&
			!strings.HasPrefix(c.Type().String(), "DECIMAL") {
			f.keep, f.names = append(f.keep, c), append(f.names, name)
		}
	}
}

// fields returns the fields of the next row that are kept. tooLarge is why they cannot be, broken the
// error of the row group.
func (r *rows) fields(kept []cursor) (fields record.Fields, tooLarge, broken error) {
	for i := range kept {
		v, err := kept[i].next()
		if err != nil {
			return "", nil, err
		}
		if v.IsNull() || tooLarge != nil {
			continue
		}
		tooLarge = fields.Add(r.names[i], jsonOf(v, r.keep[i].Type()))
	}
	return fields, tooLarge, nil
}

// jsonOf returns a value as JSON: numbers and booleans as such; text, dates and times as strings.
func jsonOf(v parquet.Value, t parquet.Type) []byte {
	text := ""
	switch kind := t.String(); {
	case v.Kind() == parquet.Boolean:
		return strconv.AppendBool(nil, v.Boolean())
	case v.Kind() == parquet.Float, v.Kind() == parquet.Double:
		b, err := record.JSON(goValue(v))
		if err == nil { // not a number, and infinity, are no JSON
			return b
		}
		text = strconv.FormatFloat(goValue(v).(float64), 'g', -1, 64)
	case kind == "DATE":
		text = time.Unix(0, 0).UTC().AddDate(0, 0, int(v.Int32())).Format(time.DateOnly)
	case strings.HasPrefix(kind, "TIMESTAMP"):
		text = timeOf(v.Int64(), kind).UTC().Format(time.RFC3339Nano)
	case v.Kind() == parquet.Int32, v.Kind() == parquet.Int64:
		return []byte(idOf(v, t))
	case kind == "UUID":
		text = idOf(v, t)
	case v.Kind() == parquet.ByteArray, v.Kind() == parquet.FixedLenByteArray:
		text = strings.ToValidUTF8(string(v.ByteArray()), "\ufffd")
	default:
		text = v.String()
	}
	b, err := record.JSON(text)
	if err != nil {
		panic("parquetio: " + err.Error()) // a string is always JSON
	}
	return b
}

// timeOf returns the time of a timestamp, whose type names its unit.
func timeOf(n int64, kind string) time.Time {
	switch {
	case strings.Contains(kind, "MILLIS"):
		return time.UnixMilli(n)
	case strings.Contains(kind, "MICROS"):
		return time.UnixMicro(n)
	}
	return time.Unix(0, n)
}
