package plant

import (
	"fmt"
	"maps"
	"slices"

	"github.com/jedib0t/go-pretty/v6/table"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/transforms/evaluation/planted"
)

// placesFile lists the places of reprints.
const placesFile = "places.jsonl"

type placeLine struct {
	Text   string  `json:"text"`
	ID     string  `json:"id"`
	Start  int     `json:"start"`
	End    int     `json:"end"`
	Edited float64 `json:"edited"`
}

// reprints returns the parameters of reprints.
func (p Params) reprints() planted.ReprintParams {
	q := p.Planted
	return planted.ReprintParams{Seed: q.Seed, Size: q.Size, Sizes: p.Places, PerThousand: q.PerThousand,
		Documents: q.Documents, Misread: p.Misread, KeepRepeats: q.KeepRepeats}
}

// ofReprints returns a collection of reprints.
func ofReprints(c *planted.Reprints) *collection {
	bytes := 0
	for _, d := range c.Documents {
		bytes += len(d.Text)
	}
	places := map[int]int{}
	for _, p := range c.Places {
		places[p.Size]++
	}
	t := line.NewTable("")
	t.AppendHeader(table.Row{"places of a text", "texts", "places"})
	for _, size := range slices.Sorted(maps.Keys(places)) {
		t.AppendRow(table.Row{size, places[size] / size, places[size]})
	}
	t.AppendFooter(table.Row{"all", c.Texts, len(c.Places)})
	return &collection{
		files: []file{
			{corpusFile, len(c.Documents), func(i int) any { return corpusLine(c.Documents[i]) }},
			{placesFile, len(c.Places), func(i int) any {
				p := c.Places[i]
				return placeLine{p.Text, p.ID, p.Start, p.End, p.Edited}
			}},
		},
		table:  t,
		counts: fmt.Sprintf("%s, %.1f MB", line.Many(int64(len(c.Documents)), "document"), float64(bytes)/1e6),
		cut:    c.Cut,
	}
}
