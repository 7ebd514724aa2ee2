package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/io/filetest"
)

// TestDefaultsOfEnvironment: variables are defaults of flags that say how a run is done; the run says which it has
// used.
func TestDefaultsOfEnvironment(t *testing.T) {
	dir := t.TempDir()
	filetest.Put(t, dir, map[string]string{"in.jsonl": lineA + lineB})
	for _, tc := range []struct {
		name string
		env  []string
		args []string
		code int
		want string // of standard error; "" is nothing
		used []string
	}{
		{"memory", []string{"DIAGONAL_MEMORY=1GB", "DIAGONAL_GAMMA=x", "DIAGONAL_ENDPOINT=nowhere:1"}, nil, 0,
			"from the environment: --memory=1GB --endpoint=nowhere:1\n",
			[]string{"--memory=1GB", "--endpoint=nowhere:1"}},
		{"given", []string{"DIAGONAL_MEMORY=x"}, []string{"--memory=1GB", "--quiet"}, 0, "", nil},
		{"quiet", []string{"DIAGONAL_QUIET=true", "DIAGONAL_LOG_FORMAT=json"}, nil, 0, "",
			[]string{"--quiet=true", "--log_format=json"}},
		{"wrong", []string{"DIAGONAL_MEMORY=x"}, nil, 2,
			"diagonal: DIAGONAL_MEMORY=x in the environment: want a size, as in 16GB\n", nil},
		{"log", []string{"DIAGONAL_LOG_FORMAT=json"}, []string{"--gama=3"}, 2, `"level":"error"`, nil},
	} {
		cmd := program(dir, append([]string{"partial", "--input=in.jsonl", "--output=" + tc.name}, tc.args...)...)
		cmd.Env = append(os.Environ(), tc.env...)
		o := finish(t, dir, cmd)
		if o.code != tc.code || !strings.Contains(o.stderr, tc.want) || tc.want == "" && o.stderr != "" {
			t.Errorf("%s: exit %d, want %d: %s, want %s", tc.name, o.code, tc.code, o.stderr, tc.want)
		}
		if tc.code != 0 {
			continue
		}
		b := filetest.Read(t, filepath.Join(dir, tc.name, "run.json"))
		var run struct{ Environment []string }
		if err := json.Unmarshal(b, &run); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(run.Environment, tc.used) {
			t.Errorf("%s: run.json has %q, want %q", tc.name, run.Environment, tc.used)
		}
	}
	if help := strings.Join(strings.Fields(shown(t, "partial", "--help")), " "); !strings.Contains(help,
		"DIAGONAL_MEMORY is that of --memory") {
		t.Error("help does not say that there are defaults in the environment")
	}
}
