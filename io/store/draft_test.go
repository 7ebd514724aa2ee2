package store

import (
	"errors"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"diagonal/io/store/storetest"
)

func folder(path string, overwrite bool) Folder {
	return Folder{Path: path, Overwrite: overwrite, Scratch: ".runs", First: "summary.json", Last: "_SUCCESS"}
}

// begin makes a draft with such files; each holds content.
func begin(t *testing.T, f Folder, content string, names ...string) Draft {
	t.Helper()
	st, err := For(f.Path)
	if err != nil {
		t.Fatal(err)
	}
	d, err := st.Begin(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(names, f.First, f.Last) {
		put(t, st, Join(d.Dir(), name), content)
	}
	return d
}

func commit(t *testing.T, d Draft) {
	t.Helper()
	if err := d.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := d.Abort(); err != nil {
		t.Errorf("Abort after Commit: %v", err)
	}
}

// A folder appears whole, takes the place of an earlier one, and leaves nothing beside
// it, on the disk and in a bucket.
func TestDraft(t *testing.T) {
	s := storetest.Start(t, "b")
	dir := t.TempDir()
	for name, tc := range map[string]struct {
		path  string
		files func() map[string]string // all, by path below the parent
	}{
		"disk": {filepath.Join(dir, "p", "out"), func() map[string]string { return readAll(t, filepath.Join(dir, "p")) }},
		"bucket": {"gs://b/p/out", func() map[string]string {
			found := map[string]string{}
			for name, content := range s.Objects(t, "b", "p/") {
				found[strings.TrimPrefix(name, "p/")] = content
			}
			return found
		}},
	} {
		t.Run(name, func(t *testing.T) {
			check := func(when string, want map[string]string) {
				t.Helper()
				if diff := cmp.Diff(want, tc.files()); diff != "" {
					t.Errorf("%s (-want +got):\n%s", when, diff)
				}
			}
			st, _ := For(tc.path)
			d := begin(t, folder(tc.path, false), "1", "a", "b")
			if names, err := st.Names(t.Context(), tc.path); err != nil || len(names) > 0 {
				t.Errorf("before Commit: %v, error %v", names, err)
			}
			commit(t, d)
			one := map[string]string{"out/a": "1", "out/b": "1", "out/summary.json": "1", "out/_SUCCESS": "1"}
			check("the first", one)

			var taken *TakenError
			if _, err := st.Begin(t.Context(), folder(tc.path, false)); !errors.As(err, &taken) || taken.Why != takenWhy {
				t.Errorf("Begin where one is: %v", err)
			}
			d = begin(t, folder(tc.path, true), "dropped", "c")
			if err := d.Abort(); err != nil {
				t.Error(err)
			}
			check("after one that was dropped", one)

			commit(t, begin(t, folder(tc.path, true), "2", "b", "c"))
			check("the second", map[string]string{"out/b": "2", "out/c": "2", "out/summary.json": "2", "out/_SUCCESS": "2"})

			// One that was killed while it was made, or while it took its name.
			for _, last := range []string{"summary.json", "_SUCCESS"} {
				if err := st.Remove(t.Context(), Join(tc.path, last)); err != nil {
					t.Fatal(err)
				}
				if last == "summary.json" {
					commit(t, begin(t, folder(tc.path, true), "3"))
				}
			}
			commit(t, begin(t, folder(tc.path, true), "4"))
			check("after one that was killed", map[string]string{"out/summary.json": "4", "out/_SUCCESS": "4"})

			for _, name := range []string{"summary.json", "_SUCCESS"} {
				st.Remove(t.Context(), Join(tc.path, name))
			}
			put(t, st, Join(tc.path, "thesis.txt"), "mine")
			if _, err := st.Begin(t.Context(), folder(tc.path, true)); !errors.As(err, &taken) || taken.Why != strangeWhy {
				t.Errorf("Begin over somebody's files: %v", err)
			}
			check("somebody's files", map[string]string{"out/thesis.txt": "mine"})
		})
	}
}

// Of two runs at once one has its whole result there, the other one is told.
func TestGSTwoRuns(t *testing.T) {
	s := storetest.Start(t, "b")
	for _, overwrite := range []bool{false, true} {
		if overwrite {
			commit(t, begin(t, folder("gs://b/out", false), "old", "z"))
		}
		one, two := begin(t, folder("gs://b/out", overwrite), "1", "a"), begin(t, folder("gs://b/out", overwrite), "2", "a", "b")
		commit(t, one)
		err := two.Commit(t.Context())
		var taken *TakenError
		if !errors.As(err, &taken) || !strings.Contains(err.Error(), "another run has written there") {
			t.Errorf("the second: %v", err)
		}
		if err := two.Abort(); err != nil {
			t.Error(err)
		}
		want := map[string]string{"out/a": "1", "out/summary.json": "1", "out/_SUCCESS": "1"}
		if diff := cmp.Diff(want, s.Objects(t, "b", "")); diff != "" {
			t.Errorf("overwrite %v (-want +got):\n%s", overwrite, diff)
		}
		if err := (gs{}).Remove(t.Context(), "gs://b/out"); err != nil {
			t.Fatal(err)
		}
	}
}

// The same when both have looked and found nothing there, whoever copies when.
func TestGSTwoRunsBetweenAnyTwoRequests(t *testing.T) {
	for n := int64(1); ; n++ {
		s := storetest.Start(t, "b")
		one, two := begin(t, folder("gs://b/out", false), "1", "a", "b"), begin(t, folder("gs://b/out", false), "2", "a", "c")
		var requests atomic.Int64
		var second error
		ran := false
		s.After(func(*http.Request) {
			if requests.Add(1) == n {
				s.After(nil)
				ran = true
				second = two.Commit(t.Context())
			}
		})
		first := one.Commit(t.Context())
		s.After(nil)
		if !ran {
			if n < 6 {
				t.Errorf("only %d requests", n)
			}
			return
		}
		one.Abort()
		two.Abort()
		got := s.Objects(t, "b", "")
		switch {
		case first == nil && second == nil:
			t.Errorf("after request %d: both succeed", n)
		case first == nil || second == nil:
			content, name := "1", "b"
			if second == nil {
				content, name = "2", "c"
			}
			want := map[string]string{"out/a": content, "out/" + name: content, "out/summary.json": content, "out/_SUCCESS": content}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("after request %d (-want +got):\n%s", n, diff)
			}
		case got["out/_SUCCESS"] != "":
			t.Errorf("after request %d: both fail (%v; %v), and there is a result", n, first, second)
		}
	}
}

