package store

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"

	"cloud.google.com/go/storage"
	"google.golang.org/api/googleapi"
	"google.golang.org/api/iterator"
	"google.golang.org/api/option"
	transport "google.golang.org/api/transport/http"
)

// gs is Google Cloud Storage: gs://BUCKET/OBJECT. Credentials are the application default ones; with
// STORAGE_EMULATOR_HOST=HOST:PORT the server there is used, without credentials. The tag of an object is its
// generation, which never changes.
type gs struct{}

// cloudScope is what Google calls the right to use its services, as the roles of the account allow.
const cloudScope = "https://www.googleapis.com/auth/cloud-platform"

// NoCredentials is the advice for a machine without credentials for Google Cloud.
const NoCredentials = "no credentials for Google Cloud; run `gcloud auth application-default login`, or name a key file in GOOGLE_APPLICATION_CREDENTIALS"

func (gs) about() about {
	return about{
		scheme: "gs://", name: "Google Cloud Storage", tag: "generation",
		reading:       "read it: the account of this run needs the role roles/storage.objectViewer",
		writing:       "write there: the account of this run needs the role roles/storage.objectUser",
		noBucket:      "there is no bucket %[1]s; check the name, or make it: gcloud storage buckets create gs://%[1]s",
		noCredentials: NoCredentials,
		listsRuns:     true,
	}
}

// gsClients holds a client for each server that was asked for. None is made before the
// first gs:// path: a client looks for credentials.
var gsClients struct {
	sync.Mutex
	of map[string]*storage.Client
}

func gsClient() (*storage.Client, error) {
	host := os.Getenv("STORAGE_EMULATOR_HOST")
	gsClients.Lock()
	defer gsClients.Unlock()
	if c := gsClients.of[host]; c != nil {
		return c, nil
	}
	options := []option.ClientOption{option.WithUserAgent("diagonal"),
		option.WithScopes(storage.ScopeFullControl, cloudScope)}
	if host != "" {
		options = append(options, option.WithoutAuthentication())
	}
	hc, _, err := transport.NewClient(context.Background(), options...)
	if err != nil {
		return nil, gsError(err)
	}
	hc.Transport = &stallTransport{hc.Transport}
	c, err := storage.NewClient(context.Background(), option.WithHTTPClient(hc))
	if err != nil {
		return nil, gsError(err)
	}
	// What is written twice is the same bytes under the same name, or guarded by a
	// generation: everything may be tried again.
	c.SetRetry(storage.WithPolicy(storage.RetryAlways), storage.WithMaxAttempts(attempts),
		storage.WithBackoff(retryWait))
	if gsClients.of == nil {
		gsClients.of = map[string]*storage.Client{}
	}
	gsClients.of[host] = c
	return c, nil
}

func gsObject(k key) (*storage.ObjectHandle, error) {
	c, err := gsClient()
	if err != nil {
		return nil, err
	}
	return c.Bucket(k.bucket).Object(k.name), nil
}

// gsOn is gsObject for a change on a condition.
func gsOn(k key, c condition) (*storage.ObjectHandle, error) {
	o, err := gsObject(k)
	switch {
	case err != nil || !c.holds:
		return o, err
	case c.tag == "":
		return o.If(storage.Conditions{DoesNotExist: true}), nil
	}
	generation, err := strconv.ParseInt(c.tag, 10, 64)
	return o.If(storage.Conditions{GenerationMatch: generation}), err
}

func ofAttrs(a *storage.ObjectAttrs) object {
	return object{name: a.Name, tag: gsTag(a.Generation), size: a.Size, run: a.Metadata[runKey], updated: a.Updated}
}

func gsTag(generation int64) string { return strconv.FormatInt(generation, 10) }

func (gs) stat(ctx context.Context, k key) (object, error) {
	o, err := gsObject(k)
	if err != nil {
		return object{}, err
	}
	a, err := o.Attrs(ctx)
	if err != nil {
		return object{}, gsError(err)
	}
	return ofAttrs(a), nil
}

// gsPage is how many objects one request lists: the most that the server gives.
const gsPage = 1000

