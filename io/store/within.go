package store

import (
	"path/filepath"
	"strings"
)

// Within reports whether a path is a folder or is below it, after following links. A path that
// does not exist yet is taken as it is spelled.
func Within(path, folder string) bool {
	if !IsLocal(path) || !IsLocal(folder) {
		folder = strings.TrimRight(folder, "/")
		return path == folder || strings.HasPrefix(path, folder+"/")
	}
	below, err := filepath.Rel(withoutLinks(folder), withoutLinks(path))
	return err == nil && below != ".." && !strings.HasPrefix(below, ".."+string(filepath.Separator))
}

// withoutLinks is a path without links in the part of it that exists.
func withoutLinks(path string) string {
	path, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	for rest := ""; ; {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			return filepath.Join(real, rest)
		}
		parent := filepath.Dir(path)
		if parent == path {
			return filepath.Join(path, rest)
		}
		rest, path = filepath.Join(filepath.Base(path), rest), parent
	}
}
