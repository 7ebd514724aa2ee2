package store

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/store/storetest"
)

func init() { retryWait.Initial = time.Millisecond }

// cloud is a service that buckets are tested with.
type cloud struct {
	scheme string
	store  buckets
	start  func(t testing.TB, buckets ...string) *storetest.Server
}

var clouds = []cloud{{"gs://", gsStore, storetest.Start}, {"s3://", s3Store, storetest.StartS3}}

// inClouds tests with each service.
func inClouds(t *testing.T, f func(t *testing.T, c cloud)) {
	for _, c := range clouds {
		t.Run(strings.TrimSuffix(c.scheme, "://"), func(t *testing.T) { f(t, c) })
	}
}

// The rules of arguments are those of the disk: the same tree there and in a bucket
// gives the same files, and leaves the same out.
func TestBucketListsAsTheDiskDoes(t *testing.T) {
	inClouds(t, func(t *testing.T, c cloud) {
		paths := []string{"d/a.txt", "d/ab.txt", "d/sub/b.txt", "d/sub/deep/c.html", "d/sub/deep/中.html", "d/_SUCCESS",
			"d/.hidden", "d/.git/config",
			"d/.git/.x/y", "d/x[1].txt", "d/sub/.s/a.txt", "d/sub/deep/.t", "e/a.txt", "e/f/a.txt", "e/f/a.txt.gz",
			"top.txt", ".dot/a.txt"}
		tree(t, paths...)
		s := c.start(t, "b")
		for _, p := range paths {
			s.Put("b", p, p)
		}
		s.Put("b", "d/", "") // as consoles make folders
		strip := func(l Listing) []string {
			lines := show(l)
			slices.Sort(lines)
			return lines
		}
		for _, argument := range []string{"d", "d/", "d/a.txt", "d/x[1].txt", "d/.hidden", "d/sub", "d/*.txt",
			"d/[ab].txt", "*/a.txt", "**/a.txt",
			"d/**", "d/**/*.html", "**/deep/**", "**/*", "d/sub/*", "d/.h*", "d/.*/config", "*", "d/a*", "**/f/a.*",
			"e/**/a.txt*", "d/**/d*", "none", "d/none",
			"d/*.pdf", "d/[a.txt", "d/?.txt", "**/**/c.html", ".d*/*",
			"d/{a,ab}.txt", "{d,e}/a.txt", "**/{b,c}.*", "d/{.hidden,a.txt}", "d/{a", "d/[!a]*.txt",
			"d/{sub/b,a}.txt"} {
			want, wantErr := local{}.List(t.Context(), argument)
			got, err := c.store.List(t.Context(), c.scheme+"b/"+argument)
			var gotLines []string
			for _, line := range strip(got) {
				gotLines = append(gotLines, strings.ReplaceAll(line, c.scheme+"b/", ""))
			}
			slices.Sort(gotLines)
			if diff := cmp.Diff(strip(want), gotLines); diff != "" {
				t.Errorf("%s (-disk +bucket):\n%s", argument, diff)
			}
			if text := strings.TrimPrefix(fmt.Sprint(err), c.scheme+"b/"); text != fmt.Sprint(wantErr) {
				t.Errorf("%s: error %q, of the disk %q", argument, text, wantErr)
			}
			for i, f := range got.Files {
				if f.Size != want.Files[i].Size || f.Identity != f.Path || !strings.HasPrefix(f.Path, c.scheme+"b/") {
					t.Errorf("%s: %+v", argument, f)
				}
			}
		}
	})
}

func TestBucketManyObjects(t *testing.T) {
	inClouds(t, func(t *testing.T, c cloud) {
		s := c.start(t, "b")
		for i := range 2*gsPage + 1 {
			s.Put("b", fmt.Sprintf("d/%05d.txt", i), "x")
		}
		s.Put("b", "d/deep/a.txt", "x")
		for _, argument := range []string{c.scheme + "b/d", c.scheme + "b/d/*.txt"} {
			before := len(s.Requests())
			l, err := c.store.List(t.Context(), argument)
			want := 2*gsPage + 1
			if argument == c.scheme+"b/d" {
				want++
			}
			if err != nil || len(l.Files) != want {
				t.Errorf("%s: %d files, error %v, want %d", argument, len(l.Files), err, want)
			}
			if n := len(s.Requests()) - before; n < 3 || n > 8 {
				t.Errorf("%s: %d requests", argument, n)
			}
		}
	})
}

func TestBucketOpen(t *testing.T) {
	inClouds(t, func(t *testing.T, c cloud) {
		s := c.start(t, "b")
		s.Put("b", "d/f", "abcdef")
		s.Put("b", "empty", "")
		for start, want := range map[int64]string{0: "abcdef", 4: "ef", 6: "", 9: ""} {
			f, err := c.store.Open(t.Context(), c.scheme+"b/d/f", start)
			if err != nil {
				t.Fatal(start, err)
			}
			got, err := io.ReadAll(f)
			if string(got) != want || err != nil {
				t.Errorf("from %d: %q, error %v, want %q", start, got, err, want)
			}
			f.Close()
		}
		f, err := c.store.Open(t.Context(), c.scheme+"b/empty", 0)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(f); len(got) != 0 || err != nil {
			t.Errorf("the empty object: %q, error %v", got, err)
		}
	})
}

