package store

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// bucketDraft is a folder of objects that is being made below a temporary prefix. Objects
// cannot be renamed all at once. So Commit copies them on the server, each on
// condition that its target is what it was when the run began (a tag, or no
// object):
//
//  1. An earlier result is copied aside (bucketbackup.go).
//  2. Its Last is removed: from here on there is no whole result under the name.
//  3. First is copied. Of two runs one succeeds here; the other one stops.
//  4. The other objects are copied, and what else the earlier result had is removed.
//  5. Last is copied. The folder is whole.
//  6. The folder is looked at again. If anything in it is not of this run, another one
//     has begun in between, and Last is removed.
//
// After an error the earlier result is put back. A run that is killed leaves it aside.
type bucketDraft struct {
	folder Folder
	b      buckets
	bucket string
	prefix string // of the names of the result's objects
	temp   string // of those that are being made
	aside  string // of those of the earlier result
	run    string // marks the objects of this run
	before objects
}

// objects are the objects of a folder, by name.
type objects map[string]made

// made is what tells an object from another one.
type made struct {
	tag  string
	size int64
	run  string // that made it; "" if none did
}

// staleAge is the age from which on what a run has left is removed. Nobody can report whether
// the process that made an object is alive.
const staleAge = 7 * 24 * time.Hour

// abortTime is how long cleaning up after a run may take.
const abortTime = time.Minute

func (b buckets) Begin(ctx context.Context, f Folder) (Draft, error) {
	k, err := b.cut(f.Path)
	if err != nil {
		return nil, &TakenError{f.Path, Reason(err).Error()}
	}
	name := strings.Trim(k.name, "/")
	if name == "" || path.Clean(name) != name {
		return nil, &TakenError{f.Path, fmt.Sprintf("want %sBUCKET/FOLDER, a folder in a bucket", b.about().scheme)}
	}
	d := &bucketDraft{folder: f, b: b, bucket: k.bucket, prefix: name + "/", run: rand.Text()}
	parent, base := path.Split(name)
	stale := parent + partial(base)
	d.temp, d.aside = stale+d.run+"/", d.asides()+d.run+"/"
	if d.before, err = d.objects(ctx); err == nil {
		err = d.vacant(ctx)
	}
	if err == nil {
		d.removeStale(ctx, stale)
		// Without the right to write, say so before the work and not after it.
		err = b.try(ctx, d.key(d.temp+beginMark))
	}
	if err != nil && ctx.Err() == nil {
		return nil, &TakenError{f.Path, Reason(b.errorOf(ctx, f.Path, writing, err)).Error()}
	}
	return d, err
}

// beginMark is written and removed again to see whether one can.
const beginMark = ".begun"

// key is the place of an object.
func (d *bucketDraft) key(name string) key { return key{d.bucket, name} }

// objects are all objects of the folder.
func (d *bucketDraft) objects(ctx context.Context) (objects, error) {
	found := objects{}
	err := d.b.each(ctx, d.bucket, d.prefix, "", func(o object) error {
		if o.name != d.prefix { // which represents an empty folder
			found[o.name] = made{o.tag, o.size, o.run}
		}
		return nil
	})
	if err != nil || d.b.about().listsRuns {
		return found, err
	}
	return d.withRuns(ctx, found)
}

// withRuns asks for the run of each object. One that has gone meanwhile is left out.
func (d *bucketDraft) withRuns(ctx context.Context, found objects) (objects, error) {
	g, asking := errgroup.WithContext(ctx)
	g.SetLimit(parallel)
	var mu sync.Mutex
	known := objects{}
	for name := range found {
		g.Go(func() error {
			o, err := d.b.stat(asking, d.key(name))
			if err == nil {
				mu.Lock()
				known[name] = made{o.tag, o.size, o.run}
				mu.Unlock()
			}
			if errors.Is(err, errNoObject) {
				return nil
			}
			return err
		})
	}
	return known, g.Wait()
}

// vacant returns an error if the folder cannot be made.
func (d *bucketDraft) vacant(ctx context.Context) error {
	if len(d.before) == 0 {
		return nil
	}
	switch {
	case !d.folder.Overwrite && d.whole():
		return &Error{Why: takenWhy}
	case !d.folder.Overwrite:
		return d.interrupted(ctx)
	}
	found, stranger := listing{}, ""
	for _, name := range slices.Sorted(maps.Keys(d.before)) {
		found[strings.TrimPrefix(name, d.prefix)] = d.before[name].size
		if stranger == "" && d.before[name].run == "" {
			stranger = plainName(strings.TrimPrefix(name, d.prefix))
		}
	}
	if !d.whole() {
		// A run was killed meanwhile. Every object is marked as made by a run.
		if _, ok := d.before[d.prefix+d.folder.First]; !ok && stranger == "" {
			stranger = found.first()
		}
		if stranger != "" {
			return &Error{Why: fmt.Sprintf(noMarkerWhy, stranger, d.folder.Last)}
		}
		return nil
	}
	r, err := d.b.Open(ctx, d.b.path(d.key(d.last())), 0)
	if err != nil {
		return err
	}
	defer r.Close()
	listed, err := readMarker(r, d.folder.Last)
	if err != nil {
		return &Error{Why: err.Error()}
	}
	if why := listed.strange(found, d.folder.Last); why != "" {
		return &Error{Why: why}
	}
	return nil
}

// last is the name of the object that is the marker.
func (d *bucketDraft) last() string { return d.prefix + d.folder.Last }

// whole reports whether there was a whole result at the beginning: a folder over which a
// run was killed has no marker.
func (d *bucketDraft) whole() bool { return d.before[d.last()].tag != "" }

// removeStale removes what runs have left that were killed long ago.
func (d *bucketDraft) removeStale(ctx context.Context, prefix string) {
	d.b.each(ctx, d.bucket, prefix, "", func(o object) error {
		if time.Since(o.updated) > staleAge {
			d.b.removeOne(ctx, d.key(o.name), condition{}) // the next run tries again
		}
		return nil
	})
}

func (d *bucketDraft) Dir() string { return d.b.path(d.key(strings.TrimSuffix(d.temp, "/"))) }

func (d *bucketDraft) Abort() error {
	ctx, cancel := context.WithTimeout(context.Background(), abortTime)
	defer cancel()
	return d.b.removeBelow(ctx, d.key(d.temp))
}

func (d *bucketDraft) Commit(ctx context.Context) error {
	names, err := d.mark(ctx)
	if err != nil {
		return d.b.errorOf(ctx, d.folder.Path, writing, err)
	}
	if err := d.replace(ctx, names); err != nil {
		return err
	}
	d.Abort() // what it leaves is removed a week later; the result is whole
	return nil
}

// mark writes the marker, and returns the names below the folder of all that was made
// but First and the marker.
func (d *bucketDraft) mark(ctx context.Context) (names []string, err error) {
	made := listing{}
	err = d.b.each(ctx, d.bucket, d.temp, "", func(o object) error {
		switch name := strings.TrimPrefix(o.name, d.temp); name {
		case d.folder.Last:
		case d.folder.Varies:
			made[name], names = anySize, append(names, name)
		case d.folder.First:
			made[name] = o.size
		default:
			made[name], names = o.size, append(names, name)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	w := d.b.create(ctx, d.key(d.temp+d.folder.Last), d.folder.Path, "", condition{})
	if _, err := bytes.NewReader(made.marker()).WriteTo(w); err != nil {
		w.Abort()
		return nil, err
	}
	return names, w.Close()
}
