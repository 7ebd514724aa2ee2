package record

import (
	"encoding/binary"

	"example.org/diagonal/engine/wire"
)

// The packed form of Spans:
//
//	head byte: 1 if the document is wide, which is if its code points and bytes are not the same
//	numbers, + 2 × the number of its shapes; marks byte: those that its words have; words; shapes
//
// A word is one byte if it is at most one byte behind the word before it and has up to 31 code points, all of
// one byte or of three:
//
//	bit 0: gap from the word before; bits 1 to 5: length in code points; bits 6 and 7: plainShape,
//	namedShape or hanShape
//
// Most other words have numbers below 256, and are like another word of the document. So the first 63
// of them that are different are shapes of the document, and a word is firstShape + the number of its shape. A shape is
// five bytes, or the first three if the document is not wide:
//
//	marks, gap, length, gap in bytes, length in bytes
//
// Any other word is escapeSpan and uvarints: 16 × gap + marks, length in code points, how many of them are Hidden if
// there are some, and gap and length in bytes if the document is wide.
const (
	plainShape   = 0      // one byte a code point
	namedShape   = 1 << 6 // the same, and Named
	hanShape     = 2 << 6 // three bytes a code point
	firstShape   = 3 << 6 // the first shape of the document
	escapeSpan   = 1<<8 - 1
	maxShapes    = escapeSpan - firstShape
	maxShortSpan = 31
)

// The marks of a word.
const (
	isJoined  = 1
	isHidden  = 2 // some of it
	isAltered = 4
	isNamed   = 8
)

// packedWord is a word in the packed form. Of a document that is not wide the numbers of
// bytes have no meaning.
type packedWord struct {
	gap, length, hidden, byteGap, byteLength uint32
	marks                                    uint8
}

// AppendSpans appends the packed form of s, with a head, its words and its shapes.
func AppendSpans(dst []byte, s *Spans) []byte {
	n := len(s.To)
	var shapes shapeSet
	shapes.wide = n > 0 && s.To[n-1] != s.ByteTo[n-1]
	plain := s.Joined == nil && s.Hidden == nil && s.Named != nil
	head, all := len(dst), uint8(0)
	dst = append(dst, 0, 0)
	last := packedWord{} // its gaps are the ends of the word before
	for i := range n {
		w := packedWord{
			gap: s.From[i] - last.gap, length: s.To[i] - s.From[i],
			byteGap: s.ByteFrom[i] - last.byteGap, byteLength: s.ByteTo[i] - s.ByteFrom[i],
		}
		last.gap, last.byteGap = s.To[i], s.ByteTo[i]
		short := w.gap <= 1 && w.byteGap == w.gap && w.length <= maxShortSpan
		if plain && short && w.byteLength == w.length && (s.Altered == nil || !s.Altered[i]) {
			named := byte(0) // without a branch: which words are named cannot be predicted
			if s.Named[i] {
				named = isNamed
			}
			all |= named
			dst = append(dst, named*(namedShape/isNamed)|byte(w.length<<1|w.gap))
			continue
		}
		w.marks, w.hidden = s.marksOf(i)
		all |= w.marks
		switch {
		case short && w.byteLength == w.length && w.marks&^isNamed == 0:
			dst = append(dst, w.marks*(namedShape/isNamed)|byte(w.length<<1|w.gap))
		case short && w.byteLength == 3*w.length && w.marks == 0:
			dst = append(dst, hanShape|byte(w.length<<1|w.gap))
		default:
			if x, ok := shapes.number(w); ok {
				dst = append(dst, firstShape+x)
			} else {
				dst = appendLongWord(dst, w, shapes.wide)
			}
		}
	}
	dst[head], dst[head+1] = byte(len(shapes.packed)/shapeBytes(shapes.wide)<<1), all
	if shapes.wide {
		dst[head]++
	}
	return append(dst, shapes.packed...)
}

// marksOf returns the marks of word i, and how much of it is hidden.
func (s *Spans) marksOf(i int) (marks uint8, hidden uint32) {
	if s.Joined != nil && s.Joined[i] {
		marks |= isJoined
	}
	if s.Hidden != nil && s.Hidden[i] > 0 {
		marks |= isHidden
		hidden = s.Hidden[i]
	}
	if s.Altered != nil && s.Altered[i] {
		marks |= isAltered
	}
	if s.Named != nil && s.Named[i] {
		marks |= isNamed
	}
	return marks, hidden
}

// shapeBytes returns the number of bytes that a shape has.
func shapeBytes(wide bool) int {
	if wide {
		return 5
	}
	return 3
}

