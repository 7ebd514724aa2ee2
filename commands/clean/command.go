// Package clean is the command that writes a collection again without what it contains twice.
//
// It reads the collection three times: for the places and the hashes of its documents; for
// the words in the places that a result names, in the documents that have such places; and
// to write it again, when the library (pipelines/clean) has decided what to remove.
package clean

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/spf13/cobra"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/rewrite"
)

// Command is `diagonal clean`.
func Command() *cobra.Command {
	var p Params
	var end ending
	cmd := &cobra.Command{
		Use:   "clean --input=PATH --output=FOLDER [--result=FOLDER]",
		Short: "write the collection without its duplicates: before you train on it or index it",
		Long: `Writes the collection again without its duplicates, in the same files and the same format.
Of identical documents one stays. In the others clean looks at shared passages, which it
finds itself or takes from a result of partial. Words that occur in several places, in the
same order, are kept in one place, which --policy chooses, and are cut in the others.
Whole sentences and long parts of sentences are cut. Text that occurs only once is never
cut.

With --near, whole documents that resemble another one are dropped first: copies with edits
all over. With --exact, clean looks only at runs of so many words that occur twice. With a result of
resemblance it drops whole documents, each for one that resembles it, and with one of
partition all documents of a set but one.

With --policy=annotate, nothing is cut: the ranges are written beside the documents, and
--apply cuts them later, after they may have been changed, without another search.

With --against, documents and passages go that an old collection has. It stays as it is, or,
with --add, is an index that gets what is kept.

Records keep their other fields, and HTML keeps its markup. A document of which too little
is left is dropped. Records that cannot be read are left out.

The result is a folder. It appears whole or not at all. It contains:

  documents/          the cleaned collection
  attributes/         with --policy=annotate: the ranges of each document, as Dolma has them
  manifest-*.jsonl    each range that was removed, and where its words are kept
  cuts-*.jsonl        each range that was cut, exactly
  dropped-*.jsonl     documents that were dropped, and why
  templates-*.jsonl   with --site_templates: the sentences that many pages of a site have
  copies-*.jsonl      with --count_copies: how many copies were removed of what stays
  rejected-*.jsonl    records of the input that could not be used, and why
  statistics.json     with --statistics: how much there was before and after, by source
  summary.json        parameters, counts, and what was left
  run.json            version, time, CPU time and memory`,
		Example: `  diagonal clean --input=corpus.jsonl.gz --output=cleaned
  diagonal clean --input=corpus.jsonl.gz --output=cleaned --exact=50
  diagonal clean --input=new.jsonl.gz --against=old.jsonl.gz --output=cleaned
  diagonal clean --input=today/ --against=crawl.index --add --output=kept-today

  diagonal partial --input=corpus.jsonl.gz --output=found
  diagonal clean --input=corpus.jsonl.gz --result=found --output=cleaned
  diagonal clean --input=corpus.jsonl.gz --result=found --output=marked --policy=annotate`,
		Args: line.NoArguments,
		RunE: p.Job.RunE(job.Steps{
			Check: func(cmd *cobra.Command) error {
				if err := p.complete(cmd.Flags()); err != nil {
					return err
				}
				return p.takeIndex(cmd.Context())
			},
			Run: func(ctx context.Context, w io.Writer) (r *job.Result, err error) {
				r, end, err = run(ctx, p, w)
				return r, err
			},
			Report: func(ctx context.Context, w io.Writer, r *job.Result) error {
				return report(ctx, w, p, r, end)
			},
		}),
	}
	p.Flags(cmd.Flags())
	return cmd
}

// The memory and the shuffled data of a job, at most, for each byte of input.
const memoryPerByte, shuffledPerByte, waitingPerByte = 1.5, 1, 1

// pass cleans the collection once, by r.
func pass(ctx context.Context, p Params, r *searchResult, w io.Writer) (*job.Result, error) {
	return job.Run(ctx, p.Job, job.Job{
		Name: "clean", Parameters: p.parameters(r), Size: p.sizeOf(), Reads: 3, Here: true,
		Check: func(plan *docio.Plan) error {
			if err := plan.Outside(p.output); err != nil {
				return err
			}
			if err := checkSides(plan); err != nil {
				return err
			}
			return rewrite.Check(plan, p.annotates())
		},
		Build: func(s beam.Scope, g job.Graph) { build(s, p, r, g) },
	}, w)
}

// checkSides returns an error if a file is one of the input and of --against: it would go as a whole.
func checkSides(plan *docio.Plan) error {
	input := map[string]bool{}
	for _, r := range plan.Ranges() {
		if r.Side == record.Input {
			input[r.Path] = true
		}
	}
	for _, r := range plan.Ranges() {
		if r.Side == record.Source && input[r.Path] {
			return line.Usage(fmt.Errorf("%s is in --input and in --against: name only files that stay in --against",
				r.Path))
		}
	}
	return nil
}

// run cleans the collection and returns the result, and how its passes ended. It shows progress on w.
func run(ctx context.Context, p Params, w io.Writer) (result *job.Result, end ending, err error) {
	p.Job.Docs.All = true
	p.splitIndexes(ctx)
	if p.Job.Docs.Share > 0 {
		p.addTo = "" // a sample, for a forecast
	}
	if err := p.checkIndexes(); err != nil {
		return nil, end, line.Usage(err)
	}
	r := &searchResult{documents: -1, bytes: -1}
	if p.Apply != "" {
		if r, err = openSpans(ctx, p.Apply, p.Field); err != nil {
			return nil, end, line.Usage(err)
		}
	}
	if p.Result != "" {
		if r, err = openResult(ctx, p.Result, p.against()); err != nil {
			return nil, end, line.Usage(err)
		}
	}
	if err := p.policyOf(r); err != nil {
		return nil, end, line.Usage(err)
	}
	if err := p.readAs(r); err != nil {
		return nil, end, line.Usage(err)
	}
	if p.chosenSimilarity && p.Result != "" && !r.ranges {
		return nil, end, line.Usage(fmt.Errorf("--min_similarity has no effect with --result=%s, which was not made with --matching=refine: leave out --min_similarity", p.Result))
	}
	if p.Job.Output == "" {
		return nil, end, line.Usage(errors.New("--output is missing: name a new folder for the result"))
	}
	if !p.searches(r) && !p.CountCopies && p.SiteTemplates == "" && p.Near == 0 && p.Statistics == "" &&
		len(p.indexes) == 0 && p.addTo == "" {
		result, err = pass(ctx, p, r, w)
		return result, end, err
	}
	if p.searches(r) {
		if err := p.checkSearch(r); err != nil {
			return nil, end, line.Usage(err)
		}
	}
	return passes(ctx, p, r, w)
}
