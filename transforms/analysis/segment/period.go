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
func (s *scene) starts() bool { return s.startsAt(s.next) }

// startsAt is starts for what is at text[p].
func (s *scene) startsAt(p int) bool {
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

// addedTitle: Dr. phil. and its like.
func (s *scene) addedTitle() bool {
	word := wordBefore(s.text, s.stop, false)
	b := s.stop - len(word)
	return addedTitles.find(word) && b > 2 && s.text[b-1] == ' ' && s.text[b-2] == '.' && s.one() && !s.starts()
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
	if b := s.loneLetter(); !isUpper(b) && (b > 0 || s.stop == 0 || s.text[s.stop-1] < utf8.RuneSelf ||
		!s.loneCapital()) || s.ahead != upper {
		return false
	}
	return !s.starts() && !s.timeOfDay()
}

func (s *scene) smallLetter() bool {
	return isLower(s.loneLetter()) && s.nameNext() && !s.starts()
}

// timeOfDay: 6 P.M. and a title, where the time does not open the sentence (At 5 a.m. Mr. Smith went).
func (s *scene) timeOfDay() bool {
	p := s.stop
	if p < 5 || s.text[p-1]|0x20 != 'm' || s.text[p-2] != '.' || s.text[p-3]|0x20 != 'p' && s.text[p-3]|0x20 != 'a' ||
		s.text[p-4] != ' ' || !isDigit(s.text[p-5]) {
		return false
	}
	var buf [maxWord]byte
	word := wordAt(s.text, s.next)
	if e := s.next + len(word); e >= len(s.text) || s.text[e] != '.' ||
		abbreviations.find(folded(&buf, word))&isTitle == 0 {
		return false
	}
	return !opensTime.find(folded(&buf, wordAt(s.text, s.start)))
}

func (s *scene) path() bool {
	b := s.text[s.next]
	return b == '/' || b == '\\'
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
	return bytes.Contains(token, []byte("://")) || bytes.Contains(token, []byte("www.")) ||
		bytes.IndexByte(token, '@') > 0
}
