package docio

import (
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// A sample has about its share of the documents, from all over a file, each once, and reads next to
// nothing else.
func TestSample(t *testing.T) {
	dir := t.TempDir()
	var lines strings.Builder
	const all = 20_000
	for i := range all {
		fmt.Fprintf(&lines, `{"text":"document %d %s"}`+"\n", i, strings.Repeat("x", 180))
	}
	large := filetest.Write(t, filepath.Join(dir, "large.jsonl"), lines.String())
	zipped := filepath.Join(dir, "zipped.jsonl.gz")
	f, err := os.Create(zipped)
	if err != nil {
		t.Fatal(err)
	}
	w := gzip.NewWriter(f)
	w.Write([]byte(lines.String()))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f.Close()
	texts := filepath.Join(dir, "texts")
	for i := range 200 {
		os.MkdirAll(texts, 0o700)
		filetest.Write(t, filepath.Join(texts, fmt.Sprint(i)), "text")
	}
	for _, tc := range []struct {
		input    string
		share    float64
		min, max int
	}{
		{large, .1, 1500, 2500}, {large, 1, all, all}, {large, 0, all, all}, {texts, .1, 20, 20},
		{zipped, .1, 50, 6000},
	} {
		p := Defaults()
		p.Input, p.Share = []string{tc.input}, tc.share
		plan, err := NewPlan(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		ids, last := map[string]bool{}, ""
		err = plan.Each(t.Context(), func(d record.Document) error {
			ids[d.ID] = true
			last = string(d.Text)
			return nil
		}, func(r record.Rejected) { t.Error(r) })
		if err != nil || len(ids) < tc.min || len(ids) > tc.max {
			t.Errorf("%s: %d documents in a share of %g, want %d to %d (%v)", filepath.Base(tc.input), len(ids),
				tc.share, tc.min, tc.max, err)
		}
		var at int
		if fmt.Sscanf(last, "document %d", &at); tc.input == large && at < all*8/10 {
			t.Errorf("the last document of the sample is %d of %d", at, all)
		}
		files, _, text, _, err := Sizes(t.Context(), p)
		if err != nil || files == 0 || text == 0 {
			t.Errorf("Sizes: %d files, %d bytes of text, %v", files, text, err)
		}
	}
	for _, share := range []float64{-.1, 1.1} {
		p := Defaults()
		p.Input, p.Share = []string{large}, share
		if _, err := NewPlan(t.Context(), p); err == nil {
			t.Errorf("a share of %g is taken", share)
		}
	}
}

// Files that are one document each say how many documents there are; a file of lines does not.
func TestSizesDocuments(t *testing.T) {
	files := map[string]string{"a.txt": "a", "b.html": "<p>b</p>", "c.xml.gz": gz(t, "<c/>")}
	if n, _, _, documents, err := Sizes(t.Context(), params(folder(t, files))); n != 3 || documents != 3 || err != nil {
		t.Errorf("%d files, %d documents, %v", n, documents, err)
	}
	files["d.jsonl"] = "{}\n"
	if n, _, _, documents, err := Sizes(t.Context(), params(folder(t, files))); n != 4 || documents != -1 ||
		err != nil {
		t.Errorf("%d files, %d documents, %v", n, documents, err)
	}
}