// shapeSet numbers the shapes of a document.
type shapeSet struct {
	wide   bool
	packed []byte      // the shapes
	keys   [256]uint64 // by hash; 0: none
	slots  [256]uint8  // the number of the shape with the key
}

// number returns the number of the shape of w, which may be a new one. ok is false if there is none.
func (s *shapeSet) number(w packedWord) (x uint8, ok bool) {
	if !s.wide {
		w.byteGap, w.byteLength = 0, 0
	}
	if w.hidden > 0 || (w.gap|w.length|w.byteGap|w.byteLength) > 255 {
		return 0, false
	}
	key := 1<<40 | uint64(w.marks)<<32 | uint64(w.gap)<<24 | uint64(w.length)<<16 | uint64(w.byteGap)<<8 | uint64(
		w.byteLength)
	at := uint8(key * 0x9e3779b97f4a7c15 >> 56)
	for s.keys[at] != key {
		if s.keys[at] == 0 {
			n := len(s.packed) / shapeBytes(s.wide)
			if n == maxShapes {
				return 0, false
			}
			s.keys[at], s.slots[at] = key, uint8(n)
			shape := [...]byte{w.marks, byte(w.gap), byte(w.length), byte(w.byteGap), byte(w.byteLength)}
			s.packed = append(s.packed, shape[:shapeBytes(s.wide)]...)
			break
		}
		at++
	}
	return s.slots[at], true
}

// appendLongWord appends w with escapeSpan.
func appendLongWord(dst []byte, w packedWord, wide bool) []byte {
	dst = binary.AppendUvarint(append(dst, escapeSpan), uint64(w.gap)<<4|uint64(w.marks))
	dst = binary.AppendUvarint(dst, uint64(w.length))
	if w.hidden > 0 {
		dst = binary.AppendUvarint(dst, uint64(w.hidden))
	}
	if wide {
		dst = binary.AppendUvarint(dst, uint64(w.byteGap))
		dst = binary.AppendUvarint(dst, uint64(w.byteLength))
	}
	return dst
}

// cutShapes cuts the packed form into words and shapes. ok is false if it is too short.
func cutShapes(b []byte) (words, shapes []byte, ok bool) {
	if len(b) < 2 {
		return nil, nil, false
	}
	size := int(b[0]>>1) * shapeBytes(b[0]&1 == 1)
	if size > len(b)-2 {
		return nil, nil, false
	}
	return b[2 : len(b)-size], b[len(b)-size:], true
}

// readWord reads the word that s.packed has at a place, and returns how many bytes it takes: none if it is cut off.
func (s *Spans) readWord(at int) (w packedWord, size int) {
	b := s.packed[at:]
	switch {
	case len(b) == 0:
		return packedWord{}, 0
	case b[0] == escapeSpan:
		return readLongWord(b, s.wide)
	case b[0] >= firstShape:
		return readShape(s.shapes, int(b[0]-firstShape), s.wide), 1
	}
	return shortWord(b[0]), 1
}

// readShape reads shape x, or one without length if there is none.
func readShape(shapes []byte, x int, wide bool) (w packedWord) {
	n := shapeBytes(wide)
	if (x+1)*n > len(shapes) {
		return packedWord{}
	}
	shape := shapes[x*n : (x+1)*n]
	w = packedWord{marks: shape[0], gap: uint32(shape[1]), length: uint32(shape[2])}
	if wide {
		w.byteGap, w.byteLength = uint32(shape[3]), uint32(shape[4])
	}
	return w
}

// shortWord returns the word that c, below firstShape, stands for in every document.
func shortWord(c byte) packedWord {
	w := packedWord{gap: uint32(c & 1), length: uint32(c >> 1 & maxShortSpan)}
	w.byteGap, w.byteLength = w.gap, w.length
	switch c &^ (namedShape - 1) {
	case namedShape:
		w.marks = isNamed
	case hanShape:
		w.byteLength *= 3
	}
	return w
}

// readLongWord reads a word that begins with escapeSpan.
func readLongWord(b []byte, wide bool) (w packedWord, size int) {
	r := wire.NewReader(b)
	r.Byte()
	flagged := r.Uvarint()
	w.gap, w.length, w.marks = uint32(flagged>>4), uint32(r.Uvarint()), uint8(flagged&15)
	if w.marks&isHidden != 0 {
		w.hidden = uint32(r.Uvarint())
	}
	if wide {
		w.byteGap, w.byteLength = uint32(r.Uvarint()), uint32(r.Uvarint())
	}
	if r.Err() != nil {
		return packedWord{}, 0
	}
	return w, len(b) - r.Len()
}
