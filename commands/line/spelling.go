package line

import (
	"fmt"
	"os"

	"github.com/spf13/pflag"

	"example.org/diagonal/transforms/analysis/standard"
)

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
