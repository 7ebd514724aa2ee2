package line

import (
	"fmt"
	"os"
	"slices"

	"github.com/dustin/go-humanize/english"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/diagonal/transforms/analysis/standard"
)

// Belonging lists flags that have an effect only if another flag has one of some values.
type Belonging struct {
	// Flags are the names of these flags.
	Flags []string
	// To is the name of the other flag, Values are the values with which Flags have an effect.
	To     string
	Values []string
}

// CheckFlags returns an error about the first flag of table that the user gave although it has
// no effect.
func CheckFlags(fs *pflag.FlagSet, table []Belonging) error {
	for _, b := range table {
		if err := b.Check(fs, fs.Lookup(b.To).Value.String()); err != nil {
			return err
		}
	}
	return nil
}

// Check does what CheckFlags does for b alone. value is the value of the flag To.
func (b Belonging) Check(fs *pflag.FlagSet, value string) error {
	if slices.Contains(b.Values, value) {
		return nil
	}
	for _, name := range b.Flags {
		wanted := fmt.Sprintf("--%s=%s", b.To, english.WordSeries(b.Values, "or"))
		switch {
		case !Given(fs, name):
		case fs.Changed(b.To):
			return fmt.Errorf("--%s has no effect with --%s=%s, only with %s: leave out one of the two", name, b.To,
				value, wanted)
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

// NoArguments returns an error if there are arguments: the commands take their input from a
// flag, and the user may have left out --input=.
func NoArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return Usage(fmt.Errorf("%s takes no arguments: give files as --input=%s", cmd.Name(), args[0]))
}

// Spelling returns the value of a flag that names a file with a table of spellings, which it reads into p (package
// standard).
func Spelling(p *string) pflag.Value { return &spellingFlag{table: p} }

type spellingFlag struct {
	table *string
	file  string
}

func (f *spellingFlag) Type() string   { return "file" }
func (f *spellingFlag) String() string { return f.file }

func (f *spellingFlag) Set(file string) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	table, err := standard.Read(in)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	f.file, *f.table = file, string(table)
	return nil
}
