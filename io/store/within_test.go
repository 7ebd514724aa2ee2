package store

import (
	"os"
	"path/filepath"
	"testing"

	"example.org/diagonal/io/filetest"
)

func TestWithin(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	filetest.Folder(t, "a/b")
	if err := os.Symlink(filepath.Join(dir, "a", "b"), "link"); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		path, folder string
		want         bool
	}{
		{"a", "a", true},
		{"a/", "./a", true},
		{"a/b/x.txt", "a", true},
		{filepath.Join(dir, "a", "b"), "a", true},
		{"a", "a/b", false},
		{"ab", "a", false},
		{"a/../c", "a", false},
		{"..a", ".", true},
		{"link/x.txt", "a", true},
		{"a/b", "link", true},
		{"link/new/x", "a/b/new", true}, // what is not there yet
		{"gone/x", "gone", true},
		{"x", "/", true},
		{"gs://b/found/x", "gs://b/found", true},
		{"gs://b/found", "gs://b/found/", true},
		{"gs://b/found2/x", "gs://b/found", false},
		{"gs://b/found/x", "found", false},
		{"found/x", "gs://b/found", false},
	} {
		if got := Within(tc.path, tc.folder); got != tc.want {
			t.Errorf("Within(%q, %q) = %v", tc.path, tc.folder, got)
		}
	}
}
