package job

import (
	"errors"
	"fmt"
	"path/filepath"
	"unicode/utf8"

	"example.org/diagonal/io/store"
)

// checkOutput refuses an output folder that no result can be made in.
func checkOutput(output string) error {
	if output == "" {
		return Usage(errors.New("--output is missing: name a new folder for the result"))
	}
	if !store.IsLocal(output) {
		return nil
	}
	path, err := filepath.Abs(output)
	if err == nil && !utf8.ValidString(path) { // workers get it as JSON
		err = Usage(fmt.Errorf("--output=%s: the path %s is not valid UTF-8: choose another folder", output, path))
	}
	return err
}
