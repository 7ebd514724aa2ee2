package cleaning

import (
	"encoding/binary"

	"example.org/diagonal/engine/wire"
)

// Unit is a place of some words, which are the core of a removal.Unit. Of the places of equal
// words one is kept. Its key is that of the words.
type Unit struct {
	// Sum is a cryptographic hash of the words.
	Sum [16]byte
	// Source places, which are in the source, come first in the order of places, and stay.
	Source bool
	// Pinned places come next, because an earlier pass has kept them for others. They stay
	// even if they are not the first.
	Pinned bool
	// Order comes before the id in the order (Keep.Order).
	Order string
	ID    string
	// Start and End are a range in code points. Number is the number of its first part in its
	// document.
	Start, End int64
	Number     uint32
	// Hot places are in a hot passage.
	Hot bool
	// Partial is true if only a part of it is looked at. It may be the place that is kept, and
	// otherwise it stays, too.
	Partial bool
	Spot    Spot
	// Before and After are the short parts that belong to it, the nearest one first.
	Before, After []Neighbour
}

// Neighbour is a short part of a document beside a Unit. It may be removed with the Unit.
type Neighbour struct {
	// Sum is a cryptographic hash of its words.
	Sum [16]byte
	// Start and End are a range in code points. Words is the number of its words.
	Start, End int64
	Words      uint32
	// Inside is true if it is looked at. Heading is true if it is a heading, which may stay where the Unit goes.
	Inside, Heading bool
}

func (u Unit) key() uint64 { return sumKey(u.Sum) }

// Append appends the payload to dst. Bytes order as sum, source first, pinned first, order, id,
// start do.
//
//	sum [16]; not source, not pinned byte; order, id ordered; start [8]; end, number uvarint; hot,
//	partial byte; spot; neighbours before, after
func (u Unit) Append(dst []byte) []byte {
	dst = append(dst, u.Sum[:]...)
	dst = wire.AppendBool(wire.AppendBool(dst, !u.Source), !u.Pinned)
	dst = wire.AppendOrdered(wire.AppendOrdered(dst, u.Order), u.ID)
	dst = binary.BigEndian.AppendUint64(dst, uint64(u.Start))
	dst = binary.AppendUvarint(binary.AppendUvarint(dst, uint64(u.End)), uint64(u.Number))
	dst = u.Spot.append(wire.AppendBool(wire.AppendBool(dst, u.Hot), u.Partial))
	return appendNeighbours(appendNeighbours(dst, u.Before), u.After)
}

// appendNeighbours appends neighbours to dst:
//
//	number uvarint; of each: sum [16]; start, end, words uvarint; inside, heading byte
func appendNeighbours(dst []byte, all []Neighbour) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(all)))
	for _, n := range all {
		dst = binary.AppendUvarint(append(dst, n.Sum[:]...), uint64(n.Start))
		dst = binary.AppendUvarint(binary.AppendUvarint(dst, uint64(n.End)), uint64(n.Words))
		dst = wire.AppendBool(wire.AppendBool(dst, n.Inside), n.Heading)
	}
	return dst
}

func readNeighbours(r *wire.Reader) (all []Neighbour) {
	for n := r.Uvarint(); n > 0 && r.Err() == nil; n-- {
		all = append(all, Neighbour{
			Sum: readSum(r), Start: int64(r.Uvarint()), End: int64(r.Uvarint()), Words: uint32(r.Uvarint()),
			Inside: r.Bool(), Heading: r.Bool(),
		})
	}
	return all
}

// Read reads a payload.
func (u *Unit) Read(b []byte) error {
	r := wire.NewReader(b)
	*u = Unit{Sum: readSum(&r), Source: r.Byte() == 0, Pinned: r.Byte() == 0, Order: r.Ordered(), ID: r.Ordered(),
		Start: int64(r.Uint64())}
	u.End, u.Number = int64(r.Uvarint()), uint32(r.Uvarint())
	u.Hot, u.Partial, u.Spot = r.Bool(), r.Bool(), readSpot(&r)
	u.Before, u.After = readNeighbours(&r), readNeighbours(&r)
	return r.Err()
}

// run is a run of words of a document. Its key is the hash of its words.
type run struct {
	// Hash is that of the words. It does not travel but as the key.
	Hash uint64
	// Document is the key of the document's id.
	Document uint64
	// Start and End are a range in code points.
	Start, End int64
	// Source is true if the document is one of the source.
	Source bool
}

func (v run) key() uint64 { return v.Hash }

// Append appends the payload to dst:
//
//	document [8]; start uvarint; twice the end, and one more for the source, uvarint
func (v run) Append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(dst, v.Document)
	end := uint64(v.End) << 1
	if v.Source {
		end++
	}
	return binary.AppendUvarint(binary.AppendUvarint(dst, uint64(v.Start)), end)
}

// Read reads a payload.
func (v *run) Read(b []byte) error {
	r := wire.NewReader(b)
	*v = run{Document: r.Uint64(), Start: int64(r.Uvarint())}
	end := r.Uvarint()
	v.End, v.Source = int64(end>>1), end&1 == 1
	return r.Err()
}
