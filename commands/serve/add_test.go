package serve

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
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

// A document that is added is found by later queries and by lookup, while others ask; no id is a path, and none is added twice.
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
	if out, code := execute(t, LookupCommand(), "--index="+ix, "--input="+query, "--output="+filepath.Join(dir, "out")); code != 0 || !strings.Contains(out, "1 passage") {
		t.Errorf("lookup: %d %s", code, out)
	}
	for _, tc := range []struct {
		about, body string
		want        int
	}{
		{"the same id", body(id, "another text"), http.StatusConflict}, {"an id of the index", body("d01", text), http.StatusConflict},
		{"no id", body("", text), 400}, {"a long id", body(strings.Repeat("x", mostID+1), text), 400}, {"no text", body("x", ""), 400}, {"no JSON", "x", 400},
	} {
		if code, out := send(t, d, "POST", s.URL+"/api/add", tc.body); code != tc.want {
			t.Errorf("%s: %d %s, want %d", tc.about, code, out, tc.want)
		}
	}
	if code, _ := send(t, d, "POST", s.URL+"/api/add", body("y", text), "Origin", "http://evil.example"); code != http.StatusForbidden {
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
	if code, out := send(t, d, "POST", s.URL+"/api/add", body); code != http.StatusForbidden || !strings.Contains(out, "--allow_add") {
		t.Errorf("%d %s", code, out)
	}
	folder := t.TempDir()
	d, s = opened(t, ix, func(p *Params) {
		p.AllowAdd, p.run = folder, func(context.Context, ...string) error { return errors.New("the index is locked") }
	})
	if code, _ := send(t, d, "POST", s.URL+"/api/add", body); code != http.StatusInternalServerError {
		t.Errorf("%d", code)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("files %v, %v", left, err)
	}
	if got := ask(t, d, s, queries()[0]); len(got.Passages) == 0 {
		t.Error("no passages any more")
	}
}
