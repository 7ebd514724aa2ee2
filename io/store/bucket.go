package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"
)

// buckets is the Store of a service: SCHEME://BUCKET/OBJECT. A folder is the prefix that the names of
// objects have before a slash.
type buckets struct{ service }

// cut takes a path apart.
func (b buckets) cut(path string) (key, error) {
	scheme := b.about().scheme
	bucket, name, _ := strings.Cut(strings.TrimPrefix(path, scheme), "/")
	if bucket == "" || isGlob(bucket) {
		return key{}, &Error{Path: path, Why: fmt.Sprintf("want %sBUCKET/NAME, the bucket without wildcards", scheme)}
	}
	return key{bucket, name}, nil
}

// path is the path of an object.
func (b buckets) path(k key) string { return b.about().scheme + k.bucket + "/" + k.name }

// doing is what was done when an error came.
type doing bool

const (
	reading doing = false
	writing doing = true
)

func (d doing) words(a about) string {
	if d == writing {
		return a.writing
	}
	return a.reading
}

// errorOf returns an error in words for the user. The context's own error stays as it is.
func (b buckets) errorOf(ctx context.Context, path string, did doing, err error) error {
	var known *Error
	var taken *TakenError
	if err == nil || ctx.Err() != nil || errors.As(err, &known) || errors.As(err, &taken) {
		return err
	}
	a := b.about()
	what := did.words(a)
	k, _ := b.cut(path)
	why, broken := "", true
	short, _, _ := strings.Cut(what, ":")
	switch silent := unanswered(a.name, short, err); {
	case silent != "":
		why = silent
	case errors.Is(err, errNoObject) && b.exists(ctx, k.bucket):
		why, broken = "no such file or folder", false
	case errors.Is(err, errNoBucket) || errors.Is(err, errNoObject):
		why = fmt.Sprintf(a.noBucket, k.bucket)
	case errors.Is(err, errNoCredentials):
		why = a.noCredentials
	case errors.Is(err, errRights):
		why, broken = fmt.Sprintf("no permission to %s on the bucket %s", what, k.bucket), false
	default:
		why = fmt.Sprintf("%s failed, and trying again did not help: %s", a.name, oneLine(err))
	}
	return &Error{Path: path, Why: why, Broken: broken, Err: err}
}

// exists reports whether a bucket exists, as far as one can know.
func (b buckets) exists(ctx context.Context, bucket string) bool {
	enough := errors.New("enough")
	err := b.each(ctx, bucket, "\uffff", "", func(object) error { return enough }) // mostly nothing
	return !errors.Is(err, errNoBucket)
}

// oneLine is an error as one line.
func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }

// version is File.Version of an object.
func (b buckets) version(o object) string {
	return fmt.Sprintf("%d bytes of %s %s", o.size, b.about().tag, o.tag)
}

// tagOf is the tag that a version names.
func (b buckets) tagOf(version string) string {
	_, tag, ok := strings.Cut(version, " bytes of "+b.about().tag+" ")
	if !ok {
		panic(fmt.Sprintf("store: %q is no version of an object", version))
	}
	return tag
}

func (b buckets) Names(ctx context.Context, folder string) ([]string, error) {
	k, err := b.cut(folder)
	if err != nil {
		return nil, err
	}
	prefix := folderPrefix(k.name)
	var names []string
	err = b.each(ctx, k.bucket, prefix, "/", func(o object) error {
		if base := strings.TrimPrefix(o.name, prefix); base != "" && !o.folder {
			names = append(names, base)
		}
		return nil
	})
	slices.Sort(names)
	return names, b.errorOf(ctx, folder, reading, err)
}

// folderPrefix is the prefix of the names of all objects of a folder.
func folderPrefix(name string) string {
	if name == "" || strings.HasSuffix(name, "/") {
		return name
	}
	return name + "/"
}

// chunk is how much of an upload is held in memory, to be sent again.
const chunk = 8 << 20

// bucketWriter writes an object. It appears, whole, when it is closed.
type bucketWriter struct {
	w      io.WriteCloser
	b      buckets
	ctx    context.Context
	cancel context.CancelFunc
	path   string
	closed bool
}

func (b buckets) Create(ctx context.Context, path string) (Writer, error) {
	k, err := b.cut(path)
	if err != nil {
		return nil, err
	}
	return b.create(ctx, k, path, "", condition{}), nil
}

func (b buckets) create(ctx context.Context, k key, path, run string, c condition) *bucketWriter {
	uploading, cancel := context.WithCancel(ctx)
	return &bucketWriter{w: b.write(uploading, k, run, c), b: b, ctx: ctx, cancel: cancel, path: path}
}

