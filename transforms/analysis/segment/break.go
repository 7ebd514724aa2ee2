package segment

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// atBreak decides about the line break at text[i], which no stop precedes.
func (s *scene) atBreak(i int) (int, bool) {
	s.gap = 0
	s.end = trim(s.text, max(s.start, i-window), i)
	s.stop, s.last, s.tail = s.end, s.end, s.end
	p := s.readGap(i)
	cut := true
	if s.set.wrapped && s.gap == 1 && p < len(s.text) {
		s.ahead, _ = classAt(s.text, p)
		s.next, s.seen = p, lookAhead{}
		if c, ok := s.decide(atLine); ok {
			cut = c
		}
	}
	s.newLine(s.end, p)
	return p, cut
}

// readGap reads the white space from the line break at text[p] on. It returns
// where it ends, and counts its line breaks in s.gap. A paragraph separator
// counts as two.
func (s *scene) readGap(p int) int {
	for p < len(s.text) {
		b := s.text[p]
		if b < utf8.RuneSelf {
			switch {
			case b == '\n':
				s.gap++
			case b == '\r':
				if p+1 < len(s.text) && s.text[p+1] == '\n' {
					p++
				}
				s.gap++
			case b != ' ' && (b < '\t' || b > '\r'):
				return p
			}
			p++
			continue
		}
		r, w := utf8.DecodeRune(s.text[p:])
		if !unicode.IsSpace(r) {
			return p
		}
		switch r {
		case '\u0085', '\u2028':
			s.gap++
		case '\u2029':
			s.gap += 2
		}
		p += w
	}
	return p
}

// newLine notes that a line that ended at end is over and that the next one,
// blank ones skipped, has its first character at next.
func (s *scene) newLine(end, next int) {
	s.prevLine = 0
	if s.gap == 1 {
		s.prevLine = end - s.line
	}
	s.line = lineStart(s.text, next)
}

// lineStart is where the line of text[p] begins; only white space is before
// text[p] on it. It looks back at most window bytes.
func lineStart(text []byte, p int) int {
	low := max(0, p-window)
	for p > low && (text[p-1] == ' ' || text[p-1] == '\t') {
		p--
	}
	return p
}

// lookAhead contains the properties of the next line that several rules use.
type lookAhead struct {
	end    int // where the line ends, as nextEnd has it; 0 is not known
	marker marker
	size   int // of the marker
	read   bool
}

// nextEnd is where the line of the character ahead ends, or a place window bytes on.
func (s *scene) nextEnd() int {
	if s.seen.end > 0 {
		return s.seen.end
	}
	p := s.next
	t := s.text[p:min(p+window, len(s.text))]
	if i := bytes.IndexByte(t, '\n'); i >= 0 {
		t = t[:i]
	}
	if i := bytes.IndexByte(t, '\r'); i >= 0 {
		t = t[:i]
	}
	s.looked += len(t)
	s.seen.end = p + len(t)
	return s.seen.end
}

// before is the character that ends at text[p], and its width; the width is 0
// at the start of the text.
func before(text []byte, p int) (rune, int) {
	if p == 0 {
		return 0, 0
	}
	if b := text[p-1]; b < utf8.RuneSelf {
		return rune(b), 1
	}
	if p >= 3 && isHan(text, p-3) {
		return rune(text[p-3]&0x0f)<<12 | rune(text[p-2]&0x3f)<<6 | rune(text[p-1]&0x3f), 3
	}
	return utf8.DecodeLastRune(text[:p])
}
