package resemblance

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
	pipeline "example.org/diagonal/pipelines/resemblance"
	"example.org/diagonal/transforms/resemblance"
)

// shown is the number of pairs in the table.
const shown = 10

// report writes the closing lines of a run: the first pairs, counts, and the folder of the
// result of a search with find. In a directed run there are no groups, and with OnlyGroups no pairs.
func report(ctx context.Context, w io.Writer, r *job.Result, find pipeline.Params) error {
	pairs, err := job.First[record.SimilarPair](ctx, r.Dir, "pairs", shown)
	if err != nil {
		return err
	}
	t := line.NewTable("Pairs of documents")
	t.AppendHeader(table.Row{"a", "b", "resemblance", "containment", "shared"})
	t.AlignRight("resemblance", "containment", "shared")
	for _, p := range pairs {
		t.AppendRow(table.Row{line.ID(p.A, false), line.ID(p.B, p.Source), digits(p.Resemblance), digits(p.Containment),
			humanize.Comma(p.Shared)})
	}
	if err := t.PrintFirst(w, r.Summary.Lines["pairs"]); err != nil {
		return err
	}
	counts, lines := r.Summary.Counts, r.Summary.Lines
	fmt.Fprintf(w, "%s, %s\n", r.Documents(), r.Cost())
	if !find.OnlyGroups {
		fmt.Fprintf(w, "%s, ", line.Many(lines["pairs"], "pair"))
	}
	if !find.Directed {
		fmt.Fprintf(w, "%s of %s, %s in no group, ", line.Many(counts["groups"], "group"),
			line.Many(counts["documents_in_groups"], "document"), line.Many(counts["singletons"], "document"))
	}
	fmt.Fprintf(w, "%s\n", line.Many(lines[job.Rejected], "rejected record"))
	line.PrintNotes(w, r.Remarks())
	if n := lines["equal"]; n > 0 {
		fmt.Fprintf(w, "%s the same words as another one%s\n", line.Subject(n, "document", "has", "have"),
			unwritten(r.Summary.Ledger))
	}
	if n := r.Summary.Ledger["document_pairs_on_a_frequent_signature"]; n > 0 {
		fmt.Fprintf(w, "%s were not looked at: very many documents have the same signature there%s\n",
			line.Many(n, "pair"), meaning(find))
	}
	fmt.Fprintf(w, "The result is in %s\n", visible.Text(r.Dir))
	return nil
}

// meaning says what pairs on a frequent signature that were not looked at mean for the groups. Documents that have one
// of their rarest elements in common are much alike, and each is compared with the next ones in size. Documents that
// have a band or a block of their sketches in common may be alike in little else, so the ones that are compared may be
// others than those that are alike. Of those that are only grouped, few are compared.
func meaning(find pipeline.Params) string {
	switch {
	case find.Directed:
		return "" // there are no groups
	case find.OnlyGroups || find.Method == resemblance.MinHash || find.Method == resemblance.SimHash:
		return ", and a document may be missing in its group for that"
	}
	return "; those that are nearly equal are in one group nevertheless"
}

func digits(x float64) string { return fmt.Sprintf("%.4f", x) }

// unwritten returns how many pairs were counted and not written, in words; "" if there are none.
func unwritten(ledger map[string]int64) string {
	equal, copies := ledger["pairs_of_equal_documents"], ledger["pairs_of_copies"]
	if equal+copies == 0 {
		return ""
	}
	return fmt.Sprintf(": %s of equal documents and %s of such documents with others are not written; --equal_pairs writes them", line.Many(equal, "pair"), line.Many(copies, "pair"))
}
