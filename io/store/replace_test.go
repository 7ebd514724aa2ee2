package store

import (
	"errors"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"example.org/diagonal/io/store/storetest"
)

// version reads a file, and returns its content and its version.
func version(t *testing.T, path string) (content, version string) {
	t.Helper()
	files, err := For(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := files.Open(t.Context(), path, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	version, err = f.(Versioned).Version()
	if err != nil {
		t.Fatal(err)
	}
	return string(b), version
}

func replace(t *testing.T, path, version, content string) error {
	t.Helper()
	return Replace(t.Context(), path, version, func(w io.Writer) error {
		_, err := io.WriteString(w, content)
		return err
	})
}

// A file is replaced if it is still the one that was read, and else stays.
func TestReplace(t *testing.T) {
	storetest.Start(t, "b")
	storetest.StartS3(t, "b")
	for _, path := range []string{filepath.Join(t.TempDir(), "f"), "gs://b/deep/f", "s3://b/deep/f"} {
		has := func(want string) (v string) {
			t.Helper()
			content, v := version(t, path)
			if content != want {
				t.Errorf("%s: %q, want %q", path, content, want)
			}
			return v
		}
		taken := func(err error) {
			t.Helper()
			var e *TakenError
			if !errors.As(err, &e) || !e.Faster() {
				t.Errorf("%s: error %v", path, err)
			}
		}
		if err := replace(t, path, "", "first"); err != nil {
			t.Fatal(err)
		}
		first := has("first")
		taken(replace(t, path, "", "second"))
		has("first")
		if err := replace(t, path, first, "the third"); err != nil {
			t.Fatal(err)
		}
		third := has("the third")
		taken(replace(t, path, first, "fourth"))
		has("the third")
		broken := errors.New("broken")
		if err := Replace(t.Context(), path, third, func(io.Writer) error { return broken }); err != broken {
			t.Errorf("%s: %v", path, err)
		}
		has("the third")
	}
}

// The answer to the request that has replaced a file is lost: the next try is no second run.
func TestGSReplaceLostAnswer(t *testing.T) {
	s := storetest.Start(t, "b")
	var lost atomic.Bool
	s.After(func(r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/upload/") && lost.CompareAndSwap(false, true) {
			panic(http.ErrAbortHandler) // the connection breaks before the answer
		}
	})
	if err := replace(t, "gs://b/f", "", "new"); err != nil || !lost.Load() {
		t.Errorf("%v, an answer was lost: %v", err, lost.Load())
	}
	if content, _ := version(t, "gs://b/f"); content != "new" {
		t.Errorf("%q", content)
	}
}
