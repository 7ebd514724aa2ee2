package plant

import (
	"context"
	"fmt"
	"io"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/store"
	"example.org/diagonal/io/visible"
	"example.org/diagonal/transforms/evaluation/planted"
)

// collection is what was planted: its files, and what is printed about them.
type collection struct {
	files []file
	table *line.Table
	// counts is printed below the table.
	counts string
	cut    planted.Cut
}

// plant makes the collection.
func (p Params) plant(text []planted.Document) (*collection, error) {
	switch {
	case p.Web:
		w, err := planted.PlantWeb(p.web(), text)
		if err != nil {
			return nil, err
		}
		return ofWeb(w), nil
	case p.Reprints:
		c, err := planted.PlantReprints(p.reprints(), text)
		if err != nil {
			return nil, err
		}
		return ofReprints(c), nil
	}
	c, err := planted.Plant(p.Planted, text)
	if err != nil {
		return nil, err
	}
	return ofCases(c), nil
}

// write writes the files into a draft and gives the folder its name when all are there.
func (c *collection) write(ctx context.Context, d store.Draft) error {
	for _, f := range c.files {
		if err := f.write(ctx, d.Dir()); err != nil {
			return err
		}
	}
	return outputError(d.Commit(ctx))
}

// report prints what was planted, what became of the sentences of the text, and where the collection is.
func (c *collection) report(out io.Writer, dir string) error {
	if err := c.table.Print(out); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out,
		"\n%s\n"+
			"the text has %d sentences; %d were left out because they repeat, %d because they are longer than a document\n"+
			"The collection is in %s\n",
		c.counts, c.cut.Sentences, c.cut.Repeated, c.cut.Long, visible.Text(dir))
	return err
}
