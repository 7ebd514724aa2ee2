package alignment

import (
	"encoding/binary"
	"math"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment/evidence"
	"example.org/diagonal/transforms/candidate"
)

// Passage is a passage that two documents share: sentences, or ranges of the texts. Its two
// sides are two records: that of A, whose key is A, and that of B, whose key is B.
//
//	TagSide byte; side byte, 0 for A and 1 for B; a [8], b [8];
//	a sentence, a sentences, b sentence, b sentences, matched [4] each;
//	similarity [8]; reading, kind byte; unless the kind is ByWords: a range; b range;
//	thousandths of evidence uvarint; prose byte
//
// A range is start, end - start in code points, and the same in bytes, as uvarints.
type Passage struct {
	A, B                  uint64
	ASentence, ASentences uint32
	BSentence, BSentences uint32
	// ARange and BRange are the places of the passage, if its Kind is not ByWords. The
	// sentences are then not given.
	ARange, BRange record.Range
	Kind           Kind
	Matched        uint32
	Similarity     float64
	Reading        Reading
	// Evidence is the evidence of the passage (seedextend.Passage.Evidence), if Kind is not ByWords: .001 or more, so
	// that 0 says that it is not known.
	Evidence Thousandths
	// Prose is how much of prose both sides are (package prose), if Kind is not ByWords.
	Prose record.Prose
}

// EvidenceIn returns the evidence of a passage of a text of which so many documents have all, and no other document any
// part.
func EvidenceIn(documents int64) float64 {
	if documents <= candidate.FewDocuments {
		return 1
	}
	return evidence.CommonRun * min(1, candidate.KeepDocuments/float64(documents))
}

// Thousandths is a number of thousandths.
type Thousandths uint32

// ThousandthsOf rounds x, 0 or more.
func ThousandthsOf(x float64) Thousandths { return Thousandths(math.Round(1000 * x)) }

// Float returns the number.
func (t Thousandths) Float() float64 { return float64(t) / 1000 }

// TagSide begins the payload of a side. It comes after the entry of its document in the
// catalogue and before hot runs and ranges.
const TagSide byte = 1

// Reading is the order of the two ids for which a passage holds. The choice between equally
// good steps of a diagonal depends on which document is a, which is the one with the smaller
// id; stages that do not know the ids make both readings where they differ, and Locate keeps
// the right one.
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

// Kind is the kind of a passage, where it is known already.
type Kind uint8

const (
	// ByWords is verbatim if the words of both sides are the same, else reworded.
	ByWords Kind = iota
	// IsVerbatim, IsReworded and IsSummary give the kind of the passage.
	IsVerbatim
	IsReworded
	IsSummary
)

// ID returns a hash by which the two sides of the passage are joined again.
func (p *Passage) ID() uint64 { return xxhash.Sum64(appendPassage(nil, p)) }

func appendPassage(dst []byte, p *Passage) []byte {
	dst = binary.BigEndian.AppendUint64(dst, p.A)
	dst = binary.BigEndian.AppendUint64(dst, p.B)
	for _, v := range [...]uint32{p.ASentence, p.ASentences, p.BSentence, p.BSentences, p.Matched} {
		dst = binary.BigEndian.AppendUint32(dst, v)
	}
	dst = binary.BigEndian.AppendUint64(dst, math.Float64bits(p.Similarity))
	dst = append(dst, byte(p.Reading), byte(p.Kind))
	if p.Kind != ByWords {
		dst = appendRange(appendRange(dst, p.ARange), p.BRange)
		dst = append(binary.AppendUvarint(dst, uint64(p.Evidence)), byte(p.Prose))
	}
	return dst
}

const passageSize = 8 + 8 + 5*4 + 8 + 2

func appendRange(dst []byte, r record.Range) []byte {
	for _, v := range [...]uint64{r.Start, r.End - r.Start, r.ByteStart, r.ByteEnd - r.ByteStart} {
		dst = binary.AppendUvarint(dst, v)
	}
	return dst
}

func readRange(r *wire.Reader) record.Range {
	var g record.Range
	g.Start = r.Uvarint()
	g.End = g.Start + r.Uvarint()
	g.ByteStart = r.Uvarint()
	g.ByteEnd = g.ByteStart + r.Uvarint()
	return g
}

// Side is one of the two records of a passage. Its key is the document of the side.
type Side struct {
	Passage Passage
	// Of is 0 for A and 1 for B.
	Of byte
}

// Tag is the first byte of a payload.
func (*Side) Tag() byte { return TagSide }

// Append appends the payload of s to dst.
func (s *Side) Append(dst []byte) []byte { return AppendSide(dst, &s.Passage, s.Of) }

// Read reads a payload. The error is wire.ErrShort.
func (s *Side) Read(payload []byte) (err error) {
	s.Passage, s.Of, err = ReadSide(payload)
	return err
}

// AppendSide appends the payload of a side of p to dst. side is 0 for A and 1 for B.
func AppendSide(dst []byte, p *Passage, side byte) []byte {
	return appendPassage(append(dst, TagSide, side), p)
}

// ReadSide reads a payload. The error is wire.ErrShort.
func ReadSide(b []byte) (p Passage, side byte, err error) {
	if len(b) < 2+passageSize || b[0] != TagSide {
		return p, 0, wire.ErrShort
	}
	side, b = b[1], b[2:]
	p.A, p.B = binary.BigEndian.Uint64(b), binary.BigEndian.Uint64(b[8:])
	b = b[16:]
	for i, v := range [...]*uint32{&p.ASentence, &p.ASentences, &p.BSentence, &p.BSentences, &p.Matched} {
		*v = binary.BigEndian.Uint32(b[4*i:])
	}
	p.Similarity = math.Float64frombits(binary.BigEndian.Uint64(b[20:]))
	p.Reading, p.Kind = Reading(b[28]), Kind(b[29])
	r := wire.NewReader(b[30:])
	if p.Kind != ByWords {
		p.ARange, p.BRange = readRange(&r), readRange(&r)
		p.Evidence, p.Prose = Thousandths(r.Uvarint()), record.Prose(r.Byte())
	}
	if r.More() {
		return p, side, wire.ErrShort
	}
	return p, side, r.Err()
}
