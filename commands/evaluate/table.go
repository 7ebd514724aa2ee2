package evaluate

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"example.org/diagonal/io/visible"
)

// print writes the report as tables for people.
func (r *Report) print(out io.Writer) error {
	var b strings.Builder
	if r.Overall != nil {
		r.printMeasures(&b)
	}
	if len(r.Kinds) > 0 {
		r.printKinds(&b)
	}
	r.printSets(&b)
	if c := r.Characters; c != nil {
		fmt.Fprintf(&b, "by characters: plagdet %.4f, granularity %.4f, median edge error %s\n", c.Plagdet, c.Granularity, edge(c.Edge))
		fmt.Fprintf(&b, "records: %d; in boilerplate: %d (%d pairs of documents); between two documents and false: %d; inside one document: %d\n",
			r.Records, c.Boilerplate, c.BoilerplatePairs, c.False, c.Within)
	}
	if r.Outside != nil {
		fmt.Fprintf(&b, "outside the listed pairs, and not scored: %d of %d records\n", *r.Outside, r.Records)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

func edge(e *float64) string {
	if e == nil {
		return "unknown (nothing found)"
	}
	return fmt.Sprintf("%g characters", *e)
}

// newTable returns an empty table. All its columns but the first are numbers.
func newTable(header ...any) table.Writer {
	t := table.NewWriter()
	style := table.StyleLight
	style.Format.Header, style.Format.Footer = text.FormatDefault, text.FormatDefault
	t.SetStyle(style)
	t.AppendHeader(header)
	var columns []table.ColumnConfig
	for i := 2; i <= len(header); i++ {
		columns = append(columns, table.ColumnConfig{Number: i, Align: text.AlignRight, AlignHeader: text.AlignRight, AlignFooter: text.AlignRight})
	}
	t.SetColumnConfigs(columns)
	return t
}

func digits(x float64) string { return fmt.Sprintf("%.4f", x) }

func (r *Report) printMeasures(b *strings.Builder) {
	t := newTable("passages (macro)", "cases", "detections", "precision", "recall", "granularity", "plagdet", "found")
	row := func(m Measures, name string) table.Row {
		return table.Row{visible.Text(name), m.Cases, m.Detections, digits(m.Precision), digits(m.Recall), digits(m.Granularity), digits(m.Plagdet), digits(m.Found)}
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
	fmt.Fprintln(b, t.Render())
}

func (r *Report) printKinds(b *strings.Builder) {
	t := newTable("kind", "cases", "found", "recall (macro)", "granularity")
	for _, k := range r.Kinds {
		t.AppendRow(table.Row{visible.Text(k.Kind), k.Cases, digits(k.Found), digits(k.Recall), digits(k.Granularity)})
	}
	fmt.Fprintln(b, t.Render())
}

func (r *Report) printSets(b *strings.Builder) {
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
	fmt.Fprintln(b, t.Render())
}
