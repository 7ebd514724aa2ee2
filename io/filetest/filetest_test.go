package filetest

import (
	"maps"
	"path/filepath"
	"testing"
)

// Files are where they were written, with their content, and empty folders are no files.
func TestTree(t *testing.T) {
	dir := t.TempDir()
	Put(t, dir, map[string]string{"a/b.txt": "", "c": "", "empty/": ""})
	if got := string(Read(t, Write(t, filepath.Join(dir, "a", "b.txt"), []byte("one")))); got != "one" {
		t.Errorf("Read returns %q", got)
	}
	if got, want := Tree(t, dir), map[string]string{"a/b.txt": "one", "c": ""}; !maps.Equal(got, want) {
		t.Errorf("Tree returns %q, want %q", got, want)
	}
}
