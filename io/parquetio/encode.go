package parquetio

import (
	"encoding/binary"
	"math/bits"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/format"
)

// encodeLevels appends levels. A column whose largest level is 0 has none.
func encodeLevels(b []byte, levels []uint8, max uint8, prefixed bool) ([]byte, error) {
	if max == 0 {
		return b, nil
	}
	runs, err := (&rle.Encoding{BitWidth: bits.Len8(max)}).EncodeLevels(nil, levels)
	if prefixed {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(runs)))
	}
	return append(b, runs...), err
}

// encodeIndexes returns numbers of values in a dictionary.
func encodeIndexes(index []int32) ([]byte, error) {
	width := 0
	for _, i := range index {
		width = max(width, bits.Len32(uint32(i)))
	}
	runs, err := (&rle.Encoding{BitWidth: width}).EncodeInt32(nil, index)
	return append([]byte{byte(width)}, runs...), err
}

// encode returns values in an encoding: those of data, which offsets cut, if they have any
// length. used is the encoding PLAIN where parquet-go cannot write the other one.
func (c column) encode(e format.Encoding, data []byte, offsets []uint32) (b []byte, used format.Encoding, err error) {
	if c.kind == format.Boolean {
		if e == format.RLE {
			runs, err := (&rle.Encoding{BitWidth: 1}).EncodeLevels(nil, data)
			return append(binary.LittleEndian.AppendUint32(nil, uint32(len(runs))), runs...), e, err
		}
		b = make([]byte, (len(data)+7)/8)
		for i, v := range data {
			b[i/8] |= v << (i % 8)
		}
		return b, format.Plain, nil
	}
	if e != format.Plain {
		if b, err = c.byLibrary(parquet.LookupEncoding(e), data, offsets); err == nil {
			return b, e, nil
		}
	}
	if c.width > 0 {
		return data, format.Plain, nil
	}
	b, err = parquet.Plain.EncodeByteArray(nil, data, offsets)
	return b, format.Plain, err
}

func (c column) byLibrary(e encoding.Encoding, data []byte, offsets []uint32) ([]byte, error) {
	switch c.kind {
	case format.Int32:
		v := encoding.Int32ValuesFromBytes(data)
		return e.EncodeInt32(nil, v.Int32())
	case format.Int64:
		v := encoding.Int64ValuesFromBytes(data)
		return e.EncodeInt64(nil, v.Int64())
	case format.Int96:
		v := encoding.Int96ValuesFromBytes(data)
		return e.EncodeInt96(nil, v.Int96())
	case format.Float:
		v := encoding.FloatValuesFromBytes(data)
		return e.EncodeFloat(nil, v.Float())
	case format.Double:
		v := encoding.DoubleValuesFromBytes(data)
		return e.EncodeDouble(nil, v.Double())
	case format.FixedLenByteArray:
		return e.EncodeFixedLenByteArray(nil, data, c.width)
	}
	return e.EncodeByteArray(nil, data, offsets)
}
