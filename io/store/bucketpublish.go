package store

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// taken is the error of the run that another one was faster than.
func (d *bucketDraft) taken() error { return &TakenError{d.folder.Path, fasterWhy} }

// replace puts the new result in place of the earlier one, or that one back.
func (d *bucketDraft) replace(ctx context.Context, names []string) error {
	now, err := d.objects(ctx)
	if err == nil && !maps.Equal(now, d.before) {
		err = d.taken()
	}
	if err != nil {
		return d.b.errorOf(ctx, d.folder.Path, writing, err)
	}
	if err = d.setAside(ctx); err == nil {
		if err = d.publish(ctx, names); err == nil {
			d.removeAsides()
			return nil
		}
		if d.withdraw() != nil && d.whole() {
			return d.leftAside(d.b.errorOf(ctx, d.folder.Path, writing, err))
		}
	}
	d.removeAside()
	return d.b.errorOf(ctx, d.folder.Path, writing, err)
}

// publish copies the objects to their names. A request that is under way when the
// context ends is waited for, so that nothing changes behind the back of who comes next.
func (d *bucketDraft) publish(ctx context.Context, names []string) error {
	doing, stop := outlive(ctx, abortTime)
	defer stop()
	before := maps.Clone(d.before)
	delete(before, d.last())
	tags := map[string]string{}
	var mu sync.Mutex
	publish := func(name string) error {
		to := d.prefix + name
		tag, taken, err := d.b.copyOn(doing, d.bucket, d.temp+name, to, before[to].tag, d.run)
		if taken {
			return d.taken()
		}
		if err == nil {
			mu.Lock()
			tags[to] = tag
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
	g.SetLimit(parallel)
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
	if err == nil && !maps.EqualFunc(now, tags, func(o made, tag string) bool {
		return o.tag == tag && o.run == d.run
	}) {
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

// drop removes an object of the earlier result, if it has the tag that was seen.
func (d *bucketDraft) drop(ctx context.Context, name string) error {
	o, ok := d.before[name]
	if !ok {
		return nil
	}
	err := d.b.removeOne(ctx, d.key(name), ifIs(o.tag))
	if errors.Is(err, errCondition) {
		return d.taken()
	}
	return err
}
