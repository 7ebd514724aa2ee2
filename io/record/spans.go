package record

import (
	"encoding/binary"
	"errors"
)

// Spans says where each word of a document stands, with the quotes before and the
// punctuation after it, in code points and in bytes. In the packed form a word takes
// two bytes where the two are the same, else four.
type Spans struct {
	From, To         []uint32
	ByteFrom, ByteTo []uint32
}

// Range is where the words from first to end stand. There must be one.
func (s *Spans) Range(first, end uint32) Range {
	return Range{
		Start: uint64(s.From[first]), End: uint64(s.To[end-1]),
		ByteStart: uint64(s.ByteFrom[first]), ByteEnd: uint64(s.ByteTo[end-1]),
	}
}

// AppendSpans appends the packed form:
//
//	wide byte; for each word: gap from the word before, length, uvarint, in code
//	points; and again in bytes if wide
func AppendSpans(dst []byte, s *Spans) []byte {
	n := len(s.To)
	wide := n > 0 && s.To[n-1] != s.ByteTo[n-1]
	if wide {
		dst = append(dst, 1)
	} else {
		dst = append(dst, 0)
	}
	var last, lastByte uint32
	for i := range n {
		dst = binary.AppendUvarint(dst, uint64(s.From[i]-last))
		dst = binary.AppendUvarint(dst, uint64(s.To[i]-s.From[i]))
		last = s.To[i]
		if wide {
			dst = binary.AppendUvarint(dst, uint64(s.ByteFrom[i]-lastByte))
			dst = binary.AppendUvarint(dst, uint64(s.ByteTo[i]-s.ByteFrom[i]))
			lastByte = s.ByteTo[i]
		}
	}
	return dst
}

// ReadSpans reads the packed form for n words.
func ReadSpans(b []byte, n int) (*Spans, error) {
	r := reader{b: b}
	wide := r.byte() == 1
	if n > len(r.b) { // a word takes two bytes at least
		return nil, errors.New("record: the places of words are missing")
	}
	s := &Spans{From: make([]uint32, n), To: make([]uint32, n)}
	s.ByteFrom, s.ByteTo = s.From, s.To
	if wide {
		s.ByteFrom, s.ByteTo = make([]uint32, n), make([]uint32, n)
	}
	var last, lastByte uint32
	for i := range n {
		s.From[i] = last + uint32(r.uvarint())
		s.To[i] = s.From[i] + uint32(r.uvarint())
		last = s.To[i]
		if wide {
			s.ByteFrom[i] = lastByte + uint32(r.uvarint())
			s.ByteTo[i] = s.ByteFrom[i] + uint32(r.uvarint())
			lastByte = s.ByteTo[i]
		}
	}
	return s, r.err
}

// AppendAnalysed appends the encoded form of a, without its table, for shuffles in
// which documents travel.
func AppendAnalysed(dst []byte, a Analysed) []byte {
	a.Table = nil
	return append(dst, encodeAnalysed(a)...)
}

// ReadAnalysed reads what AppendAnalysed wrote. Words and ends are copies, spans a view.
func ReadAnalysed(b []byte) (Analysed, error) { return decodeAnalysed(b) }
