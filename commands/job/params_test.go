package job

import (
	"testing"

	"github.com/spf13/pflag"
)

// TestShortForms: -i and -o are --input and --output.
func TestShortForms(t *testing.T) {
	var p Params
	fs := pflag.NewFlagSet("x", pflag.ContinueOnError)
	p.Flags(fs)
	if err := fs.Parse([]string{"-i", "a", "-i=b", "-o", "found"}); err != nil {
		t.Fatal(err)
	}
	if len(p.Docs.Input) != 2 || p.Docs.Input[0] != "a" || p.Docs.Input[1] != "b" || p.Output != "found" {
		t.Errorf("input %q, output %q", p.Docs.Input, p.Output)
	}
}
