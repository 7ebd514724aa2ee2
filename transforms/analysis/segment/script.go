package segment

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// endsWord reports whether the ; or : at text[p] ends a sentence: a ; after a Greek word, which
// asks, or a : after an Armenian word; white space or a closing mark follows, and no small letter.
func (s *scene) endsWord(p int) bool {
	last, w := before(s.text, p)
	first, _ := before(s.text, p-w)
	script := unicode.Greek
	if s.text[p] == ':' {
		script = unicode.Armenian
	}
	if w < 2 || !unicode.Is(script, last) || s.text[p] == ';' && !unicode.Is(script, first) {
		return false // one Greek letter is a sign, as in f(λ; x)
	}
	e := p + 1
	for n := 0; n < 4 && e < len(s.text); n++ {
		switch c, w := classAt(s.text, e); c {
		case sp, closing:
			e += w
		case lower:
			return false
		default:
			return n > 0 || c == sep || c == aterm || c == sterm
		}
	}
	return true
}

// loneCapital reports whether the word before the period is one capital letter beyond ASCII.
func (s *scene) loneCapital() bool {
	r, w := before(s.text, s.stop)
	if classOf(r) != upper || !s.one() || s.end != s.tail {
		return false
	}
	if s.stop == w {
		return true
	}
	switch s.text[s.stop-w-1] {
	case ' ', '\n', '\t', '(', '.', '"', '-':
		return true
	}
	return false
}

// maxBeyond is the length in bytes of the longest word of beyond.
const maxBeyond = 20

// beyond are the abbreviations that have letters beyond ASCII, in small letters: Bulgarian and
// Russian ones, a few of Danish and Spanish, and the sign of numbers.
var beyond = func() map[string]kindOf {
	kinds := map[string]kindOf{}
	for k, words := range map[kindOf]string{
		isLatin:     "أ.د د акад бул вж вкл г-жа г-н гр д-р доц им инж напр пгт пл полк проф св сп срв т.е т.к т.нар т.н ул чл.-кор",
		isReference: "n° nº № ал гл п рис с ст стр т табл фиг ч чл párr párrf årg",
		isQuantity:  "бл кв тел хил",
	} {
		for _, w := range strings.Fields(words) {
			kinds[w] |= k
		}
	}
	return kinds
}()

// lookUpBeyond is lookUp for a word that ends in a letter beyond ASCII.
func (s *scene) lookUpBeyond() kindOf {
	b := s.stop
	for b > 0 && s.stop-b <= maxBeyond && (s.text[b-1] >= utf8.RuneSelf || isLetter(s.text[b-1]) ||
		s.text[b-1] == '.' || s.text[b-1] == '-') {
		b--
	}
	s.looked += s.stop - b
	word := s.text[b:s.stop]
	if len(word) > maxBeyond {
		return 0
	}
	var buf [2 * maxBeyond]byte
	low := buf[:0]
	for p := 0; p < len(word); {
		r, w := utf8.DecodeRune(word[p:])
		low = utf8.AppendRune(low, unicode.ToLower(r))
		p += w
	}
	return beyond[string(low)]
}