func (w *bucketWriter) Write(p []byte) (int, error) {
	n, err := w.w.Write(p)
	return n, w.b.errorOf(w.ctx, w.path, writing, err)
}

func (w *bucketWriter) Close() error {
	return w.b.errorOf(w.ctx, w.path, writing, w.close())
}

// close closes once.
func (w *bucketWriter) close() error {
	if w.closed {
		return nil
	}
	w.closed = true
	defer w.cancel()
	return w.w.Close()
}

// Abort cancels the upload: closing it would make an object of what there is.
func (w *bucketWriter) Abort() {
	w.cancel()
	w.close()
}

// noWriter is a writer that could not be made.
type noWriter struct{ err error }

func (w noWriter) Write([]byte) (int, error) { return 0, w.err }
func (w noWriter) Close() error              { return w.err }

// bucketOver is a bucketWriter that takes the place of one version.
type bucketOver struct {
	*bucketWriter
	key key
	run string
}

func (b buckets) CreateOver(ctx context.Context, path, version string) (Writer, error) {
	k, err := b.cut(path)
	if err != nil {
		return nil, err
	}
	tag := ""
	if version != "" {
		tag = b.tagOf(version)
	}
	run := rand.Text()
	return &bucketOver{b.create(ctx, k, path, run, ifIs(tag)), k, run}, nil
}

func (w *bucketOver) Close() error {
	err := w.close()
	if err == nil {
		return nil
	}
	// The answer may have been lost, and then the object is there.
	o, failed := w.b.stat(w.ctx, w.key)
	switch {
	case failed == nil && o.run == w.run:
		return nil
	case errors.Is(err, errCondition) && (failed == nil || errors.Is(failed, errNoObject)):
		return &TakenError{w.path, fasterWhy}
	}
	return w.b.errorOf(w.ctx, w.path, writing, err)
}

// Rename copies on the server.
func (b buckets) Rename(ctx context.Context, from, to string) error {
	source, err := b.cut(from)
	if err != nil {
		return err
	}
	target, err := b.cut(to)
	if err != nil {
		return err
	}
	if _, err := b.copy(ctx, source, target, "", condition{}); err != nil {
		return b.errorOf(ctx, to, writing, err)
	}
	return b.removeOne(ctx, source, condition{})
}

// removeOne removes an object. It is no error if there is none, as if an answer was lost and this was the second
// request.
func (b buckets) removeOne(ctx context.Context, k key, c condition) error {
	err := b.remove(ctx, k, c)
	switch {
	case errors.Is(err, errNoObject):
		return nil
	case errors.Is(err, errCondition):
		return err
	}
	return b.errorOf(ctx, b.path(k), writing, err)
}

func (b buckets) Remove(ctx context.Context, name string) error {
	k, err := b.cut(name)
	if err != nil {
		return err
	}
	if err := b.removeOne(ctx, k, condition{}); err != nil {
		return err
	}
	return b.removeBelow(ctx, key{k.bucket, folderPrefix(k.name)})
}

// removeBelow removes the objects whose names begin with that of k.
func (b buckets) removeBelow(ctx context.Context, k key) error {
	g, doing := errgroup.WithContext(ctx)
	g.SetLimit(parallel)
	err := b.each(ctx, k.bucket, k.name, "", func(o object) error {
		g.Go(func() error { return b.removeOne(doing, key{k.bucket, o.name}, condition{}) })
		return doing.Err()
	})
	if failed := g.Wait(); failed != nil {
		return failed
	}
	return b.errorOf(ctx, b.path(k), writing, err)
}

// copyOn copies an object in its bucket on condition that the target has a tag, "" for none, and marks the
// copy as that of a run. It returns the tag of the copy. taken is true if the condition does not hold.
func (b buckets) copyOn(ctx context.Context, bucket, from, to, tag, run string) (made string, taken bool, err error) {
	target := key{bucket, to}
	made, err = b.copy(ctx, key{bucket, from}, target, run, ifIs(tag))
	if errors.Is(err, errCondition) {
		// The answer to an earlier try may have been lost.
		o, err := b.stat(ctx, target)
		if err != nil && !errors.Is(err, errNoObject) {
			return "", false, err
		}
		return o.tag, err != nil || o.run != run, nil
	}
	return made, false, err
}

// contentType is the type that a browser gets for a file of a result.
func contentType(name string) string {
	switch {
	case strings.HasSuffix(name, ".json"):
		return "application/json"
	case strings.HasSuffix(name, ".jsonl"):
		return "application/x-ndjson"
	case strings.HasSuffix(name, ".xml"):
		return "application/xml"
	}
	return "application/octet-stream"
}
