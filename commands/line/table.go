package line

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"example.org/diagonal/io/visible"
)

// Table is a table for the terminal. Print fits it to the width of the terminal: it cuts columns
// of texts and ids. Columns of numbers are aligned on the right.
type Table struct {
	title   string
	noRule  bool
	header  table.Row
	rows    []table.Row
	footer  table.Row
	columns []table.ColumnConfig
}

// NewTable returns an empty table with a title above it.
func NewTable(title string) *Table { return &Table{title: title} }

// AppendHeader sets the names of the columns.
func (t *Table) AppendHeader(row table.Row) { t.header = row }

// AppendRow adds a row. Cells may be the results of ID and Text.
func (t *Table) AppendRow(row table.Row) { t.rows = append(t.rows, row) }

// AppendFooter sets the row below the others.
func (t *Table) AppendFooter(row table.Row) { t.footer = row }

// SetColumnConfigs sets how columns are shown.
func (t *Table) SetColumnConfigs(columns []table.ColumnConfig) { t.columns = columns }

// AlignRight aligns columns of texts on the right, with their footers.
func (t *Table) AlignRight(columns ...string) {
	for _, name := range columns {
		t.columns = append(t.columns,
			table.ColumnConfig{Name: name, Align: text.AlignRight, AlignHeader: text.AlignRight,
				AlignFooter: text.AlignRight})
	}
}

// HideRule leaves out the rule below the header.
func (t *Table) HideRule() { t.noRule = true }

// Length returns the number of rows.
func (t *Table) Length() int { return len(t.rows) }

// Print prints the table to w, fitted to w if that is a terminal, with a line end after it.
func (t *Table) Print(w io.Writer) error { return t.PrintOn(w, ScreenOf(w)) }

// PrintFirst prints a table that has the first of so many rows, how many more there are, and an empty line. It prints
// nothing if the table has no row.
func (t *Table) PrintFirst(w io.Writer, of int64) error {
	shown := int64(len(t.rows))
	if shown == 0 {
		return nil
	}
	if err := t.Print(w); err != nil {
		return err
	}
	if of > shown {
		fmt.Fprintf(w, "and %s more\n", humanize.Comma(of-shown))
	}
	_, err := fmt.Fprintln(w)
	return err
}

// PrintOn is Print for a w that writes to a screen in the end.
func (t *Table) PrintOn(w io.Writer, s Screen) error {
	rendered := t.render(s)
	if s.Colour { // the cells show what is hidden in them
		w = visible.Raw(w)
	}
	_, err := fmt.Fprintln(w, rendered)
	return err
}

// padding is the space around a cell.
const padding = 2

// render returns the table for a screen.
func (t *Table) render(s Screen) string {
	columns, over := t.columnsFor(s.Width)
	if over > 0 {
		if short, ok := t.without(columns, textKind); ok {
			return short.render(s)
		}
		return t.asList(s)
	}
	ids := t.ids()
	w := table.NewWriter()
	w.SetStyle(table.StyleLight)
	w.Style().Options.DrawBorder = false
	w.Style().Options.SeparateColumns = false
	w.Style().Options.SeparateHeader = !t.noRule
	w.Style().Format.Header, w.Style().Format.Footer = text.FormatDefault, text.FormatDefault
	w.SetColumnConfigs(t.numbered())
	if t.header != nil {
		header := slices.Clone(t.header)
		for i := range header {
			header[i] = s.faint(fmt.Sprint(header[i]))
		}
		w.AppendHeader(header)
	}
	shorts := map[int]map[string]string{} // by width
	for _, row := range t.rows {
		cells := slices.Clone(row)
		for i := range cells {
			switch v := cells[i].(type) {
			case idCell:
				width := columns[i].width - text.StringWidthWithoutEscSequences(v.mark)
				if shorts[width] == nil {
					shorts[width] = shortIDs(ids, width)
				}
				cells[i] = shorts[width][v.id] + v.mark
			case textCell:
				cells[i] = snip(string(v), columns[i].width)
			case string:
				if s.Colour { // nothing behind this shows what is hidden
					cells[i] = visible.Text(v)
				}
			}
		}
		w.AppendRow(cells)
	}
	if t.footer != nil {
		w.AppendFooter(t.footer)
	}
	return t.heading(s) + w.Render()
}

// heading returns the title with a line end. It may be wider than the table.
func (t *Table) heading(s Screen) string {
	if t.title == "" {
		return ""
	}
	title := t.title
	if s.Width > 0 {
		title = wrapped(title, s.Width-padding)
	}
	lines := strings.Split(title, "\n")
	for i, l := range lines {
		lines[i] = " " + s.bold(l)
	}
	return strings.Join(lines, "\n") + "\n"
}

// numbered returns the columns that have names by their numbers: names may be styled.
func (t *Table) numbered() (columns []table.ColumnConfig) {
	for _, c := range t.columns {
		if c.Name == "" {
			columns = append(columns, c)
			continue
		}
		for i, name := range t.header {
			if name == c.Name {
				c := c
				c.Name, c.Number = "", i+1
				columns = append(columns, c)
			}
		}
	}
	return columns
}

// all returns the rows and the footer.
func (t *Table) all() []table.Row {
	if t.footer == nil {
		return t.rows
	}
	return append(t.rows[:len(t.rows):len(t.rows)], t.footer)
}

// ids returns the ids of all columns.
func (t *Table) ids() (ids []string) {
	for _, row := range t.rows {
		for _, v := range row {
			if id, ok := v.(idCell); ok {
				ids = append(ids, id.id)
			}
		}
	}
	return ids
}
