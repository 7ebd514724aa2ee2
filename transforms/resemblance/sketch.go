package resemblance

import (
	"encoding/binary"

	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/sketch/minhash"
)

// Sketch is the data by which the documents of a class are compared: in a record, size uvarint; values [8] each.
type Sketch struct {
	// Size is the number of elements in the document's set.
	Size uint32
	// Values are the elements of the set in ascending order, or those of its MinHash or
	// SimHash. A set of fewer elements than its MinHash has values is sent itself, until expand.
	Values []uint64
}

// expander makes the MinHash of sketches that are the set itself. It is not safe for concurrent use.
type expander struct {
	params   Params
	sketcher *minhash.Sketcher
}

func newExpander(p Params) *expander {
	return &expander{p, minhash.NewSketcher(p.MinHash.Permutations)}
}

func (e *expander) expand(s *Sketch) {
	if e.params.Method == MinHash && len(s.Values) < (e.params.MinHash.Permutations+1)/2 {
		s.Values = e.sketcher.Append(nil, s.Values)
	}
}

// append appends s to dst.
func (s *Sketch) append(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(s.Size))
	for _, v := range s.Values {
		dst = binary.BigEndian.AppendUint64(dst, v)
	}
	return dst
}

// read reads what is left of r into s, whose Values it reuses.
func (s *Sketch) read(r *wire.Reader) error {
	s.Size, s.Values = uint32(r.Uvarint()), s.Values[:0]
	if r.Len()%8 != 0 {
		return wire.ErrShort
	}
	for b := r.Rest(); len(b) > 0; b = b[8:] {
		s.Values = append(s.Values, binary.BigEndian.Uint64(b))
	}
	return r.Err()
}

// Sketched says which sketch the documents of a class have. Its key is the class, and the payload is
//
//	tagSketch byte; check [8]; sketch
type Sketched struct {
	// Check is that of the class.
	Check  uint64
	Sketch Sketch
}

// Tag is the first byte of a payload.
func (*Sketched) Tag() byte { return tagSketch }

// Append appends the payload of s to dst.
func (s *Sketched) Append(dst []byte) []byte {
	return s.Sketch.append(binary.BigEndian.AppendUint64(append(dst, tagSketch), s.Check))
}

// Read reads a payload into s, whose memory it reuses. The error is wire.ErrShort.
func (s *Sketched) Read(payload []byte) error {
	r := wire.NewReader(payload)
	r.Byte()
	s.Check = r.Uint64()
	return s.Sketch.read(&r)
}
