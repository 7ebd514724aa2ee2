package evaluate

import (
	"fmt"
	"io"

	"github.com/jedib0t/go-pretty/v6/table"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/visible"
)

// print writes the report as tables for people.
func (r *Report) print(out io.Writer) error {
	var tables []*line.Table
	if r.Overall != nil {
		tables = append(tables, r.measures())
	}
	if len(r.Kinds) > 0 {
		tables = append(tables, r.kinds())
	}
	for _, t := range append(tables, r.sets()) {
		if err := t.Print(out); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(out); err != nil {
			return err
		}
	}
	if c := r.Characters; c != nil {
		if _, err := fmt.Fprintf(out, "by characters: plagdet %.4f, granularity %.4f, median edge error %s\n"+
			"records: %d; in boilerplate: %d (%d pairs of documents); between two documents and false: %d; inside one document: %d\n",
			c.Plagdet, c.Granularity, edge(
				c.Edge), r.Records, c.Boilerplate, c.BoilerplatePairs, c.False, c.Within); err != nil {
			return err
		}
	}
	if r.Outside != nil {
		if _, err := fmt.Fprintf(out, "outside the listed pairs, and not scored: %d of %d records\n", *r.Outside,
			r.Records); err != nil {
			return err
		}
	}
	return nil
}

func edge(e *float64) string {
	if e == nil {
		return "unknown (nothing found)"
	}
	return fmt.Sprintf("%g characters", *e)
}

// newTable returns an empty table. All its columns but the first are numbers.
func newTable(header ...string) *line.Table {
	t := line.NewTable("")
	var names table.Row
	for _, name := range header {
		names = append(names, name)
	}
	t.AppendHeader(names)
	t.AlignRight(header[1:]...)
	return t
}

func digits(x float64) string { return fmt.Sprintf("%.4f", x) }

func (r *Report) measures() *line.Table {
	t := newTable("passages (macro)", "cases", "detections", "precision", "recall", "granularity", "plagdet", "found")
	row := func(m Measures, name string) table.Row {
		return table.Row{visible.Text(name), m.Cases, m.Detections, digits(m.Precision), digits(m.Recall),
			digits(m.Granularity), digits(m.Plagdet), digits(m.Found)}
	}
	for _, m := range r.Categories {
		if m.Cases == 0 { // nothing to find: only the detections are shown
			t.AppendRow(table.Row{visible.Text(m.Name), 0, m.Detections, "", "", "", "", ""})
			continue
		}
		t.AppendRow(row(m, m.Name))
	}
	if len(r.Categories) > 0 {
		t.AppendFooter(row(*r.Overall, "all"))
	} else {
		t.AppendRow(row(*r.Overall, "all"))
	}
	return t
}

func (r *Report) kinds() *line.Table {
	t := newTable("kind", "cases", "found", "recall (macro)", "granularity")
	for _, k := range r.Kinds {
		t.AppendRow(table.Row{visible.Text(k.Kind), k.Cases, digits(k.Found), digits(k.Recall), digits(k.Granularity)})
	}
	return t
}

func (r *Report) sets() *line.Table {
	t := newTable("over", "result", "gold", "both", "precision", "recall", "F1")
	if c := r.Characters; c != nil {
		t.AppendRow(table.Row{"characters", "", "", "", digits(c.Precision), digits(c.Recall), digits(c.F1)})
	}
	set := func(name string, a Agreement) {
		t.AppendRow(table.Row{name, a.Result, a.Gold, a.Both, digits(a.Precision), digits(a.Recall), digits(a.F1)})
	}
	if r.Sentences != nil {
		set("sentences", *r.Sentences)
	}
	set("document pairs", r.Documents)
	return t
}
