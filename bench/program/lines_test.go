package program

import (
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// What is written is read again, with that of other files of the glob behind it, compressed or not.
func TestLines(t *testing.T) {
	dir := t.TempDir()
	if err := WriteLines(filepath.Join(dir, "a.jsonl"), []string{"<a> & ü", "b"}); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(filepath.Join(dir, "a.jsonl")); err != nil || string(b) != "\"<a> & ü\"\n\"b\"\n" {
		t.Errorf("%q, %v", b, err)
	}
	f, err := os.Create(filepath.Join(dir, "b.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := gzip.NewWriter(f)
	if _, err := w.Write([]byte("\"c\"\n")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadLines[string](filepath.Join(dir, "*.jsonl*")); err != nil ||
		!slices.Equal(got, []string{"<a> & ü", "b", "c"}) {
		t.Errorf("%q, %v", got, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "broken.jsonl"), []byte("\"d\"\n{"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, glob := range []string{"none", "broken.jsonl"} {
		if got, err := ReadLines[string](filepath.Join(dir, glob)); err == nil {
			t.Errorf("%s: %q without an error", glob, got)
		}
	}
}
