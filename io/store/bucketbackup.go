package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"
)

// While a result takes the place of an earlier one, that one is at .NAME.old-RUN/. After
// an error it is put back. A run that is killed leaves it there, until another result
// stands under the name.

// asides begins the names of all earlier results.
func (d *bucketDraft) asides() string {
	parent, base := path.Split(strings.TrimSuffix(d.prefix, "/"))
	return fmt.Sprintf("%s.%s.old-", parent, base)
}

// setAside copies the earlier result, if there is a whole one.
func (d *bucketDraft) setAside(ctx context.Context) error {
	if !d.whole() {
		return nil
	}
	doing, stop := outlive(ctx, abortTime)
	defer stop()
	return d.copyAll(ctx, func(ctx context.Context, name string) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		_, taken, err := d.b.copyOn(doing, d.bucket, d.prefix+name, d.aside+name, "", d.run)
		if taken {
			return errOthers
		}
		return err
	})
}

// copyAll calls f for the names, below the folder, of all objects of the earlier result:
// Last last.
func (d *bucketDraft) copyAll(ctx context.Context, f func(ctx context.Context, name string) error) error {
	g, copying := errgroup.WithContext(ctx)
	g.SetLimit(parallel)
	for name := range d.before {
		if name == d.last() {
			continue
		}
		g.Go(func() error {
			if err := copying.Err(); err != nil {
				return err
			}
			return f(ctx, strings.TrimPrefix(name, d.prefix))
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	return f(ctx, d.folder.Last)
}

var errOthers = errors.New("the folder has objects of another run")

// withdraw removes what a commit that failed has made, and puts the earlier result back. If
// there is an error, it is not back. Where another run has begun to replace that result, before
// this one has made anything, putting it back is left to that run.
func (d *bucketDraft) withdraw() error {
	ctx, cancel := context.WithTimeout(context.Background(), abortTime)
	defer cancel()
	now, err := d.objects(ctx)
	if err != nil {
		return err
	}
	own, others := 0, 0
	for _, name := range lastFirst(slices.Sorted(maps.Keys(now)), d.last()) {
		switch o := now[name]; {
		case o == d.before[name]:
		case o.run != d.run:
			others++
		default:
			own++
			if d.before[name].tag == "" || name == d.last() {
				// While the marker is there, all that it lists must stay.
				if err := d.b.remove(ctx, d.key(name), ifIs(o.tag)); err != nil {
					return err
				}
				delete(now, name)
			}
		}
	}
	switch {
	case others > 0 && own == 0, others == 0 && !d.whole():
		return nil
	case others > 0:
		d.removeOwn(ctx, now)
		return errOthers
	}
	return d.copyAll(ctx, func(ctx context.Context, name string) error {
		to := d.prefix + name
		if o, ok := now[to]; ok && o == d.before[to] {
			return nil
		}
		_, taken, err := d.b.copyOn(ctx, d.bucket, d.aside+name, to, now[to].tag, d.run+backRun)
		if taken {
			return errOthers
		}
		return err
	})
}

// backRun ends the mark of objects that a run has put back.
const backRun = "-back"

// leftAside adds to the error of a commit where the earlier result is.
func (d *bucketDraft) leftAside(err error) error {
	where := "the earlier result is in " + d.b.path(d.key(strings.TrimSuffix(d.aside, "/")))
	var taken *TakenError
	if errors.As(err, &taken) {
		return &TakenError{taken.Path, taken.Why + "; " + where}
	}
	return fmt.Errorf("%w; %s", err, where)
}

// removeOwn removes the objects of this run from a folder that another run has begun to
// write in.
func (d *bucketDraft) removeOwn(ctx context.Context, now objects) {
	for name, o := range now {
		if o.run == d.run {
			d.b.remove(ctx, d.key(name), ifIs(o.tag))
		}
	}
}

// lastFirst moves a name to the front.
func lastFirst(names []string, last string) []string {
	if i := slices.Index(names, last); i > 0 {
		names = slices.Insert(slices.Delete(names, i, i+1), 0, last)
	}
	return names
}

// removeAside removes the copy of the earlier result.
func (d *bucketDraft) removeAside() {
	ctx, cancel := context.WithTimeout(context.Background(), abortTime)
	defer cancel()
	d.b.removeBelow(ctx, d.key(d.aside))
}

// removeAsides removes the copies of all results that this one has replaced: also those
// that runs have left which were killed.
func (d *bucketDraft) removeAsides() {
	ctx, cancel := context.WithTimeout(context.Background(), abortTime)
	defer cancel()
	d.b.removeBelow(ctx, d.key(d.asides()))
}

// interrupted returns the error about a run that was killed while it replaced a result. It names
// the folder that the result is in now.
func (d *bucketDraft) interrupted(ctx context.Context) error {
	aside := ""
	err := d.b.each(ctx, d.bucket, d.asides(), "", func(o object) error {
		if folder, ok := strings.CutSuffix(o.name, "/"+d.folder.Last); ok {
			aside = folder
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case aside == "":
		return &Error{Why: takenWhy}
	}
	return &Error{Why: fmt.Sprintf("a run was killed while it replaced the result there, which is in %s now; copy it back, or add --overwrite", d.b.path(d.key(aside)))}
}
