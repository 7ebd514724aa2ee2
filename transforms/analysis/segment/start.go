package segment

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// The rules of this file see the start of a sentence where the base sees none.

func (s *scene) missingSpace() bool {
	if !s.one() || s.ahead != upper {
		return false
	}
	left, right := wordBefore(s.text, s.stop, false), wordAt(s.text, s.next)
	if len(left) < 2 || len(right) == 0 || !isLower(left[len(left)-1]) || !isLower(left[len(left)-2]) {
		return false
	}
	var buf [maxWord]byte
	low := folded(&buf, right)
	first := starters.find(low)
	if s.titleAt(s.next, right) {
		return true
	}
	if len(right) < 3 && !first || !first && !isLower(left[0]) || enders.find(low) {
		return false
	}
	for _, b := range right[1:] {
		if !isLower(b) {
			return false
		}
	}
	if e := s.next + len(right); e < len(s.text) {
		if b := s.text[e]; b != ' ' && b != ',' && b != '\'' && b != '\n' && b < 0x80 && !isLower(b) {
			return false
		}
	}
	if b := s.stop - len(left); b > 0 {
		switch s.text[b-1] {
		case '.', '/', '\\', '@', '_', ':', '$', '#', '<':
			return false
		}
	}
	return true
}

// titleAt reports whether the word at text[p] is a title with its period and a space: "Mr. ".
func (s *scene) titleAt(p int, word []byte) bool {
	var buf [maxWord]byte
	e := p + len(word)
	return e+1 < len(s.text) && s.text[e] == '.' && s.text[e+1] == ' ' && len(word) > 1 && isLower(word[1]) &&
		abbreviations.find(folded(&buf, word))&isTitle != 0
}

func (s *scene) numberFirst() bool {
	if s.ahead != numeric || !s.one() || s.gap > 0 {
		return false
	}
	if s.end > s.tail {
		return true
	}
	if p := s.stop - 4; p >= s.start && isDigit(s.text[p]) && isDigit(s.text[p+1]) && isDigit(s.text[p+2]) &&
		isDigit(s.text[p+3]) {
		return true
	}
	word := wordBefore(s.text, s.stop, true)
	if len(word) < 3 || bytes.IndexByte(word, '.') >= 0 {
		return false
	}
	return isLower(word[0]) || len(word) > 5
}

func (s *scene) camelCase() bool {
	if s.ahead != lower {
		return false
	}
	word := wordAt(s.text, s.next)
	return len(word) > 2 &&
		(isUpper(word[1]) && isLower(word[2]) || word[0] == 'i' && isUpper(word[1]) && isUpper(word[2]))
}

func (s *scene) bulletInLine() bool {
	if s.ahead != other {
		return false
	}
	r, w := utf8.DecodeRune(s.text[s.next:])
	return strongBullet(r) && r != '*' && spaceAt(s.text, s.next+w)
}

func (s *scene) dashFirst() bool {
	if s.ahead != scontinue || s.end == s.next {
		return false
	}
	r, w := utf8.DecodeRune(s.text[s.next:])
	if !unicode.Is(unicode.Pd, r) {
		return false
	}
	p := s.next + w
	for p < len(s.text) && p < s.next+3 && s.text[p] == '-' { // two or three hyphens are a dash
		p++
	}
	if !spaceAt(s.text, p) {
		return false
	}
	c, _ := classAt(s.text, p+1)
	return c == upper || c == closing
}

func spaceAt(text []byte, p int) bool {
	return p < len(text) && (text[p] == ' ' || text[p] == '\t')
}
