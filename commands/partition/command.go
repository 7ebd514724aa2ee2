// Package partition is the command that divides a collection into sets of similar documents: it
// reads documents from files, calls Find of pipelines/partition, and writes the folder of the result.
package partition

import (
	"context"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/spf13/cobra"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/shardio"
	pipeline "example.org/diagonal/pipelines/partition"
)

// Command is `diagonal partition`.
func Command() *cobra.Command {
	var p Params
	cmd := &cobra.Command{
		Use:   "partition --input=PATH --output=FOLDER",
		Short: "divide a collection into sets of similar documents: for web pages inside the templates of their sites",
		Long: `Divides a collection into sets of similar documents. Every document is in exactly one
set, and is similar to the representative of its set. Use it to keep one of each article of
a crawl, where the same article is inside the templates of many sites; resemblance finds
all pairs of similar documents instead.

  r = words in common, in the same order / words of the two together

Sentences that many pages of a site have are left out first. The site is the host of an id
that is a URL. Documents with a fingerprint in common are then compared by the longest
common subsequence of their words.

With --against, the collection has grown since an earlier run. New documents are put into
the sets of that run, or into new ones. Its result stays as it is.

The result is a folder. It appears whole or not at all. It contains:

  sets-*.jsonl       each document: its set, the representative of the set, and r to it
  sizes-*.jsonl      each set of two or more documents, the largest first
  rejected-*.jsonl   records of the input that could not be used, and why
  summary.json       parameters, counts, and what was not compared
  run.json           version, time, CPU time and memory`,
		Example: `  diagonal partition --input='crawl/*.warc.gz' --output=sets
  diagonal partition --input=pages.jsonl --min_r=0.8 --output=sets
  diagonal partition --input='crawl/*.warc.gz' --against=sets --output=sets-of-june
  diagonal clean --input=pages.jsonl --result=sets --output=cleaned`,
		Args: line.NoArguments,
		RunE: p.Job.RunE(job.Steps{
			Check:  func(cmd *cobra.Command) error { return p.check(cmd.Flags()) },
			Run:    func(ctx context.Context, w io.Writer) (*job.Result, error) { return Run(ctx, p, w) },
			Report: report,
		}),
	}
	p.Flags(cmd.Flags())
	return cmd
}

// Run divides the documents of p.Job into sets, with p.Find, and makes the folder of the result.
// Progress and notes go to w. An error about what the user asked for has the exit code of line.Usage.
func Run(ctx context.Context, p Params, w io.Writer) (*job.Result, error) {
	earlier, err := p.earlierFiles(ctx)
	if err != nil {
		return nil, line.Usage(err)
	}
	return job.Run(ctx, p.Job, job.Job{
		Name: "partition", Parameters: p.parameters(), Size: job.SizeOf(16, 5, 1.5),
		Build: func(s beam.Scope, g job.Graph) { build(s, p, g, earlier) },
	}, w)
}

// The streams of a result.
var (
	setStream  = shardio.StreamOf[record.InSet]("sets")
	sizeStream = shardio.StreamOf[record.SetSize](sizes)
)

// sizes is the name of the stream of the sets of two or more documents.
const sizes = "sizes"

// build makes the graph of the job: read, find, write. earlier is the files of earlier sets.
func build(s beam.Scope, p Params, g job.Graph, earlier []string) {
	find := p.find()
	find.Shuffle = g.Shuffle
	in := g.Read(s)
	found := pipeline.FindAgainst(s, find, in.Documents, earlierLines(s, earlier))
	g.Write(s, []shardio.Stream{
		setStream(s, found.Sets), sizeStream(s, found.Sizes),
		job.RejectedOf(s, beam.Flatten(s, in.Rejected, found.Rejected)),
	}, in.Skipped, found.Ledger)
}
