package line

import (
	"regexp"
	"strings"
)

var plainWord = regexp.MustCompile(`^[\p{L}\p{N}_./:@%+=,-]+$`)

// Quoted returns a word as one writes it for a shell: in quotes if it has characters that a shell does not leave as
// they are.
func Quoted(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
