package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
)

// download is the reading of a file, which may take several requests: where one stops in the middle,
// the rest is asked for, as often as that stops. A nil download does nothing.
type download struct {
	// ctx is the context of the requests; its cause is why the download has ended. caller is the context of who reads.
	ctx, caller context.Context
	stops       atomic.Int32 // since a byte came
	cancel      context.CancelCauseFunc
}

type downloadKey struct{}

// newDownload begins a download. Its method end must be called when it is over.
func newDownload(ctx context.Context) *download {
	d := &download{caller: ctx}
	ctx, d.cancel = context.WithCancelCause(ctx)
	d.ctx = context.WithValue(ctx, downloadKey{}, d)
	return d
}

func downloadOf(ctx context.Context) *download {
	d, _ := ctx.Value(downloadKey{}).(*download)
	return d
}

func (d *download) end() { d.cancel(nil) }

// errorOf returns the error of a download that has not ended yet: why it was given up, if it was.
func (d *download) errorOf(err error) error {
	if cause := context.Cause(d.ctx); cause != nil && d.caller.Err() == nil {
		return cause
	}
	return err
}

// went notes that a byte has come.
func (d *download) went() {
	if d != nil {
		d.stops.Store(0)
	}
}

// stopped notes that a request has stopped in the middle. After stallTries of them without a byte between
// them the download ends.
func (d *download) stopped(err error) {
	if d == nil {
		return
	}
	if n := int(d.stops.Add(1)); n >= stallTries {
		d.cancel(givenUp(n, err))
	}
}

// givenUp is the error of a download that was tried so often, where err was the last error.
func givenUp(tries int, err error) error {
	var silent *stallError
	if errors.As(err, &silent) {
		return &stallError{silent.limit, tries}
	}
	return &cutError{tries, err}
}

// cutError is the error of a download whose connection has ended so often without a byte in between.
type cutError struct {
	tries int
	last  error
}

func (e *cutError) Error() string {
	return fmt.Sprintf("the connection ended %d times: %v", e.tries, e.last)
}
func (e *cutError) Unwrap() error { return e.last }

// unanswered returns in words that a server did not answer to the tries to do what; "" if err is another error.
func unanswered(server, what string, err error) string {
	var silent *stallError
	var cut *cutError
	switch {
	case errors.As(err, &silent):
		return fmt.Sprintf("%s does not answer: %d tries to %s, the last of them with %s of silence", server,
			silent.tries, what, silent.limit)
	case errors.As(err, &cut):
		return fmt.Sprintf("%s does not answer: %d tries to %s, and the connection ended in each (%s)", server,
			cut.tries, what, oneLine(cut.last))
	}
	return ""
}

// resumed is the body of a download. Where it stops in the middle, reopen asks for the rest, until stallTries of them
// have given nothing.
type resumed struct {
	io.ReadCloser
	ctx     context.Context
	at, end int64 // end < 0: all
	reopen  func(at int64) (io.ReadCloser, error)

	tries int   // that have ended at last
	last  int64 // where one ended
}

func (r *resumed) Read(p []byte) (int, error) {
	for {
		n, err := r.ReadCloser.Read(p)
		r.at += int64(n)
		if err == nil || err == io.EOF {
			return n, err
		}
		if n > 0 {
			return n, nil // a body says again what is wrong with it
		}
		switch cause := context.Cause(r.ctx); {
		case cause != nil:
			return 0, cause
		case r.end >= 0 && r.at >= r.end:
			return 0, io.EOF
		}
		if r.last != r.at {
			r.last, r.tries = r.at, 0
		}
		if r.tries++; r.tries >= stallTries {
			return 0, givenUp(r.tries, err)
		}
		r.ReadCloser.Close()
		body, err := r.reopen(r.at)
		if err != nil {
			return 0, err
		}
		r.ReadCloser = body
	}
}
