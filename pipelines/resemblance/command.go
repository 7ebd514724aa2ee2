package resemblance

import (
	"context"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/spf13/cobra"

	"diagonal/pipelines/job"
	"diagonal/transforms/resemblance"
)

// Command is `diagonal resemblance`.
func Command() *cobra.Command {
	var p Params
	cmd := &cobra.Command{
		Use:   "resemblance --input=PATH --output=FOLDER",
		Short: "find whole documents that resemble each other, and their groups",
		Long: `Finds the pairs of documents that resemble each other as sets of shingles (runs of
--n words), or of which one contains the other, and the groups that pairs connect.

  resemblance = shared shingles / shingles of the two together
  containment = shared shingles / shingles of the smaller document

The exact method finds every pair that brute force would, with no cap. The sketches cost
less memory and miss some; their measures are estimates.

Documents are equal that have the same words in the same order. They are compared as one:
one of them stands for all, the one that --policy chooses, and its pairs are written. The
pairs of equal documents with each other, and of the others with the rest, are counted in
summary.json; with --equal_pairs they are written as well: n equal documents are n²/2 pairs.

The result is a folder with pairs-*.jsonl, equal-*.jsonl (each document that equals
another one, with the one that stands for it), groups-*.jsonl (each document of a group of
two and more, with the one that stands for it), rejected-*.jsonl, summary.json and
run.json. It appears whole or not at all. With --source there are no groups.`,
		Example: `  diagonal resemblance --input=articles/ --output=similar
  diagonal resemblance --input=crawl.jsonl.gz --containment=0.9 --policy=keep_longest --output=similar
  diagonal resemblance --input=crawl.jsonl.gz --method=minhash --permutations=256 --output=similar`,
		Args: job.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := p.validate(); err != nil {
				return job.Usage(err)
			}
			if err := p.checkFlags(cmd.Flags()); err != nil {
				return job.Usage(err)
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
