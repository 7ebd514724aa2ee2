package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"example.org/diagonal/io/filetest"
)

// repository makes a repository with a small program and the tag v0.1.0 in a folder. The settings of the user, and the
// variables of a hook of Git that runs this test, do not reach it.
func repository(t *testing.T, dir string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "GIT_") {
			t.Setenv(name, "") // it is as it was after the test
			os.Unsetenv(name)
		}
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	filetest.Put(t, dir, map[string]string{
		"go.mod": "module example.org/small\n\ngo 1.26\n", "LICENSE": "A licence.\n",
		"README.md": "# Small\n" +
			"[Pages](docs/README.md#more), ![a picture](docs/a.png), [the web](https://example.org/), [licence](LICENSE)\n",
		"docs/README.md": "[back](../README.md) [next](how/to.md#x) [here](#more)\n",
		"docs/how/to.md": "[code](../../main.go)\n", "docs/a.png": "a", "docs/not.md": "nobody links it",
		"main.go": "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\n" +
			"\t\"example.org/small/runners/worker\"\n)\n\nfunc main() {\n\tif os.Args[1] == \"man\" {\n" +
			"\t\tos.MkdirAll(os.Args[2], 0o755)\n" +
			"\t\tos.WriteFile(os.Args[2]+\"/diagonal.1\", []byte(os.Getenv(\"SOURCE_DATE_EPOCH\")), 0o644)\n\t}\n" +
			"\tfmt.Println(os.Args[1:], worker.Version())\n}\n",
		"runners/worker/value.go": "package worker\n\nvar version string\n\nfunc Version() string { return version }\n",
	})
	for _, args := range [][]string{{"init", "-q"}, {"add", "."},
		{"-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"}, {"tag", "v0.1.0"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_AUTHOR_DATE=2026-01-02T03:04:05Z",
			"GIT_COMMITTER_DATE=2026-01-02T03:04:05Z")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v: %s", args, err, out)
		}
	}
}

// TestEqual: one tag gives the same bytes in two folders, whatever the checkout has beside it, and the archive has all
// that belongs to a release.
func TestEqual(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	var all [2]map[string]string
	for i := range all {
		dir, out := t.TempDir(), t.TempDir()
		repository(t, dir)
		filetest.Write(t, filepath.Join(dir, "README.md"), strings.Repeat("not committed ", i))
		if err := release(dir, "v0.1.0", out, []string{"linux/amd64", "windows/arm64"}); err != nil {
			t.Fatal(err)
		}
		all[i] = map[string]string{}
		entries, err := os.ReadDir(out)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			b := filetest.Read(t, filepath.Join(out, e.Name()))
			all[i][e.Name()] = string(b)
		}
	}
	if len(all[0]) != 7 || len(all[1]) != 7 {
		t.Errorf("%d and %d files, want 2 archives, 2 bills, a package, a formula and the sums", len(all[0]),
			len(all[1]))
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
	if got := string(files["README.md"]); !strings.HasPrefix(got, "# Small\n") {
		t.Errorf("README.md is %q, not that of the tag", got)
	}
	checkLinks(t, files)
	if files["docs/how/to.md"] == nil || files["main.go"] == nil || files["docs/a.png"] == nil ||
		files["docs/not.md"] != nil {
		t.Errorf("the pages are not those that README.md leads to: %v", slices.Sorted(maps.Keys(files)))
	}
	if got := string(files["completions/diagonal.bash"]); got != "[completion bash] v0.1.0\n" {
		t.Errorf("the completion is %q", got)
	}
	if !bytes.HasPrefix(files["diagonal"], []byte("\x7fELF")) || files["LICENSE"] == nil {
		t.Errorf("no program or no licence")
	}
	if got := string(files["man/diagonal.1"]); got != "1767323045" {
		t.Errorf("the manual page has the date %q, not that of the commit", got)
	}
	formula := all[0]["diagonal.rb"]
	sum := fmt.Sprintf("sha256 \"%x\"", sha256.Sum256([]byte(all[0]["diagonal-v0.1.0-linux-amd64.tar.gz"])))
	if !strings.Contains(formula, sum) || !strings.Contains(formula, `version "0.1.0"`) ||
		strings.Contains(formula, "on_macos") {
		t.Errorf("the formula has no %s:\n%s", sum, formula)
	}
	if ruby, err := exec.LookPath("ruby"); err == nil {
		check := exec.Command(ruby, "-c")
		check.Stdin = strings.NewReader(formula)
		if out, err := check.CombinedOutput(); err != nil {
			t.Errorf("the formula: %v: %s", err, out)
		}
	}
	checkDebian(t, all[0]["diagonal_0.1.0_amd64.deb"])
}

