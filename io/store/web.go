package store

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path"
	"strings"

	"github.com/googleapis/gax-go/v2"
)

// web is a file behind https:// or http://, for reading. There is no listing: each file is named. No credentials are
// sent. What changes is seen by ETag, or by Last-Modified, and by the size. HTTPS_PROXY, HTTP_PROXY and NO_PROXY hold.
type web struct{}

// webClient makes no request that is silent for ever (stallTransport).
var webClient = &http.Client{Transport: &stallTransport{http.DefaultTransport.(*http.Transport).Clone()}}

const (
	noListWhy  = "a web server does not list its files: name each file"
	readingWhy = "%s:// is for reading only; write into a folder or a bucket"
)

// webURL returns the URL of a file, and its name.
func webURL(file string) (u *url.URL, name string, err error) {
	fail := func(why string) (*url.URL, string, error) { return nil, "", &Error{Path: file, Why: why} }
	u, err = url.Parse(file)
	switch {
	case err != nil:
		return fail("is no URL: " + errors.Unwrap(err).Error())
	case u.Host == "":
		return fail("names no server: want " + u.Scheme + "://SERVER/FILE")
	case u.User != nil: // it would be in each line of the result
		return nil, "", &Error{Path: u.Redacted(),
			Why: "has a password in it, which would stand in the result; copy the file here first"}
	case strings.ContainsAny(u.EscapedPath(), `*[{`):
		return fail(noListWhy + " (a *, [ or { in a name is written %2A, %5B, %7B)")
	}
	escaped := path.Base(u.EscapedPath())
	if name, err = url.PathUnescape(escaped); err != nil || strings.Contains(name, "/") {
		name = escaped
	}
	if isWebFolder(u) || name == "." || name == ".." {
		return fail(noListWhy)
	}
	return u, name, nil
}

// isWebFolder reports whether a URL is that of a folder: what its page lists is for people.
func isWebFolder(u *url.URL) bool { return u.Path == "" || strings.HasSuffix(u.Path, "/") }

// answer is the answer of a server: a file from some byte on.
type answer struct {
	io.ReadCloser
	url     *url.URL // after redirections
	size    int64    // of the file; -1: the server does not say
	version string
	ranges  bool // the server gives parts of files
}

// Version returns that of the file when it was opened.
func (a *answer) Version() (string, error) { return a.version, nil }

// Sequential reports whether the file can only be read from its beginning on.
func (a *answer) Sequential() bool { return !a.ranges }

func (web) List(ctx context.Context, argument string) (Listing, error) {
	_, name, err := webURL(argument)
	if err != nil {
		return Listing{}, err
	}
	a, err := ask(ctx, argument, 0, 1)
	if err != nil {
		return Listing{}, webError(ctx, argument, err)
	}
	defer func() { a.Close() }()
	if isWebFolder(a.url) {
		return Listing{}, &Error{Path: argument, Why: noListWhy}
	}
	if a.size < 0 { // nobody says how long it is
		a.Close()
		r, err := web{}.Open(ctx, argument, 0)
		if err != nil {
			return Listing{}, err
		}
		a.ReadCloser = r
		if a.size, err = io.Copy(io.Discard, r); err != nil {
			return Listing{}, err
		}
	}
	return Listing{Files: []File{{Path: argument, Name: name, Identity: argument, Size: a.size, Version: a.version}}},
		nil
}

func (web) Open(ctx context.Context, file string, start int64) (io.ReadCloser, error) {
	return openWeb(ctx, file, "", start, -1)
}

// openWeb reads so many bytes, < 0 all, of a version of a file, "" for any.
func openWeb(ctx context.Context, file, version string, start, length int64) (*answer, error) {
	a, err := askFor(ctx, file, version, start, length)
	if err != nil {
		return nil, webError(ctx, file, err)
	}
	end := int64(-1)
	if length >= 0 {
		end = start + length
	}
	a.ReadCloser = &webReader{&resumed{ReadCloser: a.ReadCloser, ctx: ctx, at: start, end: end,
		reopen: func(at int64) (io.ReadCloser, error) {
			rest := int64(-1)
			if end >= 0 {
				rest = end - at
			}
			return askFor(ctx, file, a.version, at, rest)
		}}, ctx, file}
	return a, nil
}

