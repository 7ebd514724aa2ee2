package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestRunScriptWithoutGo: run.sh says what to install, and its help shows the words that are no
// command of the program.
func TestRunScriptWithoutGo(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash here")
	}
	dirname, err := exec.LookPath("dirname")
	if err != nil {
		t.Skip("no dirname here")
	}
	path := t.TempDir() // there is no go in it
	if err := os.Symlink(dirname, path+"/dirname"); err != nil {
		t.Fatal(err)
	}
	script := func(args ...string) (string, error) {
		cmd := exec.Command(bash, append([]string{"run.sh"}, args...)...)
		cmd.Env = []string{"PATH=" + path, "HOME=" + t.TempDir()}
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	for _, args := range [][]string{nil, {"partial", "--help"}, {"test"}} {
		if out, err := script(args...); err == nil || !strings.Contains(out, "install Go") ||
			strings.Contains(out, "not found") {
			t.Errorf("run.sh %v: %v\n%s", args, err, out)
		}
	}
	out, err := script("--help")
	if err != nil {
		t.Errorf("run.sh --help: %v", err)
	}
	for _, want := range []string{"run.sh test ", "run.sh serve ", "run.sh COMMAND ", "--cluster"} {
		if !strings.Contains(out, want) {
			t.Errorf("run.sh --help does not show %s:\n%s", want, out)
		}
	}
}
