// Package storetest is a server that speaks the protocol of Google Cloud Storage on
// loopback, for tests: that of fsouza/fake-gcs-server, with faults on demand, and with
// the preconditions on copying and deleting, which that one does not know.
package storetest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/fsouza/fake-gcs-server/fakestorage"
)

// Server holds buckets.
type Server struct {
	fake *fakestorage.Server
	http *httptest.Server

	mu       sync.Mutex
	fault    func(*http.Request) int
	silence  func(*http.Request) int
	after    func(*http.Request)
	requests []string
}

// Start starts a server with empty buckets, and makes it the one that gs:// means for
// the length of the test.
func Start(t testing.TB, buckets ...string) *Server {
	t.Helper()
	s := &Server{}
	s.http = httptest.NewUnstartedServer(http.HandlerFunc(s.serve))
	address := s.http.Listener.Addr().String()
	var err error
	s.fake, err = fakestorage.NewServerWithOptions(fakestorage.Options{
		NoListener: true, ExternalURL: "http://" + address, PublicHost: address, Writer: io.Discard,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.http.Start()
	t.Cleanup(s.http.Close)
	t.Setenv("STORAGE_EMULATOR_HOST", address)
	for _, b := range buckets {
		s.fake.CreateBucketWithOpts(fakestorage.CreateBucketOpts{Name: b})
	}
	return s
}

// Put makes an object.
func (s *Server) Put(bucket, name, content string) {
	s.fake.CreateObject(fakestorage.Object{
		ObjectAttrs: fakestorage.ObjectAttrs{BucketName: bucket, Name: name}, Content: []byte(content),
	})
}

// PutGzip makes an object that says Content-Encoding: gzip.
func (s *Server) PutGzip(bucket, name string, content []byte) {
	s.fake.CreateObject(fakestorage.Object{
		ObjectAttrs: fakestorage.ObjectAttrs{BucketName: bucket, Name: name, ContentEncoding: "gzip"}, Content: content,
	})
}

// Objects are the contents of all objects of a bucket whose names begin with prefix.
func (s *Server) Objects(t testing.TB, bucket, prefix string) map[string]string {
	t.Helper()
	all, err := s.fake.ListObjectsWithOptionsPaginated(bucket, fakestorage.ListOptions{Prefix: prefix})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, a := range all.Objects {
		o, err := s.fake.GetObject(bucket, a.Name)
		if err != nil {
			t.Fatal(err)
		}
		found[a.Name] = string(o.Content)
	}
	return found
}

// Vanish removes a bucket with all that is in it.
func (s *Server) Vanish(t testing.TB, bucket string) {
	t.Helper()
	for name := range s.Objects(t, bucket, "") {
		s.fake.Backend().DeleteObject(bucket, name)
	}
	if err := s.fake.Backend().DeleteBucket(bucket); err != nil {
		t.Fatal(err)
	}
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
	status, silent := 0, -1
	if s.fault != nil {
		status = s.fault(r)
	}
	if s.silence != nil {
		silent = s.silence(r)
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
	if silent < 0 || silent >= len(body) {
		w.Write(body)
		return
	}
	w.Write(body[:silent])
	w.(http.Flusher).Flush()
	stay(r)
}

// stay is silent until the client has gone.
func stay(r *http.Request) {
	io.Copy(io.Discard, r.Body) // only then the end of the connection is seen
	<-r.Context().Done()
}

// target is the bucket and object that a request copies to or deletes.
var target = regexp.MustCompile(`/b/([^/]+)/o/([^/]+)$`)

var conditions sync.Mutex

// answer holds what the precondition of a request says about the object, then asks
// the server.
func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	want, m := r.URL.Query().Get("ifGenerationMatch"), target.FindStringSubmatch(r.URL.EscapedPath())
	if want == "" || m == nil || !(r.Method == http.MethodDelete || strings.Contains(r.URL.Path, "/rewriteTo/")) {
		s.fake.HTTPHandler().ServeHTTP(w, r)
		return
	}
	conditions.Lock()
	defer conditions.Unlock()
	name, _ := url.PathUnescape(m[2])
	generation := int64(0)
	if o, err := s.fake.GetObject(m[1], name); err == nil {
		generation = o.Generation
	}
	switch {
	case r.Method == http.MethodDelete && generation == 0: // the server says 404
	case want != strconv.FormatInt(generation, 10):
		http.Error(w, "the object has another generation", http.StatusPreconditionFailed)
		return
	}
	s.fake.HTTPHandler().ServeHTTP(w, r)
}
