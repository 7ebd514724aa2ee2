package job

import (
	"testing"

	"example.org/diagonal/io/docio"
)

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
