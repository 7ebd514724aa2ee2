package analysis

import (
	"encoding/binary"

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
