package parquetio

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/bits"

	"github.com/parquet-go/parquet-go/format"
)

// page checks a page whose bytes are at off, and returns its levels, where they are not a
// part of what is compressed, and the rest of it, decompressed.
func (p *pages) page(h *format.PageHeader, off int64) (levels, plain []byte, err error) {
	stored, size := int64(h.CompressedPageSize), int64(h.UncompressedPageSize)
	if stored < 0 || stored > p.end-off {
		return nil, nil, fmt.Errorf("%d bytes, the column has %d more", stored, p.end-off)
	}
	packed := p.meta.Codec != format.Uncompressed
	if !packed {
		size = stored
	}
	if size < 0 || size > p.limit {
		return nil, nil, fmt.Errorf("%d bytes decompressed, more than %d; --max_record raises this limit",
			size, p.limit)
	}
	d := data{values: -1}
	switch {
	case h.Type == format.DictionaryPage && h.DictionaryPageHeader.Valid:
		v, each := int64(h.DictionaryPageHeader.V.NumValues), int64(1)
		if p.bytes {
			each = 4 // for the length
		}
		if v < 0 || v > size/each {
			return nil, nil, fmt.Errorf("a dictionary of %d values in %d bytes", v, size)
		}
	case h.Type == format.DataPage && h.DataPageHeader.Valid:
		v1 := h.DataPageHeader.V
		d = data{values: int64(v1.NumValues), encoding: v1.Encoding, prefixed: true,
			runs: v1.DefinitionLevelEncoding == format.RLE}
	case h.Type == format.DataPageV2 && h.DataPageHeaderV2.Valid:
		v2 := h.DataPageHeaderV2.V
		d = data{
			values: int64(v2.NumValues), encoding: v2.Encoding, runs: true,
			nulls: int64(v2.NumNulls), reps: int64(v2.RepetitionLevelsByteLength),
			levels: int64(v2.DefinitionLevelsByteLength),
		}
		if d.reps < 0 || d.levels < 0 || d.reps+d.levels > stored || v2.NumNulls < 0 || v2.NumNulls > v2.NumValues {
			return nil, nil, fmt.Errorf("levels of %d and %d bytes in %d, %d of %d values are null", d.reps, d.levels,
				stored, v2.NumNulls, v2.NumValues)
		}
		packed = packed && (!v2.IsCompressed.Valid || v2.IsCompressed.V)
	default:
		return nil, nil, fmt.Errorf("a page of the type %s", h.Type)
	}
	if h.Type != format.DictionaryPage {
		p.values += d.values
		if d.values < 0 || d.values*valueCost > p.limit || p.rows >= 0 && p.values > p.rows {
			return nil, nil, fmt.Errorf("%d values, the row group has %d rows", d.values, p.rows)
		}
	}
	return p.contents(d, off, stored, size, packed, uint32(h.CRC))
}

// data is the header of a data page; values is -1 for another page.
type data struct {
	values   int64
	nulls    int64 // known where levels are not prefixed
	encoding format.Encoding
	// prefixed levels begin with their length; others have so many bytes, and are not
	// compressed.
	prefixed     bool
	reps, levels int64
	// runs is true if the definition levels are in the encoding RLE.
	runs bool
}

// cut is a data page in its parts.
type cut struct {
	data
	repetition, definition, encoded []byte
	// there is how many values are not null.
	there int64
}

// contents reads, decompresses and checks the bytes of a page.
func (p *pages) contents(d data, off, stored, size int64, packed bool, sum uint32) (levels, plain []byte, err error) {
	p.body = resized(p.body, int(stored))
	if _, err := io.ReadFull(io.NewSectionReader(p.src, off, stored), p.body); err != nil {
		return nil, nil, err
	}
	if sum != 0 && sum != crc32.ChecksumIEEE(p.body) {
		return nil, nil, errors.New("wrong checksum")
	}
	levels, plain = p.body[:d.reps+d.levels], p.body[d.reps+d.levels:]
	if packed {
		p.room = resized(p.room, int(size))
		if plain, err = inflate(p.meta.Codec, p.room, plain); err != nil {
			return nil, nil, err
		}
	}
	if d.values < 0 {
		return levels, plain, nil
	}
	reps, defs, values := levels[:d.reps], levels[d.reps:], plain
	if d.prefixed && p.maxRep > 0 {
		if reps, values, err = cutPrefixed(values); err != nil {
			return nil, nil, err
		}
	}
	if d.prefixed && p.maxDef > 0 {
		if defs, values, err = cutPrefixed(values); err != nil {
			return nil, nil, err
		}
	}
	if d.runs && p.maxRep > 0 {
		if _, err := countRuns(reps, bits.Len(p.maxRep), d.values, 0); err != nil {
			return nil, nil, err
		}
	}
	there := d.values // without those that are null
	if d.runs && p.maxDef > 0 {
		if there, err = countRuns(defs, bits.Len(p.maxDef), d.values, uint32(p.maxDef)); err != nil {
			return nil, nil, err
		}
	}
	if !d.prefixed && there != d.values-d.nulls {
		return nil, nil, fmt.Errorf("%d of %d values are there, the header says %d", there, d.values, d.values-d.nulls)
	}
	if d.encoding == format.Plain && (d.runs || p.maxDef == 0) {
		size, err := p.plainSize(values, there)
		if err != nil {
			return nil, nil, err
		}
		plain, values = plain[:len(plain)-len(values)+size], values[:size] // some writers add bytes
	}
	p.cut = cut{d, reps, defs, values, there}
	return levels, plain, p.encoded(d, values)
}

// plainSize returns how many bytes of b so many values take in the encoding PLAIN.
func (p *pages) plainSize(b []byte, values int64) (int, error) {
	if p.bytes {
		return sizeOfPlain(b, values)
	}
	size := (values*int64(p.width) + 7) / 8
	if size > int64(len(b)) {
		return 0, io.ErrUnexpectedEOF
	}
	return int(size), nil
}

// encoded checks the values of a page in any other encoding.
func (p *pages) encoded(d data, b []byte) error {
	switch d.encoding {
	//lint:ignore SA1019 old files have it
	case format.PlainDictionary, format.RLEDictionary:
		if len(b) > 0 {
			_, err := countRuns(b[1:], int(b[0]), d.values, 0)
			return err
		}
	case format.RLE: // true and false
		runs, _, err := cutPrefixed(b)
		if err == nil {
			_, err = countRuns(runs, 1, d.values, 0)
		}
		return err
	case format.DeltaBinaryPacked, format.DeltaLengthByteArray, format.DeltaByteArray:
		return checkDeltas(b, d.encoding, d.values, p.limit)
	}
	return nil
}

// cutPrefixed cuts off what begins with its length.
func cutPrefixed(b []byte) (head, rest []byte, err error) {
	if len(b) < 4 || int64(binary.LittleEndian.Uint32(b)) > int64(len(b)-4) {
		return nil, nil, io.ErrUnexpectedEOF
	}
	n := 4 + int(binary.LittleEndian.Uint32(b))
	return b[4:n], b[n:], nil
}
