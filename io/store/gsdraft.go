package store

import (
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"cloud.google.com/go/storage"
	"golang.org/x/sync/errgroup"
)

// gsDraft is a folder of objects that is being made below a temporary prefix. Objects
// can not be renamed all at once. So Commit copies them on the server, each on
// condition that its target is what it was when the run began (a generation, or no
// object):
//
//  1. Last of an earlier result is removed: from here on there is no whole result.
//  2. First is copied. Of two runs one succeeds here; the other one stops.
//  3. The other objects are copied, and what else an earlier result had is removed.
//  4. Last is copied. The folder is whole.
//  5. The folder is looked at again. If anything in it is not of this run, another one
//     has begun in between, and Last is removed.
//
// A run that is killed leaves no Last, or a whole result.
type gsDraft struct {
	folder Folder
	bucket *storage.BucketHandle
	root   string           // gs://BUCKET/
	prefix string           // of the names of the result's objects
	temp   string           // of those that are being made
	run    string           // marks the objects of this run
	before map[string]int64 // generations of the objects below prefix, by name
}

// gsStale is the age from which on what a run has left is removed. Nobody can say
// whether the process that made an object is alive.
const gsStale = 7 * 24 * time.Hour

// gsAbortTime is how long cleaning up after a run may take.
const gsAbortTime = time.Minute

func (gs) Begin(ctx context.Context, f Folder) (Draft, error) {
	b, name, err := gsBucket(f.Path)
	if err != nil {
		return nil, &TakenError{f.Path, Reason(err).Error()}
	}
	name = strings.Trim(name, "/")
	if name == "" || path.Clean(name) != name {
		return nil, &TakenError{f.Path, "want gs://BUCKET/FOLDER, a folder in a bucket"}
	}
	d := &gsDraft{folder: f, bucket: b, root: gsScheme + b.BucketName() + "/", prefix: name + "/", run: rand.Text()}
	parent, base := path.Split(name)
	stale := fmt.Sprintf("%s.%s.partial-", parent, base)
	d.temp = stale + d.run + "/"
	if d.before, err = d.objects(ctx); err == nil {
		err = d.vacant()
	}
	if err == nil {
		d.removeStale(ctx, stale)
		// Without the right to write, say so before the work and not after it.
		w := gsCreate(ctx, b.Object(d.temp+beginMark), f.Path)
		err = w.Close()
	}
	if err == nil {
		err = gsRemove(ctx, b.Object(d.temp+beginMark), f.Path)
	}
	if err != nil && ctx.Err() == nil {
		return nil, &TakenError{f.Path, Reason(gsError(ctx, f.Path, writing, err)).Error()}
	}
	return d, err
}

// beginMark is written and removed again to see whether one can.
const beginMark = ".begun"

// objects are the generations of all objects of the folder.
func (d *gsDraft) objects(ctx context.Context) (map[string]int64, error) {
	found := map[string]int64{}
	err := gsEach(ctx, d.bucket, d.prefix, "", func(o *storage.ObjectAttrs) error {
		if o.Name != d.prefix { // which stands for an empty folder
			found[o.Name] = o.Generation
		}
		return nil
	})
	return found, err
}

// vacant says why there can be no such folder.
func (d *gsDraft) vacant() error {
	switch {
	case len(d.before) == 0:
		return nil
	case !d.folder.Overwrite:
		return &Error{Why: takenWhy}
	case d.before[d.prefix+d.folder.First] == 0 && d.before[d.prefix+d.folder.Last] == 0:
		return &Error{Why: strangeWhy}
	}
	return nil
}

// removeStale removes what runs have left that were killed long ago.
func (d *gsDraft) removeStale(ctx context.Context, prefix string) {
	gsEach(ctx, d.bucket, prefix, "", func(o *storage.ObjectAttrs) error {
		if time.Since(o.Updated) > gsStale {
			gsRemove(ctx, d.bucket.Object(o.Name), o.Name) // the next run tries again
		}
		return nil
	})
}

