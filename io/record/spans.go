package record

import (
	"errors"
	"slices"

	"example.org/diagonal/engine/wire"
)

// Spans contains the place of each word of a document, with the quotes before and the
// punctuation after it, in code points and in bytes. In the packed form (AppendSpans) nearly every word takes
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
	shapes []byte      // the shapes of the document in the packed form
	wide   bool        // code points and bytes are not the same numbers
	marks  []wordPlace // where each markWords-th word is in packed, if wide
	// memory for the marks
	joined, altered, named []bool
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
		w, size := s.readWord(at)
		at += size
		last += w.byteGap + w.byteLength
	}
	w, _ := s.readWord(at)
	return uint64(last + w.byteGap), uint64(last + w.byteGap + w.byteLength)
}

// Read is ReadSpans in the memory of s, which it returns.
func (s *Spans) Read(b []byte, n int) (*Spans, error) {
	packed, shapes, ok := cutShapes(b)
	if !ok {
		return nil, wire.ErrShort
	}
	if n > len(packed) { // a word takes one byte at least
		return nil, errors.New("record: the places of words are missing")
	}
	*s = Spans{
		From: resize(s.From, n), To: resize(s.To, n), packed: packed, shapes: shapes, wide: b[0]&1 == 1,
		marks: s.marks[:0], joined: s.joined, altered: s.altered, named: s.named,
	}
	s.Joined = marksOf(&s.joined, n, b[1]&isJoined != 0)
	s.Altered = marksOf(&s.altered, n, b[1]&isAltered != 0)
	s.Named = marksOf(&s.named, n, b[1]&isNamed != 0)
	if b[1]&isHidden != 0 {
		s.Hidden = make([]uint32, n)
	}
	step := max(n, 1)
	if s.wide {
		s.marks, step = slices.Grow(s.marks, (n+markWords-1)/markWords), markWords
	}
	return s, s.readWords(step)
}

// marksOf returns n marks in memory, of any value, or nil if there are none.
func marksOf(memory *[]bool, n int, some bool) []bool {
	if !some {
		return nil
	}
	*memory = slices.Grow((*memory)[:0], n)[:n]
	return *memory
}

// readWords reads the words of s.packed, and sets a mark before each step of them if the document is wide.
func (s *Spans) readWords(step int) error {
	table := tableOf(s.shapes, s.wide)
	at, sum := 0, uint64(0) // sum: the ends of the last word, as in shapeTable
	for first := 0; first < len(s.From); first += step {
		if s.wide {
			s.marks = append(s.marks, wordPlace{at, uint32(sum >> 32)})
		}
		for i, end := first, min(first+step, len(s.From)); i < end; i, at = i+1, at+1 {
			var words int
			words, sum = table.read(s.packed[at:], s.From[i:end], s.To[i:end], sum)
			table.mark(s, i, s.packed[at:at+words])
			if i, at = i+words, at+words; i == end {
				break
			}
			w, size := s.readWord(at)
			if size == 0 {
				return wire.ErrShort
			}
			s.set(i, uint32(sum), w)
			sum += uint64(w.byteGap+w.byteLength)<<32 + uint64(w.gap+w.length)
			at += size - 1
		}
	}
	return nil
}

// set sets word i, which is behind the code point last.
func (s *Spans) set(i int, last uint32, w packedWord) {
	s.From[i], s.To[i] = last+w.gap, last+w.gap+w.length
	if s.Joined != nil {
		s.Joined[i] = w.marks&isJoined != 0
	}
	if s.Altered != nil {
		s.Altered[i] = w.marks&isAltered != 0
	}
	if s.Named != nil {
		s.Named[i] = w.marks&isNamed != 0
	}
	if s.Hidden != nil {
		s.Hidden[i] = w.hidden
	}
}

// ReadSpans reads the packed form for n words. The result keeps a view of b.
func ReadSpans(b []byte, n int) (*Spans, error) { return new(Spans).Read(b, n) }

// resize returns s with length n, and with no more room than that if s is too short. Its contents
// are of no use.
func resize(s []uint32, n int) []uint32 {
	if cap(s) < n {
		return make([]uint32, n)
	}
	return s[:n]
}
