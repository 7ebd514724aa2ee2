package plant

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/store"
	"example.org/diagonal/transforms/evaluation/planted"
)

// The files of a collection. Readers of these formats: package evaluate.
const (
	corpusFile = "corpus.jsonl"
	goldFile   = "gold.jsonl"
	boilerFile = "boiler.jsonl"
)

type corpusLine struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

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

// markerFile marks the folder as complete and lists the files of the run.
const markerFile = "_SUCCESS"

// begin makes the folder with the temporary name. Errors about the name are the user's.
func begin(ctx context.Context, dir string, overwrite bool) (store.Draft, error) {
	st, err := store.For(dir)
	if err != nil {
		return nil, line.Usage(fmt.Errorf("--output=%w", err))
	}
	d, err := st.Begin(ctx, store.Folder{Path: dir, Overwrite: overwrite, First: corpusFile, Last: markerFile})
	return d, outputError(err)
}

// outputError puts an error about the name of the folder in the words of the user.
func outputError(err error) error {
	if taken := new(store.TakenError); errors.As(err, &taken) {
		return line.Usage(fmt.Errorf("--output=%w", taken))
	}
	return err
}

// write writes c into a draft and gives the folder its name when all is there.
func write(ctx context.Context, d store.Draft, c *planted.Collection) error {
	gold := make([]goldLine, len(c.Cases))
	for i, p := range c.Cases {
		gold[i] = goldLine{p.A, p.AStart, p.AEnd, p.B, p.BStart, p.BEnd, p.Kind}
	}
	if err := errors.Join(
		writeLines(ctx, store.Join(d.Dir(), corpusFile), c.Documents, func(d planted.Document) any { return corpusLine(d) }),
		writeLines(ctx, store.Join(d.Dir(), goldFile), gold, func(g goldLine) any { return g }),
		writeLines(ctx, store.Join(d.Dir(), boilerFile), c.Boilerplate, func(p planted.Place) any {
			return boilerLine{p.ID, p.Start, p.End}
		}),
	); err != nil {
		return err
	}
	return outputError(d.Commit(ctx))
}

// writeLines writes one JSON object a line, without escaping what HTML would need escaped.
func writeLines[T any](ctx context.Context, name string, rows []T, line func(T) any) error {
	st, err := store.For(name)
	if err != nil {
		return err
	}
	f, err := st.Create(ctx, name)
	if err != nil {
		return err
	}
	defer f.Abort() // after Close it does nothing
	w := bufio.NewWriterSize(f, 1<<16)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, row := range rows {
		if err := enc.Encode(line(row)); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}
