package clean_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// Of two indexes that have a document of one id, the first one has it: it is no duplicate, and a strict run passes.
func TestTwoIndexesWithOneID(t *testing.T) {
	dir := t.TempDir()
	part := func(word string) string {
		return strings.Repeat(fmt.Sprintf(
			"The %s went down at night off the coast, and nobody knows what became of the %s. ", word, word), 3)
	}
	file := func(name, id, text string) string {
		f := filepath.Join(dir, name)
		if err := os.WriteFile(f, []byte(fmt.Sprintf("{\"id\":%q,\"text\":%q}\n", id, text)), 0o644); err != nil {
			t.Fatal(err)
		}
		return f
	}
	x, z := part("schooner"), part("locomotive")
	mustRun(t, "index", "--index="+dir+"/ix1", "--input="+file("day1.jsonl", "p", x+"Nobody else was there."))
	mustRun(t, "index", "--index="+dir+"/ix2", "--input="+file("day2.jsonl", "p", z+"Somebody else was there."))
	mustRun(t, "clean", "--strict",
		"--input="+file("day3.jsonl", "q", "It is said again: "+x+"And then: "+z+"And that is new, as far as we know."),
		"--against="+dir+"/ix1", "--against="+dir+"/ix2", "--output="+dir+"/out")
	var removed string
	files, err := filepath.Glob(dir + "/out/manifest*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		removed += string(read(t, f))
	}
	if !strings.Contains(removed, `"kept_id":"p"`) {
		t.Errorf("removed: %q, want the passage that p of the first index has", removed)
	}
}

// Of short old documents with one text, one whose file is gone does not hide the next one.
func TestEqualDocumentOfAnIndexIsGone(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		f := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(f), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return f
	}
	const short = "Oh.\n" // a lookup finds no passage in it
	first := write("old/a.txt", short)
	write("old/b.txt", short)
	write("new/c.txt", short)
	write("new/d.txt", "Another note.\n")
	mustRun(t, "index", "--index="+dir+"/ix", "--input="+dir+"/old")
	if err := os.Remove(first); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "clean", "--input="+dir+"/new", "--against="+dir+"/ix", "--output="+dir+"/out")
	var kept string
	files, err := filepath.Glob(dir + "/out/documents/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		kept += string(read(t, f))
	}
	if strings.Contains(kept, "Oh") || !strings.Contains(kept, "Another note") {
		t.Errorf("kept: %q, want the new note alone", kept)
	}
}

// Old documents that equal those of the input are read once, also if they do not fit into the memory of a lookup
// together. Nothing but their hashes has named them before.
func TestEqualDocumentsOfAnIndexAreReadOnce(t *testing.T) {
	dir, space := t.TempDir(), strings.Repeat(" ", 7<<20)
	lines := map[string]string{"/a.jsonl": `{"id":"a","text":"Oh.` + space + "\"}\n",
		"/b.jsonl": `{"id":"b","text":"Ah.` + space + "\"}\n"}
	var sent atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(&counter{w, &sent}, r, r.URL.Path, time.Unix(1, 0), strings.NewReader(lines[r.URL.Path]))
	}))
	defer server.Close()
	var all string
	for _, line := range lines {
		all += strings.Replace(line, `"id":"`, `"id":"new-`, 1)
	}
	mustRun(t, "index", "--index="+dir+"/ix", "--input="+server.URL+"/a.jsonl", "--input="+server.URL+"/b.jsonl")
	if err := os.WriteFile(dir+"/new.jsonl", []byte(all), 0o644); err != nil {
		t.Fatal(err)
	}
	sent.Store(0)
	mustRun(t, "clean", "--input="+dir+"/new.jsonl", "--against="+dir+"/ix", "--output="+dir+"/out")
	if n := sent.Load(); n < int64(len(all))*9/10 || n > int64(len(all))*11/10 {
		t.Errorf("%d bytes of the old documents were read, which have %d", n, len(all))
	}
}

// counter counts the bytes that are written.
type counter struct {
	http.ResponseWriter
	n *atomic.Int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.ResponseWriter.Write(p)
	c.n.Add(int64(n))
	return n, err
}
