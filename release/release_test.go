package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// repository makes a repository with a small program and the tag v0.1.0 in a folder.
func repository(t *testing.T, dir string) {
	t.Helper()
	for name, text := range map[string]string{
		"go.mod": "module example.org/small\n\ngo 1.26\n", "LICENSE": "A licence.\n", "README.md": "# Small\n",
		"main.go":                 "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\n\t\"example.org/small/runners/worker\"\n)\n\nfunc main() { fmt.Println(os.Args[1:], worker.Version()) }\n",
		"runners/worker/value.go": "package worker\n\nvar version string\n\nfunc Version() string { return version }\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"}, {"tag", "v0.1.0"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_AUTHOR_DATE=2026-01-02T03:04:05Z", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v: %s", args, err, out)
		}
	}
}

// TestEqual: one tag gives the same bytes in two folders, whatever the checkout has beside it, and the archive has all that
// belongs to a release.
func TestEqual(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	var all [2]map[string]string
	for i := range all {
		dir, out := t.TempDir(), t.TempDir()
		repository(t, dir)
		if err := os.WriteFile(filepath.Join(dir, "README.md"), []byte(strings.Repeat("not committed ", i)), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := release(dir, "v0.1.0", out, []string{"linux/amd64", "windows/arm64"}); err != nil {
			t.Fatal(err)
		}
		all[i] = map[string]string{}
		entries, err := os.ReadDir(out)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			b, err := os.ReadFile(filepath.Join(out, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			all[i][e.Name()] = string(b)
		}
	}
	if len(all[0]) != 5 || len(all[1]) != 5 {
		t.Errorf("%d and %d files, want 2 archives, 2 bills and the sums", len(all[0]), len(all[1]))
	}
	for name, b := range all[0] {
		if b != all[1][name] {
			t.Errorf("%s differs in two folders", name)
		}
	}
	z, err := gzip.NewReader(strings.NewReader(all[0]["diagonal-v0.1.0-linux-amd64.tar.gz"]))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		files[strings.TrimPrefix(h.Name, "diagonal-v0.1.0-linux-amd64/")], _ = io.ReadAll(r)
	}
	if got := string(files["README.md"]); got != "# Small\n" {
		t.Errorf("README.md is %q, not that of the tag", got)
	}
	if got := string(files["completions/diagonal.bash"]); got != "[completion bash] v0.1.0\n" {
		t.Errorf("the completion is %q", got)
	}
	if !bytes.HasPrefix(files["diagonal"], []byte("\x7fELF")) || files["LICENSE"] == nil {
		t.Errorf("no program or no licence")
	}
}
