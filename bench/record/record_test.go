package main

import "testing"

// TestCommand: a page shows a command that a shell can repeat, and no path of this machine.
func TestCommand(t *testing.T) {
	t.Setenv("DATA", "/somewhere")
	got := command([]string{"./bench/quality", "--text=$DATA/books", "--settings=lcs;lcs --min_r=.5", "--mb=1,2"})
	if want := `./bench/quality "--text=$DATA/books" '--settings=lcs;lcs --min_r=.5' --mb=1,2`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := body("| /somewhere/books | 1 |\n", []string{"--text=$DATA/books"}); got != "| $DATA/books | 1 |" {
		t.Errorf("a table is %q", got)
	}
	if got := body("\n  x  1\n", nil); got != "```\n  x  1\n```" {
		t.Errorf("text is %q", got)
	}
}
