package clean

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"example.org/diagonal/commands/index"
	"example.org/diagonal/commands/job"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/io/store"
	"example.org/diagonal/transforms/cleaning"
)

// The moments of a run with Add at which a test kills it (killAt), and what is on the disk then.
const (
	searched  = "searched"  // the folder and the lock of the index are there
	segmented = "segmented" // and a segment to which nothing refers
	waiting   = "waiting"   // and the manifest with it, which waits for the result
	published = "published" // and the result
)

var killAt = func(moment string) {}

// takeIndex takes the index of Add out of the paths of --against: --skip_done does not compare it, because the run
// itself changes it.
func (p *Params) takeIndex(ctx context.Context) error {
	if !p.Add {
		return nil
	}
	var indexes, new, others []string
	for _, path := range p.Job.Docs.Source {
		switch {
		case job.IsIndex(ctx, path):
			indexes = append(indexes, path)
		case index.Vacant(ctx, path):
			new = append(new, path)
		default:
			others = append(others, path)
		}
	}
	if len(indexes) == 0 {
		indexes, new = new, nil
	}
	if len(indexes) != 1 {
		return fmt.Errorf("--add: %d of the paths of --against are indexes, and one gets what is kept: name one",
			len(indexes))
	}
	p.addTo, p.Job.Docs.Source = indexes[0], append(others, new...)
	return nil
}

// commit makes the result appear, and with it, if there is an addition, what is kept in the index. It returns nil if
// nothing was added.
func commit(
	ctx context.Context, p Params, t *total, out *shardio.Output, a *index.Addition, w io.Writer,
) (*index.Addition, error) {
	if a == nil || t.summary.Counts[cleaning.WrittenDocuments] == 0 {
		return nil, out.Commit(ctx, t.run)
	}
	killAt(searched)
	to := p.output
	if store.IsLocal(to) {
		var err error
		if to, err = filepath.Abs(to); err != nil {
			return nil, err
		}
	}
	docs := docio.Defaults()
	given := p.Job.Docs
	docs.Format, docs.IDField, docs.TextField, docs.Charset, docs.MaxRecord = given.Format, given.IDField,
		given.TextField, given.Charset, given.MaxRecord
	docs.Input = []string{filepath.Join(out.Dir(), Documents)}
	err := a.Make(ctx, job.Params{Docs: docs, Quiet: p.Job.Quiet, Strict: p.Job.Strict, Memory: p.Job.Memory,
		Spool: p.Job.Spool}, out.Dir(), to, w)
	if err != nil {
		return nil, fmt.Errorf("adding to the index in %s: %w", p.addTo, err)
	}
	killAt(segmented)
	err = a.Commit(ctx, func(mark indexio.Mark) error {
		killAt(waiting)
		t.run.Mark = mark
		if err := out.Commit(ctx, t.run); err != nil {
			return err
		}
		killAt(published)
		return nil
	})
	return a, err
}
