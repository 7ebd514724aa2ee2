// Package segment finds the sentences of a text in English, in Chinese and in
// mixtures of them. Other languages get what Unicode gives them, some abbreviations,
// and the stops of Greek and Armenian.
//
// The base is the sentence boundaries of Unicode Standard Annex #29 (rules SB1
// to SB998). Over it lies one table of rules (see Rules) for what the base gets
// wrong: abbreviations, initials, addresses, quotations, lists, headings, line
// breaks inside sentences, Chinese marks. A rule joins what the base would cut,
// or splits what it would not; the first rule of the table that matches a place
// decides, and where none does the base decides.
//
// Every decision is local: it depends on the place and at most window bytes to
// either side of it (runs of terminators, closing marks and white space count as
// one place), on where the sentence began if that is on the same line, and on
// the length of the line before. So the cost is linear in the text, whatever is
// in it, and a boundary does not change when far text does.
//
// What is not done: no markup is understood except headings, lists, tables and
// rules of Markdown; no language is detected; no model is trained.
package segment

import (
	"sync"
	"unicode"
	"unicode/utf8"
)

// Span is a half-open byte range of the text.
type Span struct{ Start, End int }

// window is how many bytes to either side of a place a decision may look at. It
// is a few lines of prose; the longest abbreviation, address or book title in
// real text is shorter.
const window = 256

// Append appends the sentences of text to dst and returns the extended slice:
// in order, without overlap, trimmed of white space (unicode.IsSpace), none
// empty. Together they cover every byte that is not white space. Invalid UTF-8
// is allowed. Append does not keep or change text, allocates nothing if dst has
// room, and may be called from several goroutines.
func Append(dst []Span, text []byte) []Span { return standard.append(dst, text) }

// scenes keeps the scratch of append; a scene goes through function values of
// the table and would be allocated anew in each call.
var scenes = sync.Pool{New: func() any { return new(scene) }}

// scene contains what the rules see of the place that is being decided.
type scene struct {
	text []byte
	set  *ruleSet
	hot  *[256]uint8 // of the scanner

	start    int // of the sentence so far
	line     int // start of the line
	prevLine int // length of the line before, in bytes; 0 where it is blank

	// A stop is a run of terminators with the closing marks after it.
	stop  int   // first terminator
	last  int   // last terminator
	tail  int   // after the terminators
	end   int   // after the closing marks, or of the line without white space
	next  int   // first character after the white space that follows
	gap   int   // line breaks in that white space
	final class // of the last terminator
	ahead class // of the character at next

	list item // what the next item of a list begins with, if the sentence is one

	kind      kindOf // of the word before the stop, once it is looked up
	kindKnown bool
	seen      lookAhead // what is known of the line at next

	looked int // bytes inspected by look-around, for the test that it is linear
}

func (set *ruleSet) append(dst []Span, text []byte) []Span {
	s := scenes.Get().(*scene)
	dst = set.read(s, dst, text)
	s.text = nil
	scenes.Put(s)
	return dst
}

// read is append with the scratch given.
func (set *ruleSet) read(s *scene, dst []Span, text []byte) []Span {
	*s = scene{text: text, set: set, hot: &hot}
	s.start = skipSpace(text, 0)
	s.line = lineStart(text, s.start)
	s.readItem()
	for i := s.start; i < len(text); {
		from := i
		i = scan(text, i, s.hot)
		if s.list.size > 0 {
			dst = s.cutItems(dst, from, i)
		}
		if i >= len(text) {
			break
		}
		var cut bool
		var at int
		if c, w := classAt(text, i); c == sep {
			at, cut = s.atBreak(i)
		} else {
			at, cut = s.atStop(i, c, w)
		}
		if cut {
			if end := trim(text, s.start, at); end > s.start {
				dst = append(dst, Span{s.start, end})
			}
			s.start = skipSpace(text, at)
			s.list.size = 0
			if s.start < len(text) && opensItem[text[s.start]] {
				s.readItem()
			}
			at = max(at, s.start)
		}
		i = at
	}
	if end := trim(text, s.start, len(text)); end > s.start {
		dst = append(dst, Span{s.start, end})
	}
	return dst
}

// skipSpace is the position of the first character at or after text[p] that is
// not white space.
func skipSpace(text []byte, p int) int {
	for p < len(text) {
		if b := text[p]; b < utf8.RuneSelf {
			if b != ' ' && (b < '\t' || b > '\r') {
				return p
			}
			p++
			continue
		}
		if isHan(text, p) {
			return p
		}
		r, w := utf8.DecodeRune(text[p:])
		if !unicode.IsSpace(r) {
			return p
		}
		p += w
	}
	return p
}

// trim is the end of text[start:end] without the white space at its end.
func trim(text []byte, start, end int) int {
	for end > start {
		if b := text[end-1]; b < utf8.RuneSelf {
			if b != ' ' && (b < '\t' || b > '\r') {
				return end
			}
			end--
			continue
		}
		if end-3 >= start && isHan(text, end-3) {
			return end
		}
		r, w := utf8.DecodeLastRune(text[start:end])
		if !unicode.IsSpace(r) {
			return end
		}
		end -= w
	}
	return end
}
