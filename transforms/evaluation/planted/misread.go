package planted

import (
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"
)

// misread gives all sentences reading errors, as those of a scanned page: a share of the letters and digits.
func (g *garden) misread(share float64) {
	m := misreader{r: g.r, share: share, words: &g.words}
	for _, d := range g.drafts {
		for i := range d.sentences {
			d.sentences[i].text = m.read(d.sentences[i].text)
		}
	}
}

// misreader reads text with errors.
type misreader struct {
	r     *rand.Rand
	share float64
	words *words

	left int     // letters of the stretch at hand
	rate float64 // of its errors
}

// Errors come in bursts: a stretch of so many letters has share times one of the rates, whose mean is 1.
const stretch = 24

var rates = [...]float64{0, 0, .5, 1, 1.5, 3}

// alike are letters that are taken for each other. Many are several letters in place of one, or one in place of
// several.
var alike = map[rune][]string{
	'a': {"o", "s", "n"}, 'b': {"h", "6", "lo"}, 'c': {"e", "o", "("}, 'd': {"cl", "o"}, 'e': {"c", "o", "s"},
	'f': {"t", "r", "ſ"},
	'g': {"q", "y", "9"}, 'h': {"b", "li", "n"}, 'i': {"l", "1", "j"}, 'k': {"h", "lc"}, 'l': {"1", "I", "i"},
	'm': {"rn", "in", "nn"},
	'n': {"u", "ri", "ii"}, 'o': {"0", "c", "e"}, 'r': {"t", "i", "v"}, 's': {"a", "5", "f"}, 't': {"r", "l", "f"},
	'u': {"n", "ii", "v"},
	'v': {"y", "r"}, 'w': {"vv", "tv"}, 'y': {"v", "g"}, 'S': {"8", "5"}, 'B': {"8", "R"}, 'I': {"l", "1"},
	'O': {"0", "Q"}, '1': {"l", "i"}, '0': {"O", "o"},
}

// read returns text as it is misread. A character is never left without one in its place at the ends of text.
func (m *misreader) read(text string) string {
	if m.share <= 0 {
		return text
	}
	var b strings.Builder
	for i, c := range text {
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			b.WriteRune(c)
			continue
		}
		if m.left == 0 {
			m.left, m.rate = stretch, m.share*rates[m.r.IntN(len(rates))]
		}
		m.left--
		if m.r.Float64() >= m.rate {
			b.WriteRune(c)
			continue
		}
		edge := i == 0 || i+utf8.RuneLen(c) == len(text)
		switch kind := m.r.IntN(10); {
		case kind == 0 && !edge: // not seen
		case kind == 1 && !edge && !unicode.Is(unicode.Han, c): // a space where there is none
			b.WriteRune(c)
			b.WriteByte(' ')
		default:
			b.WriteString(m.other(c))
		}
	}
	return b.String()
}

// other returns what c is taken for.
func (m *misreader) other(c rune) string {
	if as := alike[c]; len(as) > 0 {
		return as[m.r.IntN(len(as))]
	}
	if unicode.Is(unicode.Han, c) {
		return m.words.other(m.r, string(c))
	}
	if other := m.words.other(m.r, string(c)); len(m.words.spaced) > 0 { // the first letter of some word
		_, size := utf8.DecodeRuneInString(other)
		return other[:size]
	}
	return "."
}
