package plant

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"diagonal/transforms/evaluation/planted"
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

// checkOutput refuses an output that exists, and with overwrite one that is anything
// but an earlier collection or an empty folder.
func checkOutput(dir string, overwrite bool) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("--output: %w", err)
	case !overwrite:
		return fmt.Errorf("--output: %s exists; choose another folder, or --overwrite", dir)
	}
	for _, e := range entries {
		switch e.Name() {
		case corpusFile, goldFile, boilerFile:
		default:
			return fmt.Errorf("--output: %s holds %s, which no collection has; choose another folder", dir, e.Name())
		}
	}
	return nil
}

// write writes c into a folder beside dir and gives it dir's name when all is there.
func write(dir string, overwrite bool, c *planted.Collection) (err error) {
	parent := filepath.Dir(filepath.Clean(dir))
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp(parent, "."+filepath.Base(dir)+".tmp-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(tmp)) }()
	made := filepath.Join(tmp, "made")
	if err := os.Mkdir(made, 0o777); err != nil {
		return err
	}
	if err := writeLines(filepath.Join(made, corpusFile), c.Documents, func(d planted.Document) any { return corpusLine(d) }); err != nil {
		return err
	}
	gold := make([]goldLine, len(c.Cases))
	for i, p := range c.Cases {
		gold[i] = goldLine{p.A, p.AStart, p.AEnd, p.B, p.BStart, p.BEnd, p.Kind}
	}
	if err := writeLines(filepath.Join(made, goldFile), gold, func(g goldLine) any { return g }); err != nil {
		return err
	}
	if err := writeLines(filepath.Join(made, boilerFile), c.Boilerplate, func(p planted.Place) any {
		return boilerLine{p.ID, p.Start, p.End}
	}); err != nil {
		return err
	}
	if overwrite {
		if err := os.Rename(dir, filepath.Join(tmp, "replaced")); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return os.Rename(made, dir)
}

// writeLines writes one JSON object a line, without escaping what HTML would need escaped.
func writeLines[T any](name string, rows []T, line func(T) any) (err error) {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := bufio.NewWriterSize(f, 1<<16)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, row := range rows {
		if err := enc.Encode(line(row)); err != nil {
			return err
		}
	}
	return w.Flush()
}
