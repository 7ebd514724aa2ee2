package line

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

func TestDidYouMean(t *testing.T) {
	among := []string{"output", "output_format", "input", "n", "gap", "quiet"}
	for name, want := range map[string]string{
		"ouput":  "did you mean --output?", // input is farther away
		"uotput": "did you mean --output?", "out": "did you mean --output or --output_format?",
		"output_fromat": "did you mean --output_format?", "gpa": "", "gp": "did you mean --gap?", "q": "", "": "",
		"colour": "",
	} {
		if got := DidYouMean(name, among, "--%s"); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// TestFlagError: the error of a flag that does not exist names the nearest one that help lists, or the help.
func TestFlagError(t *testing.T) {
	fs := pflag.NewFlagSet("x", pflag.ContinueOnError)
	fs.Int("min_text", 0, "")
	fs.Int("min_test", 0, "")
	fs.MarkHidden("min_test")
	fs.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		return pflag.NormalizedName(strings.ReplaceAll(name, "-", "_"))
	})
	for arg, want := range map[string]string{
		"--min-tetx=3": "unknown flag: --min-tetx; did you mean --min_text?",
		"--nothing":    "unknown flag: --nothing; see `tool x --help`",
		"-z":           "unknown shorthand flag: 'z' in -z; see `tool x --help`",
		"--min_text=a": "invalid argument \"a\" for \"--min_text\" flag: strconv.ParseInt: parsing \"a\": invalid syntax; see `tool x --help`",
	} {
		err := FlagError(fs, fs.Parse([]string{arg}), "tool x")
		if ExitCode(err) != 2 || err.Error() != want {
			t.Errorf("%s: %v (exit %d), want %s", arg, err, ExitCode(err), want)
		}
	}
}
