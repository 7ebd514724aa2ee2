package line

import (
	"github.com/dustin/go-humanize/english"

	"example.org/diagonal/io/visible"
)

// Many returns a number with its noun: "1 copy", "1,200 copies".
func Many(n int64, noun string) string { return english.Plural(int(n), noun, "") }

// Sided returns an id as Short does, marked if the document is one of the source.
func Sided(id string, source bool, most int) string {
	if source {
		return Short(id, most) + " (source)"
	}
	return Short(id, most)
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
