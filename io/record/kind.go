package record

import (
	"regexp"
	"strings"
)

// varying is what is different in the reasons of one kind: numbers, and what is in quotes.
// A number at the end of a word is a part of a name, such as that of a character set.
var varying = regexp.MustCompile(`("[^"]*"|'[^']*'|(^|[^-\pL\pN])[0-9][0-9,.]*)`)

// Kind returns what records that were rejected for the same reason have in common: the reason without numbers, names
// in quotes and explanations behind a semicolon.
func (r Rejected) Kind() string {
	reason, _, _ := strings.Cut(r.Reason, "; ")
	return varying.ReplaceAllString(reason, "${2}…")
}
