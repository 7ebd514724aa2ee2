package explain

import (
	"bufio"
	"fmt"
	"io"

	"github.com/dustin/go-humanize"
	"github.com/jedib0t/go-pretty/v6/table"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/visible"
	"example.org/diagonal/pipelines/partial"
)

// maxSteps is how many rows of a table are printed. The JSON has all of them.
const maxSteps = 20

// page is the text of an explanation, and the screen that it is for.
type page struct {
	*bufio.Writer
	screen line.Screen
}

// print writes an explanation for people, stage by stage.
func print(out io.Writer, e *Explanation) error {
	w := &page{bufio.NewWriter(out), line.Screen{Width: line.ScreenOf(out).Width}}
	fmt.Fprintf(w, "A  %s\nB  %s\n", inLine(e.A), inLine(e.B))
	fmt.Fprintf(w, "Collection: %s; text in more than %s is hot\n",
		line.Many(e.Collection.Documents, "document"), documentLimit(e.Collection.MaxDocuments))
	printSignatures(w, e)
	if e.Parameters.Matching == partial.Refine {
		printCandidate(w, e)
		printSteps(w, "3. Ranges that were looked at", e.Steps, "none")
	} else {
		if len(e.Compared) > 0 {
			printSteps(w, "2. Sentences that were compared, the most similar first", e.Compared, "none")
		}
		printSteps(w, "3. Runs of duplicate sentences, the longest first", e.Runs, "none")
	}
	printPassages(w, e)
	fmt.Fprintf(w, "\n%s%s\n", upper(e.Verdict), stop(e.Verdict))
	for _, a := range e.Advice {
		fmt.Fprintf(w, "  with %s: %s%s\n", a.Flags, passages(a.Passages), alone(a))
	}
	return w.Flush()
}

// stop ends a sentence that is not ended.
func stop(s string) string {
	if s == "" || s[len(s)-1] == '.' {
		return ""
	}
	return "."
}

func upper(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}

func passages(n int) string {
	if n == 0 {
		return "still nothing"
	}
	return line.Many(int64(n), "passage")
}

func alone(a Advice) string {
	if !a.Alone {
		return ""
	}
	return " (tried on the two alone)"
}

func documentLimit(n int) string {
	if n == 0 {
		return "any number of documents" // there is no cap
	}
	return line.Many(int64(n), "document")
}

func inLine(d Document) string {
	where := ""
	if d.File != "" { // it is not hidden
		where = fmt.Sprintf("(%s)  ", visible.Text(record.Where(d.File, d.Record)))
	}
	s := fmt.Sprintf("%s  %s%s, %s", line.Short(d.ID, 80), where, line.Many(int64(d.Sentences), "sentence"),
		line.Many(int64(d.Words), "word"))
	if d.Hot > 0 {
		s += fmt.Sprintf("; hot: %s of its %s (sentences; long ones are cut, short ones joined)",
			humanize.Comma(int64(d.Hot)), line.Many(int64(d.Units), "part"))
	}
	if d.Same > 0 {
		s += fmt.Sprintf("; %s have this id: this one is compared, the others are rejected",
			line.Many(d.Same, "record"))
	}
	return s
}

func printSignatures(w *page, e *Explanation) {
	s := e.Signatures
	fmt.Fprintf(w, "\n1. In common: %s %s\n", humanize.Comma(int64(s.All)), s.Kind)
	if s.All == 0 {
		return
	}
	fmt.Fprintf(w, "   %s used", humanize.Comma(int64(s.Used)))
	if e.Parameters.Matching == partial.Refine {
		fmt.Fprintf(w, " (%s in few documents)", humanize.Comma(int64(s.Rare)))
		fmt.Fprintf(w, ", %s left out (thinned: in many documents, of which a sample is used)",
			humanize.Comma(int64(s.Thinned)))
	}
	fmt.Fprintf(w, ", %s hot\n", humanize.Comma(int64(s.Hot)))
	if s.Copies > 0 {
		fmt.Fprintf(w, "   %s of them show a copy of at least 150 characters, or equal documents\n",
			humanize.Comma(int64(s.Copies)))
	}
	t := newTable()
	t.AppendHeader(table.Row{"documents", "", "text in A"})
	for _, x := range s.Shared {
		t.AppendRow(table.Row{humanize.Comma(x.Documents), x.Fate, line.Text(x.Text)})
	}
	t.PrintOn(w, w.screen)
}

