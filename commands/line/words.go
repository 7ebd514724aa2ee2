package line

import (
	"strings"

	"github.com/dustin/go-humanize"

	"example.org/diagonal/io/visible"
)

// Many returns a number with its noun: "1 copy", "2 copies".
func Many(n int64, noun string) string {
	stem, ies := strings.CutSuffix(noun, "y")
	switch {
	case n == 1:
		return "1 " + noun
	case ies:
		return humanize.Comma(n) + " " + stem + "ies"
	}
	return humanize.Comma(n) + " " + noun + "s"
}

// Short returns an id for a terminal, cut in the middle if it has more than most characters.
func Short(id string, most int) string {
	id = visible.Text(id)
	r := []rune(id)
	if len(r) <= most {
		return id
	}
	return string(r[:most/2-1]) + "…" + string(r[len(r)-most/2:])
}
