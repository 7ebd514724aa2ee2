package record

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/io/wire"
)

func init() {
	beam.RegisterCoder(reflect.TypeFor[SimilarPair](), encodeSimilarPair, decodeSimilarPair)
	beam.RegisterCoder(reflect.TypeFor[Grouped](), encodeGrouped, decodeGrouped)
}

// SimilarPair is one line of the pairs of `resemblance`: two documents that resemble
// each other, or of which one contains the other. A is the smaller id; with a source it
// is the document of the input.
type SimilarPair struct {
	A string `json:"a"`
	B string `json:"b"`
	// Resemblance is the shared elements over those of the union, Containment over the
	// size of the smaller one; both from 0 to 1, rounded to four digits.
	Resemblance float64 `json:"resemblance"`
	Containment float64 `json:"containment"`
	// Shared, ASize and BSize are numbers of distinct shingles, or of what else the
	// method takes of a document; Shared is an estimate where the method makes one.
	Shared int64 `json:"shared"`
	ASize  int64 `json:"a_size"`
	BSize  int64 `json:"b_size"`
}

// SortKey orders pairs: a, b.
func (p SimilarPair) SortKey() []byte { return wire.AppendOrdered(wire.AppendOrdered(nil, p.A), p.B) }

// Grouped is one line of the groups of `resemblance`: a document of a group of two and
// more, with the id of the one that stands for the group, which has a line as well.
type Grouped struct {
	ID    string `json:"id"`
	Group string `json:"group"`
	// Resemblance is that to the representative, from 0 to 1, rounded to four digits.
	// It may be below the threshold: a group is what pairs connect.
	Resemblance float64 `json:"resemblance"`
}

// SortKey orders the documents of groups: group, id.
func (g Grouped) SortKey() []byte { return wire.AppendOrdered(wire.AppendOrdered(nil, g.Group), g.ID) }

func encodeSimilarPair(v SimilarPair) ([]byte, error) { return JSON(v) }
func decodeSimilarPair(b []byte) (SimilarPair, error) { return fromJSON[SimilarPair](b) }
func encodeGrouped(v Grouped) ([]byte, error)         { return JSON(v) }
func decodeGrouped(b []byte) (Grouped, error)         { return fromJSON[Grouped](b) }

// Singletons names the count of documents that are in no group. The stage that meets all
// documents counts them, and the one that makes groups takes theirs off.
const Singletons = "singletons"

// Feature says that a document has what a key of the shuffle stands for: a shingle, a
// band of its sketch.
type Feature struct {
	// Document is its class: equal documents have equal features.
	Document uint64
	// Size is the number of elements of the document's set; Position is the number of
	// those that come before this one in the order of all sets.
	Size, Position uint32
}

// AppendFeature appends the payload of f to dst:
//
//	document [8]; size, position uvarint
func AppendFeature(dst []byte, f Feature) []byte {
	dst = binary.BigEndian.AppendUint64(dst, f.Document)
	dst = binary.AppendUvarint(dst, uint64(f.Size))
	return binary.AppendUvarint(dst, uint64(f.Position))
}

// ReadFeature reads a payload.
func ReadFeature(b []byte) (Feature, error) {
	r := wire.NewReader(b)
	var f Feature
	if k := r.Bytes(8); k != nil {
		f.Document = binary.BigEndian.Uint64(k)
	}
	f.Size, f.Position = uint32(r.Uvarint()), uint32(r.Uvarint())
	return f, r.Err()
}

// Tags of the records of `resemblance` that meet at a document or a class, besides
// TagEntry and TagNeed, in a cell, and where the members of a class are listed. They are
// told from those and order as they stand here.
const (
	TagSketch byte = 0x10 + iota
	TagProfile
	TagSimilar
	TagPrint
	TagMembers
	TagClass
	TagGroup
	TagMember
)

// Sketch is what documents are compared by.
type Sketch struct {
	// Size is the number of elements of the document's set.
	Size uint32
	// Values are those of the elements, or of the sketch, that comparing needs.
	Values []uint64
}

// AppendSketch appends the payload of the sketch of a class to dst. Its key is the class.
//
//	TagSketch byte; check [8]; size uvarint; values [8] each
func AppendSketch(dst []byte, check uint64, s Sketch) []byte {
	dst = binary.BigEndian.AppendUint64(append(dst, TagSketch), check)
	dst = binary.AppendUvarint(dst, uint64(s.Size))
	for _, v := range s.Values {
		dst = binary.BigEndian.AppendUint64(dst, v)
	}
	return dst
}

// SketchCheck is the check of the class of a payload.
func SketchCheck(b []byte) (uint64, error) {
	if len(b) < 9 {
		return 0, wire.ErrShort
	}
	return binary.BigEndian.Uint64(b[1:]), nil
}

