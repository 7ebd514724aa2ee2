package store

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"cloud.google.com/go/storage"
	"github.com/googleapis/gax-go/v2"
	"google.golang.org/api/googleapi"
	"google.golang.org/api/option"
	transport "google.golang.org/api/transport/http"
)

// gs is Google Cloud Storage: gs://BUCKET/OBJECT. A folder is the prefix that the names of
// objects have before a slash. Credentials are the application default ones; with
// STORAGE_EMULATOR_HOST=HOST:PORT the server there is used, without credentials.
type gs struct{}

const gsScheme = "gs://"

// cloudScope is what Google calls the right to use its services, as the roles of the account allow.
const cloudScope = "https://www.googleapis.com/auth/cloud-platform"

// gsAttempts is how often a request is made that fails with an error that may pass.
const gsAttempts = 7

// gsWait is how long to wait between two attempts: up to half a minute in all.
var gsWait = gax.Backoff{Initial: 500 * time.Millisecond, Max: 20 * time.Second, Multiplier: 2}

// gsParallel is how many requests about objects are under way at once.
const gsParallel = 16

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
	options := []option.ClientOption{option.WithUserAgent("diagonal"), option.WithScopes(storage.ScopeFullControl, cloudScope)}
	if host != "" {
		options = append(options, option.WithoutAuthentication())
	}
	hc, _, err := transport.NewClient(context.Background(), options...)
	if err != nil {
		return nil, err
	}
	hc.Transport = &stallTransport{hc.Transport}
	c, err := storage.NewClient(context.Background(), option.WithHTTPClient(hc))
	if err != nil {
		return nil, err
	}
	// What is written twice is the same bytes under the same name, or guarded by a
	// generation: everything may be tried again.
	c.SetRetry(storage.WithPolicy(storage.RetryAlways), storage.WithMaxAttempts(gsAttempts),
		storage.WithBackoff(gsWait))
	if gsClients.of == nil {
		gsClients.of = map[string]*storage.Client{}
	}
	gsClients.of[host] = c
	return c, nil
}

// gsCut takes a path apart.
func gsCut(path string) (bucket, object string, err error) {
	bucket, object, _ = strings.Cut(strings.TrimPrefix(path, gsScheme), "/")
	if bucket == "" || isGlob(bucket) {
		return "", "", &Error{Path: path, Why: "want gs://BUCKET/NAME, the bucket without wildcards"}
	}
	return bucket, object, nil
}

// gsBucket is the bucket of a path and the name in it.
func gsBucket(path string) (*storage.BucketHandle, string, error) {
	bucket, object, err := gsCut(path)
	if err != nil {
		return nil, "", err
	}
	c, err := gsClient()
	if err != nil {
		return nil, "", gsError(context.Background(), path, reading, err)
	}
	return c.Bucket(bucket), object, nil
}

// What was done when an error came: the role that allows it.
const (
	reading = "read it: the account of this run needs the role roles/storage.objectViewer"
	writing = "write there: the account of this run needs the role roles/storage.objectUser"
)

// NoCredentials is the advice for a machine without credentials for Google Cloud.
const NoCredentials = "no credentials for Google Cloud; run `gcloud auth application-default login`, or name a key file in GOOGLE_APPLICATION_CREDENTIALS"

// gsError returns an error in words for the user. The context's own error stays as it is.
func gsError(ctx context.Context, path, doing string, err error) error {
	var known *Error
	var taken *TakenError
	if err == nil || ctx.Err() != nil || errors.As(err, &known) || errors.As(err, &taken) {
		return err
	}
	bucket, _, _ := gsCut(path)
	why, broken := "", true
	var api *googleapi.Error
	var silent *stallError
	switch code := 0; {
	case errors.As(err, &silent):
		what, _, _ := strings.Cut(doing, ":")
		why = fmt.Sprintf("Google Cloud Storage does not answer: %d tries to %s, with %s of silence in each", silent.tries, what, silent.limit)
	case errors.Is(err, storage.ErrObjectNotExist) && gsBucketExists(ctx, bucket):
		why, broken = "no such file or folder", false
	case errors.Is(err, storage.ErrBucketNotExist) || errors.Is(err, storage.ErrObjectNotExist):
		why = fmt.Sprintf("there is no bucket %s; check the name, or make it: gcloud storage buckets create gs://%[1]s", bucket)
	case strings.Contains(err.Error(), "could not find default credentials"):
		why = NoCredentials
	default:
		if errors.As(err, &api) {
			code = api.Code
		}
		switch code {
		case http.StatusNotFound:
			return gsError(ctx, path, doing, storage.ErrBucketNotExist)
		case http.StatusUnauthorized, http.StatusForbidden:
			why, broken = fmt.Sprintf("no permission to %s on the bucket %s", doing, bucket), false
		default:
			why = fmt.Sprintf("Google Cloud Storage failed, and trying again did not help: %s", oneLine(err))
		}
	}
	return &Error{Path: path, Why: why, Broken: broken, Err: err}
}

// gsBucketExists reports whether a bucket exists, as far as one can know.
func gsBucketExists(ctx context.Context, bucket string) bool {
	c, err := gsClient()
	if err != nil {
		return true
	}
	q := &storage.Query{Prefix: "\uffff"} // mostly nothing
	_, err = c.Bucket(bucket).Objects(ctx, q).Next()
	var api *googleapi.Error
	return !errors.Is(err, storage.ErrBucketNotExist) && !(errors.As(err, &api) && api.Code == http.StatusNotFound)
}

func gsIs(err error, code int) bool {
	var api *googleapi.Error
	return errors.As(err, &api) && api.Code == code
}

// oneLine is an error as one line.
func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }
