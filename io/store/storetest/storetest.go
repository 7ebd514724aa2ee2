// Package storetest has servers on loopback, for tests, that speak the protocols of the stores, with faults on demand:
// that of Google Cloud Storage (fsouza/fake-gcs-server, with the preconditions on copying and deleting, which that
// one does not know), that of S3 (johannesboyne/gofakes3, with what that does not know: conditions on completing an
// upload and deleting, and copies as parts), and plain files over HTTP.
package storetest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
)

// Server holds buckets.
type Server struct {
	keeper
	// Address is that of the server: HOST:PORT.
	Address string

	mu       sync.Mutex
	fault    func(*http.Request) int
	silence  func(*http.Request) int
	cut      func(*http.Request) int
	after    func(*http.Request)
	requests []string
}

// keeper keeps objects and answers requests without faults.
type keeper interface {
	// Put makes an object.
	Put(bucket, name, content string)
	// Objects are the contents of all objects of a bucket whose names begin with prefix.
	Objects(t testing.TB, bucket, prefix string) map[string]string
	// Vanish removes a bucket with all that is in it.
	Vanish(t testing.TB, bucket string)

	answer(w http.ResponseWriter, r *http.Request)
}

// start starts a server for the length of a test. keep makes its keeper.
func start(t testing.TB, keep func(address string) keeper) *Server {
	t.Helper()
	s := &Server{}
	front := httptest.NewUnstartedServer(http.HandlerFunc(s.serve))
	s.Address = front.Listener.Addr().String()
	s.keeper = keep(s.Address)
	front.Start()
	t.Cleanup(front.Close)
	return s
}

// Fail answers the requests for which fault gives a status other than 0 with that
// status; nil answers all. It is called with one request at a time.
func (s *Server) Fail(fault func(*http.Request) int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault = fault
}

// Silence stops in the answers for which silence gives a number that is not negative: after so many bytes of
// the body, before the head where it is 0, nothing comes any more. It is called with one request at a time.
func (s *Server) Silence(silence func(*http.Request) int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.silence = silence
}

// Cut ends the connection in the answers for which cut gives a number that is not negative, after so many bytes of the
// body. It is called with one request at a time.
func (s *Server) Cut(cut func(*http.Request) int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cut = cut
}

// After calls f when a request has been answered, before its answer is sent.
func (s *Server) After(f func(*http.Request)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.after = f
}

// Requests are all requests so far: method and URI, in the order in which they came.
func (s *Server) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.requests = append(s.requests, r.Method+" "+r.RequestURI)
	status, silent, cut := 0, -1, -1
	if s.fault != nil {
		status = s.fault(r)
	}
	if s.silence != nil {
		silent = s.silence(r)
	}
	if s.cut != nil {
		cut = s.cut(r)
	}
	s.mu.Unlock()
	if silent == 0 {
		stay(r)
		return
	}
	if status != 0 {
		http.Error(w, http.StatusText(status), status)
		return
	}
	answer := httptest.NewRecorder()
	s.answer(answer, r)
	s.mu.Lock()
	after := s.after
	s.mu.Unlock()
	if after != nil {
		after(r)
	}
	for k, v := range answer.Header() {
		w.Header()[k] = v
	}
	w.WriteHeader(answer.Code)
	body := answer.Body.Bytes()
	switch {
	case cut >= 0 && cut < len(body):
		w.Write(body[:cut])
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	case silent >= 0 && silent < len(body):
		w.Write(body[:silent])
		w.(http.Flusher).Flush()
		stay(r)
	default:
		w.Write(body)
	}
}

// stay is silent until the client has gone.
func stay(r *http.Request) {
	io.Copy(io.Discard, r.Body) // only then the end of the connection is seen
	<-r.Context().Done()
}
