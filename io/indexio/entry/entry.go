// Package entry is the format of the entries of an index: of its tables of postings, documents
// and counts. An entry is a key, of the same size in the whole table, and a value.
//
//	postings:  gram, document [8] each; length uvarint; for each place the gap from the one before uvarint,
//	           and what is left and right of it [1] each
//	documents: document [8]; id, file string; record, offset varint; content [8]
//	counts:    page [4]; counts as package frequency encodes them
//
// Numbers of fixed size are big-endian, so that the bytes of keys order as the numbers do. An entry
// that is a line of a stream is its key and its value, one behind the other. In a table the postings of
// one gram are packed (Packer).
package entry

import (
	"encoding/binary"
	"math"

	"example.org/diagonal/engine/wire"
)

// The sizes of keys, in bytes.
const (
	PostingKey  = 16
	DocumentKey = 8
	CountsKey   = 4
)

// Posting is the places of a signature in a document.
type Posting struct {
	Gram, Document uint64
	// Length is that of the document, in places of the normalised text.
	Length uint32
	// Places are ascending.
	Places []Place
}

// Place is a place of a signature.
type Place struct {
	// At is where it begins, in places of the normalised text.
	At uint32
	// Left and Right are its context (package winnow).
	Left, Right uint8
}

// AppendPosting appends an entry to dst.
func AppendPosting(dst []byte, p *Posting) []byte {
	dst = binary.BigEndian.AppendUint64(dst, p.Gram)
	dst = binary.BigEndian.AppendUint64(dst, p.Document)
	dst = binary.AppendUvarint(dst, uint64(p.Length))
	last := uint32(0)
	for _, place := range p.Places {
		dst = append(binary.AppendUvarint(dst, uint64(place.At-last)), place.Left, place.Right)
		last = place.At
	}
	return dst
}

// Read reads an entry. The memory of Places is used again. The error is wire.ErrShort.
func (p *Posting) Read(key, value []byte) error {
	if len(key) != PostingKey {
		return wire.ErrShort
	}
	p.Gram, p.Document = binary.BigEndian.Uint64(key), binary.BigEndian.Uint64(key[8:])
	return p.readValue(value)
}

func (p *Posting) readValue(value []byte) error {
	length, n := binary.Uvarint(value)
	if n <= 0 || length > math.MaxUint32 {
		return wire.ErrShort
	}
	p.Length, p.Places = uint32(length), p.Places[:0]
	place := uint64(0)
	for value = value[n:]; len(value) > 0; value = value[n+2:] {
		var gap uint64
		gap, n = binary.Uvarint(value)
		if n <= 0 || len(value) < n+2 || gap > length-place {
			return wire.ErrShort
		}
		place += gap
		p.Places = append(p.Places, Place{uint32(place), value[n], value[n+1]})
	}
	return nil
}

// Document is where the text of a document is.
type Document struct {
	Key      uint64
	ID, File string
	// Record and Offset are those of record.Document.
	Record, Offset int64
	// Content is the hash of the text (record.Content).
	Content uint64
}

// AppendDocument appends an entry to dst.
func AppendDocument(dst []byte, d *Document) []byte {
	dst = binary.BigEndian.AppendUint64(dst, d.Key)
	dst = wire.AppendString(dst, d.ID)
	dst = wire.AppendString(dst, d.File)
	dst = binary.AppendVarint(dst, d.Record)
	dst = binary.AppendVarint(dst, d.Offset)
	return binary.BigEndian.AppendUint64(dst, d.Content)
}

// Read reads an entry. The error is wire.ErrShort.
func (d *Document) Read(key, value []byte) error {
	if len(key) != DocumentKey {
		return wire.ErrShort
	}
	d.Key = binary.BigEndian.Uint64(key)
	r := wire.NewReader(value)
	d.ID, d.File = r.Text(), r.Text()
	d.Record, d.Offset, d.Content = r.Varint(), r.Varint(), r.Uint64()
	if r.More() {
		return wire.ErrShort
	}
	return r.Err()
}

// AppendCounts appends the entry of a page of counts to dst.
func AppendCounts(dst []byte, page int, counts []byte) []byte {
	return append(binary.BigEndian.AppendUint32(dst, uint32(page)), counts...)
}

// Page returns the page of the key of counts. The error is wire.ErrShort.
func Page(key []byte) (int, error) {
	if len(key) != CountsKey {
		return 0, wire.ErrShort
	}
	return int(binary.BigEndian.Uint32(key)), nil
}
