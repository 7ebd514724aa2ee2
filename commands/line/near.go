package line

import (
	"errors"
	"fmt"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/dustin/go-humanize/english"
	"github.com/spf13/pflag"
)

// farthest is how many letters a name that is suggested may differ in. A shorter name may differ in fewer.
const farthest = 2

// DidYouMean returns the question for the names that are nearest to one that does not exist, or that begin with it, as
// in "did you mean --output?"; "" if none is near. Each name is written as in form ("--%s").
func DidYouMean(name string, among []string, form string) string {
	var near []string
	least := min(farthest, (len(name)+1)/3)
	for _, n := range among {
		distance := levenshtein.ComputeDistance(n, name)
		if len(name) > farthest && strings.HasPrefix(n, name) {
			distance = 1
		}
		switch {
		case distance > least:
			continue
		case distance < least:
			least, near = distance, nil
		}
		near = append(near, fmt.Sprintf(form, n))
	}
	if len(near) == 0 {
		return ""
	}
	return "did you mean " + english.WordSeries(near, "or") + "?"
}

// FlagError returns the error of a parser of fs as one of the command line, with the names of flags that are nearly
// those of one that does not exist. path is the command.
func FlagError(fs *pflag.FlagSet, err error, path string) error {
	see := fmt.Sprintf("see `%s --help`", path)
	if unknown := new(pflag.NotExistError); errors.As(err, &unknown) {
		var names []string
		fs.VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				names = append(names, f.Name)
			}
		})
		name := string(fs.GetNormalizeFunc()(fs, unknown.GetSpecifiedName()))
		if question := DidYouMean(name, names, "--%s"); question != "" {
			see = question
		}
	}
	return Usage(fmt.Errorf("%w; %s", err, see))
}
