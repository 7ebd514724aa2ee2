package storetest

import (
	"bytes"
	"encoding/xml"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// s3 keeps the buckets of gofakes3.
type s3 struct {
	backend *s3mem.Backend
	server  http.Handler
	changes sync.Mutex
	// careless looks at no condition.
	careless bool
}

// StartS3 starts a server with empty buckets, and makes it the one that s3:// means for the length of the test,
// whatever profile and servers the user has.
func StartS3(t testing.TB, buckets ...string) *Server {
	t.Helper()
	kept := &s3{backend: s3mem.New()}
	kept.server = gofakes3.New(kept.backend).Server()
	s := start(t, func(string) keeper { return kept })
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "AWS_") {
			t.Setenv(name, "") // it is as it was after the test
			os.Unsetenv(name)
		}
	}
	for name, value := range map[string]string{
		"AWS_ENDPOINT_URL": "http://" + s.Address, "AWS_REGION": "test-1", "AWS_ACCESS_KEY_ID": "name",
		"AWS_SECRET_ACCESS_KEY": "secret",
		"AWS_CONFIG_FILE":       "none", "AWS_SHARED_CREDENTIALS_FILE": "none", "AWS_EC2_METADATA_DISABLED": "true",
	} {
		t.Setenv(name, value)
	}
	for _, b := range buckets {
		if err := kept.backend.CreateBucket(b); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// Careless makes a server of StartS3 one that looks at no condition, as some do.
func (s *Server) Careless() { s.keeper.(*s3).careless = true }

func (k *s3) Put(bucket, name, content string) {
	if _, err := k.backend.PutObject(bucket, name, map[string]string{}, strings.NewReader(content), int64(len(content)),
		nil); err != nil {
		panic(err)
	}
}

func (k *s3) Objects(t testing.TB, bucket, prefix string) map[string]string {
	t.Helper()
	all, err := k.backend.ListBucket(bucket, &gofakes3.Prefix{HasPrefix: prefix != "", Prefix: prefix},
		gofakes3.ListBucketPage{})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, a := range all.Contents {
		o, err := k.backend.GetObject(bucket, a.Key, nil)
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(o.Contents)
		if err != nil {
			t.Fatal(err)
		}
		found[a.Key] = string(content)
	}
	return found
}

func (k *s3) Vanish(t testing.TB, bucket string) {
	t.Helper()
	for name := range k.Objects(t, bucket, "") {
		k.backend.DeleteObject(bucket, name)
	}
	if err := k.backend.DeleteBucket(bucket); err != nil {
		t.Fatal(err)
	}
}

// failure is an answer that the protocol has for a failure.
type failure struct {
	XMLName xml.Name `xml:"Error"`
	Code    string
	Message string
}

// answer looks at the condition of a change, makes a part of a copy, then asks the server.
func (k *s3) answer(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		k.changes.Lock()
		defer k.changes.Unlock()
	}
	if k.careless {
		r.Header.Del("If-Match")
		r.Header.Del("If-None-Match")
	}
	completes := r.Method == http.MethodPost && r.URL.Query().Has("uploadId")
	if completes || r.Method == http.MethodDelete {
		is := k.ask(http.MethodHead, r.URL.EscapedPath(), "").Header().Get("ETag")
		if match := r.Header.Get("If-Match"); match != "" && match != is ||
			r.Header.Get("If-None-Match") == "*" && is != "" {
			w.Header().Set("Content-Type", "application/xml")
			w.WriteHeader(http.StatusPreconditionFailed)
			xml.NewEncoder(w).Encode(failure{Code: "PreconditionFailed", Message: "the object has another ETag"})
			return
		}
		r.Header.Del("If-Match")
		r.Header.Del("If-None-Match")
	}
	from := r.Header.Get("X-Amz-Copy-Source")
	if from == "" || !r.URL.Query().Has("partNumber") {
		k.server.ServeHTTP(w, r)
		return
	}
	part := k.ask(http.MethodGet, "/"+from, r.Header.Get("X-Amz-Copy-Source-Range"))
	if part.Code/100 != 2 {
		http.Error(w, "the source", part.Code)
		return
	}
	put := r.Clone(r.Context())
	for name := range put.Header {
		if strings.HasPrefix(name, "X-Amz-Copy") {
			put.Header.Del(name)
		}
	}
	put.Body, put.ContentLength = io.NopCloser(bytes.NewReader(part.Body.Bytes())), int64(part.Body.Len())
	put.Header.Set("Content-Length", part.Header().Get("Content-Length"))
	made := httptest.NewRecorder()
	k.server.ServeHTTP(made, put)
	if made.Code != http.StatusOK {
		w.WriteHeader(made.Code)
		w.Write(made.Body.Bytes())
		return
	}
	xml.NewEncoder(w).Encode(struct {
		XMLName xml.Name `xml:"CopyPartResult"`
		ETag    string
	}{ETag: made.Header().Get("ETag")})
}

// ask asks the server within the machine.
func (k *s3) ask(method, path, part string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	r := httptest.NewRequest(method, (&url.URL{Path: "/"}).String(), nil)
	r.URL, _ = url.Parse("http://s3" + path)
	if part != "" {
		r.Header.Set("Range", part)
	}
	k.server.ServeHTTP(w, r)
	return w
}
