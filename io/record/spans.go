package record

import (
	"encoding/binary"
	"errors"

	"example.org/diagonal/io/wire"
)

// Spans contains the place of each word of a document, with the quotes before and the
// punctuation after it, in code points and in bytes. In the packed form nearly every word takes
// one byte.
type Spans struct {
	From, To         []uint32
	ByteFrom, ByteTo []uint32
	// Joined marks words of one code point that go on in the next word although From and To
	// do not say so: there are opening marks before them, as in “第一章”, or a line break or
	// marks of commentary behind them. Nil where there are none.
	Joined []bool
	// Hidden is how many code points from From to To no reader sees: markup inside a word
	// or beside it, and what a character reference is longer than its character. Nil where
	// there are none.
	Hidden []uint32
	// Altered marks words that a reader sees in another form than words with the same hash
	// may have (token.Altered). Nil where there are none.
	Altered []bool
}

// Range is a half-open range of a text, in code points and in bytes.
type Range struct{ Start, End, ByteStart, ByteEnd uint64 }

// Range returns the place of the words from first to end, of which there must be one.
func (s *Spans) Range(first, end uint32) Range {
	return Range{
		Start: uint64(s.From[first]), End: uint64(s.To[end-1]),
		ByteStart: uint64(s.ByteFrom[first]), ByteEnd: uint64(s.ByteTo[end-1]),
	}
}

// A word in the packed form is one byte if it is at most one byte behind the word before it and
// has up to 62 code points, all of one byte or, if Wide, of three:
//
//	bit 0: gap from the word before; bits 1 to 6: length in code points; bit 7: three
//	bytes a code point
//
// or alteredHan for an Altered word of one code point of three bytes, directly behind the word
// before it; and otherwise escapeSpan and uvarints: 8 × gap + 4 if it is Altered + 2 if some of
// it is Hidden + 1 if Joined,
// length in code points, how many of them are Hidden if there are some, and gap and length
// in bytes if the document is wide.
const (
	escapeSpan   = 0xff
	alteredHan   = 0xfe
	maxShortSpan = 62
)

// AppendSpans appends the packed form: a byte that is 1 if the document is wide, that is
// if its code points and bytes are not the same numbers, then the words.
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
		gap, length := s.From[i]-last, s.To[i]-s.From[i]
		byteGap, byteLength := s.ByteFrom[i]-lastByte, s.ByteTo[i]-s.ByteFrom[i]
		last, lastByte = s.To[i], s.ByteTo[i]
		joined := s.Joined != nil && s.Joined[i]
		hidden := uint32(0)
		if s.Hidden != nil {
			hidden = s.Hidden[i]
		}
		altered := s.Altered != nil && s.Altered[i]
		short := !joined && hidden == 0 && gap <= 1 && byteGap == gap && length <= maxShortSpan
		switch {
		case short && altered && gap == 0 && length == 1 && byteLength == 3:
			dst = append(dst, alteredHan)
			continue
		case altered:
			short = false
		}
		switch {
		case short && byteLength == length:
			dst = append(dst, byte(length<<1|gap))
		case short && byteLength == 3*length:
			dst = append(dst, byte(1<<7|length<<1|gap))
		default:
			flagged := uint64(gap) << 3
			if altered {
				flagged |= 4
			}
			if joined {
				flagged |= 1
			}
			if hidden > 0 {
				flagged |= 2
			}
			dst = binary.AppendUvarint(append(dst, escapeSpan), flagged)
			dst = binary.AppendUvarint(dst, uint64(length))
			if hidden > 0 {
				dst = binary.AppendUvarint(dst, uint64(hidden))
			}
			if wide {
				dst = binary.AppendUvarint(dst, uint64(byteGap))
				dst = binary.AppendUvarint(dst, uint64(byteLength))
			}
		}
	}
	return dst
}

// ReadSpans reads the packed form for n words.
func ReadSpans(b []byte, n int) (*Spans, error) {
	r := wire.NewReader(b)
	wide := r.Byte() == 1
	if n > r.Len() { // a word takes one byte at least
		return nil, errors.New("record: the places of words are missing")
	}
	s := &Spans{From: make([]uint32, n), To: make([]uint32, n)}
	s.ByteFrom, s.ByteTo = s.From, s.To
	if wide {
		s.ByteFrom, s.ByteTo = make([]uint32, n), make([]uint32, n)
	}
	var last, lastByte uint32
	for i := range n {
		var gap, length, byteGap, byteLength uint32
		altered := false
		switch c := r.Byte(); c {
		case alteredHan:
			length, byteLength, altered = 1, 3, true
		default:
			gap, length = uint32(c&1), uint32(c>>1&63)
			byteGap, byteLength = gap, length
			if c>>7 == 1 {
				byteLength = 3 * length
			}
		case escapeSpan:
			flagged := r.Uvarint()
			gap, length, altered = uint32(flagged>>3), uint32(r.Uvarint()), flagged&4 != 0
			if flagged&1 == 1 {
				if s.Joined == nil {
					s.Joined = make([]bool, n)
				}
				s.Joined[i] = true
			}
			if flagged&2 != 0 {
				if s.Hidden == nil {
					s.Hidden = make([]uint32, n)
				}
				s.Hidden[i] = uint32(r.Uvarint())
			}
			if wide {
				byteGap, byteLength = uint32(r.Uvarint()), uint32(r.Uvarint())
			}
		}
		if altered {
			if s.Altered == nil {
				s.Altered = make([]bool, n)
			}
			s.Altered[i] = true
		}
		s.From[i] = last + gap
		last = s.From[i] + length
		s.To[i] = last
		if wide {
			s.ByteFrom[i] = lastByte + byteGap
			lastByte = s.ByteFrom[i] + byteLength
			s.ByteTo[i] = lastByte
		}
	}
	return s, r.Err()
}
