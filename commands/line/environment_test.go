package line

import (
	"slices"
	"testing"

	"github.com/spf13/pflag"
)

// TestEnvironment: a variable is the default of a flag that says how a run is done, and is not given; the command line
// comes first, and alone says what the result is.
func TestEnvironment(t *testing.T) {
	declare := func() *pflag.FlagSet {
		fs := pflag.NewFlagSet("x", pflag.ContinueOnError)
		fs.Int("gamma", 2, "")
		own := pflag.NewFlagSet("own", pflag.ContinueOnError)
		own.Int("workers", 1, "")
		own.String("spool", "", "")
		own.Bool("quiet", false, "")
		own.String("secret", "", "")
		own.Bool("help", false, "")
		own.MarkHidden("secret")
		Mark(own, Machine)
		fs.AddFlagSet(own)
		return fs
	}
	get := func(of map[string]string) func(string) (string, bool) {
		return func(name string) (string, bool) { v, ok := of[name]; return v, ok }
	}
	fs := declare()
	if err := fs.Parse([]string{"--spool=here"}); err != nil {
		t.Fatal(err)
	}
	variables := map[string]string{
		"DIAGONAL_WORKERS": "4", "DIAGONAL_SPOOL": "there", "DIAGONAL_GAMMA": "7", "DIAGONAL_QUIET": "",
		"DIAGONAL_SECRET": "x",
		"DIAGONAL_PORT":   "80", "DIAGONAL_HELP": "true", "WORKERS": "5",
	}
	if err := Environment(fs, get(variables)); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"workers": "4", "spool": "here", "gamma": "2", "quiet": "false",
		"secret": "", "help": "false"} {
		if got := fs.Lookup(name).Value.String(); got != want {
			t.Errorf("--%s=%s, want %s", name, got, want)
		}
	}
	if fs.Changed("workers") {
		t.Error("a default counts as given")
	}
	if got := FromEnvironment(fs); !slices.Equal(got, []string{"--workers=4"}) {
		t.Errorf("from the environment: %q", got)
	}
	err := Environment(declare(), get(map[string]string{"DIAGONAL_WORKERS": "many"}))
	if want := `DIAGONAL_WORKERS=many in the environment: strconv.ParseInt: parsing "many": invalid syntax`; ExitCode(
		err) != 2 || err.Error() != want {
		t.Errorf("error %v (exit %d), want %s", err, ExitCode(err), want)
	}
}
