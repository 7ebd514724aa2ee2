package segment

import (
	"bytes"
	"unicode/utf8"
)

// one is true if the stop is a single period.
func (s *scene) one() bool { return s.stop == s.last }

// kinds are the kinds, in the abbreviation table, of the word before the stop, if the stop is
// one period and nothing closes after it. Words of a kind in named must begin with a capital.
func (s *scene) kinds() kindOf {
	if !s.kindKnown {
		s.kind, s.kindKnown = s.lookUp(), true
	}
	return s.kind
}

func (s *scene) lookUp() kindOf {
	const named = isTitle | isMonth | isCompany | isState | isStreet
	if !s.one() || s.end != s.tail {
		return 0
	}
	if !abbreviations.mayEnd(s.text, s.stop) {
		return 0
	}
	word := wordBefore(s.text, s.stop, true)
	if s.stop-len(word) < s.start {
		word = s.text[s.start:s.stop] // behind a period without a space
	}
	if len(word) == 0 && s.stop > 0 && s.text[s.stop-1] >= utf8.RuneSelf {
		return s.lookUpBeyond()
	}
	if len(word) == 0 || len(word) > maxWord {
		return 0
	}
	var buf [maxWord]byte
	k := abbreviations.find(folded(&buf, word))
	if !isUpper(word[0]) {
		k &^= named
	}
	return k
}

// starts reports whether what follows begins with a capital and a usual first word of
// sentences, quotation marks and brackets before it not counted.
func (s *scene) starts() bool {
	p := s.next
	for n := 0; n < 4; n++ {
		c, w := classAt(s.text, p)
		if c != closing {
			break
		}
		p += w
	}
	word := wordAt(s.text, p)
	if len(word) == 0 || !isUpper(word[0]) {
		return false
	}
	var buf [maxWord]byte
	return starters.find(folded(&buf, word))
}

// nameNext reports whether a capital or a letter without case follows.
func (s *scene) nameNext() bool { return s.ahead == upper || s.ahead == letter }

func (s *scene) title() bool {
	return s.nameNext() && s.kinds()&isTitle != 0
}

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
		return len(word) == 1 && !(word[0] == 'I' || word[0] == 'A') || len(word) > 0 && len(word) < 6 && len(bytes.Trim(word, "IVXLC")) == 0
	case closing:
		c, _ := classAt(s.text, s.next+1)
		return c == numeric
	}
	r, _ := utf8.DecodeRune(s.text[s.next:])
	return r == '§' || r == '#'
}

func (s *scene) month() bool    { return s.ahead == numeric && s.kinds()&(isMonth|isSmallMonth) != 0 }
func (s *scene) latin() bool    { return s.kinds()&isLatin != 0 }
func (s *scene) quantity() bool { return s.ahead == numeric && s.kinds()&isQuantity != 0 }
func (s *scene) company() bool  { return s.unlessStart(isCompany) }
func (s *scene) degree() bool   { return s.unlessStart(isDegree) }
func (s *scene) state() bool    { return s.unlessStart(isState) }
func (s *scene) street() bool   { return s.unlessStart(isStreet) }

func (s *scene) unlessStart(k kindOf) bool { return s.kinds()&k != 0 && !s.starts() }

func (s *scene) acronym() bool {
	if !s.one() || s.end != s.tail || s.stop < 3 || s.text[s.stop-2] != '.' {
		return false
	}
	word := wordBefore(s.text, s.stop, true)
	if len(word) < 3 || len(word)&1 == 0 {
		return false
	}
	for i, b := range word {
		if (b == '.') != (i&1 == 1) {
			return false
		}
	}
	if s.next == s.tail {
		return s.ahead == letter
	}
	return !s.starts() && !s.timeOfDay()
}

// loneLetter is the letter before the period if it is a word by itself, or 0.
func (s *scene) loneLetter() byte {
	if !s.one() || s.end != s.tail || s.stop > 1 && isLetter(s.text[s.stop-2]) {
		return 0
	}
	word := wordBefore(s.text, s.stop, false)
	if len(word) != 1 {
		return 0
	}
	if p := s.stop - 1; p > 0 && s.text[p-1] < 0x80 {
		switch s.text[p-1] {
		case ' ', '\t', '\n', '\r', '(', '[', '"', '\'', '.':
		case '-': // J.-P.
			if isLower(word[0]) {
				return 0
			}
		default:
			return 0
		}
	}
	return word[0]
}

func (s *scene) initial() bool {
	if b := s.loneLetter(); !isUpper(b) && (b > 0 || s.stop == 0 || s.text[s.stop-1] < utf8.RuneSelf || !s.loneCapital()) || s.ahead != upper {
		return false
	}
	return !s.starts() && !s.timeOfDay()
}

