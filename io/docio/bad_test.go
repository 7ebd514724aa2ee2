package docio

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
)

// What cannot be read is rejected with a reason, and the rest goes on.
func TestReadBadInput(t *testing.T) {
	var doc []string
	for i := range 20_000 {
		doc = append(doc, fmt.Sprintf(`{"text":"document %d"}`, i*i*7919))
	}
	packed := gz(t, strings.Join(doc, "\n"))
	got := readPlan(t, newPlan(t, params(folder(t, map[string]string{"f.jsonl.gz": packed[:len(packed)/2]}))))
	documents, rejected := 0, ""
	for _, line := range got {
		if strings.HasPrefix(line, "rejected ") {
			rejected += line
		} else {
			documents++
		}
	}
	if want := fmt.Sprintf("rejected f.jsonl.gz, line %d: gzip data ends too early, after ",
		documents+1); documents < 5000 || !strings.HasPrefix(rejected, want) {
		t.Errorf("half a gzip file: %d documents, %q, want %q", documents, rejected, want)
	}

	for _, tc := range []struct {
		name, content string
		want          []string
	}{
		{"a.txt.gz", gz(t, "text")[:15],
			[]string{"rejected a.txt.gz: gzip data ends too early, after 0 decompressed bytes"}},
		{"a.txt.gz", gz(t, "text") + "garbage, longer than a header", []string{`0 0 a.txt.gz a.txt.gz#0@0 "text"`,
			"rejected a.txt.gz, record 2: gzip data is followed by something else after 4 decompressed bytes"}},
		{"a.jsonl", "", nil},
		{"a.txt", "", []string{`0 0 a.txt a.txt#0@0 ""`}},
		{"a.bin", "\x7fELF\x00", []string{"rejected a.bin: binary file (NUL byte at offset 4)"}},
		{"a.txt", "%PDF-1.4\n\x00\xff",
			[]string{"rejected a.txt: this is a PDF file, not text: in a file named *.pdf it is read"}},
		{"a.docx", "PK\x03\x04word\x00\xff", []string{"rejected a.docx: zip: not a valid zip file"}},
		{"a.html", "%PDF-1.7",
			[]string{"rejected a.html: this is a PDF file, not text: in a file named *.pdf it is read"}},
		{"a.ps.gz", gz(t, "%!PS-Adobe-3.0\n"),
			[]string{"rejected a.ps.gz: this is a PostScript file, not text: convert it with ps2ascii"}},
		{"a.jsonl", `{"id":"x","text":"%PDF-1.4"}` + "\n" + `{"id":"y","text":"50 %PDF-"}`,
			[]string{`0 0 y a.jsonl#1@29 "50 %PDF-"`,
				"rejected a.jsonl, line 1 (x): this is a PDF file, not text: in a file named *.pdf it is read"}},
		{"a.html", "<p>\x00", []string{"rejected a.html: binary file (NUL byte at offset 3)"}},
	} {
		path := filepath.Join(folder(t, map[string]string{tc.name: tc.content}), tc.name)
		if diff := cmp.Diff(tc.want, readPlan(t, newPlan(t, params(path)))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
}

// A file that is gone, or shut, when its turn comes is rejected.
func TestReadFileGone(t *testing.T) {
	dir := folder(t, map[string]string{"a.txt": "a", "b.jsonl": "{}", "c.txt": "c", "d.txt": "d"})
	plan := newPlan(t, params(dir))
	os.Remove(filepath.Join(dir, "a.txt"))
	os.Remove(filepath.Join(dir, "b.jsonl"))
	want := []string{`0 0 c.txt c.txt#0@0 "c"`}
	if os.Getuid() == 0 { // root may read what is shut
		want = append(want, `0 0 d.txt d.txt#0@0 "d"`)
	}
	want = append(want, "rejected a.txt: no such file or folder", "rejected b.jsonl, line 1: no such file or folder")
	if os.Getuid() != 0 {
		os.Chmod(filepath.Join(dir, "d.txt"), 0)
		want = append(want, "rejected d.txt: no permission to read it")
	}
	if diff := cmp.Diff(want, readPlan(t, plan)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestReadCancelled(t *testing.T) {
	dir := folder(t, map[string]string{"a.jsonl": strings.Repeat(`{"text":"a"}`+"\n", 100)})
	plan := newPlan(t, params(dir))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	n := 0
	err := (&readFn{Params: plan.params}).ProcessElement(ctx, plan.elements(maxElements)[0], func(record.Document) {
		if n++; n == 7 {
			cancel()
		}
	}, nil, nil, nil)
	if err != context.Canceled || n != 7 {
		t.Errorf("cancelled after 7: %d documents, error %v", n, err)
	}
}

// However much a reader reads ahead or stops early, the sum is that of the plan.
func TestProgress(t *testing.T) {
	dir := folder(t, map[string]string{"a.jsonl": lines(40_000), "b.txt.gz": gz(t, "b"),
		"c.bin": "\x00" + strings.Repeat("x", 3<<20)})
	plan := newPlan(t, params(dir))
	files, bytes := Progress.Files.Load(), Progress.Bytes.Load()
	readPlan(t, plan)
	files, bytes = Progress.Files.Load()-files, Progress.Bytes.Load()-bytes
	if len(plan.Ranges()) < 4 || files != int64(plan.Files) || bytes != plan.Bytes {
		t.Errorf("%d ranges; %d files and %d bytes, the plan has %d and %d", len(plan.Ranges()), files, bytes,
			plan.Files, plan.Bytes)
	}
}