func (gs) each(ctx context.Context, bucket, prefix, delimiter string, f func(object) error) error {
	c, err := gsClient()
	if err != nil {
		return err
	}
	q := &storage.Query{Prefix: prefix, Delimiter: delimiter}
	if err := q.SetAttrSelection([]string{"Name", "Size", "Generation", "Updated", "Metadata"}); err != nil {
		return err
	}
	it := c.Bucket(bucket).Objects(ctx, q)
	it.PageInfo().MaxSize = gsPage
	for {
		a, err := it.Next()
		switch {
		case err == iterator.Done:
			return nil
		case err != nil:
			return gsError(err)
		case a.Prefix != "":
			err = f(object{name: a.Prefix, folder: true})
		default:
			err = f(ofAttrs(a))
		}
		if err != nil {
			return err
		}
	}
}

func (gs) read(ctx context.Context, k key, tag string, start, length int64) (io.ReadCloser, object, error) {
	o, err := gsObject(k)
	if err == nil && tag != "" {
		var generation int64
		generation, err = strconv.ParseInt(tag, 10, 64)
		o = o.Generation(generation)
	}
	if err != nil {
		return nil, object{}, err
	}
	// Without ReadCompressed the server would unpack what has Content-Encoding: gzip.
	r, err := o.ReadCompressed(true).NewRangeReader(ctx, start, length)
	if err != nil {
		return nil, object{}, gsError(err)
	}
	return r, object{name: k.name, tag: gsTag(r.Attrs.Generation), size: r.Attrs.Size}, nil
}

func (gs) write(ctx context.Context, k key, run string, c condition) io.WriteCloser {
	o, err := gsOn(k, c)
	if err != nil {
		return noWriter{err}
	}
	w := o.NewWriter(ctx)
	w.ChunkSize = chunk
	w.ChunkRetryDeadline = attempts * (stallTime + retryWait.Max) // the tries are counted (stallTransport)
	w.ContentType = "application/octet-stream"
	if run != "" {
		w.Metadata = map[string]string{runKey: run}
	}
	return gsWriter{w}
}

// gsWriter gives errors their kind.
type gsWriter struct{ *storage.Writer }

func (w gsWriter) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	return n, gsError(err)
}

func (w gsWriter) Close() error { return gsError(w.Writer.Close()) }

func (gs) copy(ctx context.Context, from, to key, run string, c condition) (string, error) {
	source, err := gsObject(from)
	if err != nil {
		return "", err
	}
	target, err := gsOn(to, c)
	if err != nil {
		return "", err
	}
	copier := target.CopierFrom(source)
	if run != "" {
		copier.ContentType = contentType(to.name)
		copier.Metadata = map[string]string{runKey: run}
	}
	a, err := copier.Run(ctx)
	if err != nil {
		return "", gsError(err)
	}
	return gsTag(a.Generation), nil
}

func (gs) remove(ctx context.Context, k key, c condition) error {
	o, err := gsOn(k, c)
	if err != nil {
		return err
	}
	return gsError(o.Delete(ctx))
}

func (g gs) try(ctx context.Context, k key) error {
	if err := g.write(ctx, k, "", condition{}).Close(); err != nil {
		return err
	}
	return g.remove(ctx, k, condition{})
}

// gsError gives an error of the client its kind.
func gsError(err error) error {
	var api *googleapi.Error
	code := 0
	if errors.As(err, &api) {
		code = api.Code
	}
	var kind error
	switch {
	case err == nil:
		return nil
	case errors.Is(err, storage.ErrObjectNotExist):
		kind = errNoObject
	case errors.Is(err, storage.ErrBucketNotExist) || code == http.StatusNotFound:
		kind = errNoBucket
	case code == http.StatusPreconditionFailed:
		kind = errCondition
	case code == http.StatusRequestedRangeNotSatisfiable:
		kind = errRange
	case code == http.StatusUnauthorized || code == http.StatusForbidden:
		kind = errRights
	case strings.Contains(err.Error(), "could not find default credentials"):
		kind = errNoCredentials
	default:
		return err
	}
	return &failure{kind, err}
}
