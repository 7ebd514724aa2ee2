// Package partial is the command that finds the passages that documents share: it reads
// documents from files, calls partial.Find, and writes the folder of the result.
package partial

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/passageio"
	folder "example.org/diagonal/io/result"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/pipelines/partial"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/misread"
	"example.org/diagonal/transforms/cluster"
	"example.org/diagonal/transforms/signature"
)

// Command is `diagonal partial`.
func Command() *cobra.Command {
	var p Params
	cmd := &cobra.Command{
		Use:   "partial --input=PATH --output=FOLDER | partial PATH...",
		Short: "find the passages that documents share: the main command, start here",
		Long: `Finds the passages that two documents of a collection share, or that one document
contains twice. It reports both documents, and where the passage begins and ends in each.

The default, --matching=refine, finds passages that were copied, edited, put in another
order or summarised. Two documents are aligned sentence by sentence if they have runs of
three words in common that are near each other. A passage ends where the common words
end. A sentence in more than --max_documents documents is hot, and hot text is what people
call boilerplate: it is reported once, as a hot passage, and makes no pairs.

With --matching=diagonal, sentences with the same signature are paired. A run of such
pairs that goes on in both documents (a diagonal) is a passage. That is faster and needs
less memory, but finds few reworded passages.

The result is a folder. It appears whole or not at all. It contains:

  clusters-*.jsonl          the texts that were found: all places of one text are a cluster
  cluster-places-*.jsonl    every place of a cluster
  passages-*.jsonl          the passages of two documents
  within-*.jsonl            the passages that one document contains twice
  largest-*.jsonl           the ten largest by their shorter side, with the beginning of their text
  documents-*.jsonl         how much of each document is found elsewhere, and where
  hot-*.jsonl               hot passages, with samples
  hot-occurrences-*.jsonl   every place of a hot passage
  rejected-*.jsonl          records of the input that could not be used, and why
  summary.json              parameters, counts, and what was not compared
  run.json                  version, time, CPU time and memory`,
		Example: `  diagonal partial --input=articles/ --output=found
  diagonal partial essays/                              # the result is essays.reuse
  diagonal partial --input='crawl/**/*.jsonl.gz' --text_field=body --output=found
  diagonal partial --input=essays/ --source=wikipedia.jsonl.zst --output=found
  diagonal partial --input=corpus.jsonl --preset=fast --output=found`,
		Args: line.Inputs,
		RunE: p.Job.RunE(job.Steps{
			Check:  func(cmd *cobra.Command) error { return p.Complete(cmd.Flags()) },
			Run:    func(ctx context.Context, w io.Writer) (*job.Result, error) { return Run(ctx, p, w) },
			Report: func(ctx context.Context, w io.Writer, r *job.Result) error { return report(ctx, w, p, r) },
		}),
	}
	p.Flags(cmd.Flags())
	return cmd
}

// parameters are those of summary.json.
type parameters struct {
	Command string `json:"command"`
	HTML    string `json:"html"`
	// Keep are the fields that travel; absent if there are none.
	Keep []string `json:"keep_fields,omitempty"`
	// Rows is the number of rows of --metadata; absent without it.
	Rows int `json:"metadata_rows,omitempty"`
	// WithText is the largest number of code points of a text; absent if there are no texts.
	WithText int `json:"with_text,omitempty"`
	// WithLocs is true if there are citable places; absent if not.
	WithLocs bool `json:"with_locs,omitempty"`
	partial.Parameters
}

// Run finds the passages of the documents of p.Job, with p.Find, and makes the folder of the
// result. Progress and notes go to w. An error about what the user asked for has the exit code
// of line.Usage.
func Run(ctx context.Context, p Params, w io.Writer) (*job.Result, error) {
	p.Find.Directed = len(p.Job.Docs.Source) > 0
	if p.Job.Docs.Share > 0 {
		p.Find.Share = p.Job.Docs.Share
	}
	p.keepCompared()
	if err := p.ReadAside(ctx); err != nil {
		return nil, err
	}
	r, err := run(ctx, p, w)
	if scanned := new(scannedError); errors.As(err, scanned) {
		if !p.Job.Quiet {
			fmt.Fprintln(w, scanned)
		}
		p.Find.Noise = partial.NoiseOn
		return run(ctx, p, w)
	}
	return r, err
}

// scannedError ends a job with partial.NoiseAuto whose documents were read from scans with errors.
type scannedError misread.Counts

func (e scannedError) Error() string {
	shown := fmt.Sprintf("of %s that replace another one, %s spelled like it and rare", line.Many(e.Pairs, "word"),
		are(e.Misread))
	if c := misread.Counts(e); !c.ShownByWords() {
		shown = fmt.Sprintf("of %s where one Han character or two replace others, %s of one",
			line.Many(e.PairsHan, "place"), are(e.Alone))
	}
	return fmt.Sprintf("the text has reading errors: %s. It is compared by its letters, too, as with --noise=on (--noise=off does not)", shown)
}

