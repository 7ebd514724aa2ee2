package segment

import (
	"bytes"
	"unicode/utf8"
)

func (s *scene) reference() bool {
	if s.ahead != numeric && s.ahead != upper && s.ahead != closing && s.text[s.next] < 0x80 {
		return false
	}
	return s.kinds()&isReference != 0 && s.numberNext()
}

// numberNext reports whether a number, a Roman number, a single letter or a section sign
// follows.
func (s *scene) numberNext() bool {
	switch s.ahead {
	case numeric:
		return true
	case upper, lower:
		word := wordAt(s.text, s.next)
		return len(word) == 1 && !(word[0] == 'I' || word[0] == 'A') ||
			len(word) > 0 && len(word) < 6 && len(bytes.Trim(word, "IVXLC")) == 0
	case closing:
		c, _ := classAt(s.text, s.next+1)
		return c == numeric
	}
	r, _ := utf8.DecodeRune(s.text[s.next:])
	return r == '§' || r == '#'
}

// enumerator: 2. or 2.) at the start of a sentence, a bullet before it not counted.
func (s *scene) enumerator() bool {
	if !s.one() || !s.nameNext() || s.end != s.tail && !(s.end == s.tail+1 && s.text[s.tail] == ')') {
		return false
	}
	word := s.text[s.start:s.stop]
	if len(word) > 0 && word[0] >= utf8.RuneSelf && len(word) < 16 {
		if r, w := utf8.DecodeRune(word); strongBullet(r) {
			word = bytes.TrimLeft(word[w:], " \t")
		}
	}
	return isNumber(word)
}

// isNumber reports whether word is the number of a list item: 12, 2.1, a, iv, IX.
func isNumber(word []byte) bool {
	if len(word) == 0 || len(word) > 8 {
		return false
	}
	if isDigit(word[0]) {
		run := 0
		for _, b := range word {
			switch {
			case isDigit(b):
				if run++; run > 3 {
					return false
				}
			case b == '.' && run > 0:
				run = 0
			default:
				return false
			}
		}
		return true
	}
	return len(word) == 1 && isLetter(word[0]) ||
		len(word) < 6 && (len(bytes.Trim(word, "IVXLC")) == 0 || len(bytes.Trim(word, "ivxlc")) == 0)
}

func (s *scene) sectionNumber() bool {
	if !s.one() || s.stop-s.start > 24 || !s.nameNext() || !isUpper(s.text[s.start]) {
		return false
	}
	i := bytes.IndexByte(s.text[s.start:s.stop], ' ')
	if i < 0 || !isNumber(s.text[s.start+i+1:s.stop]) {
		return false
	}
	var buf [maxWord]byte
	switch string(folded(&buf, s.text[s.start:s.start+i])) {
	case "section", "article", "chapter", "part", "rule", "clause", "appendix", "schedule", "title", "step",
		"annex", "exhibit":
		return true
	}
	return false
}

func (s *scene) runIn() bool {
	p := s.stop
	for p > 0 && s.stop-p < 3 && isDigit(s.text[p-1]) {
		p--
	}
	if p == s.stop || p < 2 || !s.nameNext() {
		return false
	}
	if s.text[p-1] != ' ' {
		r, _ := before(s.text, p)
		return r == '：' || r == '；' || r == '，'
	}
	b := s.text[p-2]
	return b == ':' || b == ';' || b == ','
}

func (s *scene) dottedCode() bool {
	if s.stop == 0 || !isDigit(s.text[s.stop-1]) || !isLetter(s.text[s.next]) {
		return false
	}
	word := wordAt(s.text, s.next)
	year := s.stop > 2 && isDigit(s.text[s.stop-2]) && isDigit(s.text[s.stop-3])
	return !(year && len(word) > 1 && isLower(word[1]))
}
