package docio

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/diagonal/io/record"
)

// A program runs once for a file, however often its text is read, and again if the file or the command is another one.
func TestProgramRunsOnce(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	runs := func() int {
		raw, _ := os.ReadFile(log)
		return strings.Count(string(raw), "\n")
	}
	dir := folder(t, map[string]string{"one.pdf": "%PDF-1.4 of one", "two.doc": "two"})
	onPath(t, "pdftotext", `echo pdf >>"`+log+`"; exec cat "$4"`)
	p := params(dir)
	convert := script(t, `echo pre >>"`+log+`"; exec cat "$1"`)
	p.Pre = []Pre{{Command: convert, Glob: []string{"*.doc"}}}
	docs, _ := each(t, p)
	again(t, p, docs)
	if len(docs) != 2 || runs() != 2 {
		t.Errorf("%d documents, %d runs; want 2 and 2, one for each file", len(docs), runs())
	}

	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(dir, "two.doc"), later, later); err != nil {
		t.Fatal(err)
	}
	if each(t, p); runs() != 3 {
		t.Errorf("%d runs; want 3: two.doc has changed", runs())
	}
	p.Pre[0].Command = convert + " {}"
	if each(t, p); runs() != 4 {
		t.Errorf("%d runs; want 4: the command of two.doc is another one", runs())
	}

	p.MaxRecord = 2
	_, rejected := each(t, p)
	if len(rejected) != 2 || runs() != 4 || !strings.Contains(rejected[0].Reason, "--max_record") {
		t.Errorf("with a limit: %v, %d runs; want two rejected files, and 4", rejected, runs())
	}
}

// Texts that have no room are not kept, and those before them stay.
func TestKeptTexts(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var k kept
	first, second := keptKey{path: "first"}, keptKey{path: "second"}
	k.add(first, []byte("one"))
	k.end = keptBytes
	k.add(second, []byte("two"))
	limit := record.LimitOf(10)
	if text, err := k.load(first, limit); string(text) != "one" || err != nil {
		t.Errorf("the first text is %q, %v; want one", text, err)
	}
	if text, err := k.load(second, limit); text != nil || err != nil {
		t.Errorf("the second text is %q, %v; want none", text, err)
	}
	names, err := filepath.Glob(filepath.Join(os.TempDir(), "diagonal-text-*"))
	if err != nil || len(names) > 0 {
		t.Errorf("files that are left: %v, %v", names, err)
	}
}