// are returns "1 is" or "n are".
func are(n int64) string {
	if n == 1 {
		return "1 is"
	}
	return humanize.Comma(n) + " are"
}

// run runs the job once. The error may be a scannedError: of a job in this process as soon as it is known.
func run(ctx context.Context, p Params, w io.Writer) (*job.Result, error) {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	ctx = analysis.OnMisread(ctx, func(c misread.Counts) {
		if c.Shown() {
			end(scannedError(c))
		}
	})
	r, err := job.Run(ctx, p.Job, job.Job{
		Name: "partial", Parameters: p.parameters(), Size: p.size,
		Accept: func(s *folder.Summary) error {
			if c := analysis.MisreadOf(s.Counts); c.Shown() {
				return scannedError(c)
			}
			return nil
		},
		Build: func(s beam.Scope, g job.Graph) { build(s, p, g) },
	}, w)
	if scanned := new(scannedError); errors.As(context.Cause(ctx), scanned) {
		return nil, *scanned
	}
	return r, err
}

func (p Params) parameters() parameters {
	rows := 0
	if m := p.Job.Docs.Metadata; m != nil {
		rows = len(m.Rows)
	}
	return parameters{"partial", p.Job.Docs.HTML, p.Job.Docs.Keep, rows, p.WithText, p.WithLocs,
		partial.ParametersOf(p.Find)}
}

// build makes the graph of the job: read, find, read the text of excerpts, write.
func build(s beam.Scope, p Params, g job.Graph) {
	p.Find.Shuffle, p.Find.Located = g.Shuffle, p.WithText > 0 || p.WithLocs
	in := g.Read(s)
	found := partial.Find(s, p.Find, in.Documents)
	counts := []beam.PCollection{in.Skipped, found.Ledger}
	if p.Find.Located {
		var unread beam.PCollection
		found.Passages, found.Within, unread = withTexts(s, g, p.WithText, p.WithLocs, found.Located)
		counts = append(counts, unread)
	}
	columns := passageio.Columns{
		Refined: p.Find.Matching == partial.Refine, Shares: true, Source: p.Find.Directed, Fields: p.Job.Docs.Keep,
	}
	streams := []shardio.Stream{
		p.Written(passagesOf(s, found.Passages), columns),
		p.WrittenWithin(withinOf(s, found.Within), columns),
		largest(s, analysis.Readable(s, docio.Excerpt(s, g.Plan, found.Largest))),
		hotStream(s, analysis.Readable(s, docio.Excerpt(s, g.Plan, found.HotExcerpts))),
		occurrencesOf(s, found.HotOccurrences),
		documentsOf(s, found.Documents),
		job.RejectedOf(s, beam.Flatten(s, in.Rejected, found.Rejected)),
	}
	if p.Find.Clusters {
		if p.WithLocs {
			found.ClusterPlaces = cluster.Cite(s, g.Shuffle, found.ClusterPlaces,
				beam.Flatten(s, found.Passages, found.Within))
		}
		streams = append(streams, job.ClustersOf(s, analysis.Readable(s, docio.Excerpt(s, g.Plan, found.Clusters)),
			found.ClusterPlaces)...)
	}
	g.Write(s, streams, counts...)
}

// chainText is about the least text, in bytes, whose candidates are found by chains if the number of
// words decides (signature.AutoCandidates).
const chainText = 60e6

// size returns how much memory and shuffled data the job needs for each byte of an input of
// textBytes: signatures are shuffled with their postings, documents with their n-grams. Chains
// replace n-grams in a large collection, where n-grams grow faster than the collection. Each
// document is shuffled once more for each group of documents that it has a candidate in.
func (p Params) size(textBytes int64) job.Size {
	const grams, chains = 46, 24
	switch f := p.Find; {
	case f.Matching == partial.Refine && f.Candidates != signature.GramCandidates:
		size := job.Size{Memory: min(grams, chains+700e6/float64(max(1, textBytes))), Shuffled: 5, Waiting: 3.2}
		if f.Candidates == signature.AutoCandidates && textBytes < chainText {
			size.Shuffled, size.Waiting = 9, 5
		}
		return size
	case f.Matching == partial.Refine:
		return job.Size{Memory: grams, Shuffled: 9, Waiting: 5}
	case f.Signature.Method == signature.IMatch:
		return job.Size{Memory: 4, Shuffled: 2, Waiting: 1.5}
	case f.Signature.Method == signature.SpotSigs:
		return job.Size{Memory: 10, Shuffled: 2.5, Waiting: 1.5}
	}
	return job.Size{Memory: 28, Shuffled: 4, Waiting: 4}
}
