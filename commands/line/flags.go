package line

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Belonging says that flags have an effect only if another flag has one of some values.
type Belonging struct {
	// Flags are those that belong to the value.
	Flags []string
	// To is the flag whose value decides, Values those with which Flags have an effect.
	To     string
	Values []string
}

// CheckFlags returns an error about the first flag that the user gave and that has no
// effect, by the table of a command.
func CheckFlags(fs *pflag.FlagSet, table []Belonging) error {
	for _, b := range table {
		if err := b.Check(fs, fs.Lookup(b.To).Value.String()); err != nil {
			return err
		}
	}
	return nil
}

// Check is CheckFlags for one line of a table, where the flag To has the given value.
func (b Belonging) Check(fs *pflag.FlagSet, value string) error {
	if slices.Contains(b.Values, value) {
		return nil
	}
	for _, name := range b.Flags {
		wanted := fmt.Sprintf("--%s=%s", b.To, anyOf(b.Values))
		switch {
		case !Given(fs, name):
		case fs.Changed(b.To):
			return fmt.Errorf("--%s has no effect with --%s=%s, only with %s: leave out one of the two", name, b.To, value, wanted)
		default:
			return fmt.Errorf("--%s has no effect without %s: add that, or leave out --%[1]s", name, wanted)
		}
	}
	return nil
}

// Given reports whether the user gave a flag, with a value that is not empty.
func Given(fs *pflag.FlagSet, name string) bool {
	return fs.Changed(name) && fs.Lookup(name).Value.String() != ""
}

// anyOf is values in a sentence.
func anyOf(values []string) string {
	last := len(values) - 1
	if last == 0 {
		return values[0]
	}
	return strings.Join(values[:last], ", ") + " or " + values[last]
}

// NoArguments is the check of arguments for a command whose input is a flag. Its error
// says so to a user who left --input= out.
func NoArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return Usage(fmt.Errorf("%s takes no arguments: give files as --input=%s", cmd.Name(), args[0]))
}
