package main

import (
	"slices"
	"testing"

	"example.org/diagonal/io/filetest"
)

// TestPathIsPartial: a path or a flag of partial in place of a command is for partial; a command, a flag of the program
// and a typing error stay what they are.
func TestPathIsPartial(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"essays", "report"} {
		filetest.Folder(t, name)
	}
	for _, args := range [][]string{{"essays", "--quiet"}, {"report", "x"}, {"partail"}, {"--version"}, {"-h"},
		{"--help"}, {"--ouput=x"}, {"-x"}, {"-"}, {"--"}, {},
		{"-i", "essays", "-o", "out"}, {"--output=out", "essays"}, {"-oout", "essays"}} {
		want := args
		if slices.Contains(args, "essays") {
			want = append([]string{"partial"}, args...)
		}
		if got := withCommand(command(), args); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", args, got, want)
		}
	}
}
