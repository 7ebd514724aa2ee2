package resemblance

import (
	"cmp"
	"encoding/binary"

	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/wire"
)

// Vertex is a class of equal documents as a vertex of the graph of similar documents. Its
// fields describe the document that represents the class. In a record it is
//
//	key [8]; id string; length, copies uvarint
type Vertex struct {
	// Key is the key of the class.
	Key uint64
	// Length is the length of the representative's text, in code points.
	Length int64
	// ID is the id of the representative.
	ID string
	// Copies is the number of documents in the class, the representative included.
	Copies int64
}

// Before reports whether v, rather than w, represents documents of both classes. If longest
// is set, that is the vertex with the longer text. Otherwise, and if both have the same
// length, it is the one with the smaller id.
func (v *Vertex) Before(w *Vertex, longest bool) bool {
	if longest && v.Length != w.Length {
		return v.Length > w.Length
	}
	return cmp.Or(cmp.Compare(v.ID, w.ID), cmp.Compare(v.Key, w.Key)) < 0
}

func appendVertex(dst []byte, v *Vertex) []byte {
	dst = binary.BigEndian.AppendUint64(dst, v.Key)
	dst = wire.AppendString(dst, v.ID)
	dst = binary.AppendUvarint(dst, uint64(v.Length))
	return binary.AppendUvarint(dst, uint64(v.Copies))
}

func readVertex(r *wire.Reader) Vertex {
	key, id := r.Uint64(), r.Text()
	return Vertex{Key: key, ID: id, Length: int64(r.Uvarint()), Copies: int64(r.Uvarint())}
}

// Profile is all that is needed to compare a class with others and to write the result. Its
// key is the cell that needs the class, or the class. The payload is a delivery.Item:
//
//	TagItem byte; vertex, which begins with the class; shards uvarint; shard uvarint each; ids uvarint;
//	id string each;
//	sketch
type Profile struct {
	// Vertex is the representative, with the key of the class.
	Vertex
	// Shards are the shards with members of the class, if it has two or more.
	Shards []uint32
	// IDs are the ids of all members, if the class has two or more and Params.EqualPairs is
	// set.
	IDs []string
	// Sketch is that of each member.
	Sketch Sketch
}

// Append appends the payload of p to dst.
func (p *Profile) Append(dst []byte) []byte {
	dst = appendVertex(append(dst, delivery.TagItem), &p.Vertex)
	dst = binary.AppendUvarint(dst, uint64(len(p.Shards)))
	for _, s := range p.Shards {
		dst = binary.AppendUvarint(dst, uint64(s))
	}
	dst = binary.AppendUvarint(dst, uint64(len(p.IDs)))
	for _, id := range p.IDs {
		dst = wire.AppendString(dst, id)
	}
	return p.Sketch.append(dst)
}

// Read reads a payload into p, whose slices it reuses. The error is wire.ErrShort.
func (p *Profile) Read(payload []byte) error {
	r := wire.NewReader(payload)
	r.Byte()
	p.Vertex = readVertex(&r)
	p.Shards, p.IDs = p.Shards[:0], p.IDs[:0]
	for n := r.Uvarint(); n > 0 && r.Err() == nil; n-- {
		p.Shards = append(p.Shards, uint32(r.Uvarint()))
	}
	for n := r.Uvarint(); n > 0 && r.Err() == nil; n-- {
		p.IDs = append(p.IDs, r.Text())
	}
	return p.Sketch.read(&r)
}
