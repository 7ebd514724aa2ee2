// Package resemblance is the command that finds documents that resemble each other: it reads
// documents from files, calls Find of pipelines/resemblance, and writes the folder of the
// result.
package resemblance

import (
	"context"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/spf13/cobra"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/shardio"
	pipeline "example.org/diagonal/pipelines/resemblance"
	"example.org/diagonal/transforms/resemblance"
)

// Command is `diagonal resemblance`.
func Command() *cobra.Command {
	var p Params
	cmd := &cobra.Command{
		Use:   "resemblance --input=PATH --output=FOLDER",
		Short: "find whole documents that resemble each other: for copies of a file, and versions of a page",
		Long: `Finds pairs of documents that resemble each other, or of which one contains the other.
Connected pairs make groups. Documents are compared as sets of shingles, which are runs
of --n words. Use it for copies of whole files and versions of pages; partial finds
passages inside documents.

  resemblance = shared shingles / shingles of the two together
  containment = shared shingles / shingles of the smaller document

The exact method finds every pair that brute force would find, and has no cap. The
sketches need less memory and miss some pairs; their measures are estimates.

Two documents are equal if they have the same words in the same order. Equal documents
are compared once: --policy chooses one that represents all of them, and only its pairs
are written. The other pairs are counted in summary.json, and --equal_pairs writes them,
too: n equal documents make n²/2 pairs.

The result is a folder. It appears whole or not at all. It contains:

  pairs-*.jsonl      pairs of documents, with both measures; not with --only_groups
  equal-*.jsonl      each document that equals another one, and the one that represents it
  groups-*.jsonl     each document of a group of two or more, and the one that represents
                     it; with --source there are no groups
  rejected-*.jsonl   records of the input that could not be used, and why
  summary.json       parameters, counts, and what was not compared
  run.json           version, time, CPU time and memory`,
		Example: `  diagonal resemblance --input=articles/ --output=similar
  diagonal resemblance --input=crawl.jsonl.gz --containment=.9 --policy=keep_longest -o similar
  diagonal resemblance --input=crawl.jsonl.gz --method=minhash --permutations=256 --output=similar`,
		Args: line.NoArguments,
		RunE: p.Job.RunE(job.Steps{
			Check: func(cmd *cobra.Command) error { return p.check(cmd.Flags()) },
			Run:   func(ctx context.Context, w io.Writer) (*job.Result, error) { return Run(ctx, p, w) },
			Report: func(ctx context.Context, w io.Writer, r *job.Result) error {
				return report(ctx, w, r, p.find())
			},
		}),
	}
	p.Flags(cmd.Flags())
	return cmd
}

// Run finds the documents of p.Job that resemble each other, with p.Find, and makes the folder
// of the result. Progress and notes go to w. An error about what the user asked for has the
// exit code of line.Usage.
func Run(ctx context.Context, p Params, w io.Writer) (*job.Result, error) {
	return job.Run(ctx, p.Job, job.Job{
		Name: "resemblance", Parameters: p.parameters(), Size: p.size,
		Build: func(s beam.Scope, g job.Graph) { build(s, p, g) },
	}, w)
}

// The streams of a result.
var (
	pairStream  = shardio.StreamOf[record.SimilarPair]("pairs")
	groupStream = shardio.StreamOf[record.Grouped]("groups")
	equalStream = shardio.StreamOf[record.Equal]("equal")
)

// build makes the graph of the job: read, find, write.
func build(s beam.Scope, p Params, g job.Graph) {
	find := p.find()
	find.Shuffle = g.Shuffle
	in := g.Read(s)
	found := pipeline.Find(s, find, in.Documents)
	streams := []shardio.Stream{equalStream(s, found.Equal)}
	if found.Pairs.IsValid() {
		streams = append(streams, pairStream(s, found.Pairs))
	}
	if found.Groups.IsValid() {
		streams = append(streams, groupStream(s, found.Groups))
	}
	streams = append(streams, job.RejectedOf(s, beam.Flatten(s, in.Rejected, found.Rejected)))
	g.Write(s, streams, in.Skipped, found.Ledger)
}

// size returns how much memory and shuffled data the job needs for each byte of input. The
// largest need is that of containment in Chinese, where every shared shingle is shuffled.
func (p Params) size(int64) job.Size {
	switch {
	case p.Find.Bounds.Containment > 0:
		return job.Size{Memory: 36, Shuffled: 4.5, Waiting: 4}
	case p.Find.Method == resemblance.ModM:
		return job.Size{Memory: 6, Shuffled: 2, Waiting: 1}
	}
	return job.Size{Memory: 16, Shuffled: 2.5, Waiting: 2}
}
