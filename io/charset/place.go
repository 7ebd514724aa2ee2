package charset

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// misplaced counts the characters beyond ASCII that stand where no such character stands in text: a symbol between two
// letters, an opening bracket or quotation mark of the low kind behind a letter, a capital behind a small letter.
// In a wrong set, letters become such.
func misplaced(text string) (n int) {
	var before rune
	for at, r := range text {
		if r >= utf8.RuneSelf && letter(before) {
			next, _ := utf8.DecodeRuneInString(text[at+utf8.RuneLen(r):])
			switch {
			case unicode.IsUpper(r) && unicode.IsLower(before),
				unicode.Is(unicode.Ps, r),
				!letter(r) && letter(next) && !strings.ContainsRune(joining, r) && !unicode.IsSpace(r):
				n++
			}
		}
		before = r
	}
	return n
}

// joining is what stands between letters: apostrophes, quotation marks, dashes, dots, and hyphens that are not seen.
const joining = "’‘“”–—…·\u00ad\u200c\u200d"

// letter reports whether a character is part of a word. Modifiers, such as ˆ, are symbols in the sets of one byte.
func letter(r rune) bool {
	return unicode.IsLetter(r) && !unicode.Is(unicode.Lm, r) || unicode.IsMark(r)
}
