package job

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/pflag"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/names"
	"example.org/diagonal/io/store"
)

// Hidden hides which document is which in what a command shows.
type Hidden struct {
	// Anonymous hides the ids of documents and what else says which they are. Key is the file that says which name is
	// whose.
	Anonymous bool
	Key       string
}

// Flags defines --anonymous, whose usage says what is hidden, and --key in fs.
func (h *Hidden) Flags(fs *pflag.FlagSet, usage string) {
	fs.BoolVar(&h.Anonymous, "anonymous", false, usage)
	fs.StringVar(&h.Key, "key", "",
		"`file` of --anonymous with names and ids, a CSV that only you can read; a file that exists gives the same\n"+
			"names again, and new ones are added")
}

// Check returns an error about a flag that has an impossible value or no effect.
func (h *Hidden) Check() error {
	switch {
	case h.Anonymous && h.Key == "":
		return errors.New(
			"--anonymous needs --key=FILE, the file that says which name is whose: keep it apart from what you show")
	case !h.Anonymous && h.Key != "":
		return errors.New("--key has no effect without --anonymous")
	case h.Anonymous && !store.IsLocal(h.Key):
		return fmt.Errorf("--key=%s: give a file of this machine, which only you can read", h.Key)
	}
	return nil
}

// Open reads the key, which must not be one of the files or folders of apart, nor in them. It returns nil without
// Anonymous. The error has the exit code of line.Usage.
func (h *Hidden) Open(apart ...string) (*names.Key, error) {
	if !h.Anonymous {
		return nil, nil
	}
	for _, folder := range apart {
		if folder != "" && (store.Within(h.Key, folder) || filepath.Clean(folder) == filepath.Clean(h.Key)) {
			return nil,
				line.Usage(fmt.Errorf("--key=%s is in %s, and is to be kept apart: choose another file", h.Key, folder))
		}
	}
	key, err := names.Read(h.Key)
	if err != nil {
		return nil, h.KeyError(err)
	}
	return key, nil
}

// KeyError returns an error of the key with the name of its flag, and the exit code of line.Usage.
func (h *Hidden) KeyError(err error) error {
	if err == nil {
		return nil
	}
	return line.Usage(fmt.Errorf("--key=%s: %w", h.Key, err))
}