// Profile is all that comparing a class of equal documents with others and writing the
// result needs.
type Profile struct {
	// Vertex is the document that stands for the class, with the key of the class.
	Vertex
	// Shards are those where the members are listed, if there are two and more.
	Shards []uint32
	// IDs are all members, if there are two and more and every pair is to be written.
	IDs []string
	// Sketch is that of each member.
	Sketch Sketch
}

// MakeProfile makes the payload of a profile of the payload of its sketch:
//
//	TagProfile byte; class [8]; id string; length, copies, shards uvarint; shard uvarint each;
//	ids uvarint; id string each; sketch without tag and check
func MakeProfile(dst []byte, p *Profile, sketch []byte) []byte {
	dst = appendVertex(append(dst, TagProfile), &p.Vertex)
	dst = binary.AppendUvarint(dst, uint64(len(p.Shards)))
	for _, s := range p.Shards {
		dst = binary.AppendUvarint(dst, uint64(s))
	}
	dst = binary.AppendUvarint(dst, uint64(len(p.IDs)))
	for _, id := range p.IDs {
		dst = wire.AppendString(dst, id)
	}
	return append(dst, sketch[9:]...)
}

// ProfileKey is the class of a payload.
func ProfileKey(b []byte) (uint64, error) {
	if len(b) < 9 {
		return 0, wire.ErrShort
	}
	return binary.BigEndian.Uint64(b[1:]), nil
}

// ReadProfile reads a payload into p, whose slices are reused.
func ReadProfile(b []byte, p *Profile) error {
	r := wire.NewReader(b)
	r.Byte()
	p.Vertex = readVertex(&r)
	p.Shards, p.IDs = p.Shards[:0], p.IDs[:0]
	for n := r.Uvarint(); n > 0 && r.Err() == nil; n-- {
		p.Shards = append(p.Shards, uint32(r.Uvarint()))
	}
	for n := r.Uvarint(); n > 0 && r.Err() == nil; n-- {
		p.IDs = append(p.IDs, r.Text())
	}
	p.Sketch.Size, p.Sketch.Values = uint32(r.Uvarint()), p.Sketch.Values[:0]
	if r.Len()%8 != 0 {
		return wire.ErrShort
	}
	for b := r.Rest(); len(b) > 0; b = b[8:] {
		p.Sketch.Values = append(p.Sketch.Values, binary.BigEndian.Uint64(b))
	}
	return r.Err()
}

// Similar is a pair of classes to be compared. Its key is the cell in which both are.
//
//	TagSimilar byte; a [8]; b [8]
type Similar struct{}

// AppendSimilar appends the payload of a Similar to dst.
func AppendSimilar(dst []byte, a, b uint64) []byte {
	dst = binary.BigEndian.AppendUint64(append(dst, TagSimilar), a)
	return binary.BigEndian.AppendUint64(dst, b)
}

// ReadSimilar reads a payload.
func ReadSimilar(payload []byte) (a, b uint64, err error) {
	if len(payload) != 17 {
		return 0, 0, wire.ErrShort
	}
	return binary.BigEndian.Uint64(payload[1:]), binary.BigEndian.Uint64(payload[9:]), nil
}

// Vertex is a class of equal documents as grouping knows it: by the one that stands for it.
type Vertex struct {
	Key    uint64 // of the class
	Length int64  // of the text, in code points
	ID     string
	// Copies is the number of documents in the class, this one included.
	Copies int64
}

// Before says whether v stands for documents rather than w: if longest is set the one
// with the longer text, else and of equals the one with the smaller id.
func (v *Vertex) Before(w *Vertex, longest bool) bool {
	if longest && v.Length != w.Length {
		return v.Length > w.Length
	}
	return cmp.Or(cmp.Compare(v.ID, w.ID), cmp.Compare(v.Key, w.Key)) < 0
}

// appendVertex appends a vertex to dst:
//
//	key [8]; id string; length, copies uvarint
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

// Link says that two classes are of one group: it is the two vertices. Its key is that of
// the first.
type Link struct{}

// AppendLink appends the payload of a Link to dst.
func AppendLink(dst []byte, a, b *Vertex) []byte { return appendVertex(appendVertex(dst, a), b) }

// ReadLink reads a payload.
func ReadLink(payload []byte) (a, b Vertex, err error) {
	r := wire.NewReader(payload)
	a, b = readVertex(&r), readVertex(&r)
	return a, b, r.Err()
}

// CellOf is the cell in which a pair of documents is compared, for a number of groups
// that documents are dealt to by the upper half of their key.
func CellOf(a, b uint64, groups int) uint64 {
	x, y := groupOf(a, groups), groupOf(b, groups)
	return (min(x, y)*uint64(groups) + max(x, y)) << 32
}

func groupOf(key uint64, groups int) uint64 {
	hi, _ := bits.Mul64(mix(key>>32), uint64(groups))
	return hi
}
