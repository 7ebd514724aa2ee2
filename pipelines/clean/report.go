package clean

import (
	"context"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"diagonal/io/record"
	"diagonal/pipelines/job"
)

// shownRemoved is how many removed passages the table shows.
const shownRemoved = 5

// report writes the last words of a run: the first passages that were taken out, counts,
// what is left, where the collection is.
func report(ctx context.Context, w io.Writer, p Params, r *job.Result) error {
	removed, err := job.First[record.Removed](ctx, r.Dir, manifestStream, shownRemoved)
	if err != nil {
		return err
	}
	counts, ledger := r.Summary.Counts, r.Summary.Ledger
	if len(removed) > 0 {
		fmt.Fprintf(w, "%-24s %9s %9s  %-24s %9s %9s  %s\n", "removed from", "from", "to", "kept in", "from", "to", "as")
		for _, v := range removed {
			fmt.Fprintf(w, "%-24s %9d %9d  %-24s %9d %9d  %s\n", short(v.ID), v.Start, v.End, short(v.KeptID), v.KeptStart, v.KeptEnd, v.Reason)
		}
		if n := r.Summary.Lines[manifestStream] - int64(len(removed)); n > 0 {
			fmt.Fprintf(w, "and %s more\n", humanize.Comma(n))
		}
		fmt.Fprintln(w)
	}
	for _, name := range slices.Sorted(maps.Keys(ledger)) {
		if n := ledger[name]; n > 0 {
			fmt.Fprintf(w, "%s: %s\n", strings.ReplaceAll(name, "_", " "), humanize.Comma(n))
		}
	}
	fmt.Fprintf(w, "%s, %s\n", job.Many(counts["documents"], "document"), r.Cost())
	done := fmt.Sprintf("%s copies (%s characters) taken out of %s documents, %s documents dropped",
		humanize.Comma(counts[removedPassages]), humanize.Comma(counts[removedCharacters]), humanize.Comma(counts[cutDocuments]), humanize.Comma(counts[droppedDocuments]))
	if p.annotates() {
		done = fmt.Sprintf("%s documents have a field %q now", humanize.Comma(counts[annotatedDocuments]), p.Field)
	}
	fmt.Fprintf(w, "%s, %s rejected records\n", done, humanize.Comma(r.Summary.Lines[job.Rejected]))
	if rejected := r.FirstRejected(); rejected != "" {
		fmt.Fprintln(w, rejected)
	}
	switch passes := counts[passCount]; {
	case passes > 0 && ledger[passagesLeft]+ledger[hotLeft] == 0:
		fmt.Fprintf(w, "cleaned %d times; searched again, it has nothing left\n", passes)
	case passes > 0:
		fmt.Fprintf(w, "cleaned %d times; searched again, it still has %d passages and %d hot passages\n", passes, ledger[passagesLeft], ledger[hotLeft])
	}
	fmt.Fprintf(w, "The cleaned collection is in %s\n", filepath.Join(r.Dir, Documents))
	return nil
}

// short cuts a long id in the middle.
func short(id string) string {
	const most = 24
	r := []rune(id)
	if len(r) <= most {
		return id
	}
	return string(r[:most/2-1]) + "…" + string(r[len(r)-most/2:])
}
