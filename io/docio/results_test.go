package docio

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestResultsAreNoInput: what an earlier run has written among the documents is not read, unless
// it is named.
func TestResultsAreNoInput(t *testing.T) {
	files := map[string]string{
		"a.txt": "a", "b.jsonl": `{"text":"b"}`, "deep/c.txt": "c",
		"plain/summary.json": `{"text":"s"}`, "plain/run.json": `{"text":"r"}`, // not whole: _SUCCESS is missing
		"plain/part-00000-of-00001.jsonl": `{"text":"p"}`, "documents/d.txt": "d",
	}
	for _, dir := range []string{"found/", "deep/cleaned/"} {
		for _, name := range []string{"summary.json", "run.json", "_SUCCESS", "largest-00000-of-00001.jsonl",
			"documents/e.txt", "documents/e.jsonl", "pan/x.xml"} {
			files[dir+name] = `{"text":"of a result"}`
		}
	}
	dir := folder(t, files)
	t.Chdir(dir)
	all := "a.txt b.jsonl deep/c.txt documents/d.txt plain/part-00000-of-00001.jsonl plain/run.json plain/summary.json"
	left := []string{"2 left out (result of an earlier run): deep/cleaned, found"}
	noInput := "%s is the result of an earlier run and no collection: name a folder of documents (of a cleaned collection: %s/documents)"
	for _, tc := range []struct {
		input, names string
		notes        []string
	}{
		{".", all, left},
		{dir, all, []string{strings.ReplaceAll(left[0], ": deep/cleaned, ", ": "+dir+"/deep/cleaned, "+dir+"/")}},
		{"deep", "c.txt", []string{"1 left out (result of an earlier run): deep/cleaned"}},
		{"**/*.jsonl", "b.jsonl plain/part-00000-of-00001.jsonl", left},
		{"**/*.xml", "", left},
		{"*/*.txt", "deep/c.txt documents/d.txt", nil},
		{"found/*.jsonl", "largest-00000-of-00001.jsonl", nil},
		{"found/largest-00000-of-00001.jsonl", "largest-00000-of-00001.jsonl", nil},
		{"found/documents", "e.jsonl e.txt", nil},
		{"found", strings.ReplaceAll(noInput, "%s", "found"), nil},
		{dir + "/found/", strings.Replace(strings.Replace(noInput, "%s", dir+"/found/", 1), "%s", dir+"/found", 1),
			nil},
	} {
		plan, err := NewPlan(t.Context(), params(tc.input))
		var got string
		var notes []string
		switch {
		case err != nil && !errors.As(err, new(*UsageError)):
			t.Errorf("%s: %v is no error of usage", tc.input, err)
		case err != nil:
			if got = err.Error(); strings.Contains(got, "there is no file") {
				got, notes = "", strings.SplitAfterN(got, "; ", 2)[1:]
			}
		default:
			names := map[string]bool{}
			var in []string
			for _, r := range plan.ranges {
				if !names[r.Name] {
					names[r.Name] = true
					in = append(in, r.Name)
				}
			}
			got = strings.Join(in, " ")
			for _, note := range plan.Notes {
				notes = append(notes, strings.TrimPrefix(note, tc.input+": "))
			}
		}
		if got != tc.names {
			t.Errorf("%s: read %q, want %q", tc.input, got, tc.names)
		}
		if diff := cmp.Diff(tc.notes, notes); diff != "" {
			t.Errorf("%s: notes (-want +got):\n%s", tc.input, diff)
		}
	}
	if err := os.Remove("found/run.json"); err != nil {
		t.Fatal(err)
	}
	if plan := newPlan(t, params("found")); plan.Files != 6 {
		t.Errorf("of a folder that is no result %d files are read", plan.Files)
	}
}
