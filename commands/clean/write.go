package clean

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/engine"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/rewrite"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/cleaning"
)

func init() {
	engine.RegisterReduce[*write]()
	engine.RegisterJoin[*assemble]()
}

// write writes parts of the collection.
type write struct {
	// Dir is the folder of the result.
	Dir string
	// Field is the name of the field that is added to records, with EditorParams.Annotate.
	Field string
	// Docs are the parameters of the plan.
	Docs docio.Params

	cleaning.Editing
	Pieces engine.Send[string, record.AsJSON[piece]] // by the name of the file
}

func (st *write) Reduce(ctx context.Context, _ uint64) error {
	return cleaning.EachSubject(&st.Edits, func(subject *cleaning.Edit, q *cleaning.Queue) error {
		return st.part(ctx, subject, &partEditor{q, &st.Editing})
	}, nil)
}

// piece is a part of a file that was written to a file of its own.
type piece struct {
	Name  []byte // of the file below the folder of the result, which need not be UTF-8
	Start int64
	Path  string
}

// part writes one part: to its place if it is all of its file, otherwise to a file of its own.
func (st *write) part(ctx context.Context, subject *cleaning.Edit, e *partEditor) error {
	p, err := rewrite.DecodePart(subject.Subject, st.Docs)
	if err != nil {
		return err
	}
	if p.Range.Side == record.Source {
		return e.keep(p.Range.Path)
	}
	if st.Field != "" {
		err = st.annotate(ctx, subject, p, e)
	} else {
		err = st.write(subject, p, filepath.Join(Documents, p.Range.Name), func(name string) (bool, error) {
			return p.Rewrite(ctx, name, "", e)
		})
	}
	if err != nil {
		return err
	}
	return e.queue.Done()
}

// write makes a part of a file, which has a name below the folder of the result. make writes the file that it is given
// the name of, and reports whether there is one.
func (st *write) write(
	subject *cleaning.Edit, p rewrite.Part, name string, make func(name string) (bool, error),
) error {
	path := filepath.Join(st.Dir, filepath.FromSlash(name))
	if !p.Only {
		path = filepath.Join(shardio.Scratch(st.Dir),
			fmt.Sprintf("part-%016x-%016x", subject.Key(), xxhash.Sum64String(name)))
	}
	ok, err := make(path)
	if err != nil || !ok || p.Only {
		return err
	}
	st.Pieces.Add(record.UTF8(name), record.AsJSON[piece]{Of: piece{[]byte(name), p.Start, path}})
	return nil
}

// annotate writes the ranges of the documents of a part, and adds them to its records if they can have a field.
func (st *write) annotate(ctx context.Context, subject *cleaning.Edit, p rewrite.Part, e *partEditor) error {
	found := annotated{}
	name := filepath.Join(Attributes, p.Range.Name)
	if !p.TakesField() {
		name += result.LinesExtension
	}
	err := st.write(subject, p, name, func(name string) (bool, error) {
		return true, p.Lines(ctx, name, func(d record.Document) (line []byte, err error) {
			var edited record.Edited
			if e.Touches(d.Record) {
				if edited, err = e.Edit(d); err != nil {
					return nil, err
				}
				found[d.Record] = edited
				if edited.Drop {
					return nil, nil
				}
			}
			return attributesOf(&d, st.Field, edited.Cuts)
		})
	})
	if err != nil || !p.TakesField() {
		return err
	}
	return st.write(subject, p, filepath.Join(Documents, p.Range.Name), func(name string) (bool, error) {
		return p.Rewrite(ctx, name, st.Field, found)
	})
}

// annotated is a record.Editor: it gives documents the fields that were found for them, by their numbers.
type annotated map[int64]record.Edited

func (a annotated) Touches(number int64) bool { _, ok := a[number]; return ok }

func (a annotated) Edit(d record.Document) (record.Edited, error) { return a[d.Record], nil }

// attributesOf returns the line of a document with what would be cut out of it, ranges of bytes, as Dolma has them:
// lists of [start, end, score] by the names of attributes.
func attributesOf(d *record.Document, name string, cuts [][2]int) ([]byte, error) {
	runes := analysis.NewRunes(d.Text)
	spans := make([][3]int64, len(cuts))
	for i, c := range cuts {
		spans[i] = [3]int64{runes.At(c[0]), runes.At(c[1]), 1}
	}
	return record.JSON(struct {
		ID         string                `json:"id"`
		Attributes map[string][][3]int64 `json:"attributes"`
	}{d.ID, map[string][][3]int64{name: spans}})
}

// partEditor is a record.Editor: it edits the documents of one part.
type partEditor struct {
	queue *cleaning.Queue
	to    *cleaning.Editing
}

// Touches reports whether a document has edits.
func (e *partEditor) Touches(number int64) bool {
	if e.queue.Touches(number) {
		return true
	}
	e.to.Ledger.Add(cleaning.WrittenDocuments, 1)
	return false
}

// Edit applies the edits of a document.
func (e *partEditor) Edit(d record.Document) (record.Edited, error) {
	edited, err := e.to.Editor.Edit(&d, e.queue.Edits())
	if err != nil {
		return record.Edited{}, err
	}
	return record.Edited{Drop: edited.Drop, Text: edited.Text, HasText: edited.Changed, Cuts: edited.Cuts,
		Field: edited.Field}, e.queue.Next()
}

// keep takes the edits of the documents of a part of the source, which is not read.
func (e *partEditor) keep(file string) error {
	for len(e.queue.Edits()) > 0 {
		edits := e.queue.Edits()
		e.to.Editor.Keep(&record.Document{File: file, Record: edits[0].Record}, edits)
		if err := e.queue.Next(); err != nil {
			return err
		}
	}
	return nil
}

// assemble joins the pieces of a file.
type assemble struct{ Dir string }

func (st *assemble) Join(ctx context.Context, _ string, pieces iter.Seq[*record.AsJSON[piece]]) (err error) {
	var all []piece
	for p := range pieces {
		all = append(all, p.Of)
	}
	if len(all) == 0 {
		return nil // a piece that cannot be read
	}
	slices.SortFunc(all, func(x, y piece) int { return cmp.Compare(x.Start, y.Start) })
	all = slices.CompactFunc(all, func(x, y piece) bool { return x.Start == y.Start }) // of a second try
	path := filepath.Join(st.Dir, filepath.FromSlash(string(all[0].Name)))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".tmp-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	for _, p := range all {
		if err := appendFile(f, p.Path); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	if err := f.Chmod(0o644); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

func appendFile(w io.Writer, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}
