package docio

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/store/storetest"
)

// Files of every format come from a web server as they do from the disk, whatever the server gives.
func TestWeb(t *testing.T) {
	lines := manyLines(600) // several ranges
	files := map[string]string{
		"a.txt": "One text.", "b.html": "<p>Two &amp; a page</p>", "c.xml": "<a>Three</a>", "d.jsonl": lines,
		"e.jsonl.gz": gz(t, lines),
		"f.parquet":  testdata(t, eightRows), "g.warc.gz": testdata(t, "warcio/testdata/wget.warc.gz"),
		"none": "no extension",
	}
	dir := folder(t, files)
	var names, paths []string
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		paths = append(paths, dir+"/"+name)
	}
	want := withoutFiles(readPlan(t, newPlan(t, params(paths...))))
	if len(want) < 1200 {
		t.Fatalf("only %d documents", len(want))
	}
	for name, m := range map[string]storetest.Manner{"parts": {}, "no parts": {NoRanges: true},
		"no length": {NoLength: true}} {
		t.Run(name, func(t *testing.T) {
			s := storetest.StartWeb(t, m)
			paths = nil
			for i, name := range names {
				s.Put("", "texts/"+name, files[name])
				query := ""
				if i%2 == 0 {
					query = "?sig=a/b.zst"
				}
				paths = append(paths, "http://"+s.Address+"/texts/"+name+query)
			}
			plan := newPlan(t, params(paths...))
			ranges := 0
			for _, r := range plan.Ranges() {
				if r.Format == "jsonl" {
					ranges++
				}
			}
			if whole := m != (storetest.Manner{}); whole != (ranges == 2) {
				t.Errorf("%d ranges of lines", ranges)
			}
			if diff := cmp.Diff(want, withoutFiles(readPlan(t, plan))); diff != "" {
				t.Errorf("(-disk +web):\n%s", diff)
			}
		})
	}
}

// withoutFiles are lines of showDocument in order, without the base names of the files, which a query is part of.
func withoutFiles(lines []string) []string {
	for i, line := range lines {
		before, after, _ := strings.Cut(line, "#")
		if i := strings.LastIndex(before, " "); i >= 0 {
			before = before[:i]
		}
		lines[i] = before + after
	}
	slices.Sort(lines)
	return lines
}

// A file that changes on the server behind the plan is rejected.
func TestWebChanges(t *testing.T) {
	for _, m := range []storetest.Manner{{}, {NoRanges: true}, {NoETag: true}} {
		s := storetest.StartWeb(t, m)
		s.Put("", "a.jsonl", manyLines(600))
		plan := newPlan(t, params("http://"+s.Address+"/a.jsonl"))
		s.Put("", "a.jsonl", manyLines(601))
		documents, changed := count(t, plan, nil)
		if documents != 0 || changed == 0 {
			t.Errorf("%+v: %d documents, %d times changed", m, documents, changed)
		}
	}
}

// The files of a data set at Hugging Face are behind an address that leads to another server, which signs its own.
func TestHuggingFace(t *testing.T) {
	s := storetest.StartWeb(t, storetest.Manner{})
	table := testdata(t, eightRows)
	s.Put("", "blobs/0123", table)
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/datasets/owner/name/resolve/main/data/train-00000-of-00001.parquet" {
			http.NotFound(w, r)
			return
		}
		http.Redirect(w, r, "http://"+s.Address+"/blobs/0123?signature=x", http.StatusFound)
	}))
	defer front.Close()
	p := params(front.URL + "/datasets/owner/name/resolve/main/data/train-00000-of-00001.parquet")
	if got := readPlan(t, newPlan(t, p)); len(got) != 8 {
		t.Errorf("%q", got)
	}
}
