package decontaminate

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
)

// shown is the number of test sets in the table.
const shown = 20

// report writes the closing lines of a run: the test sets, counts, and the folder of the result.
func report(ctx context.Context, w io.Writer, r *job.Result) error {
	sets, err := job.First[record.TestSet](ctx, r.Dir, "benchmarks", shown)
	if err != nil {
		return err
	}
	t := line.NewTable("Test sets: items, and how many of them are dirty")
	t.AppendHeader(table.Row{"test set", "items", "too short", "clean", "dirty", "with answer", "passage", "gpt3",
		"palm", "llama2"})
	t.AlignRight("items", "too short", "clean", "dirty", "with answer", "passage", "gpt3", "palm", "llama2")
	for _, v := range sets {
		row := table.Row{line.ID(v.Benchmark, false)}
		for _, n := range []int64{v.Items, v.Short, v.Clean, v.Dirty, v.Answers, v.Passage, v.GPT3, v.PaLM, v.Llama2} {
			row = append(row, humanize.Comma(n))
		}
		t.AppendRow(row)
	}
	if err := t.PrintFirst(w, r.Summary.Lines["benchmarks"]); err != nil {
		return err
	}
	fmt.Fprintf(w, "%s, %s\n", r.Documents(), r.Cost())
	fmt.Fprintf(w, "%s to cut, %s\n", line.Many(r.Summary.Lines["spans"], "range"),
		line.Many(r.Summary.Lines[job.Rejected], "rejected record"))
	line.PrintNotes(w, r.Remarks())
	fmt.Fprintf(w, "The result is in %s; clean --apply=%s cuts the ranges from the training text\n",
		visible.Text(r.Dir), visible.Text(r.Dir))
	return nil
}
