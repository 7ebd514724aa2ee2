package store

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
)

// A folder that is made on the disk appears in a bucket whole or not at all, and leaves nothing on the disk.
func TestBeginHere(t *testing.T) {
	inClouds(t, func(t *testing.T, c cloud) {
		temp := t.TempDir()
		t.Setenv("TMPDIR", temp)
		s := c.start(t, "b")
		made := func(content string) Draft {
			f := folder(c.scheme+"b/out", true)
			f.Scratch = "deep"
			d, err := BeginHere(t.Context(), f)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"deep/a", "summary.json"} {
				filetest.Write(t, filepath.Join(d.Dir(), name), content)
			}
			return d
		}
		check := func(when string, want map[string]string) {
			t.Helper()
			if diff := cmp.Diff(want, s.Objects(t, "b", "")); diff != "" {
				t.Errorf("%s (-want +got):\n%s", when, diff)
			}
			if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
				t.Errorf("%s: left on the disk: %v, error %v", when, left, err)
			}
		}
		commit(t, made("1"))
		one := whole("out/", "1", "deep/a")
		check("the first", one)
		if err := made("dropped").Abort(); err != nil {
			t.Error(err)
		}
		check("after one that was dropped", one)
		d := made("fails")
		// A second file would be on its way to the server while the first one fails.
		if err := os.Remove(filepath.Join(d.Dir(), "summary.json")); err != nil {
			t.Fatal(err)
		}
		s.Fail(func(r *http.Request) int {
			if isReading(r) {
				return 0
			}
			return http.StatusForbidden
		})
		if err := d.Commit(t.Context()); err == nil {
			t.Error("Commit: no error")
		}
		s.Fail(nil)
		d.Abort()
		check("after one that could not be sent", one)
		commit(t, made("2"))
		check("the second", whole("out/", "2", "deep/a"))
	})
}
