package resemblance

import (
	"encoding/binary"

	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/sketch/minhash"
)

// Sketch is the data by which the documents of a class are compared. The key of the record
// is the class, and the payload is
//
//	tagSketch byte; check [8]; size uvarint; values [8] each
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

// sketchHead is the length of what comes before the size: the tag and the check.
const sketchHead = 9

// appendSketch appends the payload of a sketch to dst. check is that of the class.
func appendSketch(dst []byte, check uint64, s Sketch) []byte {
	dst = binary.BigEndian.AppendUint64(append(dst, tagSketch), check)
	dst = binary.AppendUvarint(dst, uint64(s.Size))
	for _, v := range s.Values {
		dst = binary.BigEndian.AppendUint64(dst, v)
	}
	return dst
}

// readSketch reads the size and the values from r into s, whose Values it reuses.
func readSketch(r *wire.Reader, s *Sketch) error {
	s.Size, s.Values = uint32(r.Uvarint()), s.Values[:0]
	if r.Len()%8 != 0 {
		return wire.ErrShort
	}
	for b := r.Rest(); len(b) > 0; b = b[8:] {
		s.Values = append(s.Values, binary.BigEndian.Uint64(b))
	}
	return r.Err()
}

// sketchCheck returns the check in the payload of a sketch. The error is wire.ErrShort.
func sketchCheck(payload []byte) (uint64, error) { return afterTag(payload) }

// afterTag returns the eight bytes behind the tag of a payload.
func afterTag(payload []byte) (uint64, error) {
	if len(payload) < 9 {
		return 0, wire.ErrShort
	}
	return binary.BigEndian.Uint64(payload[1:]), nil
}
