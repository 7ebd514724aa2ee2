// Package quoted finds the lines of a text that quote another one, as in mail: those that begin with marks, such as >
// or
// |>.
//
// A > is always a mark, and so is what stands before it. Any other character is one if text behind it was wrapped: if
// neighbouring lines begin with it, too, and most of them are so long that the first word of the next one had no room
// in them. Items of a list are not: a line that continues an item has no mark, and the others are as long as they
// happen to be. Neither are lines that also end with the character: they are of a table, or of a frame.
package quoted

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line is a line of a text that has marks, and text behind them: where it begins, where the text begins, and where the
// line ends, in bytes, without its line break.
type Line struct{ Start, Text, End int }

// Breaks appends to dst where lines begin that have other marks than the line before, in bytes. Lines without text do
// not count. lines are the quoted lines of text.
func Breaks(dst []int, text []byte, lines []Line) []int {
	last := Line{}
	for i, l := range append(slices.Clip(lines), Line{len(text), len(text), len(text)}) {
		at := firstText(text, last.End, l.Start)
		switch {
		case at < l.Start && i > 0:
			dst = append(dst, at)
			fallthrough
		case at < l.Start && i == 0, i > 0 && !same(text, last, l):
			if l.Start < len(text) {
				dst = append(dst, l.Start)
			}
		}
		last = l
	}
	return dst
}

// firstText returns where the first line of text[from:to] begins that has text, or to. A line break is at from, or
// the text begins there.
func firstText(text []byte, from, to int) int {
	for from < to {
		end := to
		if n := bytes.IndexByte(text[from:to], '\n'); n >= 0 {
			end = from + n + 1
		}
		if hasText(text[from:end]) {
			return from
		}
		from = end
	}
	return to
}

// same reports whether two lines have the same marks. White space does not count.
func same(text []byte, a, b Line) bool {
	marks := func(l Line) []byte { return bytes.Join(bytes.Fields(text[l.Start:l.Text]), nil) }
	return bytes.Equal(marks(a), marks(b))
}

// Plain appends text to dst, with spaces in place of the marks of its quoted lines, and of marks alone between two of
// them.
func Plain(dst, text []byte, lines []Line) []byte {
	dst = append(dst, text...)
	plain := dst[len(dst)-len(text):]
	for i, l := range lines {
		from := l.Start
		if i > 0 && len(bytes.Trim(text[lines[i-1].End:l.Start], marks+" \t\r\n")) == 0 {
			from = lines[i-1].End
		}
		for at := from; at < l.Text; at++ {
			if c := plain[at]; c != '\n' && c != '\r' {
				plain[at] = ' '
			}
		}
	}
	return dst
}

// Append appends the quoted lines of text to dst, in ascending order. It takes time in proportion to the text.
func Append(dst []Line, text []byte) []Line {
	var run []Line // neighbours that begin with a mark
	flush := func() {
		dst = appendRun(dst, text, run, 0)
		run = run[:0]
	}
	for start := 0; start < len(text); {
		end, next := len(text), len(text)
		if n := bytes.IndexByte(text[start:], '\n'); n >= 0 {
			end, next = start+n, start+n+1
		}
		switch l := (Line{start, start, end}); {
		case mark(text, l) == 0:
			flush()
		case hasText(text[start:end]): // a line of marks alone is part of what is around it
			run = append(run, l)
		}
		start = next
	}
	flush()
	return dst
}

// maxMarks is how many marks of a line are looked for, so that time stays in proportion to the text.
const maxMarks = 32

// appendRun appends the quoted ones of neighbouring lines that have so many marks before Line.Text, which is moved
// behind them.
func appendRun(dst []Line, text []byte, run []Line, marks int) []Line {
	for len(run) > 0 {
		c, n := mark(text, run[0]), 1
		for n < len(run) && mark(text, run[n]) == c {
			n++
		}
		same := run[:n]
		run = run[n:]
		if c == 0 || marks == maxMarks || c != '>' && !before(text, same, c) && !wrapped(text, same, c) {
			for _, l := range same {
				if marks > 0 {
					dst = append(dst, l)
				}
			}
			continue
		}
		for i := range same {
			same[i].Text = begin(text, same[i]) + 1
		}
		dst = appendRun(dst, text, same, marks+1)
	}
	return dst
}

// begin returns where the first character behind Line.Text is that is not white space.
func begin(text []byte, l Line) int {
	return l.End - len(bytes.TrimLeft(text[l.Text:l.End], " \t"))
}

// marks are the characters that people and programs put before quoted lines. Quotation marks, brackets that open,
// stops, signs of prices, and what lists begin with (* and -) are none of them.
const marks = ">|:#+<=}%!]/\\;&@~"

// mark returns the character at begin if it may be a mark, otherwise 0. Before a number it is a sign.
func mark(text []byte, l Line) byte {
	at := begin(text, l)
	if at == l.End || strings.IndexByte(marks, text[at]) < 0 || text[at] != '>' && at+1 < l.End && '0' <= text[at+1] &&
		text[at+1] <= '9' {
		return 0
	}
	return text[at]
}

// before reports whether the character with which lines begin is directly before a > in one of them, but for arrows and
// tags.
func before(text []byte, run []Line, c byte) bool {
	return c != '-' && c != '=' && c != '<' && slices.ContainsFunc(run, func(l Line) bool {
		return bytes.HasPrefix(bytes.TrimLeft(text[begin(text, l)+1:l.End], " \t"), []byte(">"))
	})
}

// fewest is the least number of lines that show whether text was wrapped. longWord is the most characters that count as
// a first word: Chinese has no spaces.
const fewest, longWord = 3, 20

// wrapped reports whether the text of lines that begin with the character was wrapped.
func wrapped(text []byte, run []Line, c byte) bool {
	if len(run) < fewest {
		return false
	}
	widest, framed := 0, 0
	for _, l := range run {
		line := bytes.TrimSpace(text[l.Start:l.End])
		widest = max(widest, utf8.RuneCount(line))
		if line[len(line)-1] == c {
			framed++
		}
	}
	full := 0
	for i, l := range run[1:] {
		word := bytes.TrimLeft(text[begin(text, l)+1:l.End], " \t")
		if n := bytes.IndexAny(word, " \t"); n >= 0 {
			word = word[:n]
		}
		if utf8.RuneCount(bytes.TrimSpace(text[run[i].Start:run[i].End]))+1+min(utf8.RuneCount(word),
			longWord) > widest {
			full++
		}
	}
	return 2*framed < len(run) && 2*full >= len(run)-1
}

// hasText reports whether a line has a letter or a digit.
func hasText(line []byte) bool {
	return bytes.ContainsFunc(line, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}
