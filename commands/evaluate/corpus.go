package evaluate

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/store"
	"example.org/diagonal/transforms/analysis/segment"
	"example.org/diagonal/transforms/evaluation/passage"
)

// document contains the facts about a document of the collection.
type document struct {
	size int // code points
	// sentences are the ranges of its sentences, in code points.
	sentences []passage.Range
}

// analyse finds the sentences of a text.
func analyse(data []byte) document {
	var t document
	at, bytes := 0, 0 // the same place in code points and in bytes
	advance := func(to int) int {
		at += utf8.RuneCount(data[bytes:to])
		bytes = to
		return at
	}
	for _, s := range segment.Append(nil, data) {
		start := advance(s.Start)
		t.sentences = append(t.sentences, passage.Range{Start: start, End: advance(s.End)})
	}
	t.size = advance(len(data))
	return t
}

// readCorpus reads the texts from JSON Lines or a folder.
func (g *gold) readCorpus(ctx context.Context, path, idField, textField string) error {
	g.corpus, g.texts = path, make(map[string]document)
	_, folder, err := list(ctx, path)
	if err != nil {
		return err
	}
	if !folder {
		return eachLine(ctx, path, func(n int, line []byte) error {
			var r map[string]json.RawMessage
			if err := json.Unmarshal(line, &r); err != nil {
				return fmt.Errorf("not a document: %w", err)
			}
			id, body := fmt.Sprintf("%s:%d", path, n), new(string)
			if raw, ok := r[idField]; ok {
				if err := json.Unmarshal(raw, &id); err != nil {
					id = string(raw) // a number names a document by its digits
				}
			}
			if err := json.Unmarshal(r[textField], &body); err != nil || body == nil {
				return fmt.Errorf("field %q is missing or not a string", textField)
			}
			g.texts[id] = analyse([]byte(*body))
			return nil
		})
	}
	st, err := store.For(path)
	if err != nil {
		return line.Usage(err)
	}
	found, err := st.List(ctx, path)
	if err != nil {
		return line.Usage(err)
	}
	for _, f := range found.Files {
		if err := g.readText(ctx, record.UTF8(f.Name), f.Path); err != nil {
			return err
		}
	}
	return nil
}

// readText reads one document from a file.
func (g *gold) readText(ctx context.Context, id, path string) error {
	in, err := result.OpenFile(ctx, path)
	if err != nil {
		return usage(err)
	}
	defer in.Close()
	data, err := io.ReadAll(in)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	g.texts[id] = analyse(data)
	return nil
}

// check reports what is wrong with the gold, or with the result as a result of the same input.
func (g *gold) check(res *passages, p Params) error {
	if g.texts == nil {
		return g.checkNames(res, p)
	}
	for i, c := range g.all {
		if err := g.inTexts(c, g.bare || res.bare); err != nil {
			return fmt.Errorf("%s: %w", g.where[i], err)
		}
	}
	for id, rs := range g.boilerplate {
		t, ok := g.texts[id]
		if !ok {
			return fmt.Errorf("%s: boilerplate of document %q, which is not in %s", p.Gold, id, g.corpus)
		}
		if end := slices.MaxFunc(rs, func(r, s passage.Range) int { return r.End - s.End }).End; end > t.size {
			return fmt.Errorf("%s: boilerplate of %q ends at %d, past the end of its text (%d code points)", p.Gold, id,
				end, t.size)
		}
	}
	unknown := 0
	for _, d := range res.all {
		if _, ok := g.texts[d.A]; !ok {
			unknown++
		} else if _, ok := g.texts[d.B]; !ok {
			unknown++
		}
	}
	for i, d := range res.all {
		if err := g.inTexts(d, g.bare || res.bare); err != nil {
			if unknown > 0 {
				return fmt.Errorf("%s: %w; %d of %d records name such documents: is this the result of another input?",
					res.where[i], err, unknown, len(res.all))
			}
			return fmt.Errorf("%s: %w: is this the result of another input?", res.where[i], err)
		}
	}
	return nil
}

// inTexts reports a document of p that is missing, or shorter than in p.
func (g *gold) inTexts(p passage.Passage, bare bool) error {
	for _, side := range []struct {
		id string
		r  passage.Range
	}{{p.A, p.RangeA()}, {p.B, p.RangeB()}} {
		t, ok := g.texts[side.id]
		if !ok {
			return fmt.Errorf("document %q is not in %s", side.id, g.corpus)
		}
		if !bare && side.r.End > t.size {
			return fmt.Errorf("%d to %d is past the end of %q (%d code points)", side.r.Start, side.r.End,
				side.id, t.size)
		}
	}
	return nil
}

// checkNames is the check without texts: a result of the same input names at least one
// document that the gold names too.
func (g *gold) checkNames(res *passages, p Params) error {
	known := map[string]bool{}
	for _, c := range g.all {
		known[c.A], known[c.B] = true, true
	}
	for _, cat := range g.categories {
		for _, pair := range cat.pairs {
			known[pair.A], known[pair.B] = true, true
		}
	}
	if len(known) == 0 || len(res.all) == 0 {
		return nil
	}
	for _, d := range res.all {
		if known[d.A] || known[d.B] {
			return nil
		}
	}
	return fmt.Errorf("%s: names %q and others, and %s contains none of them: is this the result of another input?",
		p.Result, res.all[0].A, p.Gold)
}
