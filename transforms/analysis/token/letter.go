package token

// Letter returns the form in which words have the rune r: in lower case, and full-width forms
// as ASCII. It returns false if r is no letter, digit or mark, and ends a word. A rune that
// counts for nothing, such as a soft hyphen, is 0 and part of a word.
func Letter(r rune) (rune, bool) {
	switch classOf(r) {
	case separator:
		return 0, false
	case invisible:
		return 0, true
	}
	return fold(r), true
}
