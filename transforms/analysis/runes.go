package analysis

import "example.org/diagonal/io/runes"

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
	switch {
	case c.ascii:
		return int64(offset)
	case offset >= c.bytes:
		c.runes += int64(runes.Count(c.text[c.bytes:offset]))
	default:
		c.runes = int64(runes.Count(c.text[:offset]))
	}
	c.bytes = offset
	return c.runes
}
