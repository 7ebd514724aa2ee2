package record

import (
	"encoding/binary"
	"errors"
	"slices"

	"example.org/diagonal/io/wire"
)

// Spans contains the place of each word of a document, with the quotes before and the
// punctuation after it, in code points and in bytes. In the packed form nearly every word takes
// one byte.
type Spans struct {
	From, To []uint32
	// ByteFrom and ByteTo are nil in what ReadSpans returns: Range finds them in the packed
	// form.
	ByteFrom, ByteTo []uint32
	// Joined marks words of one code point that go on in the next word although From and To
	// do not say so: there are opening marks before them, as in “第一章”, or a line break or
	// marks of commentary behind them. Nil where there are none.
	Joined []bool
	// Hidden is how many code points from From to To no reader sees: markup inside a word
	// or beside it, and what a character reference is longer than its character. All of a
	// word are hidden if it is apparatus: an address, or a field at the head of a file. Nil
	// where there are none.
	Hidden []uint32
	// Altered marks words that a reader sees in another form than words with the same hash
	// may have (token.Altered). Nil where there are none.
	Altered []bool
	// Named marks words that begin with a capital letter or a digit: names and numbers, and the
	// first words of sentences. Nil where there are none.
	Named []bool

	packed []byte      // the words in the packed form, if ReadSpans has read them
	wide   bool        // code points and bytes are not the same numbers
	marks  []wordPlace // where each markWords-th word is in packed, if wide
	// memory for Named and Altered
	named, altered []bool
}

// Apparatus reports whether word x is apparatus, which is compared, but is no sign of reuse.
func (s *Spans) Apparatus(x int) bool {
	return s.Hidden != nil && s.Hidden[x] == s.To[x]-s.From[x]
}

// markWords is the distance in words between two marks. A passage looks up two places in
// bytes, so few of them are ever needed; all of them take 8 bytes for each word.
const markWords = 64

// wordPlace is where a word is in the packed form, and the byte of the text where the word
// before it ends.
type wordPlace struct {
	at   int
	last uint32
}

// Range is a half-open range of a text, in code points and in bytes.
type Range struct{ Start, End, ByteStart, ByteEnd uint64 }

// Range returns the place of the words from first to end, of which there must be one.
func (s *Spans) Range(first, end uint32) Range {
	r := Range{Start: uint64(s.From[first]), End: uint64(s.To[end-1])}
	switch {
	case s.packed == nil:
		r.ByteStart, r.ByteEnd = uint64(s.ByteFrom[first]), uint64(s.ByteTo[end-1])
	case !s.wide:
		r.ByteStart, r.ByteEnd = r.Start, r.End
	default:
		r.ByteStart, _ = s.bytesOf(first)
		_, r.ByteEnd = s.bytesOf(end - 1)
	}
	return r
}

// bytesOf returns the place of a word in bytes.
func (s *Spans) bytesOf(word uint32) (from, to uint64) {
	m := s.marks[word/markWords]
	at, last := m.at, m.last
	for range word % markWords {
		w, size := readWord(s.packed[at:], true)
		at += size
		last += w.byteGap + w.byteLength
	}
	w, _ := readWord(s.packed[at:], true)
	return uint64(last + w.byteGap), uint64(last + w.byteGap + w.byteLength)
}

