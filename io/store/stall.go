package store

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/googleapis/gax-go/v2"
	"google.golang.org/api/googleapi"
)

// stallTime is how long a server may be silent: no byte of an answer comes, and no byte
// of an upload goes. Then the request is given up, and made again. A transfer that goes on, however
// slowly, is never given up.
var stallTime = 30 * time.Second

// stallTries is how often a request is made that meets silence, and how often a download is continued that
// has stopped. Together that is two minutes.
const stallTries = 4

// retryWait is how long to wait between two attempts: up to half a minute in all.
var retryWait = gax.Backoff{Initial: 500 * time.Millisecond, Max: 20 * time.Second, Multiplier: 2}

// stallError is the error of a request that met silence for so long, the last of so many tries.
type stallError struct {
	limit time.Duration
	tries int
}

func (e *stallError) Error() string {
	return fmt.Sprintf("no answer for %s, in each of %d tries", e.limit, e.tries)
}

// Temporary reports whether the request is to be made again, for the libraries that make it.
func (e *stallError) Temporary() bool { return e.tries < stallTries }

// stallTransport makes the requests to a server. It ends those that meet silence, and bounds the tries of
// uploads to gs://, which the library tries again for ever.
type stallTransport struct{ base http.RoundTripper }

// attemptIn finds the number of a try in what a library says of itself in a header.
var attemptIn = regexp.MustCompile(`(?:gccl-attempt-count/|attempt=)(\d+)`)

// attemptKey is the number of a try in the context of a request without a library.
type attemptKey struct{}

// attemptOf is the number of a try.
func attemptOf(req *http.Request) int {
	if n, ok := req.Context().Value(attemptKey{}).(int); ok {
		return n
	}
	for _, name := range []string{"X-Goog-Api-Client", "Amz-Sdk-Request"} {
		if m := attemptIn.FindStringSubmatch(strings.Join(req.Header.Values(name), " ")); m != nil {
			n, _ := strconv.Atoi(m[1])
			return n
		}
	}
	return 1
}

func (t *stallTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	attempt := attemptOf(req)
	ctx, cancel := context.WithCancelCause(req.Context())
	w := &stallWatch{stalled: &stallError{stallTime, attempt}, download: downloadOf(ctx)}
	w.cancel = cancel
	w.timer = time.AfterFunc(stallTime, func() { cancel(w.stalled) })
	req = req.Clone(ctx)
	if again := req.GetBody; req.Body != nil && req.Body != http.NoBody {
		req.Body = &sentBody{req.Body, w}
		if again != nil {
			req.GetBody = func() (io.ReadCloser, error) {
				body, err := again()
				return &sentBody{body, w}, err
			}
		}
	}
	resp, err := t.base.RoundTrip(req)
	w.answer()
	if err == nil && attempt >= attempts && strings.Contains(req.URL.Path, "/upload/") && mayPass(resp.StatusCode) {
		err = googleapi.CheckResponse(resp)
		resp.Body.Close()
	}
	if err != nil {
		cancel(nil)
		return nil, w.errorOf(ctx, err)
	}
	resp.Body = &receivedBody{resp.Body, ctx, w}
	return resp, nil
}

// mayPass reports whether an answer with this status may be another one the next time.
func mayPass(status int) bool {
	return status == http.StatusRequestTimeout || status == http.StatusTooManyRequests || status >= 500
}

// stallWatch watches one request.
type stallWatch struct {
	timer    *time.Timer // ends the request
	cancel   context.CancelCauseFunc
	stalled  *stallError
	download *download // nil: the request is not part of one

	mu       sync.Mutex
	answered bool // the answer has begun
}

// sent notes that a part of the request has gone.
func (w *stallWatch) sent() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.answered {
		w.timer.Reset(stallTime)
	}
}

// answer notes that the answer has begun.
func (w *stallWatch) answer() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.answered = true
	w.timer.Stop()
}

// errorOf returns the error of a request: that it met silence, if it has.
func (w *stallWatch) errorOf(ctx context.Context, err error) error {
	if context.Cause(ctx) == error(w.stalled) {
		return w.stalled
	}
	return err
}

// sentBody is the body of a request. Reading it means that what was read before is on its way.
type sentBody struct {
	io.ReadCloser
	w *stallWatch
}

func (b *sentBody) Read(p []byte) (int, error) {
	b.w.sent()
	return b.ReadCloser.Read(p)
}

// receivedBody is the body of an answer. The time that its reader takes between two reads does not count.
type receivedBody struct {
	io.ReadCloser
	ctx context.Context
	w   *stallWatch
}

func (b *receivedBody) Read(p []byte) (int, error) {
	b.w.timer.Reset(stallTime)
	n, err := b.ReadCloser.Read(p)
	b.w.timer.Stop()
	if n > 0 {
		b.w.download.went()
	}
	if err != nil && err != io.EOF {
		err = b.w.errorOf(b.ctx, err)
		b.w.download.stopped(err)
	}
	return n, err
}

func (b *receivedBody) Close() error {
	b.w.timer.Stop()
	b.w.cancel(nil)
	return b.ReadCloser.Close()
}
