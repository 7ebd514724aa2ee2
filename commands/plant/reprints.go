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
	return planted.ReprintParams{Seed: q.Seed, Size: q.Size, PerThousand: q.PerThousand, Documents: q.Documents, KeepRepeats: q.KeepRepeats}
}

// writeReprints writes a collection into a draft and gives the folder its name when all is there.
func writeReprints(ctx context.Context, d store.Draft, c *planted.Reprints) error {
	if err := errors.Join(
		writeLines(ctx, store.Join(d.Dir(), corpusFile), c.Documents, func(d planted.Document) any { return corpusLine(d) }),
		writeLines(ctx, store.Join(d.Dir(), placesFile), c.Places, func(p planted.Reprint) any {
			return placeLine{p.Text, p.ID, p.Start, p.End, p.Edited}
		}),
	); err != nil {
		return err
	}
	return outputError(d.Commit(ctx))
}

// reportReprints prints a table of what was planted.
func reportReprints(out io.Writer, dir string, c *planted.Reprints) error {
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
	for _, size := range planted.ReprintSizes {
		t.AppendRow(table.Row{size, places[size] / size, places[size]})
	}
	t.AppendFooter(table.Row{"all", c.Texts, len(c.Places)})
	if err := t.Print(out); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(out, "\n%d documents, %.1f MB\n", len(c.Documents), float64(bytes)/1e6); err != nil {
		return err
	}
	return reportCut(out, dir, c.Cut)
}
