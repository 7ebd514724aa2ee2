package store

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"example.org/diagonal/io/store/storetest"
)

// A server that looks at no condition cannot keep two runs apart: it is refused before the work.
func TestS3WithoutConditions(t *testing.T) {
	s := storetest.StartS3(t, "b")
	s.Careless()
	_, err := s3Store.Begin(t.Context(), folder("s3://b/out", false))
	var taken *TakenError
	if !errors.As(err, &taken) || taken.Why != noConditions {
		t.Errorf("Begin: %v", err)
	}
	if left := s.Objects(t, "b", ""); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// Large objects are written and copied in parts; the answer to the last request of each may be lost.
func TestS3LostAnswersOfLargeObjects(t *testing.T) {
	s := storetest.StartS3(t, "b")
	big := strings.Repeat("0123456789", (2*chunk+99)/10)
	lost := atomic.Int32{}
	s.After(func(r *http.Request) {
		if r.Method == http.MethodPost && r.URL.Query().Has("uploadId") && lost.Add(1)%2 == 1 {
			panic(http.ErrAbortHandler)
		}
	})
	put(t, s3Store, "s3://b/a +中", big)
	w, err := s3Store.CreateOver(t.Context(), "s3://b/a +中", "")
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(w, big)
	var taken *TakenError
	if err := w.Close(); !errors.As(err, &taken) {
		t.Errorf("over what is there: %v", err)
	}
	if err := s3Store.Rename(t.Context(), "s3://b/a +中", "s3://b/c"); err != nil {
		t.Fatal(err)
	}
	if got := s.Objects(t, "b", ""); len(got) != 1 || got["c"] != big || lost.Load() < 4 {
		t.Errorf("%d objects, c has %d bytes; %d requests", len(got), len(got["c"]), lost.Load())
	}
}

// A result with large files takes the place of another one, of the same bytes, too.
func TestS3LargeDraft(t *testing.T) {
	s := storetest.StartS3(t, "b")
	big := strings.Repeat("0123456789", (chunk+99)/10)
	for range 2 {
		commit(t, begin(t, folder("s3://b/out", true), big, "a"))
		if got := s.Objects(t, "b", ""); len(got) != 3 || got["out/a"] != big {
			t.Errorf("%d objects", len(got))
		}
	}
}

// What a server says of credentials and regions is told.
func TestS3Advice(t *testing.T) {
	s := storetest.StartS3(t, "b")
	s.Put("b", "f", "x")
	t.Setenv("AWS_ACCESS_KEY_ID", "")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "")
	_, err := s3Store.Open(t.Context(), "s3://b/f", 0)
	if err == nil || err.Error() != "s3://b/f: "+s3Store.about().noCredentials {
		t.Errorf("without credentials: %v", err)
	}
}
