package removal

import (
	"bytes"
	"slices"
	"sort"
)

// Whole says that the parts from From to To go only if those from From to Rest go, half open: what would be left of
// them would be no text.
type Whole struct{ From, To, Rest int }

// withoutParts returns gone without parts of wholes of which others stay, in place. What one of them leaves stays for
// those behind it, too. A part is in few of wholes, so this is linear in parts.
func withoutParts(gone []int, wholes []Whole) []int {
	if len(wholes) == 0 {
		return gone
	}
	left := make([]bool, len(gone)) // by place in gone
	for _, w := range wholes {
		from, _ := slices.BinarySearch(gone, w.From)
		n := 0
		for i := from; i < len(gone) && gone[i] < w.Rest; i++ {
			if !left[i] {
				n++
			}
		}
		for i := from; n < w.Rest-w.From && i < len(gone) && gone[i] < w.To; i++ {
			left[i] = true
		}
	}
	kept := gone[:0]
	for i, part := range gone {
		if !left[i] {
			kept = append(kept, part)
		}
	}
	return kept
}

// Wholes appends to dst the parts of a text in Markdown that go together: those of a row of a table, those of a link,
// and those of the head of a table, which go only with all of its rows.
func Wholes(dst []Whole, text []byte, parts []Part) []Whole {
	if bytes.IndexByte(text, '|') >= 0 {
		dst = tables(dst, text, parts)
	}
	for i := range len(parts) - 1 {
		if parts[i].Ends || parts[i+1].Begins {
			continue
		}
		if link := linkAt(text, parts[i+1].Start); link.End > 0 {
			from, to := overlap(parts, link)
			dst = append(dst, Whole{from, to, to})
		}
	}
	return dst
}

// tables appends what goes together in tables. A table has a line of marks below its first row.
func tables(dst []Whole, text []byte, parts []Part) []Whole {
	head, last := Span{}, Span{} // the rows up to the marks, if this is a table, and the row before
	for start := 0; start <= len(text); {
		s := Span{start, len(text)}
		if start < len(text) {
			s.End = lineEnd(text, start)
		}
		start = s.End + 1
		line := text[s.Start:s.End]
		if bytes.IndexByte(line, '|') < 0 {
			if head.End > 0 {
				from, to := overlap(parts, head)
				if _, rest := overlap(parts, last); to < rest {
					dst = append(dst, Whole{from, to, rest})
				}
			}
			head, last = Span{}, Span{}
			continue
		}
		if last.End > 0 && head.End == 0 && len(bytes.Trim(line, "|:- \t\r>")) == 0 && bytes.IndexByte(line, '-') >= 0 {
			head = Span{last.Start, s.End}
			dst = row(dst, last, parts)
		} else if head.End > 0 {
			dst = row(dst, s, parts)
		}
		last = s
	}
	return dst
}

// row appends what goes together in a row.
func row(dst []Whole, s Span, parts []Part) []Whole {
	if from, to := overlap(parts, s); from+1 < to {
		dst = append(dst, Whole{from, to, to})
	}
	return dst
}

// overlap returns the parts that have text in s, half open.
func overlap(parts []Part, s Span) (from, to int) {
	from = sort.Search(len(parts), func(i int) bool { return parts[i].End > s.Start })
	to = sort.Search(len(parts), func(i int) bool { return parts[i].Start >= s.End })
	return from, max(from, to)
}

// maxLink is how many bytes of a link before and behind a place are looked at.
const maxLink = 512

// linkAt returns the link, [text](address) or [text][name], that the place at is inside of, or an empty range.
func linkAt(text []byte, at int) Span {
	before, behind := text[max(0, at-maxLink):at], text[at:min(len(text), at+maxLink)]
	open := bytes.LastIndexByte(before, '[')
	if open < 0 || bytes.Contains(before[open:], []byte("\n\n")) {
		return Span{}
	}
	link := Span{at - len(before) + open, 0}
	rest := append(before[open:len(before):len(before)], behind...)
	end := bytes.IndexByte(rest, ']')
	if end < 0 || end+1 == len(rest) || bytes.Contains(rest[:end], []byte("\n\n")) {
		return Span{}
	}
	closing := byte(')')
	switch rest[end+1] {
	case '(':
	case '[':
		closing = ']'
	default:
		return Span{}
	}
	n := bytes.IndexByte(rest[end+2:], closing)
	if n < 0 || bytes.IndexByte(rest[end+2:end+2+n], '\n') >= 0 {
		return Span{}
	}
	if link.End = link.Start + end + 2 + n + 1; link.End <= at {
		return Span{}
	}
	return link
}
