package job

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
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

func TestCheckOutput(t *testing.T) {
	for output, want := range map[string]string{
		"":              "--output is missing",
		"out":           "",
		"渡船":            "",
		"gs://bucket/x": "",
		"out\xff":       "is not valid UTF-8",
		"/a/\xff/out":   "is not valid UTF-8",
	} {
		err := checkOutput(output)
		if want == "" && err != nil || want != "" && (line.ExitCode(err) != 2 || !strings.Contains(err.Error(), want)) {
			t.Errorf("checkOutput(%q) = %v, want %q", output, err, want)
		}
	}
}

// The commands of --pre and the set of --charset are parameters, and nothing changes without them.
func TestParametersOf(t *testing.T) {
	j := Job{Name: "partial", Parameters: map[string]any{"command": "partial", "n": 3}}
	for want, docs := range map[string]docio.Params{
		`{"command":"partial","n":3}`:                                                        docio.Defaults(),
		`{"command":"partial","n":3,"pre":[{"command":"cat \"{}\""}]}`:                       {Pre: []docio.Pre{{Command: `cat "{}"`}}},
		`{"command":"partial","n":3,"pre":[{"command":"a {}","glob":["*.pdf","*.\u003c"]}]}`: {Pre: []docio.Pre{{Command: "a {}", Glob: []string{"*.pdf", "*.<"}}}},
		`{"command":"partial","n":3,"charset":"windows-1252"}`:                               {Charset: "latin1"},
	} {
		if got, err := parametersOf(j, docs); err != nil || string(got) != want {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
	}
	if _, err := parametersOf(Job{Name: "partial", Parameters: func() {}}, docio.Params{}); err == nil {
		t.Error("a function is a parameter")
	}
}
