package reuse

import (
	"encoding/binary"
	"math"

	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/catalogue"
)

// placedMatch is one side of a match.
type placedMatch struct {
	SideMatch
	Place catalogue.Sentence
}

// placed is a Side with its places. Its key is that of the pair.
//
//	a, b [8] each; side byte; score [8]; id string; sentences uvarint; for each match: sentence, shared,
//	longest, start, length, byte start, byte length uvarint
type placed struct {
	A, B  uint64
	Side  byte
	Score float64
	ID    string
	// Sentences is the number of sentences of the document that have a word.
	Sentences uint32
	Matches   []placedMatch
}

// reused returns the number of sentences of the document that are reused.
func (p *placed) reused() int {
	distinct := map[uint32]struct{}{}
	for _, m := range p.Matches {
		distinct[m.Sentence] = struct{}{}
	}
	return len(distinct)
}

// Append appends the payload of p to dst.
func (p *placed) Append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(dst, p.A)
	dst = binary.BigEndian.AppendUint64(dst, p.B)
	dst = binary.BigEndian.AppendUint64(append(dst, p.Side), math.Float64bits(p.Score))
	dst = wire.AppendString(dst, p.ID)
	dst = binary.AppendUvarint(dst, uint64(p.Sentences))
	for _, m := range p.Matches {
		for _, n := range [...]int64{int64(m.Sentence), int64(m.Shared), int64(m.Longest),
			m.Place.Start, m.Place.End - m.Place.Start, m.Place.ByteStart, m.Place.ByteEnd - m.Place.ByteStart} {
			dst = binary.AppendUvarint(dst, uint64(n))
		}
	}
	return dst
}

// Read reads a payload. The error is wire.ErrShort.
func (p *placed) Read(payload []byte) error {
	r := wire.NewReader(payload)
	p.A, p.B, p.Side, p.Score = r.Uint64(), r.Uint64(), r.Byte(), math.Float64frombits(r.Uint64())
	p.ID, p.Sentences, p.Matches = r.Text(), uint32(r.Uvarint()), p.Matches[:0]
	for r.More() {
		m := placedMatch{SideMatch: SideMatch{uint32(r.Uvarint()), uint32(r.Uvarint()), uint32(r.Uvarint())}}
		m.Place.Start = int64(r.Uvarint())
		m.Place.End = m.Place.Start + int64(r.Uvarint())
		m.Place.ByteStart = int64(r.Uvarint())
		m.Place.ByteEnd = m.Place.ByteStart + int64(r.Uvarint())
		p.Matches = append(p.Matches, m)
	}
	return r.Err()
}
