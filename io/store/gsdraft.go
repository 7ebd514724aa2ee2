package store

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"cloud.google.com/go/storage"
)

// gsDraft is a folder of objects that is being made below a temporary prefix. Objects
// cannot be renamed all at once. So Commit copies them on the server, each on
// condition that its target is what it was when the run began (a generation, or no
// object):
//
//  1. An earlier result is copied aside (gsbackup.go).
//  2. Its Last is removed: from here on there is no whole result under the name.
//  3. First is copied. Of two runs one succeeds here; the other one stops.
//  4. The other objects are copied, and what else the earlier result had is removed.
//  5. Last is copied. The folder is whole.
//  6. The folder is looked at again. If anything in it is not of this run, another one
//     has begun in between, and Last is removed.
//
// After an error the earlier result is put back. A run that is killed leaves it aside.
type gsDraft struct {
	folder Folder
	bucket *storage.BucketHandle
	root   string // gs://BUCKET/
	prefix string // of the names of the result's objects
	temp   string // of those that are being made
	aside  string // of those of the earlier result
	run    string // marks the objects of this run
	before gsObjects
}

// gsObjects are the objects of a folder, by name.
type gsObjects map[string]gsObject

type gsObject struct {
	generation, size int64
	run              string // that made it; "" if none did
}

// gsStale is the age from which on what a run has left is removed. Nobody can report whether
// the process that made an object is alive.
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
	stale := parent + partial(base)
	d.temp, d.aside = stale+d.run+"/", d.asides()+d.run+"/"
	if d.before, err = d.objects(ctx); err == nil {
		err = d.vacant(ctx)
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

// objects are all objects of the folder.
func (d *gsDraft) objects(ctx context.Context) (gsObjects, error) {
	found := gsObjects{}
	err := gsEach(ctx, d.bucket, d.prefix, "", func(o *storage.ObjectAttrs) error {
		if o.Name != d.prefix { // which represents an empty folder
			found[o.Name] = gsObject{o.Generation, o.Size, o.Metadata[gsRunKey]}
		}
		return nil
	})
	return found, err
}

// vacant returns an error if the folder cannot be made.
func (d *gsDraft) vacant(ctx context.Context) error {
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
	r, err := gs{}.Open(ctx, d.root+d.last(), 0)
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
func (d *gsDraft) last() string { return d.prefix + d.folder.Last }

// whole reports whether there was a whole result at the beginning: a folder over which a
// run was killed has no marker.
func (d *gsDraft) whole() bool { return d.before[d.last()].generation != 0 }

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
	names, err := d.mark(ctx)
	if err != nil {
		return gsError(ctx, d.folder.Path, writing, err)
	}
	if err := d.replace(ctx, names); err != nil {
		return err
	}
	d.Abort() // what it leaves is removed a week later; the result is whole
	return nil
}

// mark writes the marker, and returns the names below the folder of all that was made
// but First and the marker.
func (d *gsDraft) mark(ctx context.Context) (names []string, err error) {
	made := listing{}
	err = gsEach(ctx, d.bucket, d.temp, "", func(o *storage.ObjectAttrs) error {
		switch name := strings.TrimPrefix(o.Name, d.temp); name {
		case d.folder.Last:
		case d.folder.Varies:
			made[name], names = anySize, append(names, name)
		case d.folder.First:
			made[name] = o.Size
		default:
			made[name], names = o.Size, append(names, name)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	w := gsCreate(ctx, d.bucket.Object(d.temp+d.folder.Last), d.folder.Path)
	if _, err := bytes.NewReader(made.marker()).WriteTo(w); err != nil {
		w.Abort()
		return nil, err
	}
	return names, w.Close()
}
