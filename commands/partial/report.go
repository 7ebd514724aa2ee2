package partial

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/dustin/go-humanize"
	"github.com/jedib0t/go-pretty/v6/table"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/visible"
	"example.org/diagonal/pipelines/partial"
	"example.org/diagonal/transforms/cluster"
)

// How many records the tables show.
const (
	shownPassages = 5
	shownHot      = 5
	shownShares   = 3
)

// report writes the closing lines of a run: the texts that are reprinted most, the largest passages with the
// beginning of their text, hot passages, counts, and the folder of the result.
func report(ctx context.Context, w io.Writer, p Params, r *job.Result) error {
	for _, tableOf := range []func(context.Context, *job.Result) (*line.Table, error){tableOfTexts, tableOfLargest,
		tableOfHot, tableOfShares} {
		t, err := tableOf(ctx, r)
		if err != nil {
			return err
		}
		if err := t.PrintFirst(w, 0); err != nil {
			return err
		}
	}
	var searched partial.Parameters // not those of p: the text may have made --noise=auto to on
	if err := json.Unmarshal(r.Summary.Parameters, &searched); err != nil {
		return err
	}
	counts, lines := r.Summary.Counts, r.Summary.Lines
	fmt.Fprintf(w, "%s in %s, %s\n", line.Many(counts["sentences"], "sentence"), r.Documents(), r.Cost())
	fmt.Fprintf(w, "%s, %s\n", line.Passages(lines["passages"], lines["within"]),
		line.Many(lines[job.Rejected], "rejected record"))
	job.ReportClusters(w, lines, counts[cluster.NoProse], counts[cluster.LittleEvidence])
	line.PrintNotes(w, unreported(searched, r.Summary.Ledger, lines), hotText(p, r), p.reportIgnored(r.Summary.Ledger),
		p.reportMetadata(r), r.Remarks())
	fmt.Fprintf(w, "The result is in %s\n", visible.Text(r.Dir))
	return nil
}

func tableOfTexts(ctx context.Context, r *job.Result) (*line.Table, error) {
	if r.Summary.Lines["clusters"] == 0 { // perhaps there is no such stream
		return line.NewTable(""), nil
	}
	return job.TableOfTexts(ctx, r.Dir)
}

func tableOfLargest(ctx context.Context, r *job.Result) (*line.Table, error) {
	t := line.NewTable("The largest passages (offsets in characters)")
	t.AppendHeader(table.Row{"a", "from", "to", "b", "from", "to", "kind", "text"})
	largest, err := job.First[record.Largest](ctx, r.Dir, "largest", shownPassages)
	for _, q := range largest {
		t.AppendRow(table.Row{line.ID(q.A, false), q.AStart, q.AEnd, line.ID(q.B, q.Source), q.BStart, q.BEnd, q.Kind,
			line.Text(q.Text)})
	}
	return t, err
}

func tableOfHot(ctx context.Context, r *job.Result) (*line.Table, error) {
	t := line.NewTable(fmt.Sprintf("Hot passages, in more than %d documents",
		r.Summary.Counts[partial.UsedMaxDocuments]))
	t.AppendHeader(table.Row{"documents", "words", "text"})
	hot, err := job.First[record.HotPassage](ctx, r.Dir, "hot", shownHot)
	for _, h := range hot {
		t.AppendRow(table.Row{humanize.Comma(h.Documents), humanize.Comma(int64(h.Words)), line.Text(h.Text)})
	}
	return t, err
}

// tableOfShares is of the first documents that are found elsewhere at all.
func tableOfShares(ctx context.Context, r *job.Result) (*line.Table, error) {
	t := line.NewTable("Most found elsewhere")
	t.AppendHeader(table.Row{"document", "share", "documents", "most of it in"})
	shares, err := job.First[record.DocumentShare](ctx, r.Dir, "documents", shownShares)
	for _, d := range shares {
		if d.Share == 0 {
			continue
		}
		var most any = "hot text"
		if len(d.Top) > 0 {
			most = line.ID(d.Top[0].ID, d.Top[0].Source, ", "+line.Percent(d.Top[0].Share))
		}
		t.AppendRow(table.Row{line.ID(d.ID, false), line.Percent(d.Share), humanize.Comma(d.Documents), most})
	}
	return t, err
}

// hotText returns the line about hot passages: how many there are, in how many documents,
// and how to change what is hot; "" if there are none.
func hotText(p Params, r *job.Result) string {
	if r.Summary.Lines["hot"] == 0 {
		return ""
	}
	why := ""
	if p.Find.MaxDocuments == partial.AutoDocuments {
		why = ", a number that depends on the collection"
	}
	return fmt.Sprintf("Hot text: %s in more than %d documents%s; %s one. Such text makes no pairs: --max_documents=N changes the number, 0 reports all pairs",
		line.Many(r.Summary.Lines["hot"], "passage"), r.Summary.Counts[partial.UsedMaxDocuments], why,
		line.Subject(r.Summary.Counts["documents_with_hot_passages"], "document", "contains", "contain"))
}
