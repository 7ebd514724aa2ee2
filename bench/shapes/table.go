package main

import (
	"fmt"
	"io"
	"strings"
)

// table prints a table in Markdown, a row for each shape and command.
type table struct {
	out       io.Writer
	memory    int64
	shape     string
	command   string
	rows      []outcome
	footnotes []string
}

func newTable(out io.Writer, memory int64) *table {
	fmt.Fprintf(out,
		"| shape | documents | MB of text | command | s | CPU s | CPU s grow | records | records grow | peak MB | within %d MB |\n", memory/1e6)
	fmt.Fprintln(out, "|---|---|---|---|---|---|---|---|---|---|---|")
	return &table{out: out, memory: memory}
}

// begin begins a row.
func (t *table) begin(shape, command string) { t.shape, t.command, t.rows = shape, command, nil }

// add adds a run to the row.
func (t *table) add(o outcome) { t.rows = append(t.rows, o) }

// end prints the row.
func (t *table) end() {
	cells := make([][]string, 7)
	within := "yes"
	for i, o := range t.rows {
		wall, cpu := fmt.Sprintf("%.1f", o.Wall.Seconds()), fmt.Sprintf("%.1f", o.CPU.Seconds())
		switch {
		case o.ended:
			wall, cpu = "not done after "+wall, "not done after "+cpu
		case o.refused != "":
			wall, cpu = "fails", "fails"
			t.footnotes = append(t.footnotes, fmt.Sprintf("%s of %d documents (%s): %s", t.command, o.documents,
				t.shape, o.refused))
		case i > 0:
			before := t.rows[i-1]
			cells[5] = append(cells[5], fmt.Sprintf("%.1f", o.CPU.Seconds()/before.CPU.Seconds()))
			if before.records > 0 {
				cells[6] = append(cells[6], fmt.Sprintf("%.1f", float64(o.records)/float64(before.records)))
			}
		}
		values := []string{fmt.Sprint(o.documents), fmt.Sprintf("%.3g", o.mb), wall, cpu, fmt.Sprint(o.records)}
		for c, value := range values {
			cells[c] = append(cells[c], value)
		}
		if o.Memory > t.memory {
			within = "**no**"
		}
	}
	var peaks []string
	for _, o := range t.rows {
		peaks = append(peaks, fmt.Sprint(o.Memory/1e6))
	}
	join := func(list []string) string { return strings.Join(list, ", ") }
	fmt.Fprintf(t.out, "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", t.shape, join(cells[0]),
		join(cells[1]), t.command,
		join(cells[2]), join(cells[3]), join(cells[5]), join(cells[4]), join(cells[6]), join(peaks), within)
}

// notes prints what the runs that failed said.
func (t *table) notes() error {
	for _, note := range t.footnotes {
		if _, err := fmt.Fprintf(t.out, "\n%s\n", note); err != nil {
			return err
		}
	}
	return nil
}
