package docio

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/diagonal/io/record"
)

// manyLines is a file of lines that is cut into several ranges.
func manyLines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "{\"text\":\"document %d %s\"}\n", i, strings.Repeat("x", 4000))
	}
	return b.String()
}

// count reads a plan and counts documents and rejected records that say that the file
// changed.
func count(t *testing.T, plan *Plan, each func(record.Document)) (documents, changed int) {
	t.Helper()
	err := plan.Each(context.Background(), func(d record.Document) error {
		documents++
		if each != nil {
			each(d)
		}
		return nil
	}, func(r record.Rejected) {
		if strings.Contains(r.Reason, "the file changed during the run: it had ") {
			changed++
		} else if each == nil { // while it is read, a record may be torn
			t.Errorf("rejected for another reason: %s", r)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return documents, changed
}

// A file that is cut, grows or is written again between planning and reading is rejected:
// no part of it is left out without a word, and none is read at wrong places.
func TestReadChangedFile(t *testing.T) {
	text := manyLines(1000)
	for name, change := range map[string]func(path string) error{
		"cut":           func(path string) error { return os.Truncate(path, int64(len(text)/3)) },
		"cut to a line": func(path string) error { return os.Truncate(path, int64(strings.Index(text, "\n")+1)) },
		"grown":         func(path string) error { return os.WriteFile(path, []byte(text+text), 0o644) },
		"written again": func(path string) error { return os.Chtimes(path, time.Time{}, time.Unix(1, 0)) },
	} {
		for _, file := range []string{"a.jsonl", "a.txt", "a.jsonl.gz"} {
			content := text
			if strings.HasSuffix(file, ".gz") {
				content = gz(t, text)
			}
			path := filepath.Join(folder(t, map[string]string{file: content}), file)
			plan := newPlan(t, params(path))
			if file == "a.jsonl" && len(plan.Ranges()) < 3 {
				t.Fatalf("%d ranges: no test", len(plan.Ranges()))
			}
			if err := change(path); err != nil {
				t.Fatal(err)
			}
			if documents, changed := count(t, plan, nil); documents != 0 || changed != len(plan.Ranges()) {
				t.Errorf("%s, %s: %d documents, %d rejected, want %d", file, name, documents, changed,
					len(plan.Ranges()))
			}
		}
	}
}

// So is one that changes while it is read, behind what was read of it.
func TestReadFileThatChangesMeanwhile(t *testing.T) {
	path := filepath.Join(folder(t, map[string]string{"a.jsonl": manyLines(200)}), "a.jsonl")
	plan := newPlan(t, params(path))
	documents, changed := count(t, plan, func(d record.Document) {
		if d.Record == 0 {
			if err := os.Truncate(path, d.Offset); err != nil {
				t.Fatal(err)
			}
		}
	})
	if documents == 0 || documents == 200 || changed != 1 {
		t.Errorf("%d documents, %d rejected", documents, changed)
	}
}
