package job

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/store"
	"example.org/diagonal/io/visible"
)

// textsMarker marks a folder of texts as whole. A folder of documents is read without the files with such names.
const textsMarker = ".whole"

// texts is the folder of --write_texts. All its methods do nothing without that flag.
type texts struct {
	store.Draft
	name   string
	number int
}

// checkTexts returns an error if the folder of --write_texts and that of the result are not two: each appears whole or
// not at all.
func (p *Params) checkTexts() error {
	if p.WriteTexts == "" || !store.Within(p.WriteTexts, p.Output) && !store.Within(p.Output, p.WriteTexts) {
		return nil
	}
	return fmt.Errorf("--write_texts=%s and --output=%s: one folder is in the other; name two that stand side by side",
		p.WriteTexts, p.Output)
}

// hasTexts reports whether the folder of --write_texts is there, and whole.
func (p *Params) hasTexts(ctx context.Context) bool {
	if p.WriteTexts == "" {
		return true
	}
	files, err := store.For(p.WriteTexts)
	if err != nil {
		return false // the run says what is wrong
	}
	names, err := files.Names(ctx, p.WriteTexts)
	return err == nil && slices.Contains(names, textsMarker)
}

// writeTexts writes the folder of --write_texts under a temporary name. Errors about its name, and about the input, are
// the user's.
func (p *Params) writeTexts(ctx context.Context) (*texts, error) {
	if p.WriteTexts == "" || p.Docs.Share > 0 {
		return nil, nil
	}
	if !store.IsLocal(p.WriteTexts) {
		return nil,
			line.Usage(fmt.Errorf("--write_texts=%s: texts are written to a disk: name a folder of this machine",
				p.WriteTexts))
	}
	files, err := store.For(p.WriteTexts)
	if err != nil {
		return nil, err
	}
	plan, err := docio.NewPlan(ctx, p.Docs)
	if err != nil {
		return nil, usageOf(err)
	}
	draft, err := files.Begin(ctx, store.Folder{Path: p.WriteTexts, Overwrite: p.Overwrite, Last: textsMarker})
	if taken := new(store.TakenError); errors.As(err, &taken) {
		return nil, line.Usage(fmt.Errorf("--write_texts=%w", taken))
	}
	if err != nil {
		return nil, err
	}
	t := &texts{Draft: draft, name: p.WriteTexts}
	if t.number, err = plan.WriteTexts(ctx, draft.Dir()); err != nil {
		t.abort()
		if ctx.Err() != nil {
			return nil, line.Interrupted
		}
		return nil, fmt.Errorf("--write_texts=%s: %w", p.WriteTexts, err)
	}
	return t, nil
}

// commit gives the folder its name, and says so on w.
func (t *texts) commit(ctx context.Context, w io.Writer) error {
	if t == nil {
		return nil
	}
	if err := t.Commit(ctx); err != nil {
		return fmt.Errorf("--write_texts=%s: %w", t.name, err)
	}
	fmt.Fprintf(w, "The texts of %s are in %s\n", line.Many(int64(t.number), "document"), visible.Text(t.name))
	return nil
}

// abort removes what was not committed.
func (t *texts) abort() {
	if t != nil {
		t.Abort()
	}
}

// First returns the first records, at most so many, of one stream of a result.
func First[T any](ctx context.Context, dir, stream string, max int) ([]T, error) {
	folder, err := result.Open(ctx, dir)
	if err != nil {
		return nil, err
	}
	return result.First[T](ctx, folder, stream, max)
}

// Each calls f with the records of a stream of the folder dir.
func Each[T any](ctx context.Context, dir, stream string, f func(T)) error {
	folder, err := result.Open(ctx, dir)
	if err != nil {
		return err
	}
	return result.Each(ctx, folder, stream, func(v T, _ []byte) error {
		f(v)
		return nil
	})
}
