package serve

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"example.org/diagonal/io/lockdir"
)

// withAdd lets a desk add documents to a folder, by the command index in this process.
func withAdd(t *testing.T, folder string) func(*Params) {
	return func(p *Params) {
		p.AllowAdd = folder
		p.run = func(_ context.Context, args ...string) error {
			if out, code := execute(t, IndexCommand(), args[1:]...); code != 0 {
				return errors.New(out)
			}
			return nil
		}
	}
}

// A document that is added is found by later queries and by lookup, while others ask; no id is a path, and none is
// added twice.
func TestAdd(t *testing.T) {
	dir, ix := made(t)
	folder := t.TempDir()
	d, s := opened(t, ix, withAdd(t, folder))
	id, text := "../../"+script, prose(99, 200)
	if got := ask(t, d, s, Question{Text: text}); len(got.Passages) > 0 {
		t.Fatalf("%+v", got.Passages)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 5 {
				ask(t, d, s, queries()[0])
			}
		})
	}
	body := func(id, text string) string {
		b, err := json.Marshal(Question{id, text})
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if code, out := send(t, d, "POST", s.URL+"/api/add", body(id, text)); code != 200 {
		t.Errorf("%d %s", code, out)
	}
	wg.Wait()
	if got := ask(t, d, s, Question{Text: text}); len(got.Passages) != 1 || got.Passages[0].B != id {
		t.Errorf("%+v", got)
	}
	query := files(t, filepath.Join(dir, "query.jsonl"), Question{"q", text})
	if out, code := execute(t, LookupCommand(), "--index="+ix, "--input="+query,
		"--output="+filepath.Join(dir, "out")); code != 0 || !strings.Contains(out, "1 passage") {
		t.Errorf("lookup: %d %s", code, out)
	}
	for _, tc := range []struct {
		about, body string
		want        int
	}{
		{"the same id", body(id, "another text"), http.StatusConflict},
		{"an id of the index", body("d01", text), http.StatusConflict},
		{"no id", body("", text), 400}, {"a long id", body(strings.Repeat("x", maxID+1), text), 400},
		{"no text", body("x", ""), 400}, {"no JSON", "x", 400},
		{"a file of PDF", body("x", "%PDF-1.4 words"), 400},
		{"base64", body("x", strings.Repeat("QmFzZTY0IGlzIG5vdCB0ZXh0LCBidXQgaXQgbG9va3MgbGlrZSBpdCBoZXJl\n", 20)),
			400},
	} {
		if code, out := send(t, d, "POST", s.URL+"/api/add", tc.body); code != tc.want {
			t.Errorf("%s: %d %s, want %d", tc.about, code, out, tc.want)
		}
	}
	if code, _ := send(t, d, "POST", s.URL+"/api/add", body("y", text), "Origin",
		"http://evil.example"); code != http.StatusForbidden {
		t.Errorf("from another site: %d", code)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Errorf("files %v, %v", left, err)
	}
}

