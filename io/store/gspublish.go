package store

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// taken is the error of the run that another one was faster than.
func (d *gsDraft) taken() error { return &TakenError{d.folder.Path, fasterWhy} }

// replace puts the new result in place of the earlier one, or that one back.
func (d *gsDraft) replace(ctx context.Context, names []string) error {
	now, err := d.objects(ctx)
	if err == nil && !maps.Equal(now, d.before) {
		err = d.taken()
	}
	if err != nil {
		return gsError(ctx, d.folder.Path, writing, err)
	}
	if err = d.setAside(ctx); err == nil {
		if err = d.publish(ctx, names); err == nil {
			d.removeAsides()
			return nil
		}
		if d.withdraw() != nil && d.whole() {
			return d.leftAside(gsError(ctx, d.folder.Path, writing, err))
		}
	}
	d.removeAside()
	return gsError(ctx, d.folder.Path, writing, err)
}

// publish copies the objects to their names. A request that is under way when the
// context ends is waited for, so that nothing changes behind the back of who comes next.
func (d *gsDraft) publish(ctx context.Context, names []string) error {
	doing, stop := outlive(ctx, gsAbortTime)
	defer stop()
	before := maps.Clone(d.before)
	delete(before, d.last())
	made := map[string]int64{}
	var mu sync.Mutex
	publish := func(name string) error {
		to := d.prefix + name
		generation, taken, err := gsRewrite(doing, d.bucket, d.temp+name, to, before[to].generation, d.run)
		if taken {
			return d.taken()
		}
		if err == nil {
			mu.Lock()
			made[to] = generation
			mu.Unlock()
		}
		return err
	}
	if err := d.drop(doing, d.last()); err != nil {
		return err
	}
	if err := publish(d.folder.First); err != nil {
		return err
	}
	// After a failure no request is begun.
	g, publishing := errgroup.WithContext(ctx)
	g.SetLimit(gsParallel)
	change := func(do func() error) {
		g.Go(func() error {
			if err := publishing.Err(); err != nil {
				return err
			}
			return do()
		})
	}
	for _, name := range names {
		change(func() error { return publish(name) })
	}
	for name := range before {
		if below := strings.TrimPrefix(name, d.prefix); below != d.folder.First && !slices.Contains(names, below) {
			change(func() error { return d.drop(doing, name) })
		}
	}
	if err := g.Wait(); err != nil {
		return err
	}
	if err := publish(d.folder.Last); err != nil {
		return err
	}
	now, err := d.objects(doing)
	if err == nil && !maps.EqualFunc(now, made, func(o gsObject, generation int64) bool { return o.generation == generation }) {
		err = d.taken()
	}
	return err
}

// outlive is a context that ends some time after another one.
func outlive(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		select {
		case <-time.After(d):
			cancel()
		case <-longer.Done():
		}
	})
	return longer, func() { stop(); cancel() }
}

// drop removes an object of the earlier result, at the generation that was seen.
func (d *gsDraft) drop(ctx context.Context, name string) error {
	o, ok := d.before[name]
	if !ok {
		return nil
	}
	err := gsRemove(ctx, d.bucket.Object(name).If(gsCondition(o.generation)), d.root+name)
	if gsIs(err, http.StatusPreconditionFailed) {
		return d.taken()
	}
	return err
}
