package clean

import (
	"context"
	"fmt"
	"io"

	"github.com/dustin/go-humanize"
	"github.com/jedib0t/go-pretty/v6/table"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store"
	"example.org/diagonal/io/visible"
	"example.org/diagonal/transforms/cleaning"
)

// shownRemoved is the number of removed ranges in the table.
const shownRemoved = 5

// report writes the closing lines of a run: the first removed ranges, counts, what is left, and
// the folder of the collection.
func report(ctx context.Context, w io.Writer, p Params, r *job.Result, end ending) error {
	removed, err := job.First[record.Removed](ctx, r.Dir, manifestStream, shownRemoved)
	if err != nil {
		return err
	}
	counts, ledger := r.Summary.Counts, r.Summary.Ledger
	if len(removed) > 0 {
		t := line.NewTable("Removed ranges (offsets in characters)")
		t.AppendHeader(table.Row{"removed from", "from", "to", "kept in", "from", "to", "as"})
		for _, v := range removed {
			t.AppendRow(table.Row{line.ID(v.ID, false), v.Start, v.End, line.ID(v.KeptID, v.Source), v.KeptStart,
				v.KeptEnd, v.Reason})
		}
		if err := t.Print(w); err != nil {
			return err
		}
		if n := r.Summary.Lines[manifestStream] - int64(len(removed)); n > 0 {
			fmt.Fprintf(w, "and %s more\n", humanize.Comma(n))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "%s, %s\n", r.Documents(), r.Cost())
	done := fmt.Sprintf("%s (%s) removed from %s, %s dropped", line.Many(counts[cleaning.RemovedPassages], "copy"),
		line.Many(counts[cleaning.RemovedCharacters], "character"),
		line.Many(counts[cleaning.CutDocuments], "document"), line.Many(counts[cleaning.DroppedDocuments], "document"))
	if p.annotates() {
		done = fmt.Sprintf("ranges found in %s", line.Many(counts[cleaning.AnnotatedDocuments], "document"))
	}
	fmt.Fprintf(w, "%s, %s\n", done, line.Many(r.Summary.Lines[job.Rejected], "rejected record"))
	if n := counts[UnreadOld]; n > 0 {
		fmt.Fprintf(w, "%s of the index could not be read, or changed since: what they have may have stayed\n",
			line.Many(n, "document"))
	}
	if p.Near > 0 {
		n := counts[cleaning.SimilarDocuments]
		fmt.Fprintf(w, "%s dropped because another one resembles it by %g or more\n", line.Many(n, "document"), p.Near)
	}
	if p.SiteTemplates != "" {
		fmt.Fprintf(w, "%s of sites, of %s, removed: %s-*.jsonl\n",
			line.Many(r.Summary.Lines[templatesStream], "template"), line.Many(counts[cleaning.PagesOfSites], "page"),
			templatesStream)
	}
	for _, field := range p.keep.Fields() {
		keepRemark(w, field, counts)
	}
	if remarks := r.Remarks(); remarks != "" {
		fmt.Fprintln(w, remarks)
	}
	switch passes := counts[passCount]; {
	case end.unsearched != "":
		fmt.Fprintln(w, end.unsearched)
	case passes > 0 && end.little != "":
		fmt.Fprintf(w,
			"cleaned %s, and not again, because the last time removed only %s; the search before it had found %s and %s\n", times(passes), end.little, line.Many(ledger[passagesBefore], "passage"), line.Many(ledger[hotBefore], "hot passage"))
	case passes > 0 && ledger[passagesLeft]+ledger[hotLeft] == 0:
		fmt.Fprintf(w, "cleaned %s; a last search found nothing\n", times(passes))
	case passes > 0:
		fmt.Fprintf(w, "cleaned %s; a last search still found %s and %s\n", times(passes),
			line.Many(ledger[passagesLeft], "passage"), line.Many(ledger[hotLeft], "hot passage"))
	}
	if p.annotates() {
		fmt.Fprintf(w, "The ranges are in %s; clean --apply=%s cuts them\n",
			visible.Text(store.Join(r.Dir, Attributes)), visible.Text(r.Dir))
		return nil
	}
	switch {
	case end.added != nil:
		end.added.Report(w)
	case p.Add:
		fmt.Fprintf(w, "Nothing is kept: the index is as it was\n")
	}
	fmt.Fprintf(w, "The cleaned collection is in %s\n", visible.Text(store.Join(r.Dir, Documents)))
	return nil
}

// keepRemark writes which documents have no value in a field by which the ones that stay are chosen, or none that is
// like the others.
func keepRemark(w io.Writer, field string, counts map[string]int64) {
	name := visible.Text(field)
	if n := counts[cleaning.WithText+field]; n > 0 &&
		n < counts[cleaning.WithValue+field]-counts[cleaning.WithList+field] {
		fmt.Fprintf(w, "--keep: %s a text in the field %s that is no number and no date: behind those with one\n",
			have(n), name)
	}
	if n := counts[cleaning.WithList+field]; n > 0 {
		fmt.Fprintf(w, "--keep: %s a list or an object in the field %s, which has no order: last\n", have(n), name)
	}
	if n := counts[cleaning.WithoutValue+field]; n > 0 {
		fmt.Fprintf(w, "--keep: %s no value in the field %s: last\n", have(n), name)
	}
}

func have(n int64) string {
	if n == 1 {
		return "1 document has"
	}
	return line.Many(n, "document") + " have"
}

func times(n int64) string {
	if n == 1 {
		return "once"
	}
	return line.Many(n, "time")
}