// A word in the packed form is one byte if it is at most one byte behind the word before it and
// has up to 30 code points, all of one byte or, if Wide, of three:
//
//	bit 0: gap from the word before; bits 1 to 5: length in code points; bit 6: Named; bit 7:
//	three bytes a code point
//
// or alteredHan for an Altered word of one code point of three bytes, directly behind the word
// before it; and otherwise escapeSpan and uvarints: 16 × gap + 8 if it is Named + 4 if it is
// Altered + 2 if some of it is Hidden + 1 if Joined,
// length in code points, how many of them are Hidden if there are some, and gap and length
// in bytes if the document is wide.
const (
	escapeSpan   = 0xff
	alteredHan   = 0xfe
	maxShortSpan = 30
	namedSpan    = 1 << 6
	threeBytes   = 1 << 7
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
	plain := s.Joined == nil && s.Hidden == nil && s.Named != nil
	var last, lastByte uint32
	for i := range n {
		gap, length := s.From[i]-last, s.To[i]-s.From[i]
		byteGap, byteLength := s.ByteFrom[i]-lastByte, s.ByteTo[i]-s.ByteFrom[i]
		last, lastByte = s.To[i], s.ByteTo[i]
		if plain && gap <= 1 && length <= maxShortSpan && byteGap == gap && byteLength == length && (s.Altered == nil || !s.Altered[i]) {
			named := byte(0) // without a branch: which words are named cannot be predicted
			if s.Named[i] {
				named = namedSpan
			}
			dst = append(dst, named|byte(length<<1|gap))
			continue
		}
		joined := s.Joined != nil && s.Joined[i]
		hidden := uint32(0)
		if s.Hidden != nil {
			hidden = s.Hidden[i]
		}
		altered := s.Altered != nil && s.Altered[i]
		named := byte(0)
		if s.Named != nil && s.Named[i] {
			named = namedSpan
		}
		short := !joined && hidden == 0 && gap <= 1 && byteGap == gap && length <= maxShortSpan
		switch {
		case short && altered && named == 0 && gap == 0 && length == 1 && byteLength == 3:
			dst = append(dst, alteredHan)
			continue
		case altered:
			short = false
		}
		switch {
		case short && byteLength == length:
			dst = append(dst, named|byte(length<<1|gap))
		case short && byteLength == 3*length:
			dst = append(dst, threeBytes|named|byte(length<<1|gap))
		default:
			flagged := uint64(gap)<<4 | uint64(named>>3)
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

// ReadSpans reads the packed form for n words. The result keeps a view of b.
func ReadSpans(b []byte, n int) (*Spans, error) { return new(Spans).Read(b, n) }

// Read is ReadSpans in the memory of s, which it returns.
func (s *Spans) Read(b []byte, n int) (*Spans, error) {
	if len(b) == 0 {
		return nil, wire.ErrShort
	}
	wide := b[0] == 1
	if n > len(b)-1 { // a word takes one byte at least
		return nil, errors.New("record: the places of words are missing")
	}
	*s = Spans{From: resize(s.From, n), To: resize(s.To, n), packed: b[1:], wide: wide, marks: s.marks[:0], named: s.named, altered: s.altered}
	if wide {
		s.marks = slices.Grow(s.marks, (n+markWords-1)/markWords)
	}
	var last, lastByte uint32
	at := 0
	for first := 0; first < n; first += markWords {
		if wide {
			s.marks = append(s.marks, wordPlace{at, lastByte})
		}
		end := min(first+markWords, n)
		for i := first; i < end; {
			var named, altered []bool
			if s.Named != nil {
				named = s.Named[i:end]
			}
			if s.Altered != nil {
				altered = s.Altered[i:end]
			}
			words, length, wider := readShort(s.packed[at:], s.From[i:end], s.To[i:end], named, altered, last)
			i, at = i+words, at+words
			last, lastByte = last+length, lastByte+length+wider
			if i == end {
				break
			}
			w, size := readWord(s.packed[at:], wide)
			if size == 0 {
				return nil, wire.ErrShort
			}
			s.flag(w, i, n)
			s.From[i] = last + w.gap
			last = s.From[i] + w.length
			s.To[i] = last
			lastByte += w.byteGap + w.byteLength
			i, at = i+1, at+size
		}
	}
	return s, nil
}

// readShort reads as many words as from is long, behind the code point last, up to one that takes more than
// a byte, or is the first one that is named or altered if there is no slice for these. These are nearly all words, and
// which of them are named or altered cannot be predicted. It returns the number of words, the code points to the end of
// the last one, and how many bytes more these have.
func readShort(packed []byte, from, to []uint32, named, altered []bool, last uint32) (words int, length, wider uint32) {
	begin := last
	if len(packed) < len(from) {
		from = from[:len(packed)]
	}
	for i := range from {
		c := packed[i]
		if c == escapeSpan {
			return i, last - begin, 2 * wider
		}
		isAltered := c == alteredHan
		if i < len(altered) {
			altered[i] = isAltered
		} else if isAltered {
			return i, last - begin, 2 * wider
		}
		isNamed := c&namedSpan != 0 && !isAltered
		if i < len(named) {
			named[i] = isNamed
		} else if isNamed {
			return i, last - begin, 2 * wider
		}
		n := uint32(c >> 1 & 31)
		if isAltered {
			n = 1
		}
		from[i] = last + uint32(c&1)
		last += uint32(c&1) + n
		to[i] = last
		wider += n & -uint32(c>>7)
	}
	return len(from), last - begin, 2 * wider
}

// flag sets what is special about w, word i of n.
func (s *Spans) flag(w packedWord, i, n int) {
	if w.joined {
		mark(&s.Joined, i, n)
	}
	switch {
	case s.Altered != nil:
		s.Altered[i] = w.altered
	case w.altered:
		s.Altered = firstMark(&s.altered, i, n)
	}
	switch {
	case s.Named != nil:
		s.Named[i] = w.named
	case w.named:
		s.Named = firstMark(&s.named, i, n)
	}
	if w.hidden > 0 {
		if s.Hidden == nil {
			s.Hidden = make([]uint32, n)
		}
		s.Hidden[i] = w.hidden
	}
}

// firstMark returns n marks in memory, of which mark i is the first that is set. From then on Read sets those of
// all words.
func firstMark(memory *[]bool, i, n int) []bool {
	marks := slices.Grow((*memory)[:0], n)[:n]
	*memory = marks
	clear(marks[:i])
	marks[i] = true
	return marks
}

// resize returns s with length n, and with no more room than that if s is too short. Its contents
// are of no use.
func resize(s []uint32, n int) []uint32 {
	if cap(s) < n {
		return make([]uint32, n)
	}
	return s[:n]
}

// mark sets mark i of n. Marks without any that is set stay nil.
func mark(marks *[]bool, i, n int) {
	if *marks == nil {
		*marks = make([]bool, n)
	}
	(*marks)[i] = true
}

// packedWord is a word in the packed form. Of a document that is not wide the numbers of
// bytes have no meaning.
type packedWord struct {
	gap, length, hidden, byteGap, byteLength uint32
	joined, altered, named                   bool
}

// readWord reads the word that b begins with, and returns how many bytes it takes: none if b is too
// short.
func readWord(b []byte, wide bool) (w packedWord, size int) {
	if len(b) == 0 || b[0] >= alteredHan {
		return readLongWord(b, wide)
	}
	c := b[0]
	w.gap, w.length, w.named = uint32(c&1), uint32(c>>1&31), c&namedSpan != 0
	w.byteGap, w.byteLength = w.gap, w.length*(1+2*uint32(c>>7))
	return w, 1
}

// readLongWord is readWord for a word that begins with alteredHan or escapeSpan.
func readLongWord(b []byte, wide bool) (w packedWord, size int) {
	if len(b) > 0 && b[0] == alteredHan {
		return packedWord{length: 1, byteLength: 3, altered: true}, 1
	}
	switch { // short numbers: nearly every such word
	case len(b) < 5 || b[1]&2 != 0:
	case !wide && (b[1]|b[2]) < 1<<7:
		return shortNumbers(b), 3
	case wide && (b[1]|b[2]|b[3]|b[4]) < 1<<7:
		w = shortNumbers(b)
		w.byteGap, w.byteLength = uint32(b[3]), uint32(b[4])
		return w, 5
	}
	r := wire.NewReader(b)
	r.Byte()
	flagged := r.Uvarint()
	w.gap, w.length = uint32(flagged>>4), uint32(r.Uvarint())
	w.joined, w.altered, w.named = flagged&1 == 1, flagged&4 != 0, flagged&8 != 0
	if flagged&2 != 0 {
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

// shortNumbers reads a word of which all numbers are less than 128, but for those of bytes.
func shortNumbers(b []byte) packedWord {
	return packedWord{
		gap: uint32(b[1] >> 4), length: uint32(b[2]), joined: b[1]&1 == 1, altered: b[1]&4 != 0, named: b[1]&8 != 0,
	}
}
