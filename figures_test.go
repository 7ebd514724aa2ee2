package main

import (
	"path"
	"regexp"
	"strings"
	"testing"

	"example.org/diagonal/io/filetest"
)

var (
	// figure is a number, as pages and tables write it.
	figure = regexp.MustCompile(`\d+(?:\.\d+)?`)
	// unquoted is what is no figure of a measurement: code, targets of links, years, numbers of a list, and words with
	// a digit.
	unquoted = regexp.MustCompile(
		"`[^`]*`|\\]\\([^)]*\\)|\\b(?:19|20)\\d\\d\\b|(?m:^\\d\\. )|\\b[A-Za-z]+-?\\d+\\b|\\b\\d-")
	// tableOf is a link to a table of bench/results.
	tableOf = regexp.MustCompile(`\]\(\.\./(bench/results/[a-z-]+\.md)\)`)
	// ofProgram are numbers that say what the program does, and measure nothing: limits and defaults. Each has its
	// words.
	ofProgram = regexp.MustCompile(`(?:of|or) (?:fewer than )?(?:100 characters|40 Han characters|40 characters)|100 characters|40 Han characters|40 characters at least|20 seconds|10 million words|1, 2, 4 MB|32 MB|256 MB on|20 times its own size|256 different|about 1 TB|at most 256 runs|about 64 MB|about 10 seconds of CPU|about 2 grows|by 4 with`)
)

// TestFigures: each figure that quality.md and scale.md quote is in a table that the paragraph, or the column of a
// table, links.
func TestFigures(t *testing.T) {
	pages := documentation(t)
	tables := map[string]map[string]bool{}
	quoted := 0
	for _, name := range []string{"docs/quality.md", "docs/scale.md"} {
		_, text, _ := strings.Cut(pages[name], "\n\n")
		text = regexp.MustCompile("(?s)```.*?```").ReplaceAllString(text, "")
		heading := ""
		for _, block := range strings.Split(text, "\n\n") {
			if strings.HasPrefix(block, "#") {
				_, block, _ = strings.Cut(block, "\n")
			}
			of := map[string]bool{}
			links := tableOf.FindAllStringSubmatch(block, -1)
			if len(links) == 0 && strings.HasPrefix(block, "|") { // the sentence before a table links it
				links = tableOf.FindAllStringSubmatch(heading, -1)
			}
			heading = block
			for _, link := range links {
				if tables[link[1]] == nil {
					tables[link[1]] = figuresOf(t, link[1])
				}
				for f := range tables[link[1]] {
					of[f] = true
				}
			}
			plain := unquoted.ReplaceAllString(ofProgram.ReplaceAllString(block, ""), "")
			for _, f := range figure.FindAllString(plain, -1) {
				if quoted++; !of[f] {
					t.Errorf("%s quotes %s, which no table has that is linked there:\n%.200s", name, f, block)
				}
			}
		}
	}
	if quoted < 60 {
		t.Errorf("only %d figures are quoted", quoted)
	}
}

// figuresOf are the figures of a page of bench/results, below its first paragraph.
func figuresOf(t *testing.T, name string) map[string]bool {
	t.Helper()
	page := filetest.Read(t, path.Clean(name))
	head, body, _ := strings.Cut(string(page), "\n\n")
	if name != "bench/results/README.md" && !strings.Contains(head+body, "Made by `go run ./bench/") {
		t.Errorf("%s does not say which command makes it", name)
	}
	all := map[string]bool{}
	for _, f := range figure.FindAllString(body, -1) {
		all[f] = true
	}
	return all
}
