package partial

import (
	"context"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/spf13/cobra"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/transforms/signature"
)

// Command is `diagonal partial`.
func Command() *cobra.Command {
	var p Params
	cmd := &cobra.Command{
		Use:   "partial --input=PATH --output=FOLDER",
		Short: "find the passages that documents share: the main command, start here",
		Long: `Finds the passages that two documents of a collection share, or that one document
contains twice. It reports both documents, and where the passage begins and ends in each.

The default, --matching=refine, finds passages that were copied, edited, put in another
order or summarised. Two documents are aligned sentence by sentence if they have runs of
three words in common that are near each other. A passage ends where the common words
end. A sentence in more than --max_documents documents is boilerplate: it is reported
once, as a hot passage, and makes no pairs.

With --matching=diagonal, sentences with the same signature are paired. A run of such
pairs that goes on in both documents (a diagonal) is a passage. That is faster and needs
less memory, but finds few reworded passages.

The result is a folder. It appears whole or not at all. It contains:

  passages-*.jsonl          the passages
  largest-*.jsonl           the ten largest, with the beginning of their text
  hot-*.jsonl               hot passages, with samples
  hot-occurrences-*.jsonl   every place of a hot passage
  rejected-*.jsonl          records of the input that could not be used, and why
  summary.json              parameters, counts, and what was not compared
  run.json                  version, time and memory`,
		Example: `  diagonal partial --input=articles/ --output=found
  diagonal partial --input='crawl/**/*.jsonl.gz' --text_field=body --output=found
  diagonal partial --input=essays/ --source=wikipedia.jsonl.zst --output=found
  diagonal partial --input=corpus.jsonl --preset=paper --output=found`,
		Args: line.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := p.settle(cmd.Flags()); err != nil {
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
		Name: "partial", Parameters: p.parameters(), Size: p.size, Reads: p.reads(),
		Build: func(s beam.Scope, g job.Graph) { Build(s, p, g) },
	}, w)
	if err != nil || p.Job.Quiet {
		return err
	}
	job.Report(ctx, r.Dir, w, func(ctx context.Context) error { return report(ctx, out, p, r) })
	return nil
}

// size is what an input of so many bytes makes for each of them: sets of signatures travel
// with their postings, documents with their n-grams. What chains make, which take over from
// n-grams in a large collection, grows with the collection; what n-grams make grows faster.
func (p Params) size(textBytes int64) job.Size {
	const grams, chains = 46, 24
	switch {
	case p.Matching == Refine && p.Grams.Candidates != signature.GramCandidates:
		return job.Size{Memory: min(grams, chains+700e6/float64(max(1, textBytes))), Shuffled: 3}
	case p.Matching == Refine:
		return job.Size{Memory: grams, Shuffled: 4}
	case p.Signature.Method == signature.IMatch:
		return job.Size{Memory: 4, Shuffled: 0.5}
	case p.Signature.Method == signature.SpotSigs:
		return job.Size{Memory: 10, Shuffled: 1}
	}
	return job.Size{Memory: 28, Shuffled: 3}
}

// reads is how often the graph reads the input: a table of words takes a reading.
func (p Params) reads() int {
	if p.Matching == Diagonal && p.Signature.NeedsTable() || p.Matching == Refine && p.Grams.NeedsTable() {
		return 2
	}
	return 1
}
