package segment

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// opens reports whether the closing-class character at text[p], right after a stop, opens
// something: it is an opening mark, and a word follows at once (as “ does not where it closes,
// in German).
func (s *scene) opens(p int) bool {
	r, w := utf8.DecodeRune(s.text[p:])
	if !unicode.Is(unicode.Ps, r) && !unicode.Is(unicode.Pi, r) {
		return false
	}
	switch c, w := classAt(s.text, p+w); c {
	case lower, upper, letter, numeric:
		return true
	case closing:
		r, _ := utf8.DecodeRune(s.text[p+w:])
		return unicode.Is(unicode.Ps, r)
	}
	return false
}

// footnote is the length of the footnote marks at text[p]: [12] or superscript
// digits.
func (s *scene) footnote(p int) int {
	q := p
	for q < len(s.text) {
		if s.text[q] == '[' {
			e := q + 1
			for e < len(s.text) && e < q+4 && isDigit(s.text[e]) {
				e++
			}
			if e == q+1 || e >= len(s.text) || s.text[e] != ']' {
				break
			}
			q = e + 1
			continue
		}
		if s.text[q] < 0x80 {
			break
		}
		r, w := utf8.DecodeRune(s.text[q:])
		if r != '¹' && r != '²' && r != '³' && r != '⁰' && (r < '⁴' || r > '⁹') {
			break
		}
		q += w
	}
	return q - p
}

// closesAfterSpace reports whether the mark of width w at text[p] closes although a space is
// before it, as in French.
func (s *scene) closesAfterSpace(p, w int) bool {
	r, _ := utf8.DecodeRune(s.text[p:])
	if r != '»' && r != '”' {
		return false
	}
	c, _ := classAt(s.text, p+w)
	return c != lower && c != upper && c != letter && c != numeric
}

func (s *scene) operator() bool {
	return s.next == s.tail && s.one() && s.text[s.next] == '='
}

func (s *scene) markedName() bool {
	if !s.one() || s.text[s.stop] != '!' || s.next == s.tail {
		return false
	}
	var buf [maxWord]byte
	return abbreviations.find(folded(&buf, wordBefore(s.text, s.stop, false)))&isMarkedName != 0 && !s.starts()
}

func (s *scene) bracketedMark() bool {
	if s.end == s.tail || s.stop <= s.start {
		return false
	}
	open, w := before(s.text, s.stop)
	shut, _ := utf8.DecodeRune(s.text[s.tail:])
	return s.stop-w > s.start && (open == '(' && shut == ')' || open == '（' && shut == '）' ||
		open == '[' && shut == ']')
}

func (s *scene) lowerAfterClose() bool { return s.ahead == lower && s.end > s.tail }

func (s *scene) lowerAfterMark() bool {
	if s.ahead != lower || s.text[s.stop] >= 0x80 || s.next == s.end {
		return false
	}
	word := wordAt(s.text, s.next)
	return len(word) > 1 && carryOn.find(word) || string(word) == "no"
}

// bookTitle: 《…？》.
func (s *scene) bookTitle() bool {
	return s.end > s.tail && s.text[s.tail] == 0xe3 && (s.wide(s.tail, '》') || s.wide(s.tail, '〉'))
}

// wide reports whether r is at text[p].
func (s *scene) wide(p int, r rune) bool {
	got, _ := utf8.DecodeRune(s.text[p:])
	return got == r
}

// quoted reports whether the stop is inside a quotation that ends with it.
func (s *scene) quoted() bool {
	if s.end == s.tail || s.ahead != letter {
		return false
	}
	r, _ := utf8.DecodeRune(s.text[s.tail:])
	return r == '”' || r == '」' || r == '』' || r == '"' || r == '’' || r == '＂'
}

// citation: a quotation that ends with the stop, then (Smith 55) or (2004), and a mark.
func (s *scene) citation() bool {
	if s.end == s.tail || s.text[s.next] != '(' {
		return false
	}
	t := s.text[s.next:min(s.next+64, len(s.text))]
	s.looked += len(t)
	n := bytes.IndexByte(t, ')')
	if n < 2 || n+1 >= len(t) || !isDigit(t[n-1]) {
		return false
	}
	return t[n+1] == '.' || t[n+1] == ',' || t[n+1] == ';'
}

// speech are the verbs that say that someone spoke.
const speech = "说說道问問喊叫答笑嚷吼曰"

// speaker looks for a verb of speech in the next eight Han characters, with a
// mark or nothing after it.
func (s *scene) speaker() bool {
	if !s.quoted() {
		return false
	}
	p := s.next
	for n := 0; n < 8 && p < len(s.text); n++ {
		r, w := utf8.DecodeRune(s.text[p:])
		if classOf(r) != letter {
			return false
		}
		p += w
		if bytes.ContainsRune([]byte(speech), r) {
			if c, _ := classAt(s.text, p); c != letter {
				return true
			}
		}
	}
	return false
}

func (s *scene) quotedWord() bool {
	if !s.quoted() {
		return false
	}
	switch r, _ := utf8.DecodeRune(s.text[s.next:]); r {
	case '的', '等', '之', '和', '与', '與', '及', '或':
		return true
	}
	return false
}

func (s *scene) innerBracket() bool {
	if s.end == s.tail || s.ahead != letter && s.ahead != lower {
		return false
	}
	if b := s.text[s.end-1]; b != ')' && !(s.end >= 3 && s.text[s.end-3] == 0xef && s.text[s.end-2] == 0xbc &&
		b == 0x89) {
		return false
	}
	return s.openBracket()
}

// openBracket reports whether a round bracket is open at the stop that the sentence did not
// begin with. It looks back to the first bracket.
func (s *scene) openBracket() bool {
	for p := s.stop - 1; p > s.start && s.stop-p < window; p-- {
		s.looked++
		switch b := s.text[p]; {
		case b == ')' || b == 0x89 && p > 1 && s.text[p-1] == 0xbc && s.text[p-2] == 0xef:
			return false
		case b == '(':
			return true
		case b == 0x88 && p > 1 && s.text[p-1] == 0xbc && s.text[p-2] == 0xef:
			return p-2 > s.start
		}
	}
	return false
}

func (s *scene) stammer() bool {
	if s.ahead != letter && s.ahead != upper {
		return false
	}
	a, _ := before(s.text, s.stop)
	b, _ := utf8.DecodeRune(s.text[s.next:])
	return a == b
}

func (s *scene) lowerNext() bool { return s.ahead == lower }
