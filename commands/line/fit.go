package line

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Widths of columns, in columns of the terminal. Ids and texts have at most the first where the
// table is not printed to a terminal, and at most the second on a terminal. They are cut to the
// third, texts first, and if that is not enough to no less than the fourth.
var (
	idWidths   = [4]int{32, 60, 20, 10}
	textWidths = [4]int{60, 120, 24, 12}
)

// column is the width of a column of a table.
type column struct {
	kind  cellKind
	width int
	min   [2]int // in both rounds of cutting
}

// columnsFor returns the columns with their widths, and by how much they are wider than width if
// they cannot be cut any more. A width of 0 is enough for every table.
func (t *Table) columnsFor(width int) (columns []column, over int) {
	n := len(t.header)
	for _, row := range t.all() {
		n = max(n, len(row))
	}
	columns = make([]column, n)
	limit := 0
	if width > 0 {
		limit = 1
	}
	for i := range columns {
		c, mark := &columns[i], 0 // the widest mark
		for _, row := range t.all() {
			if i < len(row) {
				c.kind = max(c.kind, kindOf(row[i]))
				c.width = max(c.width, text.StringWidthWithoutEscSequences(shown(row[i])))
				if id, ok := row[i].(idCell); ok {
					mark = max(mark, text.StringWidthWithoutEscSequences(id.mark))
				}
			}
		}
		switch c.kind {
		case idKind:
			c.width, c.min = min(c.width, idWidths[limit]+mark), [2]int{idWidths[2] + mark, idWidths[3] + mark}
		case textKind:
			c.width, c.min = min(c.width, textWidths[limit]), [2]int(textWidths[2:])
		}
		if i < len(t.header) {
			header := text.StringWidthWithoutEscSequences(fmt.Sprint(t.header[i]))
			c.width, c.min[1] = max(c.width, header), max(c.min[1], header)
		}
		over += c.width + padding
	}
	if width == 0 {
		return columns, 0
	}
	over -= width
	for round := range 2 {
		for ; over > 0; over-- {
			i := widest(columns, round)
			if i < 0 {
				break
			}
			columns[i].width--
		}
	}
	return columns, over
}

// widest returns the column that is cut next: the widest of texts, then the widest of ids. It
// returns -1 if none can be cut in this round.
func widest(columns []column, round int) int {
	at := -1
	for i, c := range columns {
		if c.kind == fixedKind || c.width <= c.min[round] {
			continue
		}
		if at < 0 || c.kind > columns[at].kind || c.kind == columns[at].kind && c.width > columns[at].width {
			at = i
		}
	}
	return at
}

// without returns the table without its columns of a kind; false if there are none.
func (t *Table) without(columns []column, kind cellKind) (*Table, bool) {
	if !slices.ContainsFunc(columns, func(c column) bool { return c.kind == kind }) {
		return t, false
	}
	short := NewTable(t.title)
	pick := func(row table.Row) (kept table.Row) {
		for i, v := range row {
			if columns[i].kind != kind {
				kept = append(kept, v)
			}
		}
		return kept
	}
	short.columns, short.noRule = t.columns, t.noRule
	if t.header != nil {
		short.header = pick(t.header)
	}
	for _, row := range t.rows {
		short.rows = append(short.rows, pick(row))
	}
	if t.footer != nil {
		short.footer = pick(t.footer)
	}
	return short, true
}

// asList returns the rows as paragraphs, for a screen that no row fits on.
func (t *Table) asList(s Screen) string {
	ids := shortIDs(t.ids(), max(s.Width-8, 8))
	var b strings.Builder
	b.WriteString(s.bold(wrapped(t.title, s.Width)))
	for _, row := range t.all() {
		var words []string
		for i, v := range row {
			cell := shown(v)
			if cell == "" {
				continue
			}
			if id, ok := v.(idCell); ok {
				cell = ids[id.id] + id.mark
			}
			if i < len(t.header) {
				cell = fmt.Sprintf("%v %s", t.header[i], cell)
			}
			words = append(words, cell)
		}
		b.WriteString("\n- " + strings.ReplaceAll(wrapped(strings.Join(words, ", "), s.Width-2), "\n", "\n  "))
	}
	return strings.TrimPrefix(b.String(), "\n") // there may be no title
}

// wrapped returns words in lines of at most width columns.
func wrapped(words string, width int) string {
	var lines []string
	// A line of WrapSoft with characters that take two columns may be a column too wide.
	wide := func(l string) bool { return text.StringWidth(strings.TrimRight(l, " ")) > width }
	for at := width; at > 0; at-- {
		if lines = strings.Split(text.WrapSoft(words, at), "\n"); !slices.ContainsFunc(lines, wide) {
			break
		}
	}
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}
