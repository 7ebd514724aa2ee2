// Package filetest writes and reads files for tests. What fails ends the test.
package filetest

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Write writes a file, makes the folders that it is in, and returns its name.
func Write[Content string | []byte](t testing.TB, name string, content Content) string {
	t.Helper()
	Folder(t, filepath.Dir(name))
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// Put writes files by their paths below a folder, and returns the folder. A path that ends in a slash is a folder.
func Put(t testing.TB, dir string, files map[string]string) string {
	t.Helper()
	for path, content := range files {
		if name := filepath.Join(dir, path); strings.HasSuffix(path, "/") {
			Folder(t, name)
		} else {
			Write(t, name, content)
		}
	}
	return dir
}

// Folder makes a folder and those that it is in, and returns its name.
func Folder(t testing.TB, name string) string {
	t.Helper()
	if err := os.MkdirAll(name, 0o755); err != nil {
		t.Fatal(err)
	}
	return name
}

// Read returns what is in a file.
func Read(t testing.TB, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// Unpack returns what is in a file of gzip.
func Unpack(t testing.TB, name string) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(Read(t, name)))
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// Tree returns what is in the files below a folder, by their paths from there, with slashes.
func Tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		path, err := filepath.Rel(dir, name)
		files[filepath.ToSlash(path)] = string(Read(t, name))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