func (s *scene) smallLetter() bool {
	return isLower(s.loneLetter()) && s.nameNext() && !s.starts()
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
	case "section", "article", "chapter", "part", "rule", "clause", "appendix", "schedule", "title", "step", "annex", "exhibit":
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

func (s *scene) ordinalDay() bool {
	if s.ahead != upper || s.stop == 0 || !isDigit(s.text[s.stop-1]) || s.stop > 2 && isDigit(s.text[s.stop-2]) && isDigit(s.text[s.stop-3]) {
		return false
	}
	e := s.next
	for e < len(s.text) && e-s.next < maxWord && (isLetter(s.text[e]) || s.text[e] >= 0x80) {
		e++
	}
	switch string(s.text[s.next:e]) {
	case "Januar", "Jänner", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember",
		"Jahrhundert", "Jahrhunderts":
		return true
	}
	return false
}

func (s *scene) pause() bool {
	if s.last == s.stop && (s.stop == 0 || s.text[s.stop-1] != ' ') || s.ahead != upper {
		return false
	}
	if s.text[s.next] == 'I' && len(wordAt(s.text, s.next)) == 1 {
		return s.last > s.stop || s.spacedDots() == 3
	}
	n := s.stop - s.start // of ". . . The" where the sentence so far is dots
	return n > 0 && n < 8 && n == 2*s.spacedDots()-2
}

func (s *scene) omission() bool {
	if s.end != s.tail+1 || s.last == s.stop && s.text[s.stop] != 0xe2 || s.stop == 0 || s.stop == s.start+1 {
		return false
	}
	open, shut := s.text[s.stop-1], s.text[s.tail]
	return open == '[' && shut == ']' || open == '(' && shut == ')'
}

func (s *scene) leadingDots() bool {
	if s.ahead != upper && s.ahead != letter && s.ahead != lower {
		return false
	}
	if s.stop == s.start {
		return s.next == s.tail
	}
	if s.text[s.stop] >= 0x80 {
		return false
	}
	switch s.text[s.stop-1] {
	case ' ', '\t', '\n', '*', '/', '\\', '(':
		return true
	}
	return false
}

// spacedDots is the number of periods with a space between them that end at the stop, at most 5;
// 1 is a period alone.
func (s *scene) spacedDots() int {
	n, p := 1, s.stop
	for n < 5 && s.one() && p >= s.start+2 && s.text[p-1] == ' ' && s.text[p-2] == '.' {
		n, p = n+1, p-2
	}
	return n
}

// omittedAfter: a period, then three with spaces between them and a capital.
func (s *scene) omittedAfter() bool {
	const dots = ". . . "
	t := s.text[s.next:]
	if s.ahead != aterm || s.gap > 0 || !s.one() || s.end != s.tail || s.stop == 0 || !isLetter(s.text[s.stop-1]) ||
		!bytes.HasPrefix(t, []byte(dots)) {
		return false
	}
	c, _ := classAt(t, len(dots))
	return c == upper
}

// timeOfDay: 6 P.M. and a title, where the time does not open the sentence (At 5 a.m. Mr. Smith went).
func (s *scene) timeOfDay() bool {
	p := s.stop
	if p < 5 || s.text[p-1]|0x20 != 'm' || s.text[p-2] != '.' || s.text[p-3]|0x20 != 'p' && s.text[p-3]|0x20 != 'a' || s.text[p-4] != ' ' || !isDigit(s.text[p-5]) {
		return false
	}
	var buf [maxWord]byte
	word := wordAt(s.text, s.next)
	if e := s.next + len(word); e >= len(s.text) || s.text[e] != '.' || abbreviations.find(folded(&buf, word))&isTitle == 0 {
		return false
	}
	return !opensTime.find(folded(&buf, wordAt(s.text, s.start)))
}

func (s *scene) path() bool {
	b := s.text[s.next]
	return b == '/' || b == '\\'
}

func (s *scene) dottedCode() bool {
	if s.stop == 0 || !isDigit(s.text[s.stop-1]) || !isLetter(s.text[s.next]) {
		return false
	}
	word := wordAt(s.text, s.next)
	year := s.stop > 2 && isDigit(s.text[s.stop-2]) && isDigit(s.text[s.stop-3])
	return !(year && len(word) > 1 && isLower(word[1]))
}

func (s *scene) address() bool {
	if s.next != s.tail || s.text[s.stop] >= 0x80 || s.text[s.next] >= 0x80 {
		return false
	}
	p := s.stop
	for p > 0 && s.stop-p < window && s.text[p-1] > ' ' && s.text[p-1] < 0x80 {
		p--
	}
	s.looked += s.stop - p
	token := s.text[p:s.stop]
	return bytes.Contains(token, []byte("://")) || bytes.Contains(token, []byte("www.")) || bytes.IndexByte(token, '@') > 0
}
