package program

import (
	"os"
	"path/filepath"
	"testing"
)

// Only a folder that Open created is removed, and a program that is named is not built.
func TestBench(t *testing.T) {
	kept := filepath.Join(t.TempDir(), "kept")
	for _, keep := range []string{kept, ""} {
		b := Bench{Folder: Folder{Keep: keep}, Binary: "/bin/true"}
		if err := b.Open(t.Context()); err != nil || b.Binary != "/bin/true" {
			t.Fatalf("%+v, %v", b, err)
		}
		if _, err := os.Stat(b.Keep); err != nil {
			t.Error(err)
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(b.Keep); (err == nil) != (keep != "") {
			t.Errorf("--keep=%q: after Close %v", keep, err)
		}
	}
}

// A collection that is there is not made again.
func TestCorpus(t *testing.T) {
	t.Chdir("../..")
	file := filepath.Join(t.TempDir(), "c.jsonl")
	if err := Corpus(t.Context(), file, "--mb=1"); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || info.Size() < 1_000_000 {
		t.Errorf("%v, %v", info, err)
	}
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Corpus(t.Context(), file, "--mb=1"); err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Stat(file); info.Size() != 0 {
		t.Error("the collection was made again")
	}
}
