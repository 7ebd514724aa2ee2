package storetest

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cespare/xxhash/v2"
)

// web keeps files, with a version each. Its one bucket has no name.
type web struct {
	manner Manner

	mu    sync.Mutex
	files map[string]string
	times map[string]time.Time
}

// Manner is how a server of files answers.
type Manner struct {
	NoRanges bool // it always gives the whole file
	NoLength bool // and does not say how long that is
	NoETag   bool
}

// StartWeb starts a server of files: http://ADDRESS/NAME. Put and Objects are for bucket "".
func StartWeb(t testing.TB, m Manner) *Server {
	return start(t, func(string) keeper {
		return &web{manner: m, files: map[string]string{}, times: map[string]time.Time{}}
	})
}

func (w *web) Put(_, name, content string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.files[name] = content
	w.times[name] = time.Date(2020, 1, 1, 0, 0, len(w.times), 0, time.UTC)
}

func (w *web) Objects(_ testing.TB, _, prefix string) map[string]string {
	w.mu.Lock()
	defer w.mu.Unlock()
	found := maps.Clone(w.files)
	maps.DeleteFunc(found, func(name, _ string) bool { return !strings.HasPrefix(name, prefix) })
	return found
}

func (w *web) Vanish(testing.TB, string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	clear(w.files)
}

func (w *web) answer(rw http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	w.mu.Lock()
	content, ok := w.files[name]
	at := w.times[name]
	w.mu.Unlock()
	if !ok {
		http.NotFound(rw, r)
		return
	}
	if !w.manner.NoETag {
		rw.Header().Set("ETag", fmt.Sprintf("\"%x\"", xxhash.Sum64String(content)))
	}
	if w.manner.NoRanges || w.manner.NoLength {
		r.Header.Del("Range")
	}
	http.ServeContent(rw, r, "", at, strings.NewReader(content))
	if w.manner.NoRanges || w.manner.NoLength {
		rw.Header().Del("Accept-Ranges")
	}
	if w.manner.NoLength {
		rw.Header().Del("Content-Length")
		rw.Header().Set("Transfer-Encoding", "chunked")
	}
}
