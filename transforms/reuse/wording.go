package reuse

import (
	"encoding/binary"

	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/reuse/bag"
)

// A wording is the sentences of one side that have the same bag of words. Its key is the hash of the
// bag, with the side as the lowest bit (record.SideOf).

func wordingOf(b bag.Bag, side record.Side) uint64 { return b.Hash()&^1 | uint64(side) }

// The first byte of the payload of a record of a wording says what the record is. Needs of package
// delivery come before all of these.
const (
	tagMember byte = 0x10 + iota
	tagBag
	tagLike
	tagCrowd
)

// Member is one sentence of a wording. Its key is the wording.
//
//	tagMember byte; document [8]; sentence [4]; sentences, words uvarint
type Member struct {
	Document uint64
	// Sentence is the number of the sentence, Sentences how many its document has.
	Sentence, Sentences uint32
	// Words is the number of words of the sentence.
	Words uint32
}

// Tag is the first byte of a payload.
func (*Member) Tag() byte { return tagMember }

// Append appends the payload of m to dst.
func (m *Member) Append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(append(dst, tagMember), m.Document)
	dst = binary.BigEndian.AppendUint32(dst, m.Sentence)
	dst = binary.AppendUvarint(dst, uint64(m.Sentences))
	return binary.AppendUvarint(dst, uint64(m.Words))
}

// Read reads a payload. The error is wire.ErrShort.
func (m *Member) Read(payload []byte) error {
	r := wire.NewReader(payload)
	*m = readMember(&r)
	return r.Err()
}

func readMember(r *wire.Reader) Member {
	r.Byte()
	return Member{r.Uint64(), r.Uint32(), uint32(r.Uvarint()), uint32(r.Uvarint())}
}

// Bag is the words of a wording. Its key is the wording, which may have several that are equal.
//
//	tagBag byte; words [4] each
type Bag struct{ Words bag.Bag }

// Tag is the first byte of a payload.
func (*Bag) Tag() byte { return tagBag }

// Append appends the payload of b to dst.
func (b *Bag) Append(dst []byte) []byte {
	dst = append(dst, tagBag)
	for _, w := range b.Words {
		dst = binary.BigEndian.AppendUint32(dst, w)
	}
	return dst
}

// Read reads a payload. The error is wire.ErrShort.
func (b *Bag) Read(payload []byte) (err error) {
	r := wire.NewReader(payload)
	r.Byte()
	b.Words, err = readWords(&r)
	return err
}

func readWords(r *wire.Reader) (bag.Bag, error) {
	if r.Len()%4 != 0 {
		return nil, wire.ErrShort
	}
	b := make(bag.Bag, 0, r.Len()/4)
	for words := r.Rest(); len(words) > 0; words = words[4:] {
		b = append(b, binary.BigEndian.Uint32(words))
	}
	return b, r.Err()
}

// Delivered is a wording in a cell. Its key is the cell, and the payload is a delivery.Item:
//
//	TagItem byte; wording [8]; documents uvarint; words [4] each
type Delivered struct {
	// Wording is its key, Documents how many documents have it.
	Wording, Documents uint64
	Words              bag.Bag
}

func readDelivered(payload []byte) (*Delivered, error) {
	key, rest, err := delivery.ReadItem(payload)
	if err != nil {
		return nil, err
	}
	r := wire.NewReader(rest)
	d := &Delivered{Wording: key, Documents: r.Uvarint()}
	if err := r.Err(); err != nil {
		return nil, err
	}
	d.Words, err = readWords(&r)
	return d, err
}

// Like records that a wording is alike to another one. Its key is the wording.
//
//	tagLike byte; other [8]; documents, shared, longest uvarint
type Like struct {
	// Other is the other wording, which Documents documents have.
	Other, Documents uint64
	// Shared is the number of words that both share, Longest that of the longer one.
	Shared, Longest uint32
}

// Tag is the first byte of a payload.
func (*Like) Tag() byte { return tagLike }

// Append appends the payload of l to dst.
func (l *Like) Append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(append(dst, tagLike), l.Other)
	dst = binary.AppendUvarint(dst, l.Documents)
	dst = binary.AppendUvarint(dst, uint64(l.Shared))
	return binary.AppendUvarint(dst, uint64(l.Longest))
}

// Read reads a payload. The error is wire.ErrShort.
func (l *Like) Read(payload []byte) error {
	r := wire.NewReader(payload)
	r.Byte()
	*l = Like{r.Uint64(), r.Uvarint(), uint32(r.Uvarint()), uint32(r.Uvarint())}
	return r.Err()
}

// Crowd records that a wording is alike to too many: it is hot. Its key is the wording.
//
//	tagCrowd byte
type Crowd struct{}

// Tag is the payload.
func (*Crowd) Tag() byte { return tagCrowd }

// Append appends the payload to dst.
func (*Crowd) Append(dst []byte) []byte { return append(dst, tagCrowd) }

// Read reads a payload.
func (*Crowd) Read([]byte) error { return nil }
