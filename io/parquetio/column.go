package parquetio

import (
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"slices"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/format"
)

// column is what pages are decoded and encoded by: what a column is in the file, whatever it
// means.
type column struct {
	kind format.Type
	// width is the length of a value in bytes, 0 if it has any. A boolean has one byte.
	width int
	// The largest repetition and definition levels.
	maxRep, maxDef uint8
}

// columnOf returns the column of a chunk of a file. An error says what cannot be written again.
func columnOf(meta *format.ColumnMetaData, c *parquet.Column) (column, error) {
	widths := map[format.Type]int{
		format.Boolean: 1, format.Int32: 4, format.Int64: 8, format.Int96: 12, format.Float: 4, format.Double: 8,
		format.ByteArray: 0, format.FixedLenByteArray: c.Type().Length(),
	}
	width, ok := widths[meta.Type]
	if !ok || meta.Type == format.FixedLenByteArray && (width <= 0 || width > encoding.MaxFixedLenByteArraySize) {
		return column{}, fmt.Errorf("values of the type %s of %d bytes are not known", meta.Type, width)
	}
	return column{meta.Type, width, uint8(c.MaxRepetitionLevel()), uint8(c.MaxDefinitionLevel())}, nil
}

// values are those of a page, or of a dictionary.
type values struct {
	width int
	data  []byte
	// A value of any length has these bytes of data.
	from, to []uint32
	// index is the number of each value in the dictionary, if there is one.
	dictionary *values
	index      []int32
}

func (v *values) len() int {
	switch {
	case v.dictionary != nil:
		return len(v.index)
	case v.width > 0:
		return len(v.data) / v.width
	}
	return len(v.from)
}

// at returns the bytes of a value, in the encoding PLAIN, without a length. They are a view.
func (v *values) at(i int) []byte {
	switch {
	case v.dictionary != nil:
		return v.dictionary.at(int(v.index[i]))
	case v.width > 0:
		return v.data[i*v.width : (i+1)*v.width]
	}
	return v.data[v.from[i]:v.to[i]]
}

// decoder decodes the pages of a column chunk.
type decoder struct {
	column
	dictionary *values
	// The levels and the values of the last page. A column without levels has none.
	reps, defs []uint8
	values     values

	numbers, from, to []uint32 // scratch
}

// isDictionary reports whether an encoding is of numbers of values in a dictionary.
func isDictionary(e format.Encoding) bool {
	//lint:ignore SA1019 old files have it
	return e == format.RLEDictionary || e == format.PlainDictionary
}

// page decodes a data page. The values are views of it, and of the decoder.
func (d *decoder) page(c *cut) (err error) {
	if !c.runs && c.prefixed && d.maxDef > 0 {
		return fmt.Errorf("levels in the encoding %s are not known", format.BitPacked)
	}
	if d.reps, err = decodeLevels(d.reps, c.repetition, d.maxRep, int(c.values)); err != nil {
		return err
	}
	if d.defs, err = decodeLevels(d.defs, c.definition, d.maxDef, int(c.values)); err != nil {
		return err
	}
	n := int(c.there)
	if isDictionary(c.encoding) {
		return d.indexes(c.encoded, n)
	}
	d.values.dictionary, d.values.width = nil, d.width
	if err := d.decode(c.encoding, c.encoded, n); err != nil {
		return err
	}
	if got := d.values.len(); got != n {
		return fmt.Errorf("%d values, the header says %d", got, n)
	}
	return nil
}

// decodeLevels decodes n levels, none where the largest is 0.
func decodeLevels(to []uint8, b []byte, max uint8, n int) ([]uint8, error) {
	if max == 0 {
		return to[:0], nil
	}
	to, err := (&rle.Encoding{BitWidth: bits.Len8(max)}).DecodeLevels(to[:0], b)
	if err != nil {
		return to, err
	}
	if len(to) < n {
		return to, fmt.Errorf("%d levels, the header says %d", len(to), n)
	}
	to = to[:n]
	if n > 0 && slices.Max(to) > max {
		return to, fmt.Errorf("a level of %d, the largest is %d", slices.Max(to), max)
	}
	return to, nil
}

