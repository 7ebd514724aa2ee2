package record

import (
	"encoding/binary"
	"math"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/io/wire"
)

// Reading says for which order of the two ids a passage holds. The choice between
// equally good steps of a diagonal depends on which document is a, which is the one
// with the smaller id; stages that do not know the ids make both readings where they
// differ, and Locate keeps the right one.
type Reading uint8

const (
	// AnyOrder holds whichever id is smaller.
	AnyOrder Reading = iota
	// SmallerFirst holds if A is the document with the smaller id.
	SmallerFirst
	// Fixed keeps A as a, whichever id is smaller: a is of the input side, or the
	// passage is inside one document.
	Fixed
)

// Found is a passage that two documents share: sentences, or ranges of the texts.
type Found struct {
	A, B                  uint64
	ASentence, ASentences uint32
	BSentence, BSentences uint32
	// ARange and BRange say where the passage stands, if its Kind is not ByWords; the
	// sentences are then not given.
	ARange, BRange Range
	Kind           Kind
	Matched        uint32
	Similarity     float64
	Reading        Reading
}

// Range is a half-open range of a text, in code points and in bytes.
type Range struct{ Start, End, ByteStart, ByteEnd uint64 }

// Kind is the kind of a passage, where it is known already.
type Kind uint8

const (
	// ByWords is verbatim if the words of both sides are the same, else reworded.
	ByWords Kind = iota
	// IsVerbatim, IsReworded and IsSummary are what their names say.
	IsVerbatim
	IsReworded
	IsSummary
)

// ID is a hash by which the two sides of the passage find each other again.
func (f *Found) ID() uint64 { return xxhash.Sum64(appendFound(nil, f)) }

func appendFound(dst []byte, f *Found) []byte {
	dst = binary.BigEndian.AppendUint64(dst, f.A)
	dst = binary.BigEndian.AppendUint64(dst, f.B)
	for _, v := range [...]uint32{f.ASentence, f.ASentences, f.BSentence, f.BSentences, f.Matched} {
		dst = binary.BigEndian.AppendUint32(dst, v)
	}
	dst = binary.BigEndian.AppendUint64(dst, math.Float64bits(f.Similarity))
	dst = append(dst, byte(f.Reading), byte(f.Kind))
	if f.Kind != ByWords {
		dst = appendRange(appendRange(dst, f.ARange), f.BRange)
	}
	return dst
}

const foundSize = 8 + 8 + 5*4 + 8 + 2

func appendRange(dst []byte, r Range) []byte {
	for _, v := range [...]uint64{r.Start, r.End - r.Start, r.ByteStart, r.ByteEnd - r.ByteStart} {
		dst = binary.AppendUvarint(dst, v)
	}
	return dst
}

func readRange(r *wire.Reader) Range {
	var g Range
	g.Start = r.Uvarint()
	g.End = g.Start + r.Uvarint()
	g.ByteStart = r.Uvarint()
	g.ByteEnd = g.ByteStart + r.Uvarint()
	return g
}

// Tags order the records of one document in the last shuffle: its entry comes first.
const (
	TagEntry byte = iota
	TagSide
	TagHot
	TagHotRange
)

// AppendSide appends to dst the payload of one side of f: under the key A for side 0,
// under B for side 1.
//
//	TagSide byte; side byte; passage
func AppendSide(dst []byte, f *Found, side byte) []byte {
	return appendFound(append(dst, TagSide, side), f)
}

// ReadSide reads what AppendSide wrote.
func ReadSide(b []byte) (f Found, side byte, err error) {
	if len(b) < 2+foundSize || b[0] != TagSide {
		return f, 0, wire.ErrShort
	}
	side, b = b[1], b[2:]
	f.A, f.B = binary.BigEndian.Uint64(b), binary.BigEndian.Uint64(b[8:])
	b = b[16:]
	for i, v := range [...]*uint32{&f.ASentence, &f.ASentences, &f.BSentence, &f.BSentences, &f.Matched} {
		*v = binary.BigEndian.Uint32(b[4*i:])
	}
	f.Similarity = math.Float64frombits(binary.BigEndian.Uint64(b[20:]))
	f.Reading, f.Kind = Reading(b[28]), Kind(b[29])
	r := wire.NewReader(b[30:])
	if f.Kind != ByWords {
		f.ARange, f.BRange = readRange(&r), readRange(&r)
	}
	if r.More() {
		return f, side, wire.ErrShort
	}
	return f, side, r.Err()
}
