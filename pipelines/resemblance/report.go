package resemblance

import (
	"context"
	"fmt"
	"io"

	"github.com/dustin/go-humanize"

	"diagonal/io/record"
	"diagonal/io/visible"
	"diagonal/pipelines/job"
)

// What the table shows: so many pairs, and of an id so many characters, which is the width
// of its column.
const shown, shownID = 10, 32

// report writes the last words of a run: the first pairs, counts, where the result is.
func report(ctx context.Context, w io.Writer, r *job.Result, directed bool) error {
	pairs, err := job.First[record.SimilarPair](ctx, r.Dir, "pairs", shown)
	if err != nil {
		return err
	}
	if len(pairs) > 0 {
		fmt.Fprintf(w, "%-32s %-32s %11s %11s %9s\n", "a", "b", "resemblance", "containment", "shared")
		for _, p := range pairs {
			fmt.Fprintf(w, "%-32s %-32s %11.4f %11.4f %9s\n", job.Short(p.A, shownID), job.Short(p.B, shownID), p.Resemblance, p.Containment, humanize.Comma(p.Shared))
		}
		if n := r.Summary.Lines["pairs"]; n > int64(len(pairs)) {
			fmt.Fprintf(w, "and %s more\n", humanize.Comma(n-int64(len(pairs))))
		}
		fmt.Fprintln(w)
	}
	counts, lines := r.Summary.Counts, r.Summary.Lines
	fmt.Fprintf(w, "%s, %s\n", r.Documents(), r.Cost())
	fmt.Fprintf(w, "%s, ", job.Many(lines["pairs"], "pair"))
	if !directed { // with a source there are none
		fmt.Fprintf(w, "%s of %s, %s in none, ", job.Many(counts["groups"], "group"), job.Many(counts["documents_in_groups"], "document"), job.Many(counts["singletons"], "document"))
	}
	fmt.Fprintf(w, "%s\n", job.Many(lines[job.Rejected], "rejected record"))
	if rejected := r.FirstRejected(); rejected != "" {
		fmt.Fprintln(w, rejected)
	}
	fmt.Fprintf(w, "The result is in %s\n", visible.Text(r.Dir))
	return nil
}
