// Package delivery brings documents together in cells, where pairs of them are compared.
//
// A cell gets each document that a pair in it needs, once, however many pairs it is in. There are two ways
// to choose the cell of a pair, and neither changes a result:
//
//   - A stage that has all pairs of a document at one place deals them with a Dealer. Documents that have
//     partners in common go to the same cell, so a document travels seldom.
//   - A stage that meets a pair more than once, at different places, collects pairs with a Collector.
//     Documents are dealt to groups by their keys, and a pair goes to the cell of the two groups of its documents.
//     So a document travels at most as often as there are groups.
//
// Both also emit which cells need a document. A stage that has the documents brings them there (BringItem),
// and the stage that compares reads the cells (Comparison).
package delivery

import (
	"encoding/binary"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/wire"
)

// The records. In a cell, items come before the pairs, which are in order of a, then b.
//
//	Need, by document: TagNeed byte; cell [8]
//	Item, by cell:     TagItem byte; key [8]; what is delivered
//	Pair, by cell:     TagPair byte; a [8]; b [8]; what the pair carries
const (
	TagItem byte = 0
	TagPair byte = 1
	// TagNeed is above the tags of what describes a document of the main job, and below
	// those of a class of package resemblance.
	TagNeed byte = 2
)

// Need records that a cell needs a document. Its key is the document.
type Need struct{ Cell uint64 }

// Tag is the first byte of a payload.
func (*Need) Tag() byte { return TagNeed }

// Append appends the payload of n to dst.
func (n *Need) Append(dst []byte) []byte { return appendNeed(dst, n.Cell) }

// Read reads a payload. The error is wire.ErrShort.
func (n *Need) Read(payload []byte) (err error) {
	n.Cell, err = ReadNeed(payload)
	return err
}

// Item is a document in a cell, as a T that was delivered. Its key is the cell.
type Item[T any] struct {
	Key uint64
	// Delivered is what a T is read of.
	Delivered []byte
}

// ItemOf returns the item of a payload, a view.
func ItemOf[T any](payload []byte) (i Item[T], err error) {
	err = i.Read(payload)
	return i, err
}

// Tag is the first byte of a payload.
func (*Item[T]) Tag() byte { return TagItem }

// Append appends the payload of i to dst.
func (i *Item[T]) Append(dst []byte) []byte { return append(AppendItem(dst, i.Key), i.Delivered...) }

// Read reads a payload. The error is wire.ErrShort.
func (i *Item[T]) Read(payload []byte) (err error) {
	i.Key, i.Delivered, err = ReadItem(payload)
	return err
}

// Pair is two documents to be compared. Its key is the cell.
type Pair struct {
	A, B uint64
	// Carried is the payload of the pair.
	Carried []byte
}

// Tag is the first byte of a payload.
func (*Pair) Tag() byte { return TagPair }

// Append appends the payload of p to dst.
func (p *Pair) Append(dst []byte) []byte { return AppendPair(dst, *p) }

// Read reads a payload. The error is wire.ErrShort.
func (p *Pair) Read(payload []byte) (err error) {
	*p, err = ReadPair(payload)
	return err
}

// pairBytes is the size of the payload of a pair, in bytes, without what it carries.
const pairBytes = 1 + 8 + 8

// AppendPair appends the payload of p to dst.
func AppendPair(dst []byte, p Pair) []byte {
	dst = binary.BigEndian.AppendUint64(append(dst, TagPair), p.A)
	return append(binary.BigEndian.AppendUint64(dst, p.B), p.Carried...)
}

// ReadPair reads a payload. What the pair carries is a view of it. The error is
// wire.ErrShort.
func ReadPair(b []byte) (Pair, error) {
	r := wire.NewReader(b)
	r.Byte()
	p := Pair{A: r.Uint64(), B: r.Uint64(), Carried: r.Rest()}
	return p, r.Err()
}

// AppendItem appends the payload of an item to dst. The caller appends what is delivered.
func AppendItem(dst []byte, key uint64) []byte {
	return binary.BigEndian.AppendUint64(append(dst, TagItem), key)
}

// ReadItem reads a payload. What is delivered is a view of it. The error is wire.ErrShort.
func ReadItem(b []byte) (key uint64, delivered []byte, err error) {
	r := wire.NewReader(b)
	r.Byte()
	key = r.Uint64()
	return key, r.Rest(), r.Err()
}

func appendNeed(dst []byte, cell uint64) []byte {
	return binary.BigEndian.AppendUint64(append(dst, TagNeed), cell)
}

// ReadNeed reads a payload. The error is wire.ErrShort.
func ReadNeed(b []byte) (cell uint64, err error) {
	if len(b) != 9 {
		return 0, wire.ErrShort
	}
	return binary.BigEndian.Uint64(b[1:]), nil
}

// BringItem sends an item to each cell that needs it. item is called if a cell needs it, once.
func BringItem[T any](needs *engine.In[Need], cells *engine.Out[Item[T]], item func() Item[T]) {
	var made Item[T]
	first := true
	for n := range needs.Distinct {
		if first {
			made, first = item(), false
		}
		ToCell(cells, n.Cell, made)
	}
}
