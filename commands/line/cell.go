package line

import (
	"fmt"
	"strings"

	"example.org/diagonal/io/visible"
	"example.org/diagonal/transforms/analysis/charfilter"
)

// cellKind is the kind of a column. The later ones are cut first.
type cellKind uint8

const (
	fixedKind cellKind = iota
	idKind
	textKind
)

// idCell is an id, with a mark behind it that is not cut.
type idCell struct{ id, mark string }

// textCell is a text. It is cut at its end.
type textCell string

// ID returns the cell of an id, which is cut in the middle of what it has in common with the
// other ids of the table. The id of a document of the source is marked. Of marks, the words that
// follow it are not cut.
func ID(id string, source bool, marks ...string) any {
	mark := strings.Join(marks, "")
	if source {
		mark = " (source)" + mark
	}
	return idCell{visible.Text(id), visible.Text(mark)}
}

// OneLine returns a text as one line, with the words joined that are divided at line ends.
func OneLine(s string) string { return strings.Join(strings.Fields(charfilter.Joined(s)), " ") }

// Text returns the cell of a text, as one line (OneLine).
func Text(s string) any { return textCell(visible.Text(OneLine(s))) }

func kindOf(v any) cellKind {
	switch v.(type) {
	case idCell:
		return idKind
	case textCell:
		return textKind
	}
	return fixedKind
}

// shown returns the whole text of a cell.
func shown(v any) string {
	switch v := v.(type) {
	case idCell:
		return v.id + v.mark
	case textCell:
		return string(v)
	}
	return fmt.Sprint(v)
}