func printCandidate(w io.Writer, e *Explanation) {
	c := e.Candidate
	switch {
	case c.Pairs == 0 && !c.Near:
		fmt.Fprintf(w, "\n2. Candidates: no. No pair of sentences shares any that is used\n")
	case !c.Near:
		fmt.Fprintf(w,
			"\n"+
				"2. Candidates: no. %s of sentences share some, but no %d are within 4 sentences of each other in both documents\n", line.Many(int64(c.Pairs), "pair"), c.NearNeed)
	default:
		fmt.Fprintf(w, "\n2. Candidates: yes. %s of sentences share some, near each other\n",
			line.Many(int64(c.Pairs), "pair"))
		if c.Same {
			fmt.Fprintf(w, "   the two have the same words\n")
			break
		}
		run := ""
		if c.LongRun {
			run = "; they have a copied run of at least 150 characters, which is enough"
		}
		fmt.Fprintf(w, "   common words of similar sentences near each other: %d, needed: %d%s\n", c.Common, c.Need, run)
	}
	if c.Aligned {
		fmt.Fprintf(w, "   aligned: %s of sentences are similar (seeds)\n", line.Many(int64(c.Seeds), "pair"))
	}
}

func printSteps(w *page, title string, steps []Step, none string) {
	fmt.Fprintf(w, "\n%s\n", title)
	if len(steps) == 0 {
		fmt.Fprintf(w, "   %s\n", none)
		return
	}
	t := newTable()
	t.AppendHeader(table.Row{"A", "B", "", "why", "text in A"})
	for _, s := range steps[:min(len(steps), maxSteps)] {
		verdict := "dropped"
		if s.Passed {
			verdict = "passed"
		}
		t.AppendRow(table.Row{fmt.Sprintf("%d-%d", s.AStart, s.AEnd), fmt.Sprintf("%d-%d", s.BStart, s.BEnd), verdict,
			inWords(s), line.Text(s.Text)})
	}
	t.PrintOn(w, w.screen)
	if more := len(steps) - maxSteps; more > 0 {
		fmt.Fprintf(w, "   and %s more: --json prints all\n", humanize.Comma(int64(more)))
	}
}

func printPassages(w io.Writer, e *Explanation) {
	if len(e.Passages) == 0 {
		return
	}
	fmt.Fprintf(w, "\n4. Passages\n")
	for i, p := range e.Passages {
		if i == maxSteps {
			fmt.Fprintf(w, "   and %s more: --json prints all\n", humanize.Comma(int64(len(e.Passages)-maxSteps)))
			return
		}
		fmt.Fprintf(w, "   %s %d-%d and %s %d-%d: %s, similarity %.4g\n", line.Short(p.A, 40), p.AStart, p.AEnd,
			line.Short(p.B, 40), p.BStart, p.BEnd, p.Kind, p.Similarity)
		if p.Evidence > 0 {
			fmt.Fprintf(w,
				"      evidence %.4g: %s of three words in common, among the %s of its shorter side; those in more than few documents count a third\n", p.Evidence, line.Many(int64(p.SharedRuns), "run"), line.Many(int64(p.Words), "word"))
		}
		if p.Ends != "" {
			fmt.Fprintf(w, "      %s\n", p.Ends)
		}
	}
}

func newTable() *line.Table {
	t := line.NewTable("")
	t.HideRule()
	return t
}