// Without the flag nothing is added. If the index cannot be changed, no file is left, and queries go on.
func TestAddFails(t *testing.T) {
	_, ix := made(t)
	d, s := opened(t, ix, nil)
	const body = `{"id":"new","text":"Some text."}`
	if code, out := send(t, d, "POST", s.URL+"/api/add", body); code != http.StatusForbidden ||
		!strings.Contains(out, "--allow_add") {
		t.Errorf("%d %s", code, out)
	}
	folder := t.TempDir()
	lock, err := lockdir.Hold(ix)
	if err != nil {
		t.Fatal(err)
	}
	d, s = opened(t, ix, withAdd(t, folder))
	code, out := send(t, d, "POST", s.URL+"/api/add", body)
	if code != http.StatusServiceUnavailable || !strings.Contains(out, "the index is being changed: try again") {
		t.Errorf("a locked index: %d %s", code, out)
	}
	lock.Release()
	file := filepath.Join(folder, fmt.Sprintf("%.16x.jsonl", sha256.Sum256([]byte("new"))))
	half := filepath.Join(t.TempDir(), "half") // the same file: it changes if the new one is written in its place
	if err := os.WriteFile(file, []byte("half"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(file, half); err != nil {
		t.Fatal(err)
	}
	d, s = opened(t, ix, func(p *Params) {
		p.AllowAdd, p.run = folder, func(context.Context, ...string) error { return errors.New("the disk is full") }
	})
	code, out = send(t, d, "POST", s.URL+"/api/add", body)
	if code != http.StatusInternalServerError || !strings.Contains(out, "adding the document failed") {
		t.Errorf("%d %s", code, out)
	}
	if got, err := os.ReadFile(half); err != nil || string(got) != "half" {
		t.Errorf("the file is not written whole or not at all: %.20q, %v", got, err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("files %v, %v", left, err)
	}
	if got := ask(t, d, s, queries()[0]); len(got.Passages) == 0 {
		t.Error("no passages any more")
	}
}

// underWay begins to add a document with the id first, and returns how to add others, and what finishes the first one.
func underWay(
	t *testing.T, change func(*Params),
) (d *desk, s *httptest.Server, add func(id string) (int, string), finish func()) {
	t.Helper()
	_, ix := made(t)
	begun, end := make(chan bool), make(chan bool)
	var once sync.Once
	d, s = opened(t, ix, func(p *Params) {
		withAdd(t, t.TempDir())(p)
		change(p)
		run := p.run
		p.run = func(ctx context.Context, args ...string) error {
			once.Do(func() { close(begun) })
			<-end
			return run(ctx, args...)
		}
	})
	add = func(id string) (int, string) {
		return send(t, d, "POST", s.URL+"/api/add", `{"id":"`+id+`","text":"Some text."}`)
	}
	var first sync.WaitGroup
	first.Go(func() {
		if code, out := add("first"); code != 200 {
			t.Errorf("the first document: %d %s", code, out)
		}
	})
	<-begun
	return d, s, add, func() {
		close(end)
		first.Wait()
	}
}

// While a document is added and others wait, queries are answered, and more documents than wait are refused.
func TestAddWaits(t *testing.T) {
	d, s, add, finish := underWay(t, func(p *Params) { p.MaxQueries = 1 })
	codes := make(chan int, cap(d.additions))
	for range cap(d.additions) - 1 { // beside the first one: as many as may wait
		go func() {
			code, _ := add("other")
			codes <- code
		}()
	}
	for len(d.additions) < cap(d.additions) {
		time.Sleep(time.Millisecond)
	}
	if code, out := add("other"); code != http.StatusTooManyRequests {
		t.Errorf("another document: %d %s", code, out)
	}
	if got := ask(t, d, s, queries()[0]); len(got.Passages) == 0 {
		t.Error("no passages while documents wait")
	}
	finish()
	answers := map[int]int{}
	for range cap(d.additions) - 1 {
		answers[<-codes]++
	}
	if want := map[int]int{http.StatusOK: 1, http.StatusConflict: cap(d.additions) - 2}; !maps.Equal(answers, want) {
		t.Errorf("the documents that waited, all with one id: %v, want %v", answers, want)
	}
}

// A document may take longer to add than an answer. Another one is refused after the time of an answer.
func TestAddTakesLong(t *testing.T) {
	d, _, add, finish := underWay(t, func(p *Params) { p.MaxTime, p.slow = 100*time.Millisecond, 2*time.Second })
	if code, out := add("other"); code != http.StatusServiceUnavailable ||
		!strings.Contains(out, "the index is being changed: try again") {
		t.Errorf("another document: %d %s", code, out)
	}
	time.Sleep(2*d.params.slow + d.params.MaxTime) // as long as the server writes an answer otherwise
	finish()
}

// The documents of the index may have other fields.
func TestAddToOtherFields(t *testing.T) {
	dir := t.TempDir()
	ix, file := filepath.Join(dir, "ix"), filepath.Join(dir, "a.jsonl")
	if err := os.WriteFile(file, []byte(`{"url":"a","body":"`+prose(1, 100)+`"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"--input=" + file, "--index=" + ix, "--id_field=url", "--text_field=body", "--quiet"}
	if out, code := execute(t, IndexCommand(), args...); code != 0 {
		t.Fatal(out)
	}
	folder := filepath.Join(dir, "added")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	d, s := opened(t, ix, withAdd(t, folder))
	if code, out := send(t, d, "POST", s.URL+"/api/add", `{"id":"b","text":"`+prose(2, 100)+`"}`); code != 200 {
		t.Errorf("%d %s", code, out)
	}
	for seed, want := range map[uint64]string{1: "a", 2: "b"} {
		got := ask(t, d, s, Question{Text: prose(seed, 100)})
		if len(got.Passages) != 1 || got.Passages[0].B != want {
			t.Errorf("%+v, want %s", got, want)
		}
	}
}
