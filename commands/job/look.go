package job

import (
	"context"
	"strings"

	"github.com/spf13/pflag"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/visible"
)

// look returns the command that shows the result, ready for a terminal: report, with those flags of fs that say how the
// documents of docs are read. It is empty if report cannot read the result, because there are groups and no pairs.
func (r *Result) look(ctx context.Context, fs *pflag.FlagSet, docs docio.Params) string {
	_, groups := r.Summary.Lines["groups"]
	if _, pairs := r.Summary.Lines["pairs"]; groups && !pairs {
		return ""
	}
	words := []string{"diagonal report", line.Quoted(r.Dir)}
	add := func(flag, value string) { words = append(words, "--"+flag+"="+line.Quoted(value)) }
	reader := pflag.NewFlagSet("reader", pflag.ContinueOnError)
	ReaderFlags(reader, new(docio.Params))
	reader.SortFlags = false
	reader.VisitAll(func(f *pflag.Flag) {
		given := fs.Lookup(f.Name)
		if docs.ReadsStdin() || f.Hidden || given == nil { // there are no texts to read again
			return
		}
		switch f.Name {
		case "html", "pre_glob": // a report shows the whole text; patterns are behind their commands
		case "pre":
			for _, pre := range docs.Pre {
				add("pre", pre.Command)
				for _, glob := range pre.Glob {
					add("pre_glob", glob)
				}
			}
		default:
			value := given.Value.String()
			if many, ok := given.Value.(pflag.SliceValue); ok {
				for _, v := range many.GetSlice() {
					if f.Name != "source" || !IsIndex(ctx, v) { // an index has no texts
						add(f.Name, v)
					}
				}
			} else if value != given.DefValue {
				add(f.Name, value)
			}
		}
	})
	return visible.Text(strings.Join(words, " "))
}

// IsIndex reports whether a path is the folder of an index.
func IsIndex(ctx context.Context, path string) bool {
	folder, err := result.Open(ctx, path)
	return err == nil && folder.Has(indexio.ManifestFile)
}
