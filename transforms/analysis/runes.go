package analysis

import (
	"encoding/binary"
	"unicode/utf8"

	"example.org/diagonal/io/runes"
)

// runeCounter turns byte offsets, asked in ascending order, into code points. A byte
// that is not valid UTF-8 counts as one.
type runeCounter struct {
	text  []byte
	ascii bool // then a code point is a byte
	bytes int
	runes int64
}

func newRuneCounter(text []byte) runeCounter {
	return runeCounter{text: text, ascii: runes.ASCII(text)}
}

func (c *runeCounter) at(offset int) int64 {
	if c.ascii {
		return int64(offset)
	}
	n := offset - c.bytes
	if 0 <= n && n <= 8 && len(c.text)-c.bytes >= 8 { // a short word of ASCII, most often
		if chunk := binary.LittleEndian.Uint64(c.text[c.bytes:]); chunk&highs<<(64-8*n) == 0 {
			c.runes += int64(n)
			c.bytes = offset
			return c.runes
		}
	}
	switch {
	case offset >= c.bytes:
		c.runes += int64(runes.Count(c.text[c.bytes:offset]))
	default:
		c.runes = int64(runes.Count(c.text[:offset]))
	}
	c.bytes = offset
	return c.runes
}

// highs has the highest bit of each byte.
const highs = 0x8080808080808080

// Runes turns byte offsets of a text into code points, and back. A byte that is not valid UTF-8 counts as one. Code
// points are asked for in any order: what was read once is not read again, but for the last few of them.
type Runes struct {
	counter runeCounter
	// marks are the byte offsets of every markRunes-th code point, as far as Bytes has come.
	marks []int
	// at is the byte offset of code point n, the last one that was asked for.
	at int
	n  int64
	// steps counts the code points that Bytes has read.
	steps int64
}

// markRunes is how many code points there are from one mark to the next.
const markRunes = 256

// NewRunes counts in text.
func NewRunes(text []byte) *Runes { return &Runes{counter: newRuneCounter(text)} }

// At returns the number of code points before a byte offset. Offsets are asked for mostly in ascending order.
func (r *Runes) At(offset int) int64 { return r.counter.at(offset) }

// Bytes returns the byte offset before which there are so many code points: the end of the
// text if there are not so many.
func (r *Runes) Bytes(runes int64) int {
	text := r.counter.text
	if r.counter.ascii {
		return min(int(runes), len(text))
	}
	if len(r.marks) == 0 {
		r.marks = append(r.marks, 0)
	}
	mark := min(max(runes, 0)/markRunes, int64(len(r.marks))-1)
	if r.n > runes || r.n < mark*markRunes {
		r.at, r.n = r.marks[mark], mark*markRunes
	}
	for r.n < runes && r.at < len(text) {
		_, size := utf8.DecodeRune(text[r.at:])
		r.at += size
		r.n++
		r.steps++
		if r.n == int64(len(r.marks))*markRunes {
			r.marks = append(r.marks, r.at)
		}
	}
	return r.at
}
