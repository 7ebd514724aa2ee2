package line

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
)

// Many returns a number with its noun: "1 copy", "1,200 copies".
func Many(n int64, noun string) string { return english.Plural(int(n), noun, "") }

// Subject returns a number with its noun and their verb, which is one or many: "1 copy is", "1,200 copies are".
func Subject(n int64, noun, one, many string) string {
	if n == 1 {
		many = one
	}
	return Many(n, noun) + " " + many
}

// PrintNotes prints the notes that are not empty, each with a line end.
func PrintNotes(w io.Writer, notes ...string) {
	for _, note := range notes {
		if note != "" {
			fmt.Fprintln(w, note)
		}
	}
}

// Percent returns a share in percent: "96.1 %" for .961.
func Percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// Passages returns how many passages there are of two documents, and how many inside one.
func Passages(between, within int64) string {
	return Many(between, "passage") + " of two documents, " + humanize.Comma(within) + " inside one document"
}

var plainWord = regexp.MustCompile(`^[\p{L}\p{N}_./:@%+=,-]+$`)

// Quoted returns a word as one writes it for a shell: in quotes if it has characters that a shell does not leave as
// they are.
func Quoted(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
