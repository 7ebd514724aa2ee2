package report

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/io/docio"
)

// recall sets the flags that say how documents are read as the run of the result had them, but for those that are
// given, so that nobody has to repeat them. It sets none if --input is given, if the run read standard input or files
// by a command (--pre), or if nothing is known of its flags. A relative path is one of the folder where the run began.
func (p *Params) recall(fs *pflag.FlagSet) {
	if fs.Changed("input") {
		return
	}
	r, err := job.ReadResult(p.Result)
	if err != nil {
		return // Run says why
	}
	had := r.Run.Flags
	input := strings.Split(had["input"], ",")
	if had["input"] == "" || had["pre"] != "" || slices.Contains(input, docio.Stdin) {
		return
	}
	readerFlags(new(docio.Params)).VisitAll(func(f *pflag.Flag) {
		value, set := had[f.Name]
		given := fs.Lookup(f.Name)
		if !set || given == nil || given.Changed {
			return
		}
		if many, ok := given.Value.(pflag.SliceValue); ok {
			err = many.Replace(strings.Split(value, ","))
		} else {
			err = given.Value.Set(value)
		}
		p.recalled = p.recalled || err == nil
	})
	p.Docs.MetadataFile = had["metadata"]
}
