package segment

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

const (
	// Lone is the depth of a heading that nothing but its place shows. It is below all others.
	Lone = 7
	// titleBytes is the most bytes of a line that is a heading without a mark: twelve words.
	titleBytes = 90
)

// Heading returns the depth of the heading that begins with a sentence of text, from 1 to Lone, and where the heading
// ends; 0 if there is none. A heading is a line that
//
//   - begins with # as in Markdown: its depth is their number, and it may have several sentences, or
//   - has a line of marks right below it, which is part of it: === is 1, --- is 2, others are 3, or
//   - is that of a chapter of a statute: 第一编 is 1, 第一章 2, 第一节 3, or
//   - is alone in its paragraph, does not end as sentences do, and has text below it: a paragraph of which one of these
//     is not so. Its depth is Lone.
//
// But for the first, it is one sentence of at most 90 bytes. Heading looks at this line, the one above it, and the next
// paragraph.
func Heading(text []byte, s Span) (depth, end int) {
	line := text[s.Start:s.End]
	if s.Start > 0 && !newlineEnds(text[:s.Start]) || bytes.ContainsAny(line, "\n\r") {
		return 0, 0
	}
	if n := hashes(line); n > 0 {
		return n, endOfLine(text, s.End)
	}
	below, gap := nextLine(text, s.End)
	if gap == 0 { // the line goes on
		return 0, 0
	}
	under := text[below.Start:below.End]
	if len(line) > titleBytes || !opensTitle(line) {
		return 0, 0
	}
	if gap == 1 {
		if depth := underline(line, under); depth > 0 {
			return depth, below.End
		}
	}
	if unit, n := articleNumber(line); n > 0 && unit != '条' && unit != '條' {
		switch unit {
		case '章':
			return 2, s.End
		case '节', '節':
			return 3, s.End
		}
		return 1, s.End
	}
	if gap < 2 || len(under) == 0 || !blankAbove(text, s.Start) || !closesTitle(line) {
		return 0, 0
	}
	if _, gap := nextLine(text, below.End); gap > 1 && len(under) <= titleBytes && closesTitle(under) {
		return 0, 0 // a line like this one
	}
	return Lone, s.End
}

// underline returns the depth of a heading that has the line under right below it, or 0 if that is no line of marks. In
// reStructuredText it is at least as long as the heading, and in Markdown it is of = or -.
func underline(line, under []byte) (depth int) {
	if len(under) < 3 || len(bytes.Trim(under, string(under[:1]))) > 0 {
		return 0
	}
	switch under[0] {
	case '=':
		return 1
	case '-':
		return 2
	case '~', '^', '"', '\'', '*', '+', '#', '_':
		if len(under) >= utf8.RuneCount(line) {
			return 3
		}
	}
	return 0
}

// nextLine returns the next line behind at that is not blank, without white space around it, as far as window bytes,
// and the number of line ends before it. Behind the last line of a text it is empty, and gap is 2.
func nextLine(text []byte, at int) (line Span, gap int) {
	start := skipSpace(text, at)
	if start == len(text) {
		return Span{start, start}, 2
	}
	return Span{start, endOfLine(text, start)}, breaks(text[at:start])
}

// endOfLine returns where a line ends, without white space, as far as window bytes behind at.
func endOfLine(text []byte, at int) int {
	end := min(at+window, len(text))
	if i := bytes.IndexAny(text[at:end], "\n\r"); i >= 0 {
		end = at + i
	}
	return trim(text, at, end)
}

// blankAbove reports whether nothing, or a blank line, is above the line that begins at start.
func blankAbove(text []byte, start int) bool {
	end := trim(text, 0, start)
	return end == 0 || breaks(text[end:start]) > 1
}

// newlineEnds reports whether text is white space behind its last line end, or all of it.
func newlineEnds(text []byte) bool {
	end := trim(text, 0, len(text))
	return end == 0 || breaks(text[end:]) > 0
}

// breaks is the number of line ends in white space.
func breaks(space []byte) int {
	return max(bytes.Count(space, []byte("\n")), bytes.Count(space, []byte("\r")))
}

// opensTitle reports whether a line begins as a title does, and is no item of a list: with a letter or a number, or one
// in brackets, in quotation marks or emphasised.
func opensTitle(line []byte) bool {
	r, w := utf8.DecodeRune(line)
	if unicode.In(r, unicode.Ps, unicode.Pi) || r == '"' || r == '\'' || r == '*' || r == '_' || r == '`' {
		if bytes.HasPrefix(line, []byte("**")) || bytes.HasPrefix(line, []byte("``")) {
			w = 2
		}
		r, _ = utf8.DecodeRune(line[w:])
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}

// closesTitle reports whether a line ends as a title does: with a letter or a number, in brackets, in quotation marks
// or emphasised, too, or with a question mark.
func closesTitle(line []byte) bool {
	for len(line) > 0 {
		r, w := utf8.DecodeLastRune(line)
		if !unicode.In(r, unicode.Pe, unicode.Pf) && r != '"' && r != '\'' && r != '*' && r != '_' {
			return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) || r == '?' || r == '？'
		}
		line = line[:len(line)-w]
	}
	return false
}
