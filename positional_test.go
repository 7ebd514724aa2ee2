package main

import (
	"os"
	"slices"
	"testing"
)

// TestPathIsPartial: a path in place of a command is for partial; a command and a typing error stay what they are.
func TestPathIsPartial(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"essays", "report"} {
		if err := os.Mkdir(name, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"essays", "--quiet"}, {"report", "x"}, {"partail"}, {"--version"}, {}} {
		want := args
		if len(args) > 0 && args[0] == "essays" {
			want = []string{"partial", "essays", "--quiet"}
		}
		if got := withCommand(command(), args); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", args, got, want)
		}
	}
}
