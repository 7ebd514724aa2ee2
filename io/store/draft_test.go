package store

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/store/storetest"
)

func folder(path string, overwrite bool) Folder {
	return Folder{Path: path, Overwrite: overwrite, First: "summary.json", Last: "_SUCCESS", Varies: "run.json"}
}

// begin makes a draft with such files, and First; each holds content.
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
	for _, name := range append(names, f.First) {
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

// whole is a result as it stands below p: files that each hold content, First, and the
// marker.
func whole(p, content string, names ...string) map[string]string {
	found, l := map[string]string{}, listing{}
	for _, name := range append(names, "summary.json") {
		found[p+name], l[name] = content, int64(len(content))
	}
	found[p+"_SUCCESS"] = string(l.marker())
	return found
}

// place is where the tests of all stores make a folder.
type place struct {
	path  string
	files func() map[string]string // all, by path below the parent
}

// places are one for each store. What stands beside the folder is seen as well.
func places(t *testing.T) map[string]place {
	dir := filetest.Folder(t, filepath.Join(t.TempDir(), "p"))
	all := map[string]place{"disk": {filepath.Join(dir, "out"), func() map[string]string { return readAll(t, dir) }}}
	for _, c := range clouds {
		s := c.start(t, "b")
		all[c.scheme] = place{c.scheme + "b/p/out", func() map[string]string {
			found := map[string]string{}
			for name, content := range s.Objects(t, "b", "p/") {
				found[strings.TrimPrefix(name, "p/")] = content
			}
			return found
		}}
	}
	return all
}

func (p place) check(t *testing.T, when string, want map[string]string) {
	t.Helper()
	if diff := cmp.Diff(want, p.files()); diff != "" {
		t.Errorf("%s (-want +got):\n%s", when, diff)
	}
}

// A folder appears whole, takes the place of an earlier one, and leaves nothing beside
// it, on the disk and in a bucket.
func TestDraft(t *testing.T) {
	for name, p := range places(t) {
		t.Run(name, func(t *testing.T) {
			st, _ := For(p.path)
			d := begin(t, folder(p.path, false), "1", "a", "b")
			if names, err := st.Names(t.Context(), p.path); err != nil || len(names) > 0 {
				t.Errorf("before Commit: %v, error %v", names, err)
			}
			commit(t, d)
			one := whole("out/", "1", "a", "b")
			p.check(t, "the first", one)

			var taken *TakenError
			if _, err := st.Begin(t.Context(), folder(p.path, false)); !errors.As(err, &taken) ||
				taken.Why != takenWhy {
				t.Errorf("Begin where one is: %v", err)
			}
			d = begin(t, folder(p.path, true), "dropped", "c")
			if err := d.Abort(); err != nil {
				t.Error(err)
			}
			p.check(t, "after one that was dropped", one)

			commit(t, begin(t, folder(p.path, true), "2", "b", "c"))
			p.check(t, "the second", whole("out/", "2", "b", "c"))

			if err := st.Remove(t.Context(), Join(p.path, "b")); err != nil {
				t.Fatal(err)
			}
			commit(t, begin(t, folder(p.path, true), "3"))
			p.check(t, "over one that has lost a file", whole("out/", "3"))
		})
	}
}

// Nothing is replaced but what a run has written.
func TestStrangers(t *testing.T) {
	for store, p := range places(t) {
		st, _ := For(p.path)
		for name, tc := range map[string]struct {
			remove []string
			put    map[string]string
			want   string
		}{
			"a file beside a result": {nil, map[string]string{"thesis.doc": "mine"},
				"holds thesis.doc, which no run has written there; move it away, or choose another folder"},
			"a file in a folder":  {nil, map[string]string{"src/main.go": "mine"}, "holds src"},
			"a name of two lines": {nil, map[string]string{"a\nb": "mine"}, `holds "a\nb", which no run`},
			"a file that has changed": {nil, map[string]string{"a": "with notes"},
				"holds a, which has changed since a run has written it; move it away"},
			"no marker": {[]string{"_SUCCESS",
				"summary.json", "a"}, map[string]string{"thesis.doc": "mine"},
				"is no result of an earlier run: it holds thesis.doc, and no _SUCCESS; choose"},
			"an empty marker": {nil, map[string]string{"_SUCCESS": ""}, "holds a _SUCCESS that does not list its files: an earlier version of diagonal has written it, or another program; remove the folder yourself, or"},
			"an unknown marker": {nil, map[string]string{"_SUCCESS": "diagonal result, version 2\n1 a\n"},
				"holds a _SUCCESS that this version of diagonal has not written; remove"},
			"a marker cut off": {nil, map[string]string{"_SUCCESS": markerHead + "1 a\n1 summary.js"},
				"holds a _SUCCESS that this version of diagonal has not written"},
			"a marker of nothing": {nil, map[string]string{"_SUCCESS": markerHead}, "holds a, which no run"},
			"a forged size": {nil, map[string]string{"_SUCCESS": markerHead + "-7 a\n1 summary.json\n"},
				"has not written"},
			"a marker of folders": {nil, map[string]string{"_SUCCESS": markerHead + "/ a\n1 summary.json\n"},
				"holds a, which no run"},
		} {
			t.Run(store+": "+name, func(t *testing.T) {
				if err := st.Remove(t.Context(), p.path); err != nil {
					t.Fatal(err)
				}
				commit(t, begin(t, folder(p.path, false), "1", "a"))
				d := begin(t, folder(p.path, true), "2", "b")
				for _, name := range tc.remove {
					if err := st.Remove(t.Context(), Join(p.path, name)); err != nil {
						t.Fatal(err)
					}
				}
				for name, content := range tc.put {
					if store == "disk" {
						os.MkdirAll(filepath.Dir(Join(p.path, name)), 0o755)
					}
					put(t, st, Join(p.path, name), content)
				}
				before := p.files()
				maps.DeleteFunc(before, func(name, _ string) bool { return !strings.HasPrefix(name, "out/") })
				var taken *TakenError
				if _, err := st.Begin(t.Context(), folder(p.path, true)); !errors.As(err, &taken) ||
					!strings.Contains(taken.Why, tc.want) {
					t.Errorf("Begin: %v, want %q", err, tc.want)
				}
				if err := d.Commit(t.Context()); !errors.As(err, &taken) {
					t.Errorf("Commit of a run that has begun before: %v", err)
				}
				if err := d.Abort(); err != nil {
					t.Error(err)
				}
				p.check(t, "afterwards", before)
			})
		}
	}
}

// Of two runs at once one has its whole result there, the other one is told.
func TestBucketTwoRuns(t *testing.T) {
	inClouds(t, func(t *testing.T, c cloud) {
		s := c.start(t, "b")
		for _, overwrite := range []bool{false, true} {
			if overwrite {
				commit(t, begin(t, folder(c.scheme+"b/out", false), "old", "z"))
			}
			one, two := begin(t, folder(c.scheme+"b/out", overwrite), "1", "a"),
				begin(t, folder(c.scheme+"b/out", overwrite), "2", "a", "b")
			commit(t, one)
			err := two.Commit(t.Context())
			var taken *TakenError
			if !errors.As(err, &taken) || !strings.Contains(err.Error(), "another run has written there") {
				t.Errorf("the second: %v", err)
			}
			if err := two.Abort(); err != nil {
				t.Error(err)
			}
			want := whole("out/", "1", "a")
			if diff := cmp.Diff(want, s.Objects(t, "b", "")); diff != "" {
				t.Errorf("overwrite %v (-want +got):\n%s", overwrite, diff)
			}
			if err := c.store.Remove(t.Context(), c.scheme+"b/out"); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// The same when both have looked and found nothing there, whoever copies when.
func TestBucketTwoRunsBetweenAnyTwoRequests(t *testing.T) {
	inClouds(t, func(t *testing.T, c cloud) {
		for n := int64(1); ; n++ {
			s := c.start(t, "b")
			one, two := begin(t, folder(c.scheme+"b/out", false), "1", "a", "b"),
				begin(t, folder(c.scheme+"b/out", false), "2", "a", "c")
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
				want := whole("out/", content, "a", name)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("after request %d (-want +got):\n%s", n, diff)
				}
			case got["out/_SUCCESS"] != "":
				t.Errorf("after request %d: both fail (%v; %v), and there is a result", n, first, second)
			}
		}
	})
}

// isReading reports whether a request changes nothing.
func isReading(r *http.Request) bool {
	return r.Method == http.MethodGet || r.Method == http.MethodHead
}

// isListing reports whether a request asks for the objects of the bucket b.
func isListing(r *http.Request) bool {
	return r.Method == http.MethodGet && (strings.HasSuffix(r.URL.Path, "/o") || strings.Trim(r.URL.Path, "/") == "b")
}

// changing counts the requests that change something, and answers some with a status.
func changing(s *storetest.Server, fails func(n int) int) (count *int) {
	count = new(int)
	s.Fail(func(r *http.Request) int {
		if isReading(r) {
			return 0
		}
		*count++
		return fails(*count)
	})
	return count
}

// A request of Commit fails: then the earlier result is as it was.
func TestBucketCommitFailsOnce(t *testing.T) {
	inClouds(t, func(t *testing.T, c cloud) {
		for _, status := range []int{http.StatusForbidden, http.StatusPreconditionFailed} {
			for n := 1; ; n++ {
				s := c.start(t, "b")
				commit(t, begin(t, folder(c.scheme+"b/out", false), "old", "a", "z"))
				d := begin(t, folder(c.scheme+"b/out", true), "new", "a", "b")
				changes := changing(s, func(k int) int {
					if k == n {
						return status
					}
					return 0
				})
				err := d.Commit(t.Context())
				s.Fail(nil)
				if d.Abort(); err == nil {
					if n < 10 || *changes < n-1 {
						t.Errorf("change %d of %d failed: no error", n, *changes)
					}
					break // only cleaning up failed
				}
				if diff := cmp.Diff(whole("out/", "old", "a", "z"), s.Objects(t, "b", "")); diff != "" {
					t.Errorf("change %d: %v (-want +got):\n%s", n, err, diff)
				}
			}
		}
	})
}

// From a request of Commit on all fail: then the earlier result stands, or the error says
// where it is, and the next run succeeds.
func TestBucketCommitFails(t *testing.T) {
	inClouds(t, func(t *testing.T, c cloud) {
		for n := 1; ; n++ {
			s := c.start(t, "b")
			commit(t, begin(t, folder(c.scheme+"b/out", false), "old", "a", "z"))
			d := begin(t, folder(c.scheme+"b/out", true), "new", "a", "b")
			changing(s, func(k int) int {
				if k >= n {
					return http.StatusForbidden
				}
				return 0
			})
			err := d.Commit(t.Context())
			s.Fail(nil)
			d.Abort()
			if err == nil {
				if n < 10 {
					t.Errorf("from change %d on: no error", n)
				}
				break
			}
			at := "out/"
			if _, aside, ok := strings.Cut(err.Error(), "the earlier result is in "+c.scheme+"b/"); ok {
				at = aside + "/"
				if got := s.Objects(t, "b", "out/"); got["out/_SUCCESS"] != "" {
					t.Errorf("from change %d on: %v, and there is a result: %v", n, err, got)
				}
				_, begun := c.store.Begin(t.Context(), folder(c.scheme+"b/out", false))
				if want := "the result there, which is in " + c.scheme + "b/" + aside +
					" now; copy it back, or add --overwrite"; begun == nil || !strings.Contains(begun.Error(), want) {
					t.Errorf("Begin without Overwrite: %v, want %q", begun, want)
				}
			}
			if diff := cmp.Diff(whole(at, "old", "a", "z"), s.Objects(t, "b", at)); diff != "" {
				t.Errorf("from change %d on: %v (-want +got):\n%s", n, err, diff)
			}
			commit(t, begin(t, folder(c.scheme+"b/out", true), "next"))
			got := s.Objects(t, "b", "")
			maps.DeleteFunc(got, func(name, _ string) bool {
				return strings.HasPrefix(name, ".out.old-") && at == "out/"
			})
			if diff := cmp.Diff(whole("out/", "next"), got); diff != "" {
				t.Errorf("from change %d on, the next run (-want +got):\n%s", n, diff)
			}
		}
	})
}

// A run is cancelled between any two requests of Commit: then the earlier result is as it
// was, or the new one stands and there is no error.
func TestBucketCommitCancelled(t *testing.T) {
	inClouds(t, func(t *testing.T, c cloud) {
		for n := int64(1); ; n++ {
			s := c.start(t, "b")
			commit(t, begin(t, folder(c.scheme+"b/out", false), "old", "a", "z"))
			d := begin(t, folder(c.scheme+"b/out", true), "new", "a", "b")
			ctx, cancel := context.WithCancel(t.Context())
			var requests atomic.Int64
			s.After(func(*http.Request) {
				if requests.Add(1) == n {
					cancel()
				}
			})
			err := d.Commit(ctx)
			s.After(nil)
			cancel()
			if d.Abort(); requests.Load() < n {
				break
			}
			want := whole("out/", "new", "a", "b")
			if err != nil {
				want = whole("out/", "old", "a", "z")
			}
			if diff := cmp.Diff(want, s.Objects(t, "b", "")); diff != "" {
				t.Errorf("after request %d: %v (-want +got):\n%s", n, err, diff)
			}
		}
	})
}

func TestBucketLostAnswers(t *testing.T) {
	inClouds(t, func(t *testing.T, c cloud) {
		s := c.start(t, "b")
		d := begin(t, folder(c.scheme+"b/out", false), "1", "a")
		commit(t, d)
		d = begin(t, folder(c.scheme+"b/out", true), "2", "a")
		var seen sync.Map // requests by method and path
		s.After(func(r *http.Request) {
			key := r.Method + r.URL.Path
			if isReading(r) || strings.HasPrefix(key, "POST/upload/") {
				return
			}
			if _, again := seen.LoadOrStore(key, true); !again {
				panic(http.ErrAbortHandler) // the connection breaks before the answer
			}
		})
		if err := d.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
		want := whole("out/", "2", "a")
		if diff := cmp.Diff(want, s.Objects(t, "b", "")); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// A commit fails behind its last step, and the marker cannot be removed: then what the marker
// lists stays, too. A folder with a marker and without its files would be taken for a result.
func TestBucketMarkerCannotBeRemoved(t *testing.T) {
	inClouds(t, func(t *testing.T, c cloud) {
		s := c.start(t, "b")
		d := begin(t, folder(c.scheme+"b/out", false), "new", "a", "b")
		published, listed := false, false
		s.Fail(func(r *http.Request) int {
			marker := strings.HasSuffix(r.URL.Path, "out/_SUCCESS")
			switch {
			case marker && !isReading(r) && r.Method != http.MethodDelete:
				published = true
			case marker && r.Method == http.MethodDelete:
				return http.StatusForbidden
			case published && !listed && isListing(r): // the last look at the folder
				listed = true
				return http.StatusForbidden
			}
			return 0
		})
		err := d.Commit(t.Context())
		s.Fail(nil)
		if err == nil || !listed {
			t.Fatalf("Commit: %v, the last look failed: %v", err, listed)
		}
		if diff := cmp.Diff(whole("out/", "new", "a", "b"), s.Objects(t, "b", "out/")); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}