// What says Content-Encoding: gzip comes as it is stored.
func TestGSGzip(t *testing.T) {
	s := storetest.Start(t, "b")
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	w.Write([]byte("text"))
	w.Close()
	s.PutGzip("b", "z", z.Bytes())
	f, err := gsStore.Open(t.Context(), "gs://b/z", 0)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(f); !bytes.Equal(got, z.Bytes()) || err != nil {
		t.Errorf("the gzip object: %q, error %v", got, err)
	}
}

// Reading anywhere is reading a slice, over the edges of blocks.
func TestBucketReadAt(t *testing.T) {
	inClouds(t, func(t *testing.T, c cloud) {
		s := c.start(t, "b")
		content := strings.Repeat("0123456789abcdefg", 10*blockSize/17)
		s.Put("b", "f", content)
		f, err := c.store.OpenAt(t.Context(), c.scheme+"b/f")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if f.Size() != int64(len(content)) {
			t.Errorf("Size: %d, want %d", f.Size(), len(content))
		}
		want := strings.NewReader(content)
		for _, tc := range [][2]int64{{0, 5}, {blockSize - 2, 4}, {3, 2*blockSize + 7}, {9 * blockSize, 10},
			{int64(len(content)) - 3, 3}, {int64(len(content)) - 3, 9},
			{int64(len(content)), 1}, {int64(len(content)) + 5, 1}, {0, 1}, {0, int64(len(content))}} {
			a, b := make([]byte, tc[1]), make([]byte, tc[1])
			n, err := f.ReadAt(a, tc[0])
			m, wantErr := want.ReadAt(b, tc[0])
			if n != m || err != wantErr || !bytes.Equal(a, b) {
				t.Errorf("ReadAt(%d bytes, %d) = %d, %v, want %d, %v", tc[1], tc[0], n, err, m, wantErr)
			}
		}
	})
}

func put(t *testing.T, st Store, path, content string) {
	t.Helper()
	w, err := st.Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(w, content)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	w.Abort() // does nothing any more
}

// What is written is read; the disk and a bucket do the same.
func TestFiles(t *testing.T) {
	storetest.Start(t, "b")
	storetest.StartS3(t, "b")
	for name, root := range map[string]string{"disk": t.TempDir(), "gs": "gs://b/x", "s3": "s3://b/x"} {
		t.Run(name, func(t *testing.T) {
			st, err := For(root)
			if err != nil {
				t.Fatal(err)
			}
			names := func() string {
				all, err := st.Names(t.Context(), root)
				if err != nil {
					t.Fatal(err)
				}
				return strings.Join(all, " ")
			}
			big := strings.Repeat("0123456789", (2*chunk+99)/10)
			put(t, st, Join(root, "b"), big)
			put(t, st, Join(root, "a"), "first")
			put(t, st, Join(root, "a"), "second")
			put(t, st, Join(root, ".h"), "")
			w, err := st.Create(t.Context(), Join(root, "dropped"))
			if err != nil {
				t.Fatal(err)
			}
			io.WriteString(w, big)
			w.Abort()
			if got := names(); got != ".h a b" {
				t.Errorf("files %s", got)
			}
			if err := st.Rename(t.Context(), Join(root, "b"), Join(root, "c")); err != nil {
				t.Error(err)
			}
			for path, want := range map[string]string{"c": big, "a": "second"} {
				f, err := st.Open(t.Context(), Join(root, path), 0)
				if err != nil {
					t.Fatal(err)
				}
				if got, err := io.ReadAll(f); string(got) != want || err != nil {
					t.Errorf("%s: %d bytes, error %v", path, len(got), err)
				}
				f.Close()
			}
			_, err = st.Open(t.Context(), Join(root, "b"), 0)
			if !errors.Is(err, fs.ErrNotExist) && !strings.Contains(err.Error(), "no such file") ||
				Reason(err).Error() != "no such file or folder" || Broken(err) {
				t.Errorf("Open of what is not there: %v, %v", err, Reason(err))
			}
			for _, path := range []string{Join(root, "a"), Join(root, "a"), root, root} {
				if err := st.Remove(t.Context(), path); err != nil {
					t.Errorf("Remove(%s): %v", path, err)
				}
			}
			if got := names(); got != "" {
				t.Errorf("left: %s", got)
			}
		})
	}
}

// Errors that pass are tried again, for reading, listing, writing and copying.
func TestBucketTriesAgain(t *testing.T) {
	inClouds(t, func(t *testing.T, c cloud) {
		s := c.start(t, "b")
		s.Put("b", "d/f", "abcdef")
		seen := map[string]int{}
		s.Fail(func(r *http.Request) int {
			kind := r.Method + " " + r.URL.Path
			if seen[kind]++; seen[kind] == 1 {
				return []int{503, 429, 502}[len(seen)%3]
			}
			return 0
		})
		l, err := c.store.List(t.Context(), c.scheme+"b/d")
		if err != nil || len(l.Files) != 1 {
			t.Errorf("List: %v, error %v", l, err)
		}
		f, err := c.store.Open(t.Context(), c.scheme+"b/d/f", 2)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(f); string(got) != "cdef" || err != nil {
			t.Errorf("Open: %q, error %v", got, err)
		}
		put(t, c.store, c.scheme+"b/d/g", "x")
		if err := c.store.Rename(t.Context(), c.scheme+"b/d/g", c.scheme+"b/d/h"); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(map[string]string{"d/f": "abcdef", "d/h": "x"}, s.Objects(t, "b", "")); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		for kind, n := range seen {
			if n < 2 {
				t.Errorf("%s was not tried again", kind)
			}
		}
	})
}

