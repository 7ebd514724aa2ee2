package partition

import (
	"context"
	"fmt"
	"io"

	"github.com/dustin/go-humanize"
	"github.com/jedib0t/go-pretty/v6/table"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/visible"
	"example.org/diagonal/transforms/partition"
	"example.org/diagonal/transforms/resemblance"
)

// shown is the number of sets in the table.
const shown = 10

// report writes the closing lines of a run: the largest sets, counts, and the folder of the result.
func report(ctx context.Context, w io.Writer, r *job.Result) error {
	largest, err := job.First[record.SetSize](ctx, r.Dir, sizes, shown)
	if err != nil {
		return err
	}
	t := line.NewTable("The largest sets")
	t.AppendHeader(table.Row{"documents", "least r", "representative"})
	t.AlignRight("documents", "least r")
	for _, s := range largest {
		t.AppendRow(table.Row{humanize.Comma(s.Documents), fmt.Sprintf("%.4f", s.MinR),
			line.ID(s.Representative, false)})
	}
	if err := t.PrintFirst(w, r.Summary.Lines[sizes]); err != nil {
		return err
	}
	counts, lines := r.Summary.Counts, r.Summary.Lines
	fmt.Fprintf(w, "%s, %s\n", r.Documents(), r.Cost())
	set := "set"
	if counts[resemblance.EarlierDocuments] > 0 {
		set = "new set"
	}
	fmt.Fprintf(w, "%s, %s of two or more, %s alone, %s\n", line.Many(counts["sets"], set),
		humanize.Comma(lines[sizes]-counts[partition.EarlierSets]),
		line.Many(counts["singletons"], "document"), line.Many(lines[job.Rejected], "rejected record"))
	if n := counts[resemblance.EarlierDocuments]; n > 0 {
		fmt.Fprintf(w, "%s in the earlier result; %s in %s of it\n", line.Many(n, "document"),
			line.Many(counts[partition.EarlierJoined], "new document"), line.Many(counts[partition.EarlierSets], "set"))
	}
	if n := counts[resemblance.EarlierChanged]; n > 0 {
		fmt.Fprintf(w, "%s changed since the earlier result: compared as new, with new lines\n",
			line.Many(n, "document"))
	}
	if n := r.Summary.Ledger["earlier_sets_without_their_representative"]; n > 0 {
		fmt.Fprintf(w,
			"The representatives of %s of the earlier result are not in the input, or have changed: nothing was compared with them\n", line.Many(n, "set"))
	}
	line.PrintNotes(w, r.Remarks())
	if n := r.Summary.Ledger["links_beyond_the_bound"]; n > 0 {
		fmt.Fprintf(w,
			"%s not followed, because too many documents would be compared with each other: similar documents may be in several sets; --max_set=N changes the number\n", line.Subject(n, "link", "between documents was", "between documents were"))
	}
	fmt.Fprintf(w, "The result is in %s\n", visible.Text(r.Dir))
	return nil
}
