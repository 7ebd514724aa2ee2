// Command site makes a static site of the documentation:
//
//	go run ./release/site FOLDER
//
// It runs Zensical (https://zensical.org), which has to be in the PATH: pip install zensical==0.0.73. The pages are the
// Markdown files of the repository as they are, and the files that they link to; the navigation is that of
// docs/README.md. A link that leads nowhere is an error.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./release/site FOLDER")
		os.Exit(2)
	}
	if err := build(".", os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// build makes the folder out, which must not be there, of the repository at root.
func build(root, out string) error {
	if _, err := os.Lstat(out); err == nil {
		return fmt.Errorf("%s exists already: name a new folder", out)
	}
	stage, err := os.MkdirTemp("", "diagonal-site-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(stage)
	files, err := tracked(root)
	if err != nil {
		return err
	}
	for _, name := range files {
		if err := copyFile(filepath.Join(root, name), filepath.Join(stage, "pages", name)); err != nil {
			return err
		}
	}
	index, err := os.ReadFile(filepath.Join(root, "docs", "README.md"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(stage, "zensical.toml"), config(navigation(index)), 0o644); err != nil {
		return err
	}
	cmd := exec.Command("zensical", "build", "--strict")
	cmd.Dir, cmd.Env = stage, append(os.Environ(), "NO_COLOR=1")
	if said, err := cmd.CombinedOutput(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return errors.New("zensical is not in the PATH: pip install zensical==0.0.73")
		}
		said, _, _ = bytes.Cut(said, []byte("Traceback (most recent call last)")) // that of its own code
		return fmt.Errorf("zensical: %w\n%s", err, said)
	}
	return os.CopyFS(out, os.DirFS(filepath.Join(stage, "site")))
}

// link finds the target of a link of Markdown, without its anchor.
var link = regexp.MustCompile(`(!?)\[([^][]*)\]\(([^)#\s]+)(?:#[^)\s]*)?\)`)

// tracked returns the Markdown files that git knows, and the files that they link to.
func tracked(root string) ([]string, error) {
	listed, err := exec.Command("git", "-C", root, "ls-files", "-z", "*.md").Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	files := strings.Split(strings.TrimSuffix(string(listed), "\x00"), "\x00")
	for _, page := range files {
		text, err := os.ReadFile(filepath.Join(root, page))
		if err != nil {
			return nil, err
		}
		for _, m := range link.FindAllSubmatch(text, -1) {
			name := path.Join(path.Dir(page), string(m[3]))
			if info, err := os.Stat(filepath.Join(root, name)); err == nil && info.Mode().IsRegular() {
				files = append(files, name)
			}
		}
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}

// section is a part of the navigation.
type section struct {
	title string
	pages []page
}

type page struct{ title, file string }

// navigation returns the sections of docs/README.md with the pages that each links to.
func navigation(index []byte) (all []section) {
	seen := map[string]bool{}
	all = []section{{title: "Start",
		pages: []page{{"What it is", "README.md"}, {"The documentation", "docs/README.md"}}}}
	for line := range bytes.Lines(index) {
		if title, ok := bytes.CutPrefix(line, []byte("## ")); ok {
			all = append(all, section{title: strings.TrimSpace(string(title))})
		}
		last := &all[len(all)-1]
		for _, m := range link.FindAllSubmatch(line, -1) {
			target := string(m[3])
			if file := path.Join("docs", target); strings.HasSuffix(file, ".md") && !strings.Contains(target, "://") &&
				len(m[1]) == 0 && !seen[file] {
				seen[file] = true
				last.pages = append(last.pages, page{titleOf(line, string(m[2]), target), file})
			}
		}
	}
	return all
}

// titleOf returns the name of a link for the navigation: its text, or the cell before it where the text is the name of
// the file.
func titleOf(line []byte, text, target string) string {
	if text == target || strings.HasSuffix(text, ".md") {
		if cells := strings.Split(string(line), "|"); len(cells) > 2 {
			text = strings.TrimSpace(cells[1])
		}
	}
	text, _, _ = strings.Cut(text, ":")
	first, rest := text[:min(len(text), 1)], text[min(len(text), 1):]
	return strings.ToUpper(first) + rest
}

// config returns the settings of Zensical.
func config(nav []section) []byte {
	var b bytes.Buffer
	b.WriteString("[project]\nsite_name = \"diagonal\"\n" +
		"site_description = \"Finds partially duplicated passages in a collection, and says where they are\"\n" +
		"docs_dir = \"pages\"\nsite_dir = \"site\"\nuse_directory_urls = false\nnav = [\n")
	for _, s := range nav {
		fmt.Fprintf(&b, "  { %q = [\n", s.title)
		for _, p := range s.pages {
			fmt.Fprintf(&b, "    { %q = %q },\n", p.title, p.file)
		}
		b.WriteString("  ] },\n")
	}
	b.WriteString("]\n")
	return b.Bytes()
}

func copyFile(from, to string) error {
	b, err := os.ReadFile(from)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is tracked by git, and not there", from)
	}
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, b, 0o644)
}
