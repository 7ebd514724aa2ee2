package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// shortStall lets servers be silent for a moment only.
func shortStall(t *testing.T) {
	old := stallTime
	stallTime = 200 * time.Millisecond
	t.Cleanup(func() { stallTime = old })
}

// A server that accepts a connection and says nothing: every operation ends, and says what it was.
func TestBucketSilent(t *testing.T) {
	inClouds(t, func(t *testing.T, c cloud) {
		shortStall(t)
		s := c.start(t, "b")
		s.Silence(func(*http.Request) int { return 0 })
		write := func(bytes int) func(context.Context, string) error {
			return func(ctx context.Context, path string) error {
				w, err := c.store.Create(ctx, path)
				if err != nil {
					return err
				}
				return fillWriter(w, func(w io.Writer) error {
					_, err := io.CopyN(w, zeros{}, int64(bytes))
					return err
				})
			}
		}
		var wg sync.WaitGroup
		for name, tc := range map[string]struct {
			what string
			do   func(ctx context.Context, path string) error
		}{
			"list": {"read it", func(ctx context.Context, path string) error {
				_, err := c.store.List(ctx, path)
				return err
			}},
			"names": {"read it", func(ctx context.Context, path string) error {
				_, err := c.store.Names(ctx, path)
				return err
			}},
			"open": {"read it", func(ctx context.Context, path string) error {
				_, err := c.store.Open(ctx, path, 5)
				return err
			}},
			"at": {"read it", func(ctx context.Context, path string) error {
				_, err := c.store.OpenAt(ctx, path)
				return err
			}},
			"small": {"write there", write(10)},
			"large": {"write there", write(2*chunk + 5)},
			"rename": {"write there", func(ctx context.Context, path string) error {
				return c.store.Rename(ctx, c.scheme+"b/x", path)
			}},
			"remove": {"write there", c.store.Remove},
			"begin": {"write there", func(ctx context.Context, path string) error {
				_, err := c.store.Begin(ctx, Folder{Path: path})
				return err
			}},
		} {
			wg.Go(func() {
				path := c.scheme + "b/" + name
				err := tc.do(t.Context(), path)
				want := fmt.Sprintf("%s: "+c.store.about().name+
					" does not answer: 4 tries to %s, the last of them with 200ms of silence", path, tc.what)
				if err == nil || err.Error() != want {
					t.Errorf("%s: %v, want %s", name, err, want)
				}
			})
		}
		wg.Wait()
	})
}

// zeros is an endless reader.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// A server that stops in the middle of an answer.
func TestBucketStops(t *testing.T) {
	inClouds(t, func(t *testing.T, c cloud) {
		shortStall(t)
		s := c.start(t, "b")
		content := strings.Repeat("0123456789", 3*blockSize/10)
		s.Put("b", "f", content)

		// It goes on when it is asked for the rest, each time half of it.
		requests := 0
		s.Silence(func(r *http.Request) int {
			if requests++; r.Method != http.MethodGet || requests > 8 {
				return -1
			}
			return len(content) >> requests
		})
		read := func() (string, error) {
			f, err := c.store.Open(t.Context(), c.scheme+"b/f", 0)
			if err != nil {
				return "", err
			}
			defer f.Close()
			got, err := io.ReadAll(f)
			return string(got), err
		}
		if got, err := read(); got != content || err != nil {
			t.Errorf("%d bytes, error %v, want %d", len(got), err, len(content))
		}
		if requests < 5 {
			t.Errorf("%d requests: the server has not stopped", requests)
		}

		// It gives the beginning, and nothing any more.
		want := c.scheme + "b/f: " + c.store.about().name +
			" does not answer: 4 tries to read it, the last of them with 200ms of silence"
		s.Silence(func(r *http.Request) int {
			if strings.HasPrefix(r.Header.Get("Range"), "bytes=100-") {
				return 0
			}
			return 100 // of a request from the beginning, also where a busy machine has let it come too late
		})
		if got, err := read(); got != content[:100] || err == nil || err.Error() != want {
			t.Errorf("%d bytes, error %v, want %s", len(got), err, want)
		}
	})
}

// What the library tries again without an end, ends.
func TestBucketIsDownForUploads(t *testing.T) {
	inClouds(t, func(t *testing.T, c cloud) {
		s := c.start(t, "b")
		s.Fail(func(*http.Request) int { return http.StatusServiceUnavailable })
		for _, size := range []int64{10, chunk + 10} {
			before := len(s.Requests())
			w, err := c.store.Create(t.Context(), c.scheme+"b/f")
			if err != nil {
				t.Fatal(err)
			}
			io.CopyN(w, zeros{}, size)
			if err := w.Close(); !Broken(err) || !strings.Contains(err.Error(), "trying again did not help") {
				t.Errorf("%d bytes: %v", size, err)
			}
			if n := len(s.Requests()) - before; n != attempts {
				t.Errorf("%d bytes: %d tries, want %d", size, n, attempts)
			}
		}
	})
}

// answers is a server without a network.
type answers func(*http.Request) (*http.Response, error)

func (f answers) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// slow gives a byte after each pause. It ends with its context.
type slow struct {
	ctx   context.Context
	pause time.Duration
	bytes int
}

func (s *slow) Read(p []byte) (int, error) {
	if s.bytes == 0 {
		return 0, io.EOF
	}
	select {
	case <-s.ctx.Done():
		return 0, s.ctx.Err()
	case <-time.After(s.pause):
	}
	s.bytes--
	p[0] = 'x'
	return 1, nil
}

func (s *slow) Close() error { return nil }

// Silence ends a request after stallTime, and nothing else does.
func TestStallTransport(t *testing.T) {
	const step = 29 * time.Second
	long := context.Background()
	for name, tc := range map[string]struct {
		head, sending, receiving, using time.Duration // pauses
		stalls                          bool
	}{
		"at once":           {},
		"slow":              {step, step, step, 0, false},
		"a slow reader":     {0, 0, 0, time.Hour, false},
		"no head":           {stallTime + 1, 0, 0, 0, true},
		"it takes nothing":  {0, stallTime + 1, 0, 0, true},
		"stop in the body":  {0, 0, stallTime + 1, 0, true},
		"slow, then a stop": {step, step, stallTime + 1, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				base := answers(func(r *http.Request) (*http.Response, error) {
					for buf := make([]byte, 1); ; { // the network takes a byte after each pause
						if _, err := r.Body.Read(buf); err == io.EOF {
							break
						}
						if _, err := (&slow{r.Context(), tc.sending, 1}).Read(buf); err != nil {
							return nil, err
						}
					}
					if _, err := (&slow{r.Context(), tc.head, 1}).Read(make([]byte, 1)); err != nil {
						return nil, err
					}
					return &http.Response{StatusCode: 200, Body: &slow{r.Context(), tc.receiving, 20}}, nil
				})
				req, err := http.NewRequestWithContext(long, http.MethodPost, "http://b/x",
					strings.NewReader("a long upload"))
				if err != nil {
					t.Fatal(err)
				}
				var got int
				resp, err := (&stallTransport{base}).RoundTrip(req)
				for buf := make([]byte, 1); err == nil; {
					var n int
					n, err = resp.Body.Read(buf)
					got += n
					time.Sleep(tc.using)
				}
				var stalled *stallError
				if errors.As(err, &stalled) != tc.stalls || !tc.stalls && (err != io.EOF || got != 20) {
					t.Errorf("%d bytes, error %v; want silence: %v", got, err, tc.stalls)
				}
				if resp != nil {
					resp.Body.Close()
				}
			})
		})
	}
}
