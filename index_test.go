package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/store/storetest"
)

// essays writes documents with the ids from first on, of 5,000 letters each, and returns the path.
func essays(t *testing.T, dir, name string, first, n int) string {
	t.Helper()
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "{\"id\":\"e%d\",\"text\":%q}\n", first+i, noise(5000, uint32(first+i)))
	}
	filetest.Put(t, dir, map[string]string{name: b.String()})
	return name
}

// inIndex checks whether an index knows the essays with these numbers: the whole of a text is found.
func inIndex(t *testing.T, dir, ix string, want bool, numbers ...int) {
	t.Helper()
	for _, n := range numbers {
		filetest.Put(t, dir, map[string]string{"query.txt": noise(5000, uint32(n))})
		o := finish(t, dir, program(dir, "lookup", "--index="+ix, "--answer=text", "--threshold=0.99", "--top=0",
			"query.txt"))
		if o.code != 0 || strings.Contains(o.stdout, fmt.Sprintf("e%d ", n)) != want {
			t.Errorf("e%d is found: want %v; exit %d\n%s%s", n, want, o.code, o.stdout, o.stderr)
		}
	}
}

// Two builds at once in one index in a bucket: the first that is ready stands, the other one fails
// and changes nothing, and a third one goes on from there. The second one does all of its work while
// the first one gives its segment its name, or when only its manifest is missing.
func TestIndexTwoRunsInBucket(t *testing.T) {
	for _, tc := range []struct {
		what string
		flag []string // of an addition
		// The first run waits when it has asked to read this file, or to change it.
		get  bool
		file string
	}{
		{"first builds", nil, false, "_SUCCESS"},
		{"first builds, behind the segment", nil, true, "00001/postings-00000-of-00001.table"},
		{"additions", []string{"--add"}, false, "_SUCCESS"},
		{"additions, behind the segment", []string{"--add"}, true, "00002/postings-00000-of-00001.table"},
	} {
		t.Run(tc.what, func(t *testing.T) {
			s := storetest.Start(t, "b")
			dir := t.TempDir()
			const ix = "--index=gs://b/deep/ix"
			run := func(input string, flags ...string) outcome {
				return finish(t, dir,
					program(dir, append([]string{"index", "--input=" + input, ix, "--quiet"}, flags...)...))
			}
			if tc.flag != nil {
				if o := run(essays(t, dir, "before.jsonl", 0, 2)); o.code != 0 {
					t.Fatal(o.stderr)
				}
			}
			one, two := essays(t, dir, "one.jsonl", 10, 2), essays(t, dir, "two.jsonl", 20, 2)
			var begun atomic.Bool
			var second outcome
			s.After(func(r *http.Request) {
				if (r.Method == http.MethodGet) == tc.get && strings.HasSuffix(r.URL.Path, tc.file) &&
					begun.CompareAndSwap(false, true) {
					second = run(two, tc.flag...)
				}
			})
			first := run(one, tc.flag...)
			const why = "diagonal: --index=gs://b/deep/ix: another run has changed this index while this one was at work; its change stands, this one is dropped: run it again\n"
			if second.code != 0 || first.code != 1 || first.stderr != why {
				t.Errorf("the second run: exit %d, %s; the first one: exit %d, %s", second.code, second.stderr,
					first.code, first.stderr)
			}
			inIndex(t, dir, "gs://b/deep/ix", true, 20, 21)
			inIndex(t, dir, "gs://b/deep/ix", false, 10, 11)
			if o := run(one, "--add"); o.code != 0 {
				t.Errorf("once more: exit %d, %s", o.code, o.stderr)
			}
			inIndex(t, dir, "gs://b/deep/ix", true, 10, 20)
			if tc.flag != nil {
				inIndex(t, dir, "gs://b/deep/ix", true, 0)
			}
			m, err := indexio.ReadManifest(t.Context(), "gs://b/deep/ix")
			if err != nil {
				t.Fatal(err)
			}
			named := map[string]bool{}
			for _, segment := range m.Segments {
				named[segment.Name] = true
			}
			for object := range s.Objects(t, "b", "deep/ix/segments/") {
				if name := strings.Split(object, "/")[3]; !named[strings.TrimSuffix(name, "/")] {
					t.Errorf("%s is left", object)
				}
			}
		})
	}
}

// A build that is killed at any moment leaves the index as it was, and hinders no later one.
func TestIndexKilled(t *testing.T) {
	dir := t.TempDir()
	if o := finish(t, dir, program(dir, "index", "--input="+essays(t, dir, "before.jsonl", 0, 20), "--index=ix",
		"--quiet")); o.code != 0 {
		t.Fatal(o.stderr)
	}
	manifest := filepath.Join(dir, "ix", indexio.ManifestFile)
	before := filetest.Read(t, manifest)
	more := essays(t, dir, "more.jsonl", 100, 400)
	add := []string{"index", "--input=" + more, "--index=ix", "--add", "--quiet"}
	for added, wait := false, 10*time.Millisecond; !added; wait = wait * 3 / 2 {
		r := begin(t, program(dir, add...))
		if wait > 10*time.Millisecond {
			time.Sleep(wait)
		} else { // the first one is killed as soon as it writes
			r.until(t, "it writes a segment", func() bool {
				segments, err := os.ReadDir(filepath.Join(dir, "ix", "segments"))
				return err == nil && len(segments) > 1
			})
		}
		r.Process.Kill()
		r.end()
		after, err := os.ReadFile(manifest)
		if err != nil {
			t.Fatalf("killed after %v: %v", wait, err)
		}
		added = string(after) != string(before) // it was faster, and has added all of its input
	}
	inIndex(t, dir, "ix", true, 0, 19, 100, 499)
	names, err := filepath.Glob(filepath.Join(dir, "ix", "segments", "*"))
	hidden, _ := filepath.Glob(filepath.Join(dir, "ix", "segments", ".*"))
	if len(names) != 2 || len(hidden) > 0 || err != nil {
		t.Errorf("segments %v, %v, error %v", names, hidden, err)
	}
}
