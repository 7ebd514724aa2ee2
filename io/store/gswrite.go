package store

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path"
	"strings"

	"cloud.google.com/go/storage"
	"golang.org/x/sync/errgroup"
)

// gsChunk is how much of an upload is held in memory, to be sent again.
const gsChunk = 8 << 20

// gsWriter writes an object. It appears, whole, when it is closed.
type gsWriter struct {
	w      *storage.Writer
	ctx    context.Context
	cancel context.CancelFunc
	path   string
}

func (gs) Create(ctx context.Context, path string) (Writer, error) {
	b, name, err := gsBucket(path)
	if err != nil {
		return nil, err
	}
	return gsCreate(ctx, b.Object(name), path), nil
}

func gsCreate(ctx context.Context, o *storage.ObjectHandle, path string) *gsWriter {
	uploading, cancel := context.WithCancel(ctx)
	w := o.NewWriter(uploading)
	w.ChunkSize = gsChunk
	w.ChunkRetryDeadline = gsAttempts * (gsStall + gsWait.Max) // the tries are counted (stallTransport)
	w.ContentType = "application/octet-stream"
	return &gsWriter{w, ctx, cancel, path}
}

func (w *gsWriter) Write(p []byte) (int, error) {
	n, err := w.w.Write(p)
	return n, gsError(w.ctx, w.path, writing, err)
}

func (w *gsWriter) Close() error {
	err := w.w.Close()
	w.cancel()
	return gsError(w.ctx, w.path, writing, err)
}

// Abort cancels the upload: closing it would make an object of what there is.
func (w *gsWriter) Abort() {
	w.cancel()
	w.w.Close()
}

// Rename copies on the server.
func (gs) Rename(ctx context.Context, from, to string) error {
	b, source, err := gsBucket(from)
	if err != nil {
		return err
	}
	c, target, err := gsBucket(to)
	if err != nil {
		return err
	}
	if _, err := c.Object(target).CopierFrom(b.Object(source)).Run(ctx); err != nil {
		return gsError(ctx, to, writing, err)
	}
	return gsRemove(ctx, b.Object(source), from)
}

func gsRemove(ctx context.Context, o *storage.ObjectHandle, path string) error {
	err := o.Delete(ctx)
	if errors.Is(err, storage.ErrObjectNotExist) {
		return nil // or an answer was lost, and this was the second request
	}
	return gsError(ctx, path, writing, err)
}

func (gs) Remove(ctx context.Context, name string) error {
	b, object, err := gsBucket(name)
	if err != nil {
		return err
	}
	if err := gsRemove(ctx, b.Object(object), name); err != nil {
		return err
	}
	return gsRemoveBelow(ctx, b, gsFolder(object))
}

// gsRemoveBelow removes the objects whose names begin with prefix.
func gsRemoveBelow(ctx context.Context, b *storage.BucketHandle, prefix string) error {
	g, doing := errgroup.WithContext(ctx)
	g.SetLimit(gsParallel)
	full := gsScheme + b.BucketName() + "/"
	err := gsEach(ctx, b, prefix, "", func(o *storage.ObjectAttrs) error {
		g.Go(func() error { return gsRemove(doing, b.Object(o.Name), full+o.Name) })
		return doing.Err()
	})
	if failed := g.Wait(); failed != nil {
		return failed
	}
	return gsError(ctx, full+prefix, writing, err)
}

// gsRewrite copies an object in its bucket on condition that the target has a generation, 0 for
// none, and marks the copy as that of a run. It returns the generation of the copy. taken is
// true if the condition does not hold.
func gsRewrite(ctx context.Context, b *storage.BucketHandle, from, to string, generation int64, run string) (made int64, taken bool, err error) {
	target := b.Object(to)
	copier := target.If(gsCondition(generation)).CopierFrom(b.Object(from))
	copier.ContentType = contentType(to)
	copier.Metadata = map[string]string{gsRunKey: run}
	o, err := copier.Run(ctx)
	if gsIs(err, http.StatusPreconditionFailed) {
		// The answer to an earlier try may have been lost.
		o, err = target.Attrs(ctx)
		if err != nil && !errors.Is(err, storage.ErrObjectNotExist) {
			return 0, false, err
		}
		if err != nil || o.Metadata[gsRunKey] != run {
			return 0, true, nil
		}
	}
	if err != nil {
		return 0, false, fmt.Errorf("%s: %w", path.Base(to), err)
	}
	return o.Generation, false, nil
}

// gsRunKey is the metadata that says which run has made an object.
const gsRunKey = "diagonal-run"

func gsCondition(generation int64) storage.Conditions {
	if generation == 0 {
		return storage.Conditions{DoesNotExist: true}
	}
	return storage.Conditions{GenerationMatch: generation}
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
