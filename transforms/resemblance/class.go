package resemblance

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/signature/shingle"
)

// Equal documents have the same words in the same order. Those of one side are a class. Its
// key of 64 bits is the fingerprint of the words, with the side as the lowest bit
// (record.SideOf). A second fingerprint, the check, tells two classes with one key apart.

// Classifier finds the class of a document. The zero value is ready.
type Classifier struct {
	words []byte // scratch
}

// Of returns the key and the check of the class of a document.
func (c *Classifier) Of(a *record.Analysed) (class, check uint64) {
	c.words = c.words[:0]
	for _, w := range a.Words {
		c.words = binary.LittleEndian.AppendUint32(c.words, w)
	}
	return shingle.Hash(a.Words)&^1 | uint64(a.Side), xxhash.Sum64(c.words)
}

// Fingerprint says to which class a document belongs. Its key is the document, and the
// payload is
//
//	tagFingerprint byte; class [8]; check [8]
type Fingerprint struct{ Class, Check uint64 }

// Tag is the first byte of a payload.
func (*Fingerprint) Tag() byte { return tagFingerprint }

// Append appends the payload of f to dst.
func (f *Fingerprint) Append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(append(dst, tagFingerprint), f.Class)
	return binary.BigEndian.AppendUint64(dst, f.Check)
}

// Read reads a payload. The error is wire.ErrShort.
func (f *Fingerprint) Read(payload []byte) error {
	r := wire.NewReader(payload)
	r.Byte()
	f.Class, f.Check = r.Uint64(), r.Uint64()
	return r.Err()
}

// WordsOf returns the fingerprint of the words of a class: the same in every run. Its check is its key if it is that of
// one document without a word.
func WordsOf(class, check uint64) string {
	if class == check {
		class = 0
	}
	return fmt.Sprintf("%016x", class)
}

// Member is one document of a class. Its key is the class, its shard that of the document,
// because a class may have very many, and the payload is
//
//	tagMember byte; check [8]; id string
type Member struct {
	Check uint64
	ID    string
}

// Tag is the first byte of a payload.
func (*Member) Tag() byte { return tagMember }

// Append appends the payload of m to dst.
func (m *Member) Append(dst []byte) []byte { return appendNamed(append(dst, tagMember), m.Check, m.ID) }

// Read reads a payload. The error is wire.ErrShort.
func (m *Member) Read(payload []byte) (err error) {
	m.Check, m.ID, err = readNamed(payload)
	return err
}

// Members describes the members of a class in one shard of documents. Its key is the class,
// and the payload is
//
//	tagMembers byte; check [8]; shard, copies, length uvarint; id string; changed byte; ids string each
type Members struct {
	Check uint64
	Shard uint32
	// First is the representative of these members, with their number as its Copies. Its
	// Key is not set.
	First Vertex
	// Changed is true if an earlier result of partition has First with other words.
	Changed bool
	// IDs are the ids of all of them, if Params.EqualPairs is set.
	IDs []string
}

// Tag is the first byte of a payload.
func (*Members) Tag() byte { return tagMembers }

// Append appends the payload of m to dst.
func (m *Members) Append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(append(dst, tagMembers), m.Check)
	dst = binary.AppendUvarint(dst, uint64(m.Shard))
	dst = binary.AppendUvarint(dst, uint64(m.First.Copies))
	dst = binary.AppendUvarint(dst, uint64(m.First.Length))
	dst = wire.AppendBool(wire.AppendString(dst, m.First.ID), m.Changed)
	for _, id := range m.IDs {
		dst = wire.AppendString(dst, id)
	}
	return dst
}

// Read reads a payload. The error is wire.ErrShort.
func (m *Members) Read(payload []byte) error {
	r := wire.NewReader(payload)
	r.Byte()
	*m = Members{}
	m.Check, m.Shard = r.Uint64(), uint32(r.Uvarint())
	m.First.Copies, m.First.Length, m.First.ID = int64(r.Uvarint()), int64(r.Uvarint()), r.Text()
	m.Changed = r.Bool()
	for r.More() {
		m.IDs = append(m.IDs, r.Text())
	}
	return r.Err()
}

// Class records that a class has two or more documents, and names its representative. Its key
// is the class, its shard one with members of the class, and the payload is
//
//	tagClass byte; check [8]; id string
type Class struct {
	Check uint64
	ID    string
}

// Tag is the first byte of a payload.
func (*Class) Tag() byte { return tagClass }

// Append appends the payload of c to dst.
func (c *Class) Append(dst []byte) []byte { return appendNamed(append(dst, tagClass), c.Check, c.ID) }

// Read reads a payload. The error is wire.ErrShort.
func (c *Class) Read(payload []byte) (err error) {
	c.Check, c.ID, err = readNamed(payload)
	return err
}

// Earlier is the line of a document in an earlier result of partition. Its key is the name of the document
// (EarlierKey), and that of its class when Classes has found it. The payload is
//
//	tagEarlier byte; check [8], 0 by name; r float [8]; id, set, representative, words string
type Earlier struct {
	Check uint64
	record.InSet
}

// EarlierKey returns the key of the Earlier of a document: one with its name (record.NameOf).
func EarlierKey(id string) uint64 { return record.Key(record.Input, id, 0) }

// Tag is the first byte of a payload.
func (*Earlier) Tag() byte { return tagEarlier }

// Append appends the payload of e to dst.
func (e *Earlier) Append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(append(dst, tagEarlier), e.Check)
	dst = binary.BigEndian.AppendUint64(dst, math.Float64bits(e.R))
	for _, s := range []string{e.ID, e.Set, e.Representative, e.Words} {
		dst = wire.AppendString(dst, s)
	}
	return dst
}

// Read reads a payload. The error is wire.ErrShort.
func (e *Earlier) Read(payload []byte) error {
	r := wire.NewReader(payload)
	r.Byte()
	e.Check, e.R = r.Uint64(), math.Float64frombits(r.Uint64())
	e.ID, e.Set, e.Representative, e.Words = r.Text(), r.Text(), r.Text(), r.Text()
	return r.Err()
}
