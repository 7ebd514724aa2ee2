// Package token cuts text into words and Han characters and hashes each of them.
//
// It follows UAX #29 (Unicode text segmentation) in which scripts have words
// between spaces and which do not, and is simpler elsewhere:
//
//   - A word is a letter or digit (Unicode L and Nd) and all letters, digits and
//     combining marks (M) that follow it. So "3.14" is two tokens and
//     "well-known" is two.
//   - An apostrophe (' or ’) inside a word stays if a letter of a word follows, and both kinds
//     hash alike: "don't", "l’été". The 's or ’s at the end of a word stays in the range but is
//     not part of the hash: "Go's" is "go".
//   - Words are lower-cased by simple case mapping, one rune for one rune: ς is
//     σ, ſ is s, the Kelvin sign is k, and ı and İ are i whatever the language.
//     ß is not ss. Full-width ASCII letters and digits are their ASCII ones.
//   - A Han character is a token of its own with the marks after it, and so is a
//     letter of a script that puts no space between words: Hiragana, and those
//     of line breaking class SA (Thai, Lao, Khmer, Myanmar, Tai Le, New Tai Lue,
//     Tai Tham, Tai Viet, Ahom). Such a character ends the word before it:
//     "Go语言" is go, 语, 言. Digits of these scripts make words as other digits do.
//   - A run of Katakana is one word: it spells one loanword or name, and the
//     Hiragana and Han around it mark its ends. A run of Hangul is one word:
//     Korean is written with spaces. Tibetan is cut at its tsheg, which is
//     punctuation, so a syllable is a word.
//   - Variation selectors, soft hyphens, joiners and direction marks that follow a character of
//     a token belong to its range but not to the hash: they are invisible. A zero-width space
//     separates words.
//   - Everything else separates tokens: white space, punctuation, symbols, emoji,
//     a mark with nothing before it, and each byte that is not valid UTF-8.
//
// Canonically equal texts (Unicode Standard Annex #15) have the same words, in any case of their
// letters (definition D145 of the Unicode Standard, with simple case mapping): é as one rune, and as e
// with an accent; a Hangul syllable, and its jamo; marks in any order that looks the same; ᾳ, ᾼ and αι.
// Accents count, and words are not stemmed. No word is left out.
package token

import (
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"example.org/diagonal/io/runes"
)

// Token is one word or character of a text.
type Token struct {
	// Hash identifies the form of the word (AppendWord). Two different words share a hash with
	// a chance of 2^-32. It reaches disks and other machines, so it never changes
	// for a word.
	Hash uint32
	// Start and End are the range of the token in the text, in bytes, half-open.
	Start, End uint32
}

// MaxText is the largest text that Append accepts, in bytes.
const MaxText = math.MaxUint32

// Append appends the tokens of text to dst in reading order. It allocates only
// to grow dst, and panics if text is larger than MaxText.
//
// Words of ASCII are found in a mask of 64 bytes and hashed eight bytes at a time. Han
// characters have a short way of their own. What is not so common is read by
// appendSlow.
func Append(dst []Token, text []byte) []Token {
	if len(text) > MaxText {
		panic(fmt.Sprintf("token.Append: the text has %d bytes, at most %d are possible", len(text), MaxText))
	}
	i, from := 0, len(dst)
	for len(text)-i >= tail {
		if i >= known && cap(dst)-len(dst) < perBlock {
			dst = slices.Grow(dst, expected(len(dst)-from, i, len(text)))
		}
		if text[i] < utf8.RuneSelf {
			dst, i = appendBlock(dst, text, i)
			continue
		}
		at := i
		if dst, i = appendHan(dst, text, i); i == at {
			dst, i = appendSlow(dst, text, i)
		}
	}
	for i < len(text) {
		dst, i = appendSlow(dst, text, i)
	}
	return dst
}

// known is how many bytes of a long text say how many tokens the rest has.
const known = 64 << 10