// A request of Commit that fails for good leaves no whole result, and the next run
// with Overwrite succeeds; the answer that is lost does no harm.
func TestGSCommitFails(t *testing.T) {
	for _, status := range []int{http.StatusForbidden, http.StatusPreconditionFailed} {
		for n := 1; ; n++ {
			s := storetest.Start(t, "b")
			commit(t, begin(t, folder("gs://b/out", false), "old", "a", "z"))
			d := begin(t, folder("gs://b/out", true), "new", "a", "b")
			changes := 0
			s.Fail(func(r *http.Request) int {
				if r.Method == http.MethodGet {
					return 0
				}
				if changes++; changes >= n {
					return status
				}
				return 0
			})
			err := d.Commit(t.Context())
			s.Fail(nil)
			got := s.Objects(t, "b", "out/")
			if n > 1 && err != nil && got["out/_SUCCESS"] != "" {
				t.Errorf("change %d: %v, and there is a result: %v", n, err, got)
			}
			d.Abort()
			if err == nil || changes > 20 || n > 6 {
				break // the result was there, only its draft could not be removed
			}
			if len(got) > 0 {
				commit(t, begin(t, folder("gs://b/out", true), "next"))
				want := map[string]string{"out/summary.json": "next", "out/_SUCCESS": "next"}
				if diff := cmp.Diff(want, s.Objects(t, "b", "")); diff != "" {
					t.Errorf("change %d, the next run (-want +got):\n%s", n, diff)
				}
			}
		}
	}
}

func TestGSLostAnswers(t *testing.T) {
	s := storetest.Start(t, "b")
	d := begin(t, folder("gs://b/out", false), "1", "a")
	commit(t, d)
	d = begin(t, folder("gs://b/out", true), "2", "a")
	seen := map[string]bool{}
	drop := false
	s.After(func(r *http.Request) {
		if key := r.Method + r.URL.Path; r.Method != http.MethodGet && !seen[key] {
			seen[key], drop = true, true
		}
		if drop {
			drop = false
			panic(http.ErrAbortHandler) // the connection breaks before the answer
		}
	})
	if err := d.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"out/a": "2", "out/summary.json": "2", "out/_SUCCESS": "2"}
	if diff := cmp.Diff(want, s.Objects(t, "b", "")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
