// Package wire writes and reads the fields of binary records, for the records that travel
// between stages and for the coders of package record. It knows no record.
//
// Numbers are varints as in encoding/binary, or big-endian where bytes must order as the
// numbers do. The functions of encoding/binary append them; this package appends the
// rest, and reads all of them with a Reader.
package wire

import (
	"encoding/binary"
	"errors"
)

// ErrShort is the error of a record that ends too early, or does not end where it must.
var ErrShort = errors.New("record: encoded value ends too early")

// AppendString appends the length of s as a uvarint, then s.
func AppendString[T string | []byte](dst []byte, s T) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

// AppendOrdered appends a string such that the bytes of keys order as the strings do,
// whatever follows: 0 becomes 0 255, and 0 1 ends it.
func AppendOrdered(dst []byte, s string) []byte {
	for i := range len(s) {
		if dst = append(dst, s[i]); s[i] == 0 {
			dst = append(dst, 255)
		}
	}
	return append(dst, 0, 1)
}

// AppendBool appends one byte: 1 for true, 0 for false.
func AppendBool(dst []byte, v bool) []byte {
	if v {
		return append(dst, 1)
	}
	return append(dst, 0)
}

// AppendMarked appends a number and a mark as one uvarint: 2n, or 2n + 1 if it is marked.
func AppendMarked(dst []byte, n uint32, mark bool) []byte {
	x := uint64(n) << 1
	if mark {
		x++
	}
	return binary.AppendUvarint(dst, x)
}

// Reader takes fields off the head of an encoded record. After the first field that is
// not complete all fields are zero values, and Err returns ErrShort.
type Reader struct {
	b   []byte
	err error
}

// NewReader returns a reader of b, which is not copied.
func NewReader(b []byte) Reader { return Reader{b: b} }

// Err returns ErrShort if a field was not complete, else nil.
func (r *Reader) Err() error { return r.err }

// More reports whether bytes are left and no field was incomplete.
func (r *Reader) More() bool { return len(r.b) > 0 }

// Len returns the number of bytes that are left.
func (r *Reader) Len() int { return len(r.b) }

// Rest returns a view of the bytes that are left.
func (r *Reader) Rest() []byte { return r.b }

func (r *Reader) fail() { r.b, r.err = nil, ErrShort }

// Uvarint reads a number that binary.AppendUvarint wrote.
func (r *Reader) Uvarint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.b = r.b[n:]
	return v
}

// Varint reads a number that binary.AppendVarint wrote.
func (r *Reader) Varint() int64 {
	v, n := binary.Varint(r.b)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.b = r.b[n:]
	return v
}

// Marked reads what AppendMarked wrote.
func (r *Reader) Marked() (n uint32, mark bool) {
	x := r.Uvarint()
	return uint32(x >> 1), x&1 == 1
}

// Uint64 reads a big-endian number of eight bytes.
func (r *Reader) Uint64() uint64 {
	if v := r.Bytes(8); v != nil {
		return binary.BigEndian.Uint64(v)
	}
	return 0
}

// Uint32 reads a big-endian number of four bytes.
func (r *Reader) Uint32() uint32 {
	if v := r.Bytes(4); v != nil {
		return binary.BigEndian.Uint32(v)
	}
	return 0
}

// Bytes reads n bytes. They are a view of the encoded record, not a copy.
func (r *Reader) Bytes(n uint64) []byte {
	if uint64(len(r.b)) < n {
		r.fail()
		return nil
	}
	v := r.b[:n:n]
	r.b = r.b[n:]
	return v
}

// Byte reads one byte.
func (r *Reader) Byte() byte {
	if v := r.Bytes(1); v != nil {
		return v[0]
	}
	return 0
}

// Bool reads what AppendBool wrote.
func (r *Reader) Bool() bool { return r.Byte() == 1 }

// Text reads what AppendString wrote, as a copy.
func (r *Reader) Text() string { return string(r.Bytes(r.Uvarint())) }

// Ordered reads what AppendOrdered wrote.
func (r *Reader) Ordered() string {
	var s []byte
	for r.err == nil {
		c := r.Byte()
		if c == 0 && r.Byte() == 1 {
			break
		}
		s = append(s, c)
	}
	return string(s)
}
