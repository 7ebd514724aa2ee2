package main

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/diagonal/io/filetest"
)

// TestStdin: a command finds in standard input what it finds in a file stdin.jsonl.
func TestStdin(t *testing.T) {
	dir, temp := t.TempDir(), t.TempDir()
	lines := lineA + strings.Replace(lineA, `"id":"a"`, `"id":"c"`, 1) +
		`{"text":"Something else that stands alone."}` + "\n"
	filetest.Put(t, dir, map[string]string{"stdin.jsonl": lines})
	for _, command := range []string{"partial", "resemblance", "clean", "partition"} {
		results := map[string]map[string]string{}
		for _, input := range []string{"-", "stdin.jsonl"} {
			cmd := program(dir, command, "--input="+input, "--output=out", "--overwrite", "--quiet")
			cmd.Stdin, cmd.Env = strings.NewReader(lines), append(os.Environ(), "TMPDIR="+temp)
			if o := finish(t, dir, cmd); o.code != 0 {
				t.Fatalf("%s --input=%s: exit %d: %s", command, input, o.code, o.stderr)
			}
			results[input] = filesOf(t, filepath.Join(dir, "out"))
		}
		if !maps.Equal(results["-"], results["stdin.jsonl"]) || len(results["-"]) < 2 {
			t.Errorf("%s: of standard input\n%s\nof a file\n%s", command, results["-"], results["stdin.jsonl"])
		}
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left: %v %v", left, err)
	}
}

// TestSentencesOfStdin: the command takes - as a file.
func TestSentencesOfStdin(t *testing.T) {
	cmd := program(t.TempDir(), "sentences", "-")
	cmd.Stdin = strings.NewReader("One. Two.")
	o := finish(t, cmd.Dir, cmd)
	if o.code != 0 || !strings.Contains(o.stdout, `{"id":"stdin.txt","sentence":1,"start":5,`) {
		t.Errorf("exit %d: %s%s", o.code, o.stdout, o.stderr)
	}
}
