package resemblance

import (
	"context"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/spf13/cobra"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
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

  pairs-*.jsonl      pairs of documents, with both measures
  equal-*.jsonl      each document that equals another one, and the one that represents it
  groups-*.jsonl     each document of a group of two or more, and the one that represents
                     it; with --source there are no groups
  rejected-*.jsonl   records of the input that could not be used, and why
  summary.json       parameters, counts, and what was not compared
  run.json           version, time and memory`,
		Example: `  diagonal resemblance --input=articles/ --output=similar
  diagonal resemblance --input=crawl.jsonl.gz --containment=0.9 --policy=keep_longest --output=similar
  diagonal resemblance --input=crawl.jsonl.gz --method=minhash --permutations=256 --output=similar`,
		Args: line.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := p.validate(); err != nil {
				return line.Usage(err)
			}
			if err := p.checkFlags(cmd.Flags()); err != nil {
				return line.Usage(err)
			}
			return run(cmd.Context(), p, cmd.ErrOrStderr(), cmd.OutOrStdout())
		},
	}
	p.Flags(cmd.Flags())
	return cmd
}

// run runs the job, shows progress on w, and reports on out.
func run(ctx context.Context, p Params, w, out io.Writer) error {
	r, err := job.Run(ctx, p.Job, job.Job{
		Name: "resemblance", Parameters: p.parameters(), Size: p.size, Reads: p.reads(),
		Build: func(s beam.Scope, g job.Graph) { Build(s, p, g) },
	}, w)
	if err != nil || p.Job.Quiet {
		return err
	}
	job.Report(ctx, r.Dir, w, func(ctx context.Context) error { return report(ctx, out, r, len(p.Job.Docs.Source) > 0) })
	return nil
}

// size is what a byte of input makes: most for containment in Chinese, of which every
// shingle that two documents have travels.
func (p Params) size(int64) job.Size {
	switch {
	case p.Resemblance.Bounds.Containment > 0:
		return job.Size{Memory: 36, Shuffled: 3}
	case p.Resemblance.Method == resemblance.ModM:
		return job.Size{Memory: 6, Shuffled: 0.5}
	}
	return job.Size{Memory: 16, Shuffled: 1}
}

// reads is how often the graph reads the input: counting takes a reading.
func (p Params) reads() int {
	if p.Resemblance.NeedsRarity() {
		return 2
	}
	return 1
}
