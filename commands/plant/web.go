package plant

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/jedib0t/go-pretty/v6/table"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/store"
	"example.org/diagonal/transforms/evaluation/planted"
)

// setsFile lists the sets of a web.
const setsFile = "sets.jsonl"

type setLine struct {
	ID     string  `json:"id"`
	Set    string  `json:"set"`
	Kind   string  `json:"kind"`
	Edited float64 `json:"edited"`
}

// web returns the parameters of a web.
func (p Params) web() planted.WebParams {
	q := p.Planted
	return planted.WebParams{Seed: q.Seed, Size: q.Size, PerThousand: q.PerThousand, SitePages: p.SitePages, Documents: q.Documents, KeepRepeats: q.KeepRepeats}
}

// writeWeb writes a web into a draft and gives the folder its name when all is there.
func writeWeb(ctx context.Context, d store.Draft, w *planted.Web) error {
	if err := errors.Join(
		writeLines(ctx, store.Join(d.Dir(), corpusFile), w.Pages, func(p planted.Page) any { return corpusLine(p.Document) }),
		writeLines(ctx, store.Join(d.Dir(), setsFile), w.Pages, func(p planted.Page) any {
			return setLine{p.ID, p.Set, string(p.Kind), p.Edited}
		}),
	); err != nil {
		return err
	}
	return outputError(d.Commit(ctx))
}

// reportWeb prints a table of what was planted.
func reportWeb(out io.Writer, dir string, w *planted.Web) error {
	bytes := 0
	documents, sets := map[planted.Kind]int{}, map[planted.Kind]int{}
	for _, p := range w.Pages {
		bytes += len(p.Text)
		documents[p.Kind]++
		if p.Set == p.ID {
			sets[p.Kind]++
		}
	}
	t := line.NewTable("")
	t.AppendHeader(table.Row{"kind", "sets", "documents"})
	for _, kind := range planted.WebKinds {
		t.AppendRow(table.Row{kind, sets[kind], documents[kind]})
	}
	if err := t.Print(out); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(out, "\n%d documents, %d sites, %.1f MB\n", len(w.Pages), w.Sites, float64(bytes)/1e6); err != nil {
		return err
	}
	return reportCut(out, dir, w.Cut)
}