// checkLinks: each link of a page in an archive leads to a file in it.
func checkLinks(t *testing.T, files map[string][]byte) {
	t.Helper()
	for name, page := range files {
		if !strings.HasSuffix(name, ".md") || strings.HasPrefix(name, "THIRD_PARTY/") {
			continue
		}
		for _, target := range targets(name, page) {
			if files[target] == nil {
				t.Errorf("%s links %s, which is not there", name, target)
			}
		}
	}
}

// TestPages: the pages of this repository can be packed, and a link that leads nowhere is an error.
func TestPages(t *testing.T) {
	files := map[string][]byte{}
	if err := pages(files, "..", "README.md"); err != nil {
		t.Fatal(err)
	}
	checkLinks(t, files)
	for _, want := range []string{"docs/tutorial.md", "docs/pictures/pair.png", "python/README.md",
		"docs/reference/partial.md"} {
		if files[want] == nil {
			t.Errorf("%s is not in the archive", want)
		}
	}
	dir := t.TempDir()
	filetest.Write(t, filepath.Join(dir, "README.md"), "[a](b.md)")
	if err := pages(map[string][]byte{}, dir, "README.md"); err == nil ||
		!strings.Contains(err.Error(), "README.md links b.md") {
		t.Errorf("the error is %v", err)
	}
}

// checkDebian checks a package with dpkg-deb, if it is here, and installs it below a folder.
func checkDebian(t *testing.T, b string) {
	t.Helper()
	dpkg, err := exec.LookPath("dpkg-deb")
	if err != nil {
		t.Log("dpkg-deb is not installed: the Debian package is not opened")
		return
	}
	dir := t.TempDir()
	file := filetest.Write(t, filepath.Join(dir, "diagonal.deb"), b)
	out, err := exec.Command(dpkg, "--field", file, "Package", "Version", "Architecture").CombinedOutput()
	if want := "Package: diagonal\nVersion: 0.1.0\nArchitecture: amd64\n"; err != nil || string(out) != want {
		t.Errorf("%v: %s", err, out)
	}
	if out, err := exec.Command(dpkg, "--extract", file, dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for name, mode := range map[string]os.FileMode{
		"usr/bin/diagonal": 0o755, "usr/share/man/man1/diagonal.1": 0o644,
		"usr/share/bash-completion/completions/diagonal": 0o644,
		"usr/share/doc/diagonal/copyright":               0o644, "usr/share/doc/diagonal/README.md": 0o644,
		"usr/share/doc/diagonal/docs/README.md": 0o644,
	} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s: %v, want the mode %o", name, err, mode)
		}
	}
	list, err := exec.Command(dpkg, "--contents", file).Output()
	if err != nil || !strings.Contains(string(list), " usr/bin/\n") {
		t.Errorf("the package has no folder for its files (%v):\n%s", err, list)
	}
}

// TestDebianVersion: Debian's versions are in the order of ours.
func TestDebianVersion(t *testing.T) {
	for version, want := range map[string]string{"v0.1.0": "0.1.0", "v1.2.3-4-gabcdef0": "1.2.3+4+gabcdef0",
		"abcdef0": "0~abcdef0", "1234567": "0~1234567"} {
		if got := debianVersion(version); got != want {
			t.Errorf("%s: %s, want %s", version, got, want)
		}
	}
}

// TestNothingIsPublishedByItself: the workflow begins by hand only, and makes a draft.
func TestNothingIsPublishedByItself(t *testing.T) {
	b := filetest.Read(t, "../.github/workflows/release.yml")
	var w struct {
		On   map[string]any
		Jobs map[string]struct{ Steps []struct{ Run string } }
	}
	if err := yaml.Unmarshal(b, &w); err != nil {
		t.Fatal(err)
	}
	if _, ok := w.On["workflow_dispatch"]; !ok || len(w.On) != 1 {
		t.Errorf("it runs on %v", w.On)
	}
	var runs []string
	for _, job := range w.Jobs {
		for _, s := range job.Steps {
			runs = append(runs, s.Run)
		}
	}
	all := strings.Join(runs, "\n")
	if !strings.Contains(all, `go run ./release "$TAG" dist`) ||
		!strings.Contains(all, "gh release create \"$TAG\" --draft ") {
		t.Errorf("it runs\n%s", all)
	}
}
