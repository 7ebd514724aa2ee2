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
