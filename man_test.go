package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.org/diagonal/io/filetest"
)

// TestManualPages: there is a page for each command, which man shows without a warning, with tables and stars as help
// has them; and the pages are the same each time.
func TestManualPages(t *testing.T) {
	write := func() map[string]string {
		dir := t.TempDir()
		run := program(dir, "man", "pages")
		run.Env = append(os.Environ(), "SOURCE_DATE_EPOCH=1767323045")
		if o := finish(t, dir, run); o.code != 0 {
			t.Fatal(o.stderr)
		}
		pages := map[string]string{}
		names, err := filepath.Glob(filepath.Join(dir, "pages", "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			b := filetest.Read(t, name)
			pages[filepath.Base(name)] = string(b)
		}
		return pages
	}
	pages, again := write(), write()
	want := 1 // diagonal.1
	for _, c := range listed(command()) {
		want++
		page := pages["diagonal-"+c.Name()+".1"]
		if !strings.Contains(page, `"Jan 2026"`) || !strings.Contains(page, ".SH OPTIONS") ||
			page != again["diagonal-"+c.Name()+".1"] {
			t.Errorf("the page of %s: %.300q", c.Name(), page)
		}
	}
	if len(pages) != want {
		t.Errorf("%d pages, want %d", len(pages), want)
	}
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("groff is not installed: the pages are not shown")
	}
	for name, page := range pages {
		cmd := exec.Command(groff, "-Kutf8", "-man", "-Tutf8", "-ww", "-P-cbou")
		cmd.Stdin = strings.NewReader(page)
		out, err := cmd.CombinedOutput()
		if err != nil || strings.Contains(string(out), "warning") {
			t.Errorf("%s: %v: %s", name, err, out)
		}
		if name == "diagonal-reuse.1" &&
			!strings.Contains(string(out), "pairs-*.jsonl      pairs of documents, by score") {
			t.Errorf("%s has no table of files:\n%s", name, out)
		}
	}
}
