package charfilter

import "sort"

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