func (d *gsDraft) Dir() string { return d.root + strings.TrimSuffix(d.temp, "/") }

func (d *gsDraft) Abort() error {
	ctx, cancel := context.WithTimeout(context.Background(), gsAbortTime)
	defer cancel()
	return gsRemoveBelow(ctx, d.bucket, d.temp)
}

func (d *gsDraft) Commit(ctx context.Context) error {
	made := map[string]int64{}
	err := d.publish(ctx, made)
	if err != nil {
		d.withdraw(made)
		return gsError(ctx, d.folder.Path, writing, err)
	}
	d.Abort() // what it leaves is removed a week later; the result is whole
	return nil
}

// taken is the error of the run that another one was faster than.
func (d *gsDraft) taken() error {
	return &TakenError{d.folder.Path, "another run has written there while this one was at work; its result stands, this one is dropped"}
}

// publish copies the objects, and fills in the generations of the copies by name.
func (d *gsDraft) publish(ctx context.Context, made map[string]int64) error {
	var mu sync.Mutex
	publish := func(ctx context.Context, name string) error {
		to := d.prefix + name
		generation, taken, err := gsRewrite(ctx, d.bucket, d.temp+name, to, d.before[to], d.run)
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
	now, err := d.objects(ctx)
	if err != nil {
		return err
	}
	if !maps.Equal(now, d.before) {
		return d.taken()
	}
	if err := d.drop(ctx, d.prefix+d.folder.Last); err != nil {
		return err
	}
	delete(d.before, d.prefix+d.folder.Last)
	if err := publish(ctx, d.folder.First); err != nil {
		return err
	}
	var rest []string
	err = gsEach(ctx, d.bucket, d.temp, "", func(o *storage.ObjectAttrs) error {
		if name := strings.TrimPrefix(o.Name, d.temp); name != d.folder.First && name != d.folder.Last {
			rest = append(rest, name)
		}
		return nil
	})
	if err != nil {
		return err
	}
	// After a failure no request is begun, and those under way are waited for: one that is
	// given up may still change the folder, behind the back of the next run.
	g, publishing := errgroup.WithContext(ctx)
	g.SetLimit(gsParallel)
	change := func(do func(context.Context, string) error, name string) {
		g.Go(func() error {
			if err := publishing.Err(); err != nil {
				return err
			}
			return do(ctx, name)
		})
	}
	for _, name := range rest {
		change(publish, name)
	}
	for name := range d.before {
		if below := strings.TrimPrefix(name, d.prefix); below != d.folder.First && !slices.Contains(rest, below) {
			change(d.drop, name)
		}
	}
	if err := g.Wait(); err != nil {
		return err
	}
	if err := publish(ctx, d.folder.Last); err != nil {
		return err
	}
	now, err = d.objects(ctx)
	if err == nil && !maps.Equal(now, made) {
		err = d.taken()
	}
	return err
}

// drop removes an object of the earlier result, at the generation that was seen.
func (d *gsDraft) drop(ctx context.Context, name string) error {
	generation := d.before[name]
	if generation == 0 {
		return nil
	}
	err := gsRemove(ctx, d.bucket.Object(name).If(gsCondition(generation)), d.root+name)
	if gsIs(err, http.StatusPreconditionFailed) {
		return d.taken()
	}
	return err
}

// withdraw removes, as far as it can, what a commit that failed has made: Last first.
func (d *gsDraft) withdraw(made map[string]int64) {
	ctx, cancel := context.WithTimeout(context.Background(), gsAbortTime)
	defer cancel()
	names := slices.Sorted(maps.Keys(made))
	slices.SortStableFunc(names, func(a, b string) int {
		last := d.prefix + d.folder.Last
		switch {
		case a == last:
			return -1
		case b == last:
			return 1
		}
		return 0
	})
	for _, name := range names {
		d.bucket.Object(name).If(gsCondition(made[name])).Delete(ctx)
	}
}
