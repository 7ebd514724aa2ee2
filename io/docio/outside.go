package docio

import (
	"errors"
	"io/fs"
	"os"

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
