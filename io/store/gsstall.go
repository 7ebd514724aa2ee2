package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/api/googleapi"
)

// gsStall is how long the server of a bucket may be silent: no byte of an answer comes, and no byte
// of an upload goes. Then the request is given up, and made again. A transfer that goes on, however
// slowly, is never given up.
var gsStall = 30 * time.Second

// gsStalls is how often a request is made that meets silence, and how often a download is continued that
// has stopped. Together that is two minutes.
const gsStalls = 4

// stallError is the error of a request that met silence for so long, the last of so many tries.
type stallError struct {
	limit time.Duration
	tries int
}

func (e *stallError) Error() string {
	return fmt.Sprintf("no answer for %s, in each of %d tries", e.limit, e.tries)
}

// Temporary reports whether the request is to be made again, for the libraries that make it.
func (e *stallError) Temporary() bool { return e.tries < gsStalls }

// stallTransport makes the requests to a bucket. It ends those that meet silence, and bounds the tries of
// uploads, which the library tries again for ever.
type stallTransport struct{ base http.RoundTripper }

// attemptOf finds the number of a try in what the library says of itself in a header.
var attemptOf = regexp.MustCompile(`gccl-attempt-count/(\d+)`)

func (t *stallTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	attempt := 1
	if m := attemptOf.FindStringSubmatch(strings.Join(req.Header.Values("X-Goog-Api-Client"), " ")); m != nil {
		attempt, _ = strconv.Atoi(m[1])
	}
	ctx, cancel := context.WithCancelCause(req.Context())
	w := &stallWatch{stalled: &stallError{gsStall, attempt}, download: downloadOf(ctx)}
	w.cancel = cancel
	w.timer = time.AfterFunc(gsStall, func() { cancel(w.stalled) })
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
	if err == nil && attempt >= gsAttempts && strings.Contains(req.URL.Path, "/upload/") && mayPass(resp.StatusCode) {
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
		w.timer.Reset(gsStall)
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
	b.w.timer.Reset(gsStall)
	n, err := b.ReadCloser.Read(p)
	b.w.timer.Stop()
	if n > 0 {
		b.w.download.went()
	}
	if err != nil && err != io.EOF {
		if err = b.w.errorOf(b.ctx, err); errors.Is(err, b.w.stalled) {
			b.w.download.stopped()
		}
	}
	return n, err
}

func (b *receivedBody) Close() error {
	b.w.timer.Stop()
	b.w.cancel(nil)
	return b.ReadCloser.Close()
}

// download is the reading of an object, which may take several requests: where one stops in the middle,
// the library asks for the rest, as often as that stops. A nil download does nothing.
type download struct {
	stops  atomic.Int32 // since a byte came
	cancel context.CancelCauseFunc
}

type downloadKey struct{}

// newDownload returns the context of a download; its cause is why it ended. end must be called when it is over.
func newDownload(ctx context.Context) (_ context.Context, end func()) {
	d := &download{}
	ctx, d.cancel = context.WithCancelCause(ctx)
	return context.WithValue(ctx, downloadKey{}, d), func() { d.cancel(nil) }
}

func downloadOf(ctx context.Context) *download {
	d, _ := ctx.Value(downloadKey{}).(*download)
	return d
}

// went notes that a byte has come.
func (d *download) went() {
	if d != nil {
		d.stops.Store(0)
	}
}

// stopped notes that a request has stopped in the middle. After gsStalls of them without a byte between
// them the download ends.
func (d *download) stopped() {
	if d == nil {
		return
	}
	if n := int(d.stops.Add(1)); n >= gsStalls {
		d.cancel(&stallError{gsStall, n})
	}
}