// expected returns about how many tokens follow in a text of size bytes, of which the first read ones have some: a
// thirty-second more. So the tokens of a long text are hardly ever copied, and do not take their size twice.
func expected(some, read, size int) int {
	rest := float64(some) / float64(read) * float64(size-read)
	return int(rest+rest/32) + perBlock
}

// appendSlow reads the character at text[i], and the token that it begins, if it begins one. It
// returns where reading continues.
func appendSlow(dst []Token, text []byte, i int) (_ []Token, next int) {
	r, size := runes.At(text, i)
	var hash uint32
	switch class := tabled(r); {
	case class == single, class == varied && variedClass(r) == single:
		hash, next = character(text, i, i+size)
	case class == letter, class == digit, class == varied && variedClass(r) == letter:
		hash, next = word(text, i)
	default:
		return dst, i + size
	}
	return append(dst, Token{hash, uint32(i), uint32(next)}), next
}

// character hashes the character text[start:end], which is a token of its own,
// and the marks that follow it. It returns the end of the last of these.
func character(text []byte, start, end int) (uint32, int) {
	var m mixer
	m.init()
	r, _ := runes.At(text, start)
	if tabled(r) == varied {
		return characterSlow(text, start)
	}
	m.rune(representative(r))
	// E4 to E9 begin U+4000 to U+9FFF, where there are no marks.
	for end < len(text) && text[end] >= utf8.RuneSelf && (text[end] < 0xE4 || text[end] > 0xE9) {
		r, size := runes.At(text, end)
		switch c := tabled(r); {
		case c == mark:
			m.rune(r)
		case c == invisible:
		case c == ordered, c == varied && variedClass(r) == mark:
			if !stays(text, start, end, r) {
				return characterSlow(text, start)
			}
			m.rune(r)
		default:
			return m.sum(), end
		}
		end += size
	}
	return m.sum(), end
}

// word hashes the word that begins at start and returns its end.
func word(text []byte, start int) (uint32, int) {
	var m mixer
	m.init()
	var stem mixer // the word before the 's that it ends in, if tail is possessive
	tail := ordinary
	i := start
	for i < len(text) {
		c := ascii[text[i]]
		if c != 0 && c < utf8.RuneSelf {
			m.push(c)
			i++
			if tail != ordinary {
				tail = tail.then(c)
			}
			continue
		}
		size := 1
		if c == 0 {
			if text[i] != '\'' {
				break
			}
		} else {
			r, n := runes.At(text, i)
			size = n
			class := tabled(r)
			if class == ordered || class == varied && variedClass(r) != single {
				if !stays(text, start, i, r) {
					return wordSlow(text, start)
				}
				class = mark
			}
			if class == letter || class == digit || class == mark {
				r = fold(r)
				m.rune(r)
				tail = tail.then(byte(min(r, utf8.RuneSelf)))
				i += size
				continue
			}
			if class == invisible {
				i += size
				continue
			}
			if r != '’' {
				break
			}
		}
		// An apostrophe.
		if !letterAt(text, i+size) {
			break
		}
		if tail != possessive { // of "a's's" the stem is a
			stem = m
		}
		m.push('\'')
		tail = apostrophe
		i += size
	}
	if tail == possessive {
		return stem.sum(), i
	}
	return m.sum(), i
}

// ending is the end of a word read so far.
type ending uint8

const (
	ordinary   ending = iota // neither of the two
	apostrophe               // an apostrophe
	possessive               // an apostrophe and an s
)

// then returns the ending when c follows; c is folded, and utf8.RuneSelf stands
// for all runes outside ASCII.
func (e ending) then(c byte) ending {
	if e == apostrophe && c == 's' {
		return possessive
	}
	return ordinary
}

// letterAt reports whether a letter of a word is at text[i].
func letterAt(text []byte, i int) bool {
	if i >= len(text) {
		return false
	}
	if c := ascii[text[i]]; c < utf8.RuneSelf {
		return c >= 'a'
	}
	r, _ := runes.At(text, i)
	return classOf(r) == letter
}
