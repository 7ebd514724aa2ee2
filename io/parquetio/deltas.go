package parquetio

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go/format"
)

// errDeltas reports that bytes are no delta encoding.
var errDeltas = errors.New("broken delta encoding")

// checkDeltas makes sure that a page of so many values, in one of the delta encodings, has
// no more than it says, and does not decode to more than limit bytes: a value may repeat
// all of the one before it for a few bits.
// https://parquet.apache.org/docs/file-format/data-pages/encodings/
func checkDeltas(page []byte, encoding format.Encoding, values, limit int64) error {
	if len(page) == 0 { // all values are null
		return nil
	}
	if encoding != format.DeltaByteArray {
		d, err := newDeltas(page)
		if err == nil && d.total > uint64(values) {
			err = fmt.Errorf("%w: %d values, the header says %d", errDeltas, d.total, values)
		}
		return err
	}
	size := int64(0)
	for range 2 { // of what is repeated, and of what follows it
		d, err := newDeltas(page)
		if err != nil {
			return err
		}
		if d.total > uint64(values) {
			return fmt.Errorf("%w: %d values, the header says %d", errDeltas, d.total, values)
		}
		if err := d.each(func(length int32) error {
			if size += int64(length); length < 0 || size > limit {
				return fmt.Errorf("the values have more than %d bytes; --max_record raises this limit", limit)
			}
			return nil
		}); err != nil {
			return err
		}
		page = d.rest
	}
	return nil
}

// int32Deltas decodes n numbers in the encoding DELTA_BINARY_PACKED. They are modulo 2^32:
// DuckDB writes unsigned ones, which parquet-go refuses.
func int32Deltas(b []byte, n int) (to []int32, err error) {
	d, err := newDeltas(b)
	if err != nil {
		return nil, err
	}
	if d.total > uint64(n) {
		return nil, fmt.Errorf("%w: %d values, the header says %d", errDeltas, d.total, n)
	}
	to = make([]int32, 0, d.total)
	err = d.each(func(v int32) error { to = append(to, v); return nil })
	return to, err
}

// deltas are numbers in the encoding DELTA_BINARY_PACKED.
type deltas struct {
	block, parts, total uint64
	first               int64
	rest                []byte
}

func newDeltas(b []byte) (*deltas, error) {
	d := &deltas{rest: b}
	for _, to := range []*uint64{&d.block, &d.parts, &d.total} {
		v, n := binary.Uvarint(d.rest)
		if n <= 0 {
			return nil, errDeltas
		}
		*to, d.rest = v, d.rest[n:]
	}
	var n int
	if d.first, n = binary.Varint(d.rest); n <= 0 || d.block == 0 || d.block > 1<<20 || d.parts == 0 ||
		d.parts > d.block {
		return nil, errDeltas
	}
	d.rest = d.rest[n:]
	return d, nil
}

// each decodes the numbers, as 32 bits, and leaves rest behind them.
func (d *deltas) each(f func(int32) error) error {
	left := d.total
	if left == 0 {
		return nil
	}
	last := int32(d.first)
	if err := f(last); err != nil {
		return err
	}
	for left--; left > 0; {
		minDelta, n := binary.Varint(d.rest)
		if n <= 0 || uint64(len(d.rest)-n) < d.parts {
			return io.ErrUnexpectedEOF
		}
		widths := d.rest[n : n+int(d.parts)]
		d.rest = d.rest[n+int(d.parts):]
		for _, width := range widths {
			if left == 0 {
				break
			}
			size := d.block / d.parts * uint64(width) / 8
			bits := d.rest[:min(size, uint64(len(d.rest)))]
			d.rest = d.rest[len(bits):]
			for i := range min(d.block/d.parts, left) {
				last += int32(minDelta) + int32(bitsAt(bits, i*uint64(width), width))
				if err := f(last); err != nil {
					return err
				}
				left--
			}
		}
	}
	return nil
}
