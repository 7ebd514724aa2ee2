package plant

import (
	"fmt"

	"github.com/jedib0t/go-pretty/v6/table"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/transforms/evaluation/planted"
)

// The files that say where the copies and the boilerplate are.
const (
	goldFile   = "gold.jsonl"
	boilerFile = "boiler.jsonl"
)

type goldLine struct {
	A      string `json:"a"`
	AStart int    `json:"a_start"`
	AEnd   int    `json:"a_end"`
	B      string `json:"b"`
	BStart int    `json:"b_start"`
	BEnd   int    `json:"b_end"`
	Kind   string `json:"kind"`
}

type boilerLine struct {
	ID    string `json:"id"`
	Start int    `json:"start"`
	End   int    `json:"end"`
}

// ofCases returns a collection of copies.
func ofCases(c *planted.Collection) *collection {
	var bytes, copied int
	for _, d := range c.Documents {
		bytes += len(d.Text)
	}
	count := map[string]int{}
	for _, k := range c.Cases {
		count[k.Kind]++
		copied += k.BEnd - k.BStart
	}
	t := line.NewTable("")
	t.AppendHeader(table.Row{"kind", "cases"})
	for _, kind := range planted.Kinds {
		t.AppendRow(table.Row{kind, count[string(kind)]})
	}
	t.AppendFooter(table.Row{"all", len(c.Cases)})
	return &collection{
		files: []file{
			{corpusFile, len(c.Documents), func(i int) any { return corpusLine(c.Documents[i]) }},
			{goldFile, len(c.Cases), func(i int) any {
				p := c.Cases[i]
				return goldLine{p.A, p.AStart, p.AEnd, p.B, p.BStart, p.BEnd, p.Kind}
			}},
			{boilerFile, len(c.Boilerplate), func(i int) any {
				p := c.Boilerplate[i]
				return boilerLine{p.ID, p.Start, p.End}
			}},
		},
		table: t,
		counts: fmt.Sprintf("%s, %.1f MB, %s copied; boilerplate in %s",
			line.Many(int64(len(c.Documents)), "document"), float64(bytes)/1e6, line.Many(int64(copied), "character"),
			line.Many(int64(len(c.Boilerplate)), "document")),
		cut: c.Cut,
	}
}