// webReader puts the errors of reading in words.
type webReader struct {
	*resumed
	ctx  context.Context
	file string
}

func (r *webReader) Read(p []byte) (int, error) {
	n, err := r.resumed.Read(p)
	if err != nil && err != io.EOF {
		err = webError(r.ctx, r.file, err)
	}
	return n, err
}

func (web) OpenAt(ctx context.Context, file string) (ReaderAtCloser, error) {
	a, err := openWeb(ctx, file, "", 0, -1)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	if !a.ranges || a.size < 0 {
		return copyHere(a)
	}
	return &blocks{size: a.size, version: a.version, open: func(start, length int64) (io.ReadCloser, error) {
		return openWeb(ctx, file, a.version, start, length)
	}}, nil
}

// copied is a file of a server that gives no parts of files: a copy without a name, as far as the system can have that.
type copied struct {
	*os.File
	size    int64
	version string
}

func copyHere(a *answer) (ReaderAtCloser, error) {
	f, err := os.CreateTemp("", "diagonal-web-")
	if err != nil {
		return nil, err
	}
	os.Remove(f.Name())
	c := &copied{f, 0, a.version}
	if c.size, err = io.Copy(f, a); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

func (c *copied) Size() int64              { return c.size }
func (c *copied) Version() (string, error) { return c.version, nil }
func (c *copied) Sequential() bool         { return true }

func (c *copied) Close() error {
	err := c.File.Close()
	os.Remove(c.Name()) // where an open file keeps its name
	return err
}

// Sequential reports whether an open file is one that can only be read from its beginning on: reading from the middle
// reads what is before, too.
func Sequential(f any) bool {
	s, ok := f.(interface{ Sequential() bool })
	return ok && s.Sequential()
}

// askFor is ask for a version, "" for any.
func askFor(ctx context.Context, file, version string, start, length int64) (*answer, error) {
	a, err := ask(ctx, file, start, length)
	if err == nil && version != "" && a.version != version {
		a.Close()
		err = &Error{Path: file, Why: fmt.Sprintf("the file changed while it was read: it had %s, now it has %s",
			version, a.version)}
	}
	return a, err
}

// ask asks for so many bytes of a file from start on, < 0 all. What may pass is asked again.
func ask(ctx context.Context, file string, start, length int64) (*answer, error) {
	wait := retryWait
	for attempt := 1; ; attempt++ {
		a, err := askOnce(context.WithValue(ctx, attemptKey{}, attempt), file, start, length)
		if err == nil || !passes(err) || attempt >= attempts {
			return a, err
		}
		if err := gax.Sleep(ctx, wait.Pause()); err != nil {
			return nil, err
		}
	}
}

// passes reports whether an error may pass.
func passes(err error) bool {
	var silent *stallError
	var status *statusError
	var dns *net.DNSError
	var unknown x509.UnknownAuthorityError
	var wrong *tls.CertificateVerificationError
	var known *Error
	switch {
	case errors.As(err, &silent):
		return silent.Temporary()
	case errors.As(err, &status):
		return mayPass(status.code)
	case errors.As(err, &dns):
		return !dns.IsNotFound
	}
	return !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) &&
		!errors.As(err, &unknown) && !errors.As(err, &wrong) && !errors.As(err, &known)
}

// statusError is an answer that is no file.
type statusError struct{ code int }

func (e *statusError) Error() string {
	return strings.TrimSpace(fmt.Sprintf("%d %s", e.code, http.StatusText(e.code)))
}

