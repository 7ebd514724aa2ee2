package clean_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Of two indexes that have a document of one id, the first one has it: it is no duplicate, and a strict run passes.
func TestTwoIndexesWithOneID(t *testing.T) {
	dir := t.TempDir()
	part := func(word string) string {
		return strings.Repeat(fmt.Sprintf("The %s went down at night off the coast, and nobody knows what became of the %s. ", word, word), 3)
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
	mustRun(t, "clean", "--strict", "--input="+file("day3.jsonl", "q", "It is said again: "+x+"And then: "+z+"And that is new, as far as we know."),
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
