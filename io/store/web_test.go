package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/store/storetest"
)

// manners are those of servers in the world.
var manners = map[string]storetest.Manner{
	"parts": {}, "no parts": {NoRanges: true}, "no length": {NoLength: true}, "no ETag": {NoETag: true},
}

func readWeb(t *testing.T, path string, start int64) (string, error) {
	t.Helper()
	f, err := web{}.Open(t.Context(), path, start)
	if err != nil {
		return "", err
	}
	defer f.Close()
	got, err := io.ReadAll(f)
	return string(got), err
}

// A file is the same whatever the server gives: from any byte on, anywhere, and its size and version.
func TestWeb(t *testing.T) {
	content := strings.Repeat("0123456789abcdefg", 3*blockSize/17)
	for name, m := range manners {
		t.Run(name, func(t *testing.T) {
			s := storetest.StartWeb(t, m)
			s.Put("", "d/a b.txt", content)
			s.Put("", "empty", "")
			path := "http://" + s.Address + "/d/a%20b.txt?token=1#x"
			l, err := web{}.List(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			if f := l.Files[0]; len(l.Files) != 1 || f.Path != path || f.Name != "a b.txt" || f.Identity != path ||
				f.Size != int64(len(content)) {
				t.Errorf("List: %+v", l)
			}
			for _, start := range []int64{0, 5, int64(len(content)) - 2, int64(len(content)), int64(len(content)) + 9} {
				got, err := readWeb(t, path, start)
				if want := content[min(start, int64(len(content))):]; got != want || err != nil {
					t.Errorf("from %d: %d bytes, error %v, want %d", start, len(got), err, len(want))
				}
			}
			f, err := web{}.Open(t.Context(), path, 0)
			if err != nil {
				t.Fatal(err)
			}
			if v, err := f.(Versioned).Version(); v != l.Files[0].Version || err != nil {
				t.Errorf("Version of Open: %s, error %v, listed %s", v, err, l.Files[0].Version)
			}
			f.Close()
			if Sequential(f) != (m.NoRanges || m.NoLength) {
				t.Errorf("Sequential: %v", Sequential(f))
			}
			at, err := web{}.OpenAt(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			defer at.Close()
			if v, err := at.(Versioned).Version(); at.Size() != int64(len(content)) || v != l.Files[0].Version ||
				err != nil {
				t.Errorf("OpenAt: %d bytes, version %s, error %v", at.Size(), v, err)
			}
			want := strings.NewReader(content)
			for _, tc := range [][2]int64{{0, 5}, {blockSize - 2, 4}, {3, 2*blockSize + 7},
				{int64(len(content)) - 3, 9}, {int64(len(content)), 1}} {
				a, b := make([]byte, tc[1]), make([]byte, tc[1])
				n, err := at.ReadAt(a, tc[0])
				m, wantErr := want.ReadAt(b, tc[0])
				if n != m || err != wantErr || !bytes.Equal(a, b) {
					t.Errorf("ReadAt(%d bytes, %d) = %d, %v, want %d, %v", tc[1], tc[0], n, err, m, wantErr)
				}
			}
			if got, err := readWeb(t, "http://"+s.Address+"/empty", 0); got != "" || err != nil {
				t.Errorf("the empty file: %q, error %v", got, err)
			}
			if l, err := (web{}).List(t.Context(), "http://"+s.Address+"/empty"); err != nil || l.Files[0].Size != 0 {
				t.Errorf("the empty file: %+v, error %v", l, err)
			}
		})
	}
}

// A connection that ends in the middle, again and again, is taken up where it was; one that gives nothing any more is
// given up, and so is one that is silent.
func TestWebStops(t *testing.T) {
	shortStall(t)
	content := strings.Repeat("0123456789", blockSize/10)
	for name, m := range manners {
		for _, fault := range []string{"cut", "silence"} {
			t.Run(name+": "+fault, func(t *testing.T) {
				s := storetest.StartWeb(t, m)
				s.Put("", "f", content)
				path := "http://" + s.Address + "/f"
				set := s.Cut
				want := fmt.Sprintf("%s: the server %s does not answer: 4 tries to read it, and the connection ended in each (unexpected EOF)", path, s.Address)
				if fault == "silence" {
					set = s.Silence
					want = fmt.Sprintf("%s: the server %s does not answer: 4 tries to read it, the last of them with 200ms of silence", path, s.Address)
				}
				requests := 0
				set(func(*http.Request) int {
					if requests++; requests > 5 {
						return -1
					}
					return requests * 1000
				})
				if got, err := readWeb(t, path, 0); got != content || err != nil || requests < 4 {
					t.Errorf("%d bytes, error %v, after %d requests", len(got), err, requests)
				}
				set(func(r *http.Request) int {
					if strings.HasPrefix(r.Header.Get("Range"), "bytes=100-") && !m.NoRanges && !m.NoLength {
						return 0
					}
					return 100
				})
				if got, err := readWeb(t, path, 0); got != content[:100] || err == nil || err.Error() != want ||
					!Broken(err) {
					t.Errorf("%d bytes, error %v, want %s", len(got), err, want)
				}
			})
		}
	}
}

// A file that changes between two requests is not put together from two versions.
func TestWebChanges(t *testing.T) {
	s := storetest.StartWeb(t, storetest.Manner{})
	s.Put("", "f", strings.Repeat("a", 3*blockSize))
	path := "http://" + s.Address + "/f"
	at, err := web{}.OpenAt(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	s.Put("", "f", strings.Repeat("b", 3*blockSize))
	if _, err := at.ReadAt(make([]byte, 5), 0); err == nil ||
		!strings.Contains(err.Error(), path+": the file changed while it was read: it had 3145728 bytes with ETag ") {
		t.Errorf("ReadAt: %v", err)
	}
	s.Cut(func(*http.Request) int { return 1000 })
	s.After(func(*http.Request) { s.Put("", "f", strings.Repeat("c", 3*blockSize)) })
	if _, err := readWeb(t, path, 0); err == nil || !strings.Contains(err.Error(), "changed while it was read") {
		t.Errorf("Open: %v", err)
	}
}

func TestWebErrors(t *testing.T) {
	old := retryWait
	retryWait.Initial = 1
	t.Cleanup(func() { retryWait = old })
	s := storetest.StartWeb(t, storetest.Manner{})
	s.Put("", "f", "x")
	elsewhere := httptest.NewServer(http.RedirectHandler("http://"+s.Address+"/d/", http.StatusFound))
	defer elsewhere.Close()
	root := "http://" + s.Address
	list := func(path string) error { _, err := web{}.List(t.Context(), path); return err }
	s.Put("", "d/", "<a href=f>f</a>")
	for _, tc := range []struct {
		path, want string
		status     int
		broken     bool
	}{
		{root + "/none", root + "/none: no such file or folder", 0, false},
		{root, root + ": a web server does not list its files: name each file", 0, false},
		{root + "/d/", root + "/d/: a web server does not list its files: name each file", 0, false},
		{elsewhere.URL + "/d", elsewhere.URL + "/d: a web server does not list its files: name each file", 0, false},
		{root + "/*.txt", root + "/*.txt: a web server does not list its files: name each file (a *, [ or { in a name is written %2A, %5B, %7B)", 0, false},
		{"http:///f", "http:///f: names no server: want http://SERVER/FILE", 0, false},
		{"http://me:secret@" + s.Address + "/f", "http://me:xxxxx@" + s.Address +
			"/f: has a password in it, which would stand in the result; copy the file here first", 0, false},
		{root + "/f", root + "/f: no permission to read it: the server " + s.Address +
			" says 403 Forbidden, and no credentials are sent; copy the file here first", 403, false},
		{root + "/f", root + "/f: the server " + s.Address + " says 400 Bad Request", 400, false},
		{root + "/f", root + "/f: the server " + s.Address +
			" failed, and trying again did not help: 503 Service Unavailable", 503, true},
		{"http://none.invalid/f",
			"http://none.invalid/f: the server none.invalid is not known; check the name, and the network", 0, true},
	} {
		s.Fail(func(*http.Request) int { return tc.status })
		before := len(s.Requests())
		err := list(tc.path)
		if strings.Contains(tc.path, "invalid") && err != nil && !strings.Contains(err.Error(), "is not known") {
			continue // a resolver that does not answer
		}
		if err == nil || err.Error() != tc.want || Broken(err) != tc.broken {
			t.Errorf("error %v (broken %v), want %s", err, Broken(err), tc.want)
		}
		if n := len(s.Requests()) - before; tc.status == 503 && n != attempts {
			t.Errorf("%d tries, want %d", n, attempts)
		}
	}
	first := true
	s.Fail(func(*http.Request) int {
		if first {
			first = false
			return 503
		}
		return 0
	})
	if err := list(root + "/f"); err != nil {
		t.Errorf("a failure that passes: %v", err)
	}
	if strings.Contains(fmt.Sprint(list("http://me:secret@h/f")), "secret") {
		t.Error("the password is in the error")
	}
}

func TestWebIsForReading(t *testing.T) {
	const path, want = "https://h/x", "https:// is for reading only; write into a folder or a bucket"
	_, creating := web{}.Create(t.Context(), path)
	_, over := web{}.CreateOver(t.Context(), path, "")
	_, beginning := web{}.Begin(t.Context(), Folder{Path: path})
	for _, err := range []error{creating, over, beginning, web{}.Rename(t.Context(), path, path),
		web{}.Remove(t.Context(), path)} {
		if err == nil || err.Error() != path+": "+want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	var taken *TakenError
	if !errors.As(beginning, &taken) {
		t.Errorf("Begin: %T", beginning)
	}
}

func TestWithoutQuery(t *testing.T) {
	for path, want := range map[string]string{
		"https://h/a.jsonl.gz?x=a/b.txt#c": "https://h/a.jsonl.gz", "http://h/a#b": "http://h/a",
		"gs://b/a?b": "gs://b/a?b", "a?.txt": "a?.txt",
	} {
		if diff := cmp.Diff(want, WithoutQuery(path)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}
