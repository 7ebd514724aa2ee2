package docio

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"example.org/diagonal/io/store"
)

// Outside returns an error if the folder output is a file that the plan reads, or contains one:
// the file would be removed with an earlier result. The error is a *UsageError.
func (p *Plan) Outside(output string) error {
	if store.IsLocal(output) {
		if _, err := os.Stat(output); errors.Is(err, fs.ErrNotExist) {
			return nil // most are new: files need not be looked at
		}
	}
	below := store.Below(output)
	for _, r := range p.ranges {
		if below(p.params.place(p.dir, r.Path)) {
			return usagef("--output=%s holds %s, which is read: choose another folder", output, r.Path)
		}
	}
	return nil
}

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
