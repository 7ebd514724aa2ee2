package plant

import (
	"fmt"

	"github.com/jedib0t/go-pretty/v6/table"

	"example.org/diagonal/commands/line"
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
	return planted.WebParams{Seed: q.Seed, Size: q.Size, PerThousand: q.PerThousand, SitePages: p.SitePages,
		Documents: q.Documents, KeepRepeats: q.KeepRepeats}
}

// ofWeb returns a collection of web pages.
func ofWeb(w *planted.Web) *collection {
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
	return &collection{
		files: []file{
			{corpusFile, len(w.Pages), func(i int) any { return corpusLine(w.Pages[i].Document) }},
			{setsFile, len(w.Pages), func(i int) any {
				p := w.Pages[i]
				return setLine{p.ID, p.Set, string(p.Kind), p.Edited}
			}},
		},
		table: t,
		counts: fmt.Sprintf("%s, %s, %.1f MB", line.Many(int64(len(w.Pages)), "document"),
			line.Many(int64(w.Sites), "site"), float64(bytes)/1e6),
		cut: w.Cut,
	}
}
