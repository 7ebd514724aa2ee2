package entry

import (
	"encoding/binary"
	"math/bits"

	"example.org/diagonal/engine/wire"
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

// Unpacker returns the postings of a packed entry, in order. It is valid as long as the entry is.
type Unpacker struct {
	gram, document uint64
	rest, value    []byte
	err            error
}

// Unpack returns an Unpacker of an entry.
func Unpack(key, value []byte) Unpacker {
	if len(key) != PostingKey {
		return Unpacker{err: wire.ErrShort}
	}
	return Unpacker{gram: binary.BigEndian.Uint64(key), document: binary.BigEndian.Uint64(key[8:]), rest: value}
}

// Next moves to the next posting. It returns false at the end, and where the entry is damaged.
func (u *Unpacker) Next() bool {
	b := u.rest
	if len(b) == 0 {
		return false
	}
	gap, size := int(b[0]&15), uint64(b[0]>>4)
	if b = b[1:]; gap > 8 || gap > len(b) {
		return u.fail()
	}
	if len(b) >= 8 {
		u.document += binary.BigEndian.Uint64(b) >> (64 - 8*gap)
	} else {
		more := uint64(0)
		for _, c := range b[:gap] {
			more = more<<8 | uint64(c)
		}
		u.document += more
	}
	if b = b[gap:]; size == 15 {
		over, n := binary.Uvarint(b)
		if n <= 0 || over > uint64(len(b)) {
			return u.fail()
		}
		size, b = size+over, b[n:]
	}
	if size > uint64(len(b)) {
		return u.fail()
	}
	u.value, u.rest = b[:size], b[size:]
	return true
}

func (u *Unpacker) fail() bool {
	u.rest, u.err = nil, wire.ErrShort
	return false
}

// Document returns the document of the posting.
func (u *Unpacker) Document() uint64 { return u.document }

// Posting reads the posting. The memory of p.Places is used again. The error is wire.ErrShort.
func (u *Unpacker) Posting(p *Posting) error {
	p.Gram, p.Document = u.gram, u.document
	return p.readValue(u.value)
}

// AppendLine appends the entry of the posting to dst.
func (u *Unpacker) AppendLine(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(dst, u.gram)
	dst = binary.BigEndian.AppendUint64(dst, u.document)
	return append(dst, u.value...)
}

// Err returns wire.ErrShort if the entry is damaged.
func (u *Unpacker) Err() error { return u.err }