func askOnce(ctx context.Context, file string, start, length int64) (*answer, error) {
	u, _, err := webURL(file)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", "diagonal")
	req.Header.Set("Accept-Encoding", "identity") // the bytes as they are stored
	part := fmt.Sprintf("bytes=%d-", start)
	if length >= 0 {
		part = fmt.Sprintf("bytes=%d-%d", start, start+length-1)
	}
	req.Header.Set("Range", part)
	resp, err := webClient.Do(req)
	// behind the end; its header need not name the file
	if err == nil && resp.StatusCode == http.StatusRequestedRangeNotSatisfiable {
		resp.Body.Close()
		req.Header.Del("Range")
		resp, err = webClient.Do(req)
	}
	if err != nil {
		return nil, err
	}
	a := &answer{ReadCloser: resp.Body, url: resp.Request.URL, size: resp.ContentLength}
	switch resp.StatusCode {
	case http.StatusOK:
		a.ReadCloser = &behind{resp.Body, start}
	case http.StatusPartialContent:
		a.ranges, a.size = true, -1
		var first, last int64
		given := resp.Header.Get("Content-Range")
		if n, _ := fmt.Sscanf(given, "bytes %d-%d/%d", &first, &last, &a.size); n < 2 || first != start {
			resp.Body.Close()
			return nil, &Error{Path: file,
				Why: fmt.Sprintf("the server gives another part of the file (%q) than it was asked for (%s)",
					given, part)}
		}
	default:
		resp.Body.Close()
		return nil, &statusError{resp.StatusCode}
	}
	a.version = versionIn(resp.Header, a.size)
	return a, nil
}

// versionIn is the version of a file by what the header of an answer says.
func versionIn(h http.Header, size int64) string {
	version := fmt.Sprintf("%d bytes", size)
	if size < 0 {
		version = "an unknown number of bytes"
	}
	if tag := h.Get("ETag"); tag != "" {
		return version + " with ETag " + tag
	}
	if at := h.Get("Last-Modified"); at != "" {
		return version + " written at " + at
	}
	return version
}

// behind reads the bytes of a body behind the first so many.
type behind struct {
	io.ReadCloser
	skip int64
}

func (b *behind) Read(p []byte) (int, error) {
	if b.skip > 0 {
		n, err := io.CopyN(io.Discard, b.ReadCloser, b.skip)
		if b.skip -= n; err != nil {
			return 0, err
		}
	}
	return b.ReadCloser.Read(p)
}

// webError returns an error in words for the user. The context's own error stays as it is.
func webError(ctx context.Context, file string, err error) error {
	var known *Error
	if err == nil || ctx.Err() != nil || errors.As(err, &known) {
		return err
	}
	u, _, _ := webURL(file)
	server := "the server"
	if u != nil {
		server += " " + u.Host
	}
	var status *statusError
	var dns *net.DNSError
	var inner *url.Error
	why, broken := "", true
	switch silent := unanswered(server, "read it", err); {
	case silent != "":
		why = silent
	case errors.As(err, &status) && (status.code == http.StatusNotFound || status.code == http.StatusGone):
		why, broken = "no such file or folder", false
	case errors.As(err, &status) && (status.code == http.StatusUnauthorized || status.code == http.StatusForbidden):
		why, broken = fmt.Sprintf("no permission to read it: %s says %v, and no credentials are sent; copy the file here first", server, status), false
	case errors.As(err, &status) && !mayPass(status.code):
		why, broken = fmt.Sprintf("%s says %v", server, status), false
	case errors.As(err, &dns) && dns.IsNotFound:
		why = server + " is not known; check the name, and the network"
	default:
		if errors.As(err, &inner) {
			err = inner.Err
		}
		why = fmt.Sprintf("%s failed, and trying again did not help: %s", server, oneLine(err))
	}
	return &Error{Path: file, Why: why, Broken: broken, Err: err}
}

// WithoutQuery returns a path without what a URL has behind the name of the file.
func WithoutQuery(path string) string {
	if s := scheme(path); s != "http" && s != "https" {
		return path
	}
	bare, _, _ := strings.Cut(path, "#")
	bare, _, _ = strings.Cut(bare, "?")
	return bare
}

// only is the error of what a server of files does not do.
func only(path string) error { return &Error{Path: path, Why: fmt.Sprintf(readingWhy, scheme(path))} }

func (web) Names(_ context.Context, folder string) ([]string, error) {
	return nil, &Error{Path: folder, Why: noListWhy}
}
func (web) Create(_ context.Context, path string) (Writer, error)        { return nil, only(path) }
func (web) CreateOver(_ context.Context, path, _ string) (Writer, error) { return nil, only(path) }
func (web) Rename(_ context.Context, _, to string) error                 { return only(to) }
func (web) Remove(_ context.Context, path string) error                  { return only(path) }
func (web) Begin(_ context.Context, f Folder) (Draft, error) {
	return nil, &TakenError{f.Path, Reason(only(f.Path)).Error()}
}
