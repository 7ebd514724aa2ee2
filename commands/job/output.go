package job

import (
	"errors"
	"fmt"
	"path/filepath"
	"unicode/utf8"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/store"
)

// checkOutput returns an error about an output folder in which no result can be made.
func checkOutput(output string) error {
	if output == "" {
		return line.Usage(errors.New("--output is missing: name a new folder for the result"))
	}
	if !store.IsLocal(output) {
		return nil
	}
	path, err := filepath.Abs(output)
	if err == nil && !utf8.ValidString(path) { // workers get it as JSON
		err = line.Usage(fmt.Errorf("--output=%s: the path %s is not valid UTF-8: choose another folder", output, path))
	}
	return err
}
