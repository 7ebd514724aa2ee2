package store

import (
	"os"
	"path/filepath"
	"strings"
)

// Within reports whether a path is a folder or is below it, after following links. A path that
// does not exist yet is taken as it is spelled.
func Within(path, folder string) bool { return Below(folder)(path) }

// Below returns Within for one folder and many paths. The links of a folder that has many of the
// paths are followed once.
func Below(folder string) func(path string) bool {
	spelled := strings.TrimRight(folder, "/")
	real, parents := folder, map[string]string{}
	if IsLocal(folder) {
		real = withoutLinks(folder)
	}
	return func(path string) bool {
		if !IsLocal(path) || !IsLocal(folder) {
			return path == spelled || strings.HasPrefix(path, spelled+"/")
		}
		below, err := filepath.Rel(real, withoutLinksBy(parents, path))
		return err == nil && below != ".." && !strings.HasPrefix(below, ".."+string(filepath.Separator))
	}
}

// withoutLinksBy is withoutLinks for many paths. parents is what is known of their folders.
func withoutLinksBy(parents map[string]string, path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	parent := filepath.Dir(abs)
	real, ok := parents[parent]
	if !ok {
		real = withoutLinks(parent)
		parents[parent] = real
	}
	joined := filepath.Join(real, filepath.Base(abs))
	if info, err := os.Lstat(joined); err != nil || info.Mode()&os.ModeSymlink != 0 {
		return withoutLinks(abs)
	}
	return joined
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
