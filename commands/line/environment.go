package line

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// prefix is what the name of an environment variable has before that of a flag in capitals: DIAGONAL_MEMORY.
const prefix = "DIAGONAL_"

// environmentKey is the key of the annotation of a flag whose value is from the environment.
const environmentKey = "environment"

// Environment sets flags that were not given to what the environment has: with DIAGONAL_MEMORY=2GB the default of
// --memory is 2GB. It does so for flags that say how a run is done, of the stages Machine, Runners and Notes. What the
// result is, the command line alone says. Such a flag is a default, and not given: where it has no effect, it is no
// error. get is os.LookupEnv. The error names the variable.
func Environment(fs *pflag.FlagSet, get func(string) (string, bool)) (err error) {
	fs.VisitAll(func(f *pflag.Flag) {
		name := variable(f)
		value, ok := get(name)
		if err != nil || !ok || value == "" || f.Changed || !fromEnvironment(f) {
			return
		}
		if e := f.Value.Set(value); e != nil {
			err = Usage(fmt.Errorf("%s=%s in the environment: %w", name, value, e))
			return
		}
		annotate(f, environmentKey, "--"+f.Name+"="+Quoted(value))
	})
	return err
}

func variable(f *pflag.Flag) string { return prefix + strings.ToUpper(f.Name) }

// fromEnvironment reports whether a variable is a default of a flag.
func fromEnvironment(f *pflag.Flag) bool {
	return !f.Hidden && f.Name != "help" && slices.Contains([]Stage{Machine, Runners, Notes}, StageOf(f))
}

// FromEnvironment returns the flags of fs that Environment has set, as on the command line.
func FromEnvironment(fs *pflag.FlagSet) (given []string) {
	fs.VisitAll(func(f *pflag.Flag) { given = append(given, f.Annotations[environmentKey]...) })
	return given
}
