package store

import (
	"context"
	"errors"
	"io"
	"time"
)

// service is a service that keeps objects in buckets, behind its protocol. What it does makes the Store buckets;
// what is the same in all services is there. Its methods may be called at the same time. Requests that fail with an
// error that may pass are made again, up to attempts times, and go through a stallTransport.
//
// An error is a *failure if it has one of the kinds below.
type service interface {
	// about is the same in each call.
	about() about
	// stat returns an object.
	stat(ctx context.Context, k key) (object, error)
	// each calls f for the objects of a bucket whose names begin with prefix, in ascending order. With the
	// delimiter "/" those with a further slash are left out, and f gets their folders.
	each(ctx context.Context, bucket, prefix, delimiter string, f func(object) error) error
	// read reads an object from byte start on, so many bytes as are stored; length < 0 is all. With a tag
	// it is the object that has it. What breaks off goes on where it was. ctx is that of a download.
	read(ctx context.Context, k key, tag string, start, length int64) (io.ReadCloser, object, error)
	// write begins an object that is marked as made by a run, unless that is "". It appears when it is closed; where
	// ctx has ended, closing drops it.
	write(ctx context.Context, k key, run string, c condition) io.WriteCloser
	// copy copies an object on the server, marks the copy as made by a run, and returns its tag.
	copy(ctx context.Context, from, to key, run string, c condition) (tag string, err error)
	// remove removes an object.
	remove(ctx context.Context, k key, c condition) error
	// try returns an error if nothing can be written under a name, or not on a condition. Nothing is left there.
	try(ctx context.Context, k key) error
}

// about is what a service is called, and says to users.
type about struct {
	scheme string // with "://"
	name   string
	tag    string // what tells two objects of a name apart
	// reading and writing are what was done when an error came, with what allows it.
	reading, writing string
	noBucket         string // with the name of the bucket
	noCredentials    string
	listsRuns        bool // each gives the runs of objects
}

// key is where an object is.
type key struct{ bucket, name string }

// object is an object, or a folder of objects, which has a name only.
type object struct {
	name    string
	tag     string // changes with the content
	size    int64
	run     string // that made it; "" if none did, or if it is not known
	updated time.Time
	folder  bool
}

// condition is what the target of a change must be. The zero value is anything.
type condition struct {
	holds bool
	tag   string // that the object must have; "": there must be none
}

// ifIs is the condition that the target has a tag, "" for none.
func ifIs(tag string) condition { return condition{true, tag} }

// failure is an error of a service with its kind.
type failure struct{ kind, err error }

func (f *failure) Error() string   { return f.err.Error() }
func (f *failure) Unwrap() []error { return []error{f.kind, f.err} }

// Kinds of errors.
var (
	errNoObject      = errors.New("no object")
	errNoBucket      = errors.New("no bucket")
	errCondition     = errors.New("condition does not hold")
	errRange         = errors.New("nothing is behind the end")
	errRights        = errors.New("no right")
	errNoCredentials = errors.New("no credentials")
)

// attempts is how often a request is made that fails with an error that may pass.
const attempts = 7

// parallel is how many requests about objects are under way at once.
const parallel = 16

// runKey is the metadata that says which run has made an object.
const runKey = "diagonal-run"
