package ignored

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"

	"example.org/diagonal/transforms/analysis/quoted"
)

// Range is a part of a text, in bytes.
type Range struct{ Start, End int }

// closers are the marks that end a quotation, by the mark that begins it. A mark that also ends quotations, or is an
// apostrophe, begins one only where a word begins behind it (opens).
var closers = map[rune][]rune{
	'"': {'"'}, '“': {'”'}, '„': {'“', '”'}, '”': {'”'}, '‘': {'’'}, '‚': {'‘', '’'},
	'«': {'»'}, '»': {'«'}, '‹': {'›'}, '›': {'‹'},
	'「': {'」'}, '『': {'』'}, '《': {'》'}, '〈': {'〉'}, '＂': {'＂'}, '〝': {'〞', '〟'},
}

// Quotes appends the ranges of text in quotation marks, with the marks, to dst, in ascending order. A quotation
// ends with its paragraph; one that has no mark there counts only if the next paragraph begins with the same mark, as
// quotations of several paragraphs do. What is inside of another quotation is part of that one.
//
// The straight ' is none of the marks: it is an apostrophe too often.
func Quotes(dst []Range, text []byte) []Range {
	open, start := rune(0), 0
	for at := 0; at < len(text); {
		c := text[at]
		if c < utf8.RuneSelf && c != '"' && c != '\n' {
			at++
			continue
		}
		r, size := utf8.DecodeRune(text[at:])
		switch {
		case r == '\n':
			if open == 0 {
				break
			}
			if next, blank := nextLine(text, at); blank {
				if again, _ := utf8.DecodeRune(text[next:]); again == open {
					dst = append(dst, Range{start, at})
				}
				open = 0
			}
		case open != 0 && slices.Contains(closers[open], r) && closes(text, at, size, r):
			dst = append(dst, Range{start, at + size})
			open = 0
		case open != 0 && (r != open || beginsLine(text, at)): // an old print repeats the mark in each line
		case closers[r] != nil && opens(text, at, size, r):
			open, start = r, at
		}
		at += size
	}
	return dst
}

// QuotedLines appends the ranges of the lines of text that quote another one, as in mail, to dst, in ascending order.
// Lines that follow each other are one range.
func QuotedLines(dst []Range, text []byte) []Range {
	last := -1 // where the line before ends
	for _, l := range quoted.Append(nil, text) {
		if last >= 0 && len(bytes.TrimSpace(text[last:l.Start])) == 0 {
			dst[len(dst)-1].End = l.End
		} else {
			dst = append(dst, Range{l.Start, l.End})
		}
		last = l.End
	}
	return dst
}

// nextLine returns where the first line behind text[at] begins that is not blank, and reports whether a blank one is
// before it.
func nextLine(text []byte, at int) (next int, blank bool) {
	lines := 0
	for ; at < len(text) && (text[at] <= ' '); at++ {
		if text[at] == '\n' {
			lines++
		}
	}
	return at, lines > 1
}

// beginsLine reports whether nothing but white space is before text[at] in its line.
func beginsLine(text []byte, at int) bool {
	line := bytes.LastIndexByte(text[:at], '\n') + 1
	return len(bytes.TrimSpace(text[line:at])) == 0
}

// opens reports whether the mark at text[at] may begin a quotation.
func opens(text []byte, at, size int, mark rune) bool {
	switch mark {
	case '"', '”', '»', '›', '‘', '＂':
		before, _ := utf8.DecodeLastRune(text[:at])
		after, _ := utf8.DecodeRune(text[at+size:])
		return !inWord(before) && !unicode.IsSpace(after) && at+size < len(text)
	}
	return true
}

// closes reports whether the mark at text[at] may end a quotation that the right mark has begun.
func closes(text []byte, at, size int, mark rune) bool {
	switch mark {
	case '"', '’', '＂':
		after, _ := utf8.DecodeRune(text[at+size:])
		return at+size == len(text) || !inWord(after)
	}
	return true
}

// inWord reports whether r is part of a word. Han characters stand next to marks on both sides.
func inWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) &&
		!unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}
