// Package decontaminate is the command that says which items of test sets are in a training text: it
// reads both from files, calls Find of pipelines/decontaminate, and writes the folder of the result.
package decontaminate

import (
	"context"
	"fmt"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/dustin/go-humanize"
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/io/visible"
	pipeline "example.org/diagonal/pipelines/decontaminate"
)

func init() {
	dofn.Plain(&namedFn{})
}

// Command is `diagonal decontaminate`.
func Command() *cobra.Command {
	var p Params
	cmd := &cobra.Command{
		Use:   "decontaminate --input=PATH --tests=PATH --output=FOLDER",
		Short: "find test sets in a training text: before you train on it, or trust a score",
		Long: `Says which items of test sets (benchmarks) are in a training text, and in which documents.
Each file of --tests is a test set, and each record of it an item: a question, or a text.
Items of eight words and more are judged, embedded in longer text, too.

The result has the verdicts of four methods. --method chooses the one by which an item is
dirty or clean, and by which ranges of documents are to be cut:

  passage  a document has at least --threshold of the words of the item in one place
  gpt3     a document has 13 words in one piece of it (8 to 13, for short items)
  palm     the training text has at least 70 % of its runs of eight words
  llama2   at least 80 % of its words are in spans of more than ten words, of which four may
           differ, that the training text has

clean --apply=FOLDER cuts the ranges from the training text, or drops what is left of documents.

The result is a folder. It appears whole or not at all. It contains:

  benchmarks-*.jsonl  test sets: how many items are clean and dirty, by each method
  items-*.jsonl       items: the verdicts, and the documents that have them
  spans-*.jsonl       ranges of documents that contain dirty items
  rejected-*.jsonl    records that could not be used, and why
  summary.json        parameters, counts, and what was not compared
  run.json            version, time, CPU time and memory`,
		Example: `  diagonal decontaminate --input=training/ --tests=benchmarks/ --output=found
  diagonal clean --input=training/ --apply=found --output=pure
  diagonal decontaminate --input=training/ --tests=gsm8k.jsonl --test_field=question --output=found`,
		Args: line.NoArguments,
		RunE: p.Job.RunE(job.Steps{
			Check:  func(cmd *cobra.Command) error { return p.check(cmd.Flags()) },
			Run:    func(ctx context.Context, w io.Writer) (*job.Result, error) { return Run(ctx, p, w) },
			Report: report, Unseen: true,
		}),
	}
	p.Flags(cmd.Flags())
	return cmd
}

// The streams of a result.
var (
	itemStream  = shardio.StreamOf[record.TestItem]("items")
	setStream   = shardio.StreamOf[record.TestSet]("benchmarks")
	spansStream = shardio.StreamOf[record.Removed]("spans")
)

// The memory and the shuffled data of a job, at most, for each byte of input: hits are few.
const memoryPerByte, shuffledPerByte, waitingPerByte = 1, .5, .5

// Run looks for the items of p.Tests in the documents of p.Job, and makes the folder of the result.
// Progress and notes go to w. An error about what the user asked for has the exit code of line.Usage.
func Run(ctx context.Context, p Params, w io.Writer) (*job.Result, error) {
	var tests *docio.Plan
	return job.Run(ctx, p.Job, job.Job{
		Name: "decontaminate", Parameters: p.parameters(),
		Size: job.SizeOf(memoryPerByte, shuffledPerByte, waitingPerByte),
		Plan: func(ctx context.Context, docs docio.Params) (plan *docio.Plan, err error) {
			if tests, err = docio.NewPlan(ctx, p.tests(docs)); err != nil {
				return nil, err
			}
			return docio.NewPlan(ctx, docs)
		},
		Build: func(s beam.Scope, g job.Graph) { build(s, p, tests, g) },
	}, w)
}

// build makes the graph of the job: read, find, write.
func build(s beam.Scope, p Params, tests *docio.Plan, g job.Graph) {
	in := g.Read(s)
	items, rejected, _, skipped := docio.Read(s.Scope("tests"), tests)
	named := beam.ParDo(s, &namedFn{Names: namesOf(tests)}, items)
	found := pipeline.Find(s, p.Find, named, in.Documents)
	streams := []shardio.Stream{
		itemStream(s, found.Items), setStream(s, found.Sets), spansStream(s, found.Spans),
		job.RejectedOf(s, beam.Flatten(s, in.Rejected, rejected)),
	}
	g.Write(s, streams, in.Skipped, skipped, found.Ledger)
}

// namedFn gives each item the name of its test set.
type namedFn struct {
	// Names are the names of test sets by the paths of their files.
	Names map[string]string
}

func (fn *namedFn) ProcessElement(d record.Document) record.Document {
	d.File = fn.Names[d.File]
	return d
}

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
