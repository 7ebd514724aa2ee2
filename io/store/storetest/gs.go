package storetest

import (
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/fsouza/fake-gcs-server/fakestorage"
)

// gs keeps the buckets of a fakestorage.Server.
type gs struct{ fake *fakestorage.Server }

// Start starts a server with empty buckets, and makes it the one that gs:// means for
// the length of the test.
func Start(t testing.TB, buckets ...string) *Server {
	t.Helper()
	s := start(t, func(address string) keeper {
		fake, err := fakestorage.NewServerWithOptions(fakestorage.Options{
			NoListener: true, ExternalURL: "http://" + address, PublicHost: address, Writer: io.Discard,
		})
		if err != nil {
			t.Fatal(err)
		}
		return &gs{fake}
	})
	t.Setenv("STORAGE_EMULATOR_HOST", s.Address)
	for _, b := range buckets {
		s.keeper.(*gs).fake.CreateBucketWithOpts(fakestorage.CreateBucketOpts{Name: b})
	}
	return s
}

// PutGzip makes an object that says Content-Encoding: gzip, in a server of Start.
func (s *Server) PutGzip(bucket, name string, content []byte) {
	s.keeper.(*gs).fake.CreateObject(fakestorage.Object{
		ObjectAttrs: fakestorage.ObjectAttrs{BucketName: bucket, Name: name, ContentEncoding: "gzip"}, Content: content,
	})
}

// Put makes an object.
func (g *gs) Put(bucket, name, content string) {
	g.fake.CreateObject(fakestorage.Object{
		ObjectAttrs: fakestorage.ObjectAttrs{BucketName: bucket, Name: name}, Content: []byte(content),
	})
}

// Objects are the contents of all objects of a bucket whose names begin with prefix.
func (g *gs) Objects(t testing.TB, bucket, prefix string) map[string]string {
	t.Helper()
	all, err := g.fake.ListObjectsWithOptionsPaginated(bucket, fakestorage.ListOptions{Prefix: prefix})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, a := range all.Objects {
		o, err := g.fake.GetObject(bucket, a.Name)
		if err != nil {
			t.Fatal(err)
		}
		found[a.Name] = string(o.Content)
	}
	return found
}

// Vanish removes a bucket with all that is in it.
func (g *gs) Vanish(t testing.TB, bucket string) {
	t.Helper()
	for name := range g.Objects(t, bucket, "") {
		g.fake.Backend().DeleteObject(bucket, name)
	}
	if err := g.fake.Backend().DeleteBucket(bucket); err != nil {
		t.Fatal(err)
	}
}

// target is the bucket and object that a request copies to or deletes.
var target = regexp.MustCompile(`/b/([^/]+)/o/([^/]+)$`)

var conditions sync.Mutex

// answer holds what the precondition of a request says about the object, then asks
// the server.
func (g *gs) answer(w http.ResponseWriter, r *http.Request) {
	want, m := r.URL.Query().Get("ifGenerationMatch"), target.FindStringSubmatch(r.URL.EscapedPath())
	if want == "" || m == nil || !(r.Method == http.MethodDelete || strings.Contains(r.URL.Path, "/rewriteTo/")) {
		g.fake.HTTPHandler().ServeHTTP(w, r)
		return
	}
	conditions.Lock()
	defer conditions.Unlock()
	name, _ := url.PathUnescape(m[2])
	generation := int64(0)
	if o, err := g.fake.GetObject(m[1], name); err == nil {
		generation = o.Generation
	}
	switch {
	case r.Method == http.MethodDelete && generation == 0: // the server says 404
	case want != strconv.FormatInt(generation, 10):
		http.Error(w, "the object has another generation", http.StatusPreconditionFailed)
		return
	}
	g.fake.HTTPHandler().ServeHTTP(w, r)
}
