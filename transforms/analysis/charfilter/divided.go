package charfilter

import (
	"bytes"
	"fmt"
	"math"
	"unicode"
	"unicode/utf8"

	"example.org/diagonal/io/runes"
)

// Undivided joins the words of plain text that are divided at line ends: "in-\nformation aloud" becomes
// "information\naloud". A word is divided if a letter, a hyphen, one line break and a small letter
// follow each other. Spaces may stand around the line break, and > behind it, as in quoted mail. The
// line break moves to the next space of its line, so that lines stay as long as they were.
//
// A soft hyphen or ¬ always divides a word. Other hyphens may also be of compounds (well-known): they
// divide words if they stand at line ends more than twice as often as hyphens inside lines and breaks
// of lines let expect, so that most of them are of no compounds. A text without divided words is
// returned as it is, with a nil map. It takes time in proportion to the text, and panics if a text with
// divided words has 4 GiB or more.
func Undivided(text []byte) ([]byte, *Map) {
	if _, ok := nextDivision(text, 0); !ok {
		return text, nil
	}
	return Join(text, HyphensDivide(text))
}

// Join does what Undivided does, for a piece of a text of which is known whether its hyphens divide words.
func Join(text []byte, hyphens bool) ([]byte, *Map) {
	first, ok := nextDivision(text, 0)
	if !ok {
		return text, nil
	}
	if len(text) > math.MaxUint32 {
		panic(fmt.Sprintf("charfilter: a text with divided words has %d bytes, at most %d are possible", len(text),
			math.MaxUint32))
	}
	m := &Map{page: uint32(len(text))}
	out := make([]byte, 0, len(text))
	at, owed := 0, false // owed: a line break was left out, and not written yet
	copyTo := func(to int) {
		from := len(out)
		out = append(out, text[at:to]...)
		if owed {
			owed = !moveBreak(out[from:])
		}
		if at < to {
			m.linear(from, at)
		}
		at = to
	}
	for d, ok := first, true; ok; d, ok = nextDivision(text, d.to) {
		if d.compound && !hyphens {
			continue
		}
		copyTo(d.from)
		_, size := runes.At(text, d.to)
		m.atomic(len(out), d.from, d.to+size) // the letter, with all that was left out before it
		out = append(out, text[d.to:d.to+size]...)
		at, owed = d.to+size, true
	}
	if len(out) == 0 { // all hyphens are of compounds
		return text, nil
	}
	copyTo(len(text))
	m.text = uint32(len(out))
	return out, m
}

// Joined returns a text with the words joined that are divided at line ends (Undivided), for people to read.
func Joined(text string) string {
	joined, m := Undivided([]byte(text))
	if m == nil {
		return text
	}
	return string(joined)
}

// moveBreak makes the last of the first blanks of a piece of text a line break. It returns true if the
// piece has a blank or a line break.
func moveBreak(piece []byte) bool {
	i := bytes.IndexAny(piece, " \t\r\n")
	if i < 0 {
		return false
	}
	for i+1 < len(piece) && blank(piece[i]) && blank(piece[i+1]) {
		i++
	}
	if blank(piece[i]) && (i+1 == len(piece) || piece[i+1] != '\r' && piece[i+1] != '\n') {
		piece[i] = '\n'
	}
	return true
}

// division is a place where a word may be divided.
type division struct {
	from, to int  // the hyphen, and the small letter that follows
	compound bool // its hyphen is one that compounds have, too
}

// nextDivision returns the first division of which the line break is at text[at], or behind it.
func nextDivision(text []byte, at int) (division, bool) {
	for {
		i := bytes.IndexByte(text[at:], '\n')
		if i < 0 {
			return division{}, false
		}
		end, to := at+i, at+i+1
		for end > at && (blank(text[end-1]) || text[end-1] == '\r') {
			end--
		}
		from, compound := hyphenBefore(text[at:end])
		from += at
		at = to
		if from == end || !letterBefore(text[:from]) {
			continue
		}
		for to < len(text) && (blank(text[to]) || text[to] == '>') {
			to++
		}
		at = to
		if smallAt(text, to) {
			return division{from, to, compound}, true
		}
	}
}

// hyphenBefore returns where the hyphen at the end of a line is: at its end if it has none.
func hyphenBefore(line []byte) (from int, compound bool) {
	n := len(line)
	switch {
	case n > 0 && line[n-1] == '-':
		return n - 1, true
	case bytes.HasSuffix(line, []byte("\u2010")):
		return n - 3, true
	case bytes.HasSuffix(line, []byte("\u00ad")), bytes.HasSuffix(line, []byte("¬")):
		return n - 2, false
	}
	return n, false
}

// HyphensDivide reports whether hyphens divide words at line ends: they stand there more than twice as
// often as those between a letter and a small letter inside lines let expect, if a hyphen is at a line
// end as often as any other end of a word.
func HyphensDivide(text []byte) bool {
	var ends, inside, lines, words int
	for d, ok := nextDivision(text, 0); ok; d, ok = nextDivision(text, d.to) {
		if d.compound {
			ends++
		}
	}
	if ends == 0 {
		return false
	}
	space, filled := true, false // the last byte is white space; the line has a word
	for i, c := range text {
		switch {
		case c == '\n':
			if filled {
				lines++
			}
			space, filled = true, false
		case blank(c) || c == '\r':
			space = true
		default:
			if space {
				words++
			}
			space, filled = false, true
			if size := compoundAt(text, i); size > 0 && letterBefore(text[:i]) && smallAt(text, i+size) {
				inside++
			}
		}
	}
	return float64(ends)*float64(words) > 2*float64(inside)*float64(lines)
}

// compoundAt returns the size of the hyphen at text[i], of those that compounds have: 0 if there is none.
func compoundAt(text []byte, i int) int {
	switch {
	case text[i] == '-':
		return 1
	case text[i] == 0xE2 && bytes.HasPrefix(text[i:], []byte("\u2010")):
		return 3
	}
	return 0
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\f' || c == '\v' }

// letterBefore reports whether text ends in a letter of a script that has small letters, or in a mark.
func letterBefore(text []byte) bool {
	if len(text) == 0 {
		return false
	}
	if c := text[len(text)-1]; c < utf8.RuneSelf {
		return 'a' <= lower(c) && lower(c) <= 'z'
	}
	r, _ := utf8.DecodeLastRune(text)
	return unicode.IsLetter(r) && !unicode.Is(unicode.Lo, r) || unicode.IsMark(r)
}

// smallAt reports whether a small letter is at text[i].
func smallAt(text []byte, i int) bool {
	if i >= len(text) {
		return false
	}
	if c := text[i]; c < utf8.RuneSelf {
		return 'a' <= c && c <= 'z'
	}
	r, _ := runes.At(text, i)
	return unicode.IsLower(r)
}
