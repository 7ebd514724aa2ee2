// Package lookup is the command that finds texts in an index: for files on the command line in the
// terminal, and for many documents as a pipeline.
package lookup

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
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/passageio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/io/visible"
	pipeline "example.org/diagonal/pipelines/lookup"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/cluster"
)

// Command is `diagonal lookup`.
func Command() *cobra.Command {
	var p Params
	cmd := &cobra.Command{
		Use:   "lookup --index=FOLDER FILE... | lookup --index=FOLDER --input=PATH --output=FOLDER",
		Short: "find texts in an index: what a text shares with a collection, in less than a second",
		Long: `Finds what queries share with the documents of an index, which the command index makes.

With files on the command line, or - for standard input, each document of them is a query,
and the answers are printed. With --input and --output, the documents of --input are the
queries of a pipeline. The result is a folder. It appears whole or not at all. It contains:

  passages-*.jsonl   the passages, as partial --source writes them (--answer=passages)
  texts-*.jsonl      the most similar texts (--answer=text)
  hot-*.jsonl        hot passages: text in more than --max_documents documents, once, as partial
                     --source writes them; hot-occurrences-*.jsonl has their places
  clusters-*.jsonl   with --clusters: all places of one text; cluster-places-*.jsonl lists them
  unread-*.jsonl     documents of the index that could not be read, or have changed
  rejected-*.jsonl   records of the input that could not be used, and why
  summary.json       parameters, counts, and what was not compared
  run.json           version, time and memory

--answer=passages finds copied and reworded passages, with exact ends. The documents that
share several signatures with the query are aligned with it. --answer=text finds the text
of the collection that has the largest share of the query's q-grams; rare ones weigh more.

Shared text of 93 letters or 31 Chinese characters always has a common signature. The
documents are read where they were when they were indexed.`,
		Example: `  diagonal lookup --index=articles.index essay.txt
  diagonal lookup --index=articles.index --answer=text --top=5 - <essay.txt
  diagonal lookup --index=articles.index --input=essays/ --output=found`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, files []string) error {
			if err := p.check(cmd.Flags(), files); err != nil {
				return line.Usage(err)
			}
			if len(files) > 0 {
				return terminal(cmd.Context(), &p, files, cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
			}
			return p.Job.RunE(job.Steps{
				Check:  func(*cobra.Command) error { return nil },
				Run:    func(ctx context.Context, w io.Writer) (*job.Result, error) { return Run(ctx, p, w) },
				Report: func(_ context.Context, w io.Writer, r *job.Result) error { return report(w, p, r) },
			})(cmd, nil)
		},
	}
	p.Flags(cmd.Flags())
	return cmd
}

// The streams of a result.
var (
	passageStream = shardio.StreamOf[record.Passage]("passages")
	hotStream     = shardio.StreamOf[record.HotPassage]("hot")
	placeStream   = shardio.StreamOf[record.HotOccurrence]("hot-occurrences")
	textStream    = shardio.StreamOf[record.NearText]("texts")
	unreadStream  = shardio.StreamOf[record.Rejected]("unread")
)

// Run answers the queries of p.Job and makes the folder of the result. Progress and notes go to w. An
// error about what the user asked for has the exit code of line.Usage.
func Run(ctx context.Context, p Params, w io.Writer) (*job.Result, error) {
	m, err := manifest(ctx, p.Index)
	if err != nil {
		return nil, err
	}
	p.Find.WithText, p.Find.WithLocs = p.WithText, p.WithLocs
	return job.Run(ctx, p.Job, job.Job{
		Name: "lookup", Parameters: p.parameters(), Size: job.SizeOf(4, .1, .1),
		Build: func(s beam.Scope, g job.Graph) {
			in := g.Read(s)
			p.Find.Shuffle = g.Shuffle
			found := pipeline.Find(s, p.Find, absolute(g.Plan.Dir(), p.Index), m, in.Documents)
			streams := []shardio.Stream{textStream(s, found.Texts)}
			if p.Find.Answer == pipeline.Passages {
				streams = []shardio.Stream{
					p.Written(passageStream(s, found.Passages), passageio.Columns{Source: true}),
					hotStream(s, found.Hot), placeStream(s, found.HotOccurrences),
				}
			}
			streams = append(streams, unreadStream(s, found.Unread),
				job.RejectedOf(s, beam.Flatten(s, in.Rejected, found.Twice)))
			if p.Find.Clusters {
				if p.WithLocs {
					found.ClusterPlaces = cluster.Cite(s, g.Shuffle, found.ClusterPlaces, found.Passages)
				}
				excerpts := beam.Flatten(s, docio.Excerpt(s, g.Plan, found.QueryClusters), found.IndexClusters)
				streams = append(streams, job.ClustersOf(s, analysis.Readable(s, excerpts), found.ClusterPlaces)...)
			}
			g.Write(s, streams, in.Skipped, found.Ledger)
		},
	}, w)
}

// manifest reads the manifest of an index, with the exit code of an error.
func manifest(ctx context.Context, dir string) (*indexio.Manifest, error) {
	m, err := indexio.ReadManifest(ctx, dir)
	if errors.As(err, new(*indexio.NotIndexError)) {
		return nil, line.Usage(err)
	}
	return m, err
}

// report prints the closing lines of a pipeline.
func report(w io.Writer, p Params, r *job.Result) error {
	lines := r.Summary.Lines
	fmt.Fprintf(w, "Queries: %s, %s\n", r.Documents(), r.Cost())
	if p.Find.Answer == pipeline.Texts {
		fmt.Fprintf(w, "%s, ", line.Many(lines["texts"], "text"))
	} else {
		fmt.Fprintf(w, "%s, ", line.Many(lines["passages"], "passage"))
	}
	fmt.Fprintln(w, line.Many(lines[job.Rejected], "rejected record"))
	if n := lines["hot"]; n > 0 {
		fmt.Fprintf(w,
			"Hot text: %s in more than %s documents: hot-*.jsonl; such text makes no passages: --max_documents=N changes the number, 0 finds all\n",
			line.Many(n, "passage"), humanize.Comma(r.Summary.Counts[pipeline.UsedMaxDocuments]))
	}
	job.ReportClusters(w, lines, 0, 0)
	if remarks := r.Remarks(); remarks != "" {
		fmt.Fprintln(w, remarks)
	}
	if n := r.Summary.Counts[pipeline.Short]; n > 0 {
		fmt.Fprintf(w, "%s too short: a query needs the letters of one q-gram\n",
			map[bool]string{true: "1 query is", false: humanize.Comma(n) + " queries are"}[n == 1])
	}
	if n := lines["unread"]; n > 0 {
		fmt.Fprintf(w, "%s of the index could not be read, or changed since: unread-*.jsonl\n",
			line.Many(n, "document"))
	}
	fmt.Fprintf(w, "The result is in %s\n", visible.Text(r.Dir))
	return nil
}
