package evaluate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/panio"
	"example.org/diagonal/io/store"
	"example.org/diagonal/transforms/evaluation/agreement"
	"example.org/diagonal/transforms/evaluation/coverage"
	"example.org/diagonal/transforms/evaluation/passage"
)

// The files of a planted collection, as package plant writes them.
const (
	corpusFile = "corpus.jsonl"
	goldFile   = "gold.jsonl"
	boilerFile = "boiler.jsonl"
)

// gold is the truth that a result is compared with.
type gold struct {
	passages
	pan bool // ids are file names
	// categories are the parts of a PAN corpus; none otherwise.
	categories  []category
	listed      bool // the categories come with pair lists
	boilerplate coverage.Boilerplate
	// texts are the documents by id, nil where they are not known.
	texts map[string]document
	// corpus is where the texts are, for errors.
	corpus string
}

// category is a part of the gold with its own pairs.
type category struct {
	name  string
	pairs []agreement.Pair
	cases []passage.Passage
}

// pairOf is the unordered pair of two documents.
func pairOf(a, b string) agreement.Pair { return agreement.Pair{A: min(a, b), B: max(a, b)} }

// readGold reads gold of any form, and the texts where they are known.
func readGold(ctx context.Context, p Params) (*gold, error) {
	names, folder, err := list(ctx, p.Gold)
	if err != nil {
		return nil, err
	}
	g := new(gold)
	switch {
	case !folder:
		err = g.readRows(ctx, p.Gold)
	case slices.Contains(names, goldFile):
		err = g.readPlanted(ctx, p, names)
	case store.IsLocal(p.Gold) && panio.IsFolder(p.Gold):
		err = g.readPAN(ctx, p.Gold)
	default:
		var res *passages // the result of another method
		if res, err = readResult(ctx, p.Gold); err == nil {
			g.passages = *res
		} else if line.ExitCode(err) == 2 {
			err = line.Usage(fmt.Errorf("%s: neither %s nor XML files in folders 01-…; name a planted collection, a PAN corpus or a file of passages", p.Gold, goldFile))
		}
	}
	if err != nil {
		return nil, err
	}
	if p.Corpus != "" {
		if err := g.readCorpus(ctx, p.Corpus, p.IDField, p.TextField); err != nil {
			return nil, err
		}
	}
	for i, c := range g.all {
		if !g.bare && (c.RangeA().Size() == 0 || c.RangeB().Size() == 0) {
			return nil, fmt.Errorf("%s: the case is empty on one side", g.where[i])
		}
	}
	return g, nil
}

// readPlanted reads a planted collection. names are its files.
func (g *gold) readPlanted(ctx context.Context, p Params, names []string) error {
	if err := g.readRows(ctx, store.Join(p.Gold, goldFile)); err != nil {
		return err
	}
	if slices.Contains(names, boilerFile) {
		if err := g.readBoilerplate(ctx, store.Join(p.Gold, boilerFile)); err != nil {
			return err
		}
	}
	if p.Corpus == "" && slices.Contains(names, corpusFile) {
		return g.readCorpus(ctx, store.Join(p.Gold, corpusFile), "id", "text")
	}
	return nil
}

// readBoilerplate reads the places of the boilerplate.
func (g *gold) readBoilerplate(ctx context.Context, path string) error {
	g.boilerplate = make(coverage.Boilerplate)
	return eachLine(ctx, path, func(_ int, line []byte) error {
		var r struct {
			ID    *string `json:"id"`
			Start *int    `json:"start"`
			End   *int    `json:"end"`
		}
		if err := json.Unmarshal(line, &r); err != nil {
			return fmt.Errorf("not a place of boilerplate: %w", err)
		}
		if r.ID == nil || r.Start == nil || r.End == nil || *r.Start < 0 || *r.End < *r.Start {
			return errors.New("a place of boilerplate needs id, start and end")
		}
		g.boilerplate[*r.ID] = append(g.boilerplate[*r.ID], passage.Range{Start: *r.Start, End: *r.End})
		return nil
	})
}

// readPAN reads a PAN corpus.
func (g *gold) readPAN(ctx context.Context, dir string) error {
	c, err := panio.ReadCorpus(dir)
	if err != nil {
		return err
	}
	g.pan = true
	for _, pc := range c.Categories {
		cat := category{name: pc.Name}
		g.listed = g.listed || pc.Listed
		for _, p := range pc.Pairs {
			cat.pairs = append(cat.pairs, pairOf(panio.Name(p.Suspicious), panio.Name(p.Source)))
		}
		for _, a := range pc.Cases {
			p := fromPAN(a)
			cat.cases = append(cat.cases, p)
			g.add(p, fmt.Sprintf("%s: %s, %s", filepath.Join(dir, pc.Name), a.Suspicious, a.Source), false)
		}
		g.categories = append(g.categories, cat)
	}
	if c.Texts == nil {
		return nil
	}
	g.corpus, g.texts = dir, make(map[string]document, len(c.Texts))
	for name, path := range c.Texts {
		if err := g.readText(ctx, name, path); err != nil {
			return err
		}
	}
	return nil
}
