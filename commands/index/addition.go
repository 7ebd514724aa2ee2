package index

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store"
	"example.org/diagonal/io/visible"
	"example.org/diagonal/transforms/lookup/winnow"
)

func init() { engine.RegisterMap[*move, record.Document]() }

// Addition puts documents into an index together with the result of another command that has them: both appear, or
// neither does.
//
//  1. Begin takes the lock of the index.
//  2. Make makes a segment of the documents of a result that has no name yet. Nothing refers to it.
//
// 3. Commit writes the manifest of the index. In it the segment waits for the result (indexio.With): it does not count
// yet.
//  4. Commit gives the result its name. From here on the segment counts.
//
// 5. Commit writes the manifest in which the segment waits for nothing. If it is not written, the next change of the
// index writes it.
type Addition struct {
	params  Params
	old     *indexio.Manifest
	change  changed
	release func()
}

// Begin begins an addition to the index in the folder dir, which is made if there is none. Errors call it by the flag,
// as in "--index". The caller calls Release.
func Begin(ctx context.Context, dir, flag string) (*Addition, error) {
	a := &Addition{params: Params{Index: dir, flag: flag, Winnow: winnow.Defaults(winnow.Frequency)}}
	release, err := a.params.lock()
	if err != nil {
		return nil, err
	}
	a.release = release
	a.old, err = readManifest(ctx, dir)
	if errors.As(err, new(*indexio.NotIndexError)) {
		err = a.params.empty(ctx, a.old)
	}
	if err != nil {
		release()
		return nil, err
	}
	return a, nil
}

// Vacant reports whether an index can be made at the path: there is nothing, or what a first build has left that was
// killed.
func Vacant(ctx context.Context, path string) bool {
	p := Params{Index: path}
	return !strings.ContainsAny(path, "*?[") && p.empty(ctx, nil) == nil
}

// Release gives the lock back.
func (a *Addition) Release() { a.release() }

// New reports whether there is no index yet.
func (a *Addition) New() bool { return a.old == nil || len(a.old.Segments) == 0 }

// Make makes the segment, of the documents of the input of p, which are in files below the folder from. They will be
// below the folder to.
func (a *Addition) Make(ctx context.Context, p job.Params, from, to string, w io.Writer) (err error) {
	a.params.Job, a.params.moved = p, &move{From: from, To: to}
	a.change, err = addDocuments(ctx, &a.params, nil, add, a.old, w)
	if err != nil {
		a.Abort(ctx)
	}
	return a.params.errorOf(err)
}

// Abort removes the segment, to which nothing refers.
func (a *Addition) Abort(ctx context.Context) {
	if a.change.segment != "" {
		indexio.RemoveSegment(context.WithoutCancel(ctx), a.params.Index, a.change.segment)
	}
}

// Commit makes the segment and the result appear at once. publish gives the result its name, with the mark in its
// run.json. After an error neither is there, unless a bucket did not answer publish: then both are there, or neither.
func (a *Addition) Commit(ctx context.Context, publish func(indexio.Mark) error) error {
	m := a.change.manifest
	mark := indexio.Mark{Mark: rand.Text()}
	m.Segments[len(m.Segments)-1].With = &indexio.With{Result: a.params.moved.To, Mark: mark}
	if err := m.Write(ctx, a.params.Index, a.old); err != nil {
		if store.IsLocal(a.params.Index) || errors.Is(err, indexio.ErrChanged) {
			a.Abort(ctx)
		}
		return a.params.errorOf(err)
	}
	if err := publish(mark); err != nil {
		return err
	}
	// Both are there. If this fails, the next change of the index does it.
	indexio.Settle(context.WithoutCancel(ctx), a.params.Index)
	return nil
}

// Report prints the closing lines.
func (a *Addition) Report(out io.Writer) {
	all := a.change.manifest.Segments
	twice := len(a.change.twice)
	verb := "added to the index in"
	if a.New() {
		verb = "are in the new index"
	}
	fmt.Fprintf(out, "%s %s %s\n", line.Many(all[len(all)-1].Entries[indexio.Documents]-int64(twice), "document"), verb,
		visible.Text(a.params.Index))
	if twice > 0 {
		fmt.Fprintf(out, "%s not added, because the index has the id already:%s\n", are(twice), listed(a.change.twice))
	}
}

// move names the files of documents by the folder that they will be in.
type move struct {
	Documents engine.Elements[record.Document]
	From, To  string
}

func (st *move) Map(_ context.Context, d record.Document) error {
	if d.Markup != record.Plain {
		return fmt.Errorf("%s is a page, and clean takes texts from an index: leave out --add",
			record.Where(d.File, d.Record))
	}
	below, ok := strings.CutPrefix(filepath.ToSlash(d.File), filepath.ToSlash(st.From)+"/")
	if !ok {
		return fmt.Errorf("%s is not below %s", d.File, st.From)
	}
	d.File = store.Join(st.To, below)
	st.Documents.Emit(d)
	return nil
}
