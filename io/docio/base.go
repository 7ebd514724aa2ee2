package docio

import (
	"path/filepath"
	"strings"

	"example.org/diagonal/io/store"
)

// nameOf returns the name of a file: its path below Base, if that is set.
func (p Params) nameOf(f store.File) (string, error) {
	if p.Base == "" {
		return f.Name, nil
	}
	outside := usagef("--base=%s: %s is not below it: name a folder above all that is read", p.Base, f.Path)
	if !store.IsLocal(f.Path) || !store.IsLocal(p.Base) {
		name, ok := strings.CutPrefix(f.Path, strings.TrimRight(p.Base, "/")+"/")
		if !ok {
			return "", outside
		}
		return name, nil
	}
	base, err := filepath.Abs(p.Base)
	if err != nil {
		return "", err
	}
	path, err := filepath.Abs(f.Path)
	if err != nil {
		return "", err
	}
	name, err := filepath.Rel(base, path)
	if err != nil || name == ".." || strings.HasPrefix(name, ".."+string(filepath.Separator)) {
		return "", outside
	}
	return filepath.ToSlash(name), nil
}
