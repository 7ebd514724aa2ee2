package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/io/filetest"
)

const root = "../.."

// Every page of docs is in the navigation once, but those that other pages of their own kind list.
func TestNavigation(t *testing.T) {
	index := filetest.Read(t, filepath.Join(root, "docs", "README.md"))
	var listed []string
	for _, s := range navigation(index) {
		if len(s.pages) == 0 {
			t.Errorf("nothing is in %s", s.title)
		}
		for _, p := range s.pages {
			listed = append(listed, p.file)
			if p.title == "" || strings.HasSuffix(p.title, ".md") {
				t.Errorf("the title of %s is %q", p.file, p.title)
			}
		}
	}
	for _, glob := range []string{"docs/*.md", "docs/howto/*.md"} {
		pages, err := filepath.Glob(filepath.Join(root, glob))
		if err != nil || len(pages) == 0 {
			t.Fatalf("%s: %d pages, error %v", glob, len(pages), err)
		}
		for _, p := range pages {
			name, err := filepath.Rel(root, p)
			if err != nil {
				t.Fatal(err)
			}
			if n := count(listed, filepath.ToSlash(name)); n != 1 {
				t.Errorf("%s is in the navigation %d times", name, n)
			}
		}
	}
}

func count(all []string, one string) (n int) {
	for _, s := range all {
		if s == one {
			n++
		}
	}
	return n
}

// item is the first line of a list.
var item = regexp.MustCompile(`^([-*]|\d+\.) `)

// A list behind a paragraph needs an empty line before it, or the site shows it as a part of the paragraph.
func TestLists(t *testing.T) {
	files, err := tracked(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if filepath.Ext(name) != ".md" {
			continue
		}
		text := filetest.Read(t, filepath.Join(root, name))
		before, code := "", false
		for i, line := range strings.Split(string(text), "\n") {
			if strings.HasPrefix(line, "```") {
				code = !code
			}
			if paragraph := before != "" && !item.MatchString(before) && !strings.HasPrefix(before, "#") &&
				!strings.HasPrefix(before, "  ") && !strings.HasPrefix(before, "```"); !code && paragraph &&
				item.MatchString(line) {
				t.Errorf("%s:%d: a list without an empty line before it", name, i+1)
			}
			before = line
		}
	}
}

// The site has a page for each page of the repository, and a link that leads nowhere is an error.
func TestBuild(t *testing.T) {
	zensical(t)
	out := filepath.Join(t.TempDir(), "site")
	if err := build(root, out); err != nil {
		t.Fatal(err)
	}
	files, err := tracked(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		page, ok := strings.CutSuffix(name, ".md")
		if !ok {
			continue
		}
		page = strings.TrimSuffix(page, "README")
		if page == "" || strings.HasSuffix(page, "/") {
			page += "index"
		}
		if _, err := os.Stat(filepath.Join(out, page+".html")); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := build(root, out); err == nil || !strings.Contains(err.Error(), "exists already") {
		t.Errorf("over a site: error %v", err)
	}

	broken := t.TempDir()
	filetest.Put(t, broken, map[string]string{"README.md": "# A\n[b](docs/none.md)\n",
		"docs/README.md": "# B\n## C\n[d](d.md)\n", "docs/d.md": "# D\n"})
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}} {
		if said, err := exec.Command("git", append([]string{"-C", broken}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, said)
		}
	}
	if err := build(broken, filepath.Join(t.TempDir(), "site")); err == nil ||
		!strings.Contains(err.Error(), "README.md:2") {
		t.Errorf("with a link to nowhere: error %v", err)
	}
}

// zensical puts the program in the PATH, or skips the test where it cannot be installed.
func zensical(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("zensical"); err == nil {
		return
	}
	if testing.Short() {
		t.Skip("zensical is not installed")
	}
	source := filetest.Read(t, "main.go")
	version := regexp.MustCompile(`zensical==[\d.]*\d`).FindString(string(source))
	dir := t.TempDir()
	for _, args := range [][]string{{"python3", "-m", "venv", dir},
		{filepath.Join(dir, "bin", "pip"), "install", "--quiet", version}} {
		if said, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Skipf("%s cannot be installed: %v: %s", version, err, said)
		}
	}
	t.Setenv("PATH", fmt.Sprint(filepath.Join(dir, "bin"), string(os.PathListSeparator), os.Getenv("PATH")))
}

// Titles of the navigation are texts of links, or what stands beside them in a table of files.
func TestTitle(t *testing.T) {
	got := navigation([]byte("# A\n## B\n- [The c](c.md): d\n| an e: f | [howto/e.md](howto/e.md) |\n" +
		"![no page](pictures/p.png) [x](https://x.org/y.md)\n- [again](c.md#d)\n"))
	want := []page{{"The c", "docs/c.md"}, {"An e", "docs/howto/e.md"}}
	if len(got) != 2 || got[1].title != "B" || !slices.Equal(got[1].pages, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
