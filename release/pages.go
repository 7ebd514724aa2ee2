package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// link matches a link of Markdown, and its target.
var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// pages adds a file of source to files. If it is a page of Markdown, all that it links in source come, too, with their
// own links: no link of an archive leads nowhere.
func pages(files map[string][]byte, source, name string) error {
	if files[name] != nil {
		return nil
	}
	b, err := os.ReadFile(filepath.Join(source, filepath.FromSlash(name)))
	if err != nil {
		return err
	}
	files[name] = b
	if path.Ext(name) != ".md" {
		return nil
	}
	for _, target := range targets(name, b) {
		if err := pages(files, source, target); err != nil {
			return fmt.Errorf("%s links %s: %w", name, target, err)
		}
	}
	return nil
}

// targets are the names of the files that a page links: those of its repository, and not those of the web.
func targets(name string, page []byte) (all []string) {
	for _, l := range link.FindAllSubmatch(page, -1) {
		target, _, _ := strings.Cut(string(l[1]), "#")
		if target != "" && !strings.Contains(target, ":") {
			all = append(all, path.Join(path.Dir(name), target))
		}
	}
	return all
}
