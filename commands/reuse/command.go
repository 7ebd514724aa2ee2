// Package reuse is the command that ranks pairs of documents by the sentences that they share: it
// reads documents from files, calls Find of pipelines/reuse, and writes the folder of the result.
package reuse

import (
	"context"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/spf13/cobra"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/shardio"
	pipeline "example.org/diagonal/pipelines/reuse"
	"example.org/diagonal/transforms/reuse"
)

// Command is `diagonal reuse`.
func Command() *cobra.Command {
	var p Params
	cmd := &cobra.Command{
		Use:   "reuse --input=PATH --output=FOLDER",
		Short: "rank pairs of documents by how many sentences they share, in any order: for news and quotations",
		Long: `Ranks pairs of documents by how much of their sentences they share, sentence by sentence,
however the sentences are ordered. Use it for press copy, blogs and quoted statements;
partial finds where longer passages are, and resemblance whole documents that are alike.

  S     = words that two sentences share / words of the longer one
  score = sum of S over the pairs of sentences with an S of at least --theta_s

Pairs of documents with a score of at least --theta_d are the result, the highest first. So
a score of 5 is about five sentences. The default method, exact, finds all of them. The other
methods are there to compare with; they report no pair that is not there, and lsh, qsign and
partenum miss some.

A sentence that is in more than --max_documents documents, in these words or in ones that are
alike, is hot: it makes no pairs, and summary.json counts it.

The result is a folder. It appears whole or not at all. It contains:

  pairs-*.jsonl      pairs of documents, by score
  sentences-*.jsonl  the pairs of sentences that made the scores, with their places
  rejected-*.jsonl   records of the input that could not be used, and why
  summary.json       parameters, counts, and what was not compared
  run.json           version, time, CPU time and memory`,
		Example: `  diagonal reuse --input=news/ --output=reused
  diagonal reuse --input=articles/ --source=agency.jsonl.gz --theta_d=3 --output=reused`,
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

// Run finds the documents of p.Job that reuse sentences of each other, with p.Find, and makes the
// folder of the result. Progress and notes go to w. An error about what the user asked for has the exit
// code of line.Usage.
func Run(ctx context.Context, p Params, w io.Writer) (*job.Result, error) {
	return job.Run(ctx, p.Job, job.Job{
		Name: "reuse", Parameters: p.parameters(), Size: p.size,
		Build: func(s beam.Scope, g job.Graph) { build(s, p, g) },
	}, w)
}

// The streams of a result.
var (
	pairStream     = shardio.StreamOf[record.ReusePair]("pairs")
	sentenceStream = shardio.StreamOf[record.ReusedSentence]("sentences")
)

// build makes the graph of the job: read, find, write.
func build(s beam.Scope, p Params, g job.Graph) {
	find := p.find()
	find.Shuffle = g.Shuffle
	in := g.Read(s)
	found := pipeline.Find(s, find, in.Documents)
	streams := []shardio.Stream{
		pairStream(s, found.Pairs), sentenceStream(s, found.Sentences),
		job.RejectedOf(s, beam.Flatten(s, in.Rejected, found.Rejected)),
	}
	g.Write(s, streams, in.Skipped, found.Ledger)
}

// size returns how much memory and shuffled data the job needs for each byte of input. The largest
// need is that of Chinese, where most words are frequent.
func (p Params) size(int64) job.Size {
	switch p.Find.Method {
	case reuse.Exact, reuse.LSH, reuse.QSign, reuse.PartEnum:
		return job.Size{Memory: 40, Shuffled: 8, Waiting: 8}
	}
	return job.Size{Memory: 16, Shuffled: 4, Waiting: 4}
}
