package main

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/indexio"
)

var writeVersion = flag.String("write_version", "",
	"name of a version: write testdata/versions/NAME with this program, before it is published")

const versions = "testdata/versions"

// ofVersion are the records of testdata/corpora/licences that the examples of a version have.
var ofVersion = []string{"AFL-1.1", "AFL-1.2", "AFL-2.0"}

// TestVersions: an index and results that earlier versions have written are read, with what is in them, or refused with
// advice. Each version that is published adds its own:
//
//	go test . -run TestVersions -write_version=v0.1.0
func TestVersions(t *testing.T) {
	if *writeVersion != "" {
		makeVersion(t, *writeVersion)
	}
	entries, err := os.ReadDir(versions)
	if err != nil || len(entries) == 0 {
		t.Fatalf("there are no versions: %v", err)
	}
	for _, e := range entries {
		t.Run(e.Name(), func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(filepath.Join(versions, e.Name()))); err != nil {
				t.Fatal(err)
			}
			placeIndex(t, filepath.Join(dir, "index"), dir)
			for _, step := range []struct {
				args   []string
				want   string // of what it prints, if it reads what is there
				advice string // otherwise
			}{
				{[]string{"lookup", "--index=index", "query.txt"}, "verbatim      1.0000", "build the index again"},
				{[]string{"report", "found", "--input=documents"},
					"15 passages of two documents, 1 inside one document", "made by another version"},
				{[]string{"evaluate", "found", "found"}, " all                  16          16     1.0000  1.0000 ",
					"made by another version"},
				{[]string{"clean", "--input=documents", "--result=found", "--output=cleaned"}, " copies (",
					"made by another version"},
				{[]string{"report", "similar", "--input=documents"}, "3 documents, ", "made by another version"},
				{[]string{"clean", "--input=documents", "--result=similar", "--output=dropped"}, "documents dropped",
					"made by another version"},
			} {
				o := finish(t, dir, program(dir, step.args...))
				read := o.code == 0 && strings.Contains(o.stdout+o.stderr, step.want)
				refused := o.code == 2 && strings.Contains(o.stderr, step.advice)
				if !read && !refused {
					t.Errorf("%q: exit %d, neither %q nor the advice %q:\n%s%s", step.args, o.code, step.want,
						step.advice, o.stdout, o.stderr)
				}
			}
		})
	}
}

// placeIndex makes an index find its documents below a folder: it knows them by the folder in which it was made. An
// index that this program refuses stays as it is.
func placeIndex(t *testing.T, index, dir string) {
	t.Helper()
	m, err := indexio.ReadManifest(t.Context(), index)
	if err != nil {
		return
	}
	old := *m
	m.Segments = append([]indexio.Segment(nil), m.Segments...)
	for i := range m.Segments {
		m.Segments[i].Dir = dir
	}
	if err := m.Write(t.Context(), index, &old); err != nil {
		t.Fatal(err)
	}
}

// makeVersion writes the examples of this version.
func makeVersion(t *testing.T, name string) {
	t.Helper()
	dir := t.TempDir()
	var lines strings.Builder
	for line := range strings.Lines(string(filetest.Unpack(t,
		filepath.Join("testdata", "corpora", "licences", "corpus.jsonl.gz")))) {
		var d struct{ ID, Text string }
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatal(err)
		}
		for _, id := range ofVersion {
			if d.ID == id {
				lines.WriteString(line)
			}
		}
		if d.ID == "AFL-1.2" {
			filetest.Put(t, dir, map[string]string{"query.txt": d.Text[:2000]})
		}
	}
	filetest.Put(t, dir, map[string]string{"documents/licences.jsonl": lines.String()})
	for _, args := range [][]string{
		{"partial", "--input=documents", "--output=found", "--quiet"},
		{"resemblance", "--input=documents", "--output=similar", "--threshold=.3", "--quiet"},
		{"index", "--input=documents", "--index=index", "--quiet"},
	} {
		if o := finish(t, dir, program(dir, args...)); o.code != 0 {
			t.Fatalf("%q: %s", args, o.stderr)
		}
	}
	placeIndex(t, filepath.Join(dir, "index"), "/documents")
	if err := os.RemoveAll(filepath.Join(versions, name)); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(versions, name), os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
}
