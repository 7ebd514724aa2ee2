package plant

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/store"
)

// corpusFile contains the documents of every collection. Readers of it and of the other files: package
// evaluate.
const corpusFile = "corpus.jsonl"

type corpusLine struct {
	ID   string `json:"id"`
	Text string `json:"text"`
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

// file is a file of JSON Lines.
type file struct {
	name string
	rows int
	row  func(i int) any
}

// write writes the file below a folder: one JSON object a line, without escaping what HTML would need
// escaped.
func (f file) write(ctx context.Context, dir string) error {
	name := store.Join(dir, f.name)
	st, err := store.For(name)
	if err != nil {
		return err
	}
	to, err := st.Create(ctx, name)
	if err != nil {
		return err
	}
	defer to.Abort() // after Close it does nothing
	w := bufio.NewWriterSize(to, 1<<16)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for i := range f.rows {
		if err := enc.Encode(f.row(i)); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return to.Close()
}
