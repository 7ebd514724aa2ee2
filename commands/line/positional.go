package line

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
)

// Beside is what the name of a result has behind that of its input, if the user names none.
const Beside = ".reuse"

// Inputs takes arguments that are files or folders on this machine for values of --input. If --output is not given, the
// result is beside the first one: that of essays/ is essays.reuse. Any other argument is an error.
func Inputs(cmd *cobra.Command, args []string) error {
	for _, a := range args {
		if _, err := os.Stat(a); err != nil {
			return Usage(fmt.Errorf("%s: no such file or folder here; a pattern or an address is given as --input=%[1]s, with an --output", a))
		}
	}
	if len(args) == 0 {
		return nil
	}
	fs := cmd.Flags()
	if !fs.Changed("output") {
		path, err := filepath.Abs(args[0]) // the name of the folder . too
		if err != nil {
			return err
		}
		if !filepath.IsAbs(args[0]) && filepath.Clean(args[0]) != "." {
			path = filepath.Clean(args[0])
		}
		if err := fs.Set("output", path+Beside); err != nil {
			return err
		}
	}
	for _, a := range args {
		if err := fs.Set("input", a); err != nil {
			return err
		}
	}
	return nil
}
