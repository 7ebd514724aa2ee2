package reuse

import (
	"context"
	"fmt"
	"io"

	"github.com/dustin/go-humanize"
	"github.com/jedib0t/go-pretty/v6/table"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/visible"
	"example.org/diagonal/transforms/reuse"
)

// shown is the number of pairs in the table.
const shown = 10

// report writes the closing lines of a run: the pairs with the highest scores, counts, and the folder of
// the result.
func report(ctx context.Context, w io.Writer, r *job.Result) error {
	pairs, err := job.First[record.ReusePair](ctx, r.Dir, "pairs", shown)
	if err != nil {
		return err
	}
	counts, lines := r.Summary.Counts, r.Summary.Lines
	t := line.NewTable("Pairs of documents, by score")
	t.AppendHeader(table.Row{"a", "b", "score", "sentences", "of a", "of b"})
	t.AlignRight("score", "sentences", "of a", "of b")
	for _, p := range pairs {
		t.AppendRow(table.Row{line.ID(p.A, false), line.ID(p.B, p.Source), fmt.Sprintf("%.2f", p.Score),
			humanize.Comma(p.Sentences), line.Percent(p.AShare), line.Percent(p.BShare)})
	}
	if err := t.PrintFirst(w, lines["pairs"]); err != nil {
		return err
	}
	fmt.Fprintf(w, "%s in %s, %s\n", line.Many(counts["sentences"], "sentence"), r.Documents(), r.Cost())
	fmt.Fprintf(w, "%s, %s of sentences, %s\n", line.Many(lines["pairs"], "pair"),
		line.Many(lines["sentences"], "pair"), line.Many(lines[job.Rejected], "rejected record"))
	line.PrintNotes(w, r.Remarks())
	if n := counts["hot_sentences"]; n > 0 {
		fmt.Fprintf(w,
			"Hot text: %s in more than %s make no pairs; --max_documents=N changes the number, 0 is no bound\n",
			line.Many(n, "sentence"), line.Many(counts["max_documents"], "document"))
	}
	if n := counts[reuse.ChosenBits]; n > 0 {
		fmt.Fprintf(w, "For the recall that is wanted: --bits=%d --diff_bits=%d --tables=%d\n", n,
			counts[reuse.ChosenDiffBits], counts[reuse.ChosenTables])
	}
	if n := r.Summary.Ledger["sentence_pairs_on_a_frequent_signature"]; n > 0 {
		fmt.Fprintf(w, "%s of sentences were not looked at: very many sentences have one of their rarest words there\n",
			line.Many(n, "pair"))
	}
	fmt.Fprintf(w, "The result is in %s\n", visible.Text(r.Dir))
	return nil
}
