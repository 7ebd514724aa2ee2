package entry

import (
	"encoding/binary"
	"math/bits"

	"example.org/diagonal/io/wire"
)

// PackBytes is the size of a pack, in bytes, from which on no more postings are added. It is about that
// of a block of a table: a larger pack would be a block of its own.
const PackBytes = 3 << 10

// Packer packs postings of one gram, whose documents ascend, into one entry. As entries of their own,
// each posting would need two bytes more, and most of the time of a look-up. Its key is that of the
// first posting, and its value
//
//	for each posting:
//	  in the lower four bits the size of the gap, and above them that of the value; 15 if it is
//	  larger                                                                       [1]
//	  gap to the document of the posting before; of the first one it is 0          [0 to 8]
//	  size of the value less 15, if it is larger                                   uvarint
//	  value of the entry of the posting
//
// The zero value is empty.
type Packer struct {
	key   []byte
	last  uint64 // the document that was added last
	value []byte
}

// Empty reports whether nothing was added since Reset.
func (p *Packer) Empty() bool { return len(p.key) == 0 }

// Entry returns the entry, valid until the next call of another method.
func (p *Packer) Entry() (key, value []byte) { return p.key, p.value }

// Reset begins another entry.
func (p *Packer) Reset() { p.key, p.value = p.key[:0], p.value[:0] }

// Add adds the entry of a posting. It returns false if the posting must begin another entry: it has
// another gram, does not ascend, or there are enough already.
func (p *Packer) Add(key, value []byte) bool {
	document := binary.BigEndian.Uint64(key[8:])
	switch {
	case len(p.key) == 0:
		p.key, p.last = append(p.key, key...), document
	case string(p.key[:8]) != string(key[:8]) || document <= p.last || len(p.value) >= PackBytes:
		return false
	}
	gap := document - p.last
	p.last = document
	size := (bits.Len64(gap) + 7) / 8
	p.value = append(p.value, byte(size|min(len(value), 15)<<4))
	for i := size - 1; i >= 0; i-- {
		p.value = append(p.value, byte(gap>>(8*i)))
	}
	if len(value) >= 15 {
		p.value = binary.AppendUvarint(p.value, uint64(len(value)-15))
	}
	p.value = append(p.value, value...)
	return true
}

// unpack calls f with the documents of a packed entry and the values of their postings.
func unpack(key, value []byte, f func(document uint64, value []byte) error) error {
	if len(key) != PostingKey {
		return wire.ErrShort
	}
	document := binary.BigEndian.Uint64(key[8:])
	for len(value) > 0 {
		gap, size := int(value[0]&15), uint64(value[0]>>4)
		value = value[1:]
		if gap > 8 || gap > len(value) {
			return wire.ErrShort
		}
		more := uint64(0)
		for _, b := range value[:gap] {
			more = more<<8 | uint64(b)
		}
		document += more
		value = value[gap:]
		if size == 15 {
			over, n := binary.Uvarint(value)
			if n <= 0 || over > uint64(len(value)) {
				return wire.ErrShort
			}
			size, value = size+over, value[n:]
		}
		if size > uint64(len(value)) {
			return wire.ErrShort
		}
		if err := f(document, value[:size]); err != nil {
			return err
		}
		value = value[size:]
	}
	return nil
}

// Unpack calls f with the entries of the postings of a packed entry, in order. f must not keep them. The
// error is wire.ErrShort or that of f.
func Unpack(key, value []byte, f func(key, value []byte) error) error {
	var k [PostingKey]byte
	copy(k[:], key)
	return unpack(key, value, func(document uint64, value []byte) error {
		binary.BigEndian.PutUint64(k[8:], document)
		return f(k[:], value)
	})
}

// EachPosting calls f with the postings of a packed entry, in order. It uses the memory of p. The error
// is wire.ErrShort or that of f.
func EachPosting(key, value []byte, p *Posting, f func(*Posting) error) error {
	return unpack(key, value, func(document uint64, value []byte) error {
		if err := p.readValue(value); err != nil {
			return err
		}
		p.Gram, p.Document = binary.BigEndian.Uint64(key), document
		return f(p)
	})
}
