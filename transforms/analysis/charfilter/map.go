package charfilter

import (
	"fmt"
	"sort"
)

// Map maps the pieces of a text to their places in its page. Positions are in bytes. It is
// never changed after HTML returned it, so readers may share it.
type Map struct {
	segments []segment // ordered by both positions; they cover the text
	text     uint32    // size of the text
	page     uint32    // size of the page
}

// segment is a piece of text up to the next segment.
type segment struct {
	text  uint32 // where it begins in the text
	input uint32 // where it begins in the page
	// end is where its origin in the page ends, for a piece that goes with its
	// origin only as a whole: a character reference or a tag. It is 0 for a copy
	// of the page, byte for byte.
	end uint32
}

// linear appends a segment that is copied, or makes the last one longer.
func (m *Map) linear(text, input int) {
	if n := len(m.segments); n > 0 {
		if s := m.segments[n-1]; s.end == 0 && int(s.input)-int(s.text) == input-text {
			return
		}
	}
	m.segments = append(m.segments, segment{text: uint32(text), input: uint32(input)})
}

// atomic appends a segment that represents page[input:end] as a whole.
func (m *Map) atomic(text, input, end int) {
	m.segments = append(m.segments, segment{text: uint32(text), input: uint32(input), end: uint32(end)})
}

// pieces copies pieces of a map, in ascending order.
type pieces struct {
	of   *Map
	next int // the first segment that may reach into what follows
}

// add appends the segments of text[from:to] to another map, in whose text that is from at on.
func (p *pieces) add(to *Map, at, from, end int) {
	all := p.of.segments
	for p.next+1 < len(all) && int(all[p.next+1].text) <= from {
		p.next++
	}
	for k := p.next; k < len(all) && int(all[k].text) < end; k++ {
		s := all[k]
		skip := max(0, from-int(s.text))
		place := at + int(s.text) + skip - from
		if s.end == 0 {
			to.linear(place, int(s.input)+skip)
		} else {
			to.atomic(place, int(s.input), int(s.end))
		}
	}
}

// Start returns the position in the page of the byte at pos of the text, for the
// first byte of a range. Inside a character reference that is its ampersand, inside
// the line breaks of a tag the tag's first byte. At the end of the text it is the end of
// the page. It panics if pos is outside the text.
func (m *Map) Start(pos int) int {
	c := m.Cursor()
	return c.Start(pos)
}

// End returns the position in the page that follows the byte at pos-1 of the text,
// for the end of a half-open range: after a character reference the byte behind
// its semicolon. At 0 it is 0. It panics if pos is outside the text.
func (m *Map) End(pos int) int {
	c := m.Cursor()
	return c.End(pos)
}

// Cursor returns a reader for positions that mostly ascend.
func (m *Map) Cursor() Cursor { return Cursor{m: m} }

// Cursor answers as Map does. Queries that ascend take constant time on average, others a
// binary search. A copy continues on its own.
type Cursor struct {
	m  *Map
	at int // the segment of the last answer
}

// Start is Map.Start.
func (c *Cursor) Start(pos int) int {
	c.check(pos)
	if pos == int(c.m.text) {
		return int(c.m.page)
	}
	s := c.find(pos)
	if s.end != 0 {
		return int(s.input)
	}
	return int(s.input) + pos - int(s.text)
}

// End is Map.End.
func (c *Cursor) End(pos int) int {
	c.check(pos)
	if pos == 0 {
		return 0
	}
	s := c.find(pos - 1)
	if s.end != 0 {
		return int(s.end)
	}
	return int(s.input) + pos - int(s.text)
}

func (c *Cursor) check(pos int) {
	if pos < 0 || pos > int(c.m.text) {
		panic(fmt.Sprintf("charfilter.Map: position %d of a text of %d bytes", pos, c.m.text))
	}
}

// steps is how many segments a cursor walks before it searches: a word spans few.
const steps = 8

// find returns the segment that holds the byte at pos.
func (c *Cursor) find(pos int) segment {
	all := c.m.segments
	begins := func(i int) bool { return i < len(all) && int(all[i].text) <= pos }
	if begins(c.at) {
		for range steps {
			if !begins(c.at + 1) {
				return all[c.at]
			}
			c.at++
		}
	}
	c.at = sort.Search(len(all), func(i int) bool { return !begins(i) }) - 1
	return all[c.at]
}

// Origin is a half-open range of bytes of a page.
type Origin struct{ Start, End int }

// Own appends to dst the ranges of the page, in order, that text[from:to] was copied or decoded
// from: the bytes between them are markup, that is tags, also those that became line breaks,
// comments, and elements whose contents are not text.
func (m *Map) Own(dst []Origin, page []byte, from, to int) []Origin {
	first := sort.Search(len(m.segments), func(i int) bool { return int(m.segments[i].text) > from }) - 1
	for i := max(first, 0); i < len(m.segments) && int(m.segments[i].text) < to; i++ {
		s, end := m.segments[i], int(m.text)
		if i+1 < len(m.segments) {
			end = int(m.segments[i+1].text)
		}
		o := Origin{int(s.input), int(s.end)}
		switch {
		case s.end != 0 && page[s.input] == '<': // a tag
			continue
		case s.end == 0:
			o = Origin{int(s.input) + max(from, int(s.text)) - int(s.text), int(s.input) + min(to, end) - int(s.text)}
		}
		if n := len(dst); n > 0 && dst[n-1].End == o.Start {
			dst[n-1].End = o.End
		} else if o.Start < o.End {
			dst = append(dst, o)
		}
	}
	return dst
}