func TestBucketErrors(t *testing.T) {
	inClouds(t, func(t *testing.T, c cloud) {
		s := c.start(t, "b")
		s.Put("b", "d/f", "abcdef")
		none := fmt.Sprintf(c.store.about().noBucket, "none")
		_, listing := c.store.List(t.Context(), c.scheme+"none/d")
		_, opening := c.store.Open(t.Context(), c.scheme+"none/d", 0)
		_, beginning := c.store.Begin(t.Context(), Folder{Path: c.scheme + "none/out"})
		_, root := c.store.Begin(t.Context(), Folder{Path: c.scheme + "b"})
		_, unnamed := c.store.List(t.Context(), c.scheme+"/x")
		for _, tc := range []struct {
			err    error
			want   string
			broken bool
		}{
			{listing, c.scheme + "none/d: " + none, true},
			{opening, c.scheme + "none/d: " + none, true},
			{beginning, c.scheme + "none/out: " + none, false},
			{root, c.scheme + "b: want " + c.scheme + "BUCKET/FOLDER, a folder in a bucket", false},
			{unnamed, c.scheme + "/x: want " + c.scheme + "BUCKET/NAME, the bucket without wildcards", false},
		} {
			if tc.err == nil || tc.err.Error() != tc.want || Broken(tc.err) != tc.broken {
				t.Errorf("error %v (broken %v), want %s", tc.err, Broken(tc.err), tc.want)
			}
		}
		s.Fail(func(*http.Request) int { return http.StatusForbidden })
		_, listing = c.store.List(t.Context(), c.scheme+"b/d")
		_, opening = c.store.Open(t.Context(), c.scheme+"b/d/f", 0)
		for _, err := range []error{listing, opening} {
			want := "no permission to " + c.store.about().reading + " on the bucket b"
			if err == nil || Reason(err).Error() != want || Broken(err) {
				t.Errorf("error %v, want %s", err, want)
			}
		}
		s.Fail(func(r *http.Request) int {
			if isReading(r) {
				return 0
			}
			return http.StatusForbidden
		})
		var taken *TakenError
		_, err := c.store.Begin(t.Context(), Folder{Path: c.scheme + "b/out"})
		if !errors.As(err, &taken) ||
			!strings.Contains(err.Error(), "no permission to "+c.store.about().writing+" on the bucket b") {
			t.Errorf("Begin: %v", err)
		}
	})
}

// A server that is down is told after some tries, as one line.
func TestBucketIsDown(t *testing.T) {
	inClouds(t, func(t *testing.T, c cloud) {
		s := c.start(t, "b")
		s.Put("b", "f", "x")
		s.Fail(func(*http.Request) int { return http.StatusServiceUnavailable })
		_, err := c.store.Open(t.Context(), c.scheme+"b/f", 0)
		if !Broken(err) || !strings.Contains(err.Error(), "trying again did not help") ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("Open: %v", err)
		}
		if n := len(s.Requests()); n != attempts {
			t.Errorf("%d tries, want %d", n, attempts)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := c.store.Open(ctx, c.scheme+"b/f", 0); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
	})
}

func TestMatchName(t *testing.T) {
	for _, tc := range []struct {
		pattern, name string
		ok            bool
		hidden        int
	}{
		{"", "a/b", true, 0}, {"", "a/.b/c", false, 2},
		{"a", "a", true, 0}, {"a", "a/b", true, 0}, {"a/b", "a", false, 0},
		{"**", "a/b/c", true, 0}, {"**/c", "c", true, 0}, {"**/c", "a/b/c", true, 0}, {"**/b", "a/b/c", true, 0},
		{"**/*", "a/.b", false, 2}, {"**", ".a/b", false, 1}, {"**/b/**/d", "a/b/c/d", true, 0},
		{"**/b/**/d", "b/d", true, 0},
		{"*.txt", "a.txt", true, 0}, {"*.txt", ".a.txt", false, 1}, {".*", ".a", true, 0},
	} {
		var parts []string
		if tc.pattern != "" {
			parts = strings.Split(tc.pattern, "/")
		}
		if ok, hidden := matchName(parts, strings.Split(tc.name, "/")); ok != tc.ok || hidden != tc.hidden {
			t.Errorf("%s, %s: %v, %d, want %v, %d", tc.pattern, tc.name, ok, hidden, tc.ok, tc.hidden)
		}
	}
}

// readAll is the files below a local folder.
func readAll(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		found[rel] = string(b)
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return maps.Clone(found)
}