func (d *decoder) indexes(b []byte, n int) (err error) {
	if d.dictionary == nil {
		return fmt.Errorf("the dictionary is missing")
	}
	index := d.values.index[:0]
	if n > 0 {
		if index, err = parquet.RLEDictionary.DecodeInt32(index, b); err != nil {
			return err
		}
	}
	if len(index) < n {
		return fmt.Errorf("%d values, the header says %d", len(index), n)
	}
	index = index[:n]
	for _, i := range index {
		if i < 0 || int(i) >= d.dictionary.len() {
			return fmt.Errorf("value %d of a dictionary of %d", i, d.dictionary.len())
		}
	}
	d.values.dictionary, d.values.index = d.dictionary, index
	return nil
}

// dictionaryOf keeps the dictionary, which is in the encoding PLAIN.
func (d *decoder) dictionaryOf(b []byte, n int) error {
	d.values = values{width: d.width}
	if err := d.decode(format.Plain, slices.Clone(b), n); err != nil {
		return err
	}
	if got := d.values.len(); got != n {
		return fmt.Errorf("a dictionary of %d values, its header says %d", got, n)
	}
	v := d.values
	d.dictionary, d.values, d.from, d.to = &v, values{width: d.width}, nil, nil
	return nil
}

// decode decodes n values that are not in a dictionary.
func (d *decoder) decode(e format.Encoding, b []byte, n int) (err error) {
	v := &d.values
	switch {
	case n == 0:
		v.data, v.from, v.to = nil, nil, nil
	case d.kind == format.Boolean && e == format.Plain:
		v.data = slices.Grow(v.data[:0], n)
		for i := range min(n, 8*len(b)) {
			v.data = append(v.data, b[i/8]>>(i%8)&1)
		}
	case d.kind == format.Boolean && e == format.RLE:
		runs, _, err := cutPrefixed(b)
		if err != nil {
			return err
		}
		if v.data, err = (&rle.Encoding{BitWidth: 1}).DecodeLevels(v.data[:0], runs); err != nil {
			return err
		}
		v.data = v.data[:min(n, len(v.data))]
	case e == format.Plain && d.width > 0:
		v.data = b[:min(n*d.width, len(b))]
	case e == format.Plain:
		d.from, d.to = d.from[:0], d.to[:0]
		for at := 0; len(d.from) < n; {
			if len(b)-at < 4 || int64(binary.LittleEndian.Uint32(b[at:])) > int64(len(b)-at-4) {
				return io.ErrUnexpectedEOF
			}
			from := at + 4
			at = from + int(binary.LittleEndian.Uint32(b[at:]))
			d.from, d.to = append(d.from, uint32(from)), append(d.to, uint32(at))
		}
		v.data, v.from, v.to = b, d.from, d.to
	default:
		return d.byLibrary(parquet.LookupEncoding(e), b, n)
	}
	return nil
}

// byLibrary decodes n values in an encoding of parquet-go.
func (d *decoder) byLibrary(e encoding.Encoding, b []byte, n int) (err error) {
	v := &d.values
	var all encoding.Values
	switch d.kind {
	case format.Int32:
		var to []int32
		if e.Encoding() == format.DeltaBinaryPacked {
			to, err = int32Deltas(b, n)
		} else {
			to, err = e.DecodeInt32(nil, b)
		}
		all = encoding.Int32Values(to)
	case format.Int64:
		var to []int64
		to, err = e.DecodeInt64(nil, b)
		all = encoding.Int64Values(to)
	case format.Int96:
		var to []deprecated.Int96
		to, err = e.DecodeInt96(nil, b)
		all = encoding.Int96Values(to)
	case format.Float:
		var to []float32
		to, err = e.DecodeFloat(nil, b)
		all = encoding.FloatValues(to)
	case format.Double:
		var to []float64
		to, err = e.DecodeDouble(nil, b)
		all = encoding.DoubleValues(to)
	case format.FixedLenByteArray:
		var to []byte
		to, err = e.DecodeFixedLenByteArray(nil, b, d.width)
		all = encoding.FixedLenByteArrayValues(to, d.width)
	case format.ByteArray:
		v.from, v.to = nil, nil
		if v.data, d.numbers, err = e.DecodeByteArray(nil, b, d.numbers[:0]); err == nil && len(d.numbers) > 0 {
			v.from, v.to = d.numbers[:len(d.numbers)-1], d.numbers[1:]
		}
		return err
	default:
		err = fmt.Errorf("values of the type %s are not known in the encoding %s", d.kind, e)
	}
	v.data, _ = all.Data()
	return err
}
