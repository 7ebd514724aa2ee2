package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// documentation returns the README and the pages of docs, by name.
func documentation(t *testing.T) map[string]string {
	t.Helper()
	names := []string{"README.md"}
	for _, pattern := range []string{"docs/*.md", "docs/*/*.md"} {
		more, err := filepath.Glob(pattern)
		if err != nil || len(more) < 5 {
			t.Fatalf("the pages are %q: %v", more, err)
		}
		names = append(names, more...)
	}
	pages := map[string]string{}
	for _, name := range names {
		b := filetest.Read(t, name)
		pages[name] = string(b)
	}
	return pages
}

var (
	// block is an example of the documentation, whose first line is a command.
	block = regexp.MustCompile("(?s)```\n\\$ ([^\n]*)\n(.*?)```")
	// ofTestdata begins a record about documents of testdata.
	ofTestdata = regexp.MustCompile(`\{"(?:a|id)":"(?:[AL]?GPL|AFL)-`)
	// costs are what differs from run to run.
	costs = regexp.MustCompile(`in [\d.]+ s \(.*\)$`)
	words = regexp.MustCompile(`[^\s']*'[^']*'|\S+`)
)

// The examples of the documentation that read testdata/ print what they say, and records that it shows are
// in the results. A line of dots stands for any lines, and … for the rest of a line.
func TestExamplesOfDocumentation(t *testing.T) {
	out := t.TempDir()
	var results strings.Builder
	ran := map[string]bool{}
	pages := documentation(t)
	names := slices.Sorted(maps.Keys(pages))
	for _, name := range names {
		for _, example := range block.FindAllStringSubmatch(pages[name], -1) {
			command := example[1]
			if command == "./run.sh" { // run.sh says so
				command = "diagonal partial --input='testdata/corpora/*/corpus.jsonl.gz' --output=found"
			}
			if !strings.HasPrefix(command, "diagonal ") || !strings.Contains(command, "testdata/") {
				continue
			}
			args := words.FindAllString(command, -1)[1:]
			folder := ""
			for i, arg := range args {
				args[i] = strings.ReplaceAll(arg, "'", "")
				if at, ok := strings.CutPrefix(arg, "--output="); ok {
					folder = filepath.Join(out, strconv.Itoa(len(ran)), at)
					args[i] = "--output=" + folder
				}
			}
			if ran[command] {
				continue
			}
			ran[command] = true
			if folder != "" {
				filetest.Folder(t, filepath.Dir(folder))
			}
			var printed, errors bytes.Buffer
			run := program(".", args...)
			run.Stdout, run.Stderr = &printed, &errors
			if err := run.Run(); err != nil {
				t.Errorf("%s: %s: %v\n%s", name, command, err, errors.String())
				continue
			}
			same(t, name+": "+command, example[2], printed.String())
			files, _ := filepath.Glob(filepath.Join(folder, "*.jsonl"))
			for _, file := range files {
				b := filetest.Read(t, file)
				results.Write(b)
			}
		}
	}
	if len(ran) < 4 {
		t.Errorf("only %d examples were run", len(ran))
	}
	records := 0
	for _, name := range names {
		page := pages[name]
		for _, at := range ofTestdata.FindAllStringIndex(page, -1) {
			var shown json.RawMessage
			var line bytes.Buffer
			if err := json.NewDecoder(strings.NewReader(page[at[0]:])).Decode(&shown); err != nil {
				t.Errorf("%s: %.60s: %v", name, page[at[0]:], err)
				continue
			}
			records++
			if err := json.Compact(&line, shown); err != nil ||
				!strings.Contains(results.String(), line.String()+"\n") {
				t.Errorf("%s shows a record that no example has (%v):\n%s", name, err, line.String())
			}
		}
	}
	if records < 6 {
		t.Errorf("only %d records are shown", records)
	}
}

// same compares the lines that an example shows with those that the program printed.
func same(t *testing.T, name, shown, printed string) {
	t.Helper()
	clean := func(text string) (lines []string) {
		for line := range strings.Lines(text) {
			lines = append(lines, costs.ReplaceAllString(strings.TrimRight(line, " \n"), "in …"))
		}
		return lines
	}
	got, at, skip := clean(printed), 0, false
	for _, line := range clean(shown) {
		if strings.TrimSpace(line) == "..." {
			skip = true
			continue
		}
		for skip && at < len(got) && got[at] != line {
			at++
		}
		if head, cut := strings.CutSuffix(line, "…"); at == len(got) ||
			got[at] != line && !(cut && strings.HasPrefix(got[at], head)) {
			t.Errorf("%s: it does not print the line\n%s\nin\n%s", name, line, printed)
			return
		}
		at, skip = at+1, false
	}
}

// TestMatrixOfTutorial: the matrix has a mark where two sentences have the same words, and no other.
func TestMatrixOfTutorial(t *testing.T) {
	_, text, ok := strings.Cut(documentation(t)["docs/tutorial.md"], "```matrix\n")
	if !ok {
		t.Fatal("the tutorial has no matrix")
	}
	text, _, _ = strings.Cut(text, "```")
	rows := strings.Split(strings.TrimSpace(text), "\n")
	head := strings.Fields(rows[0])
	of := map[string]map[string]string{}
	for line := range strings.Lines(finish(t, ".",
		program(".", "sentences", "testdata/corpora/licences/corpus.jsonl.gz")).stdout) {
		var s struct {
			ID       string
			Sentence int
			Text     string
		}
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			t.Fatal(err)
		}
		if of[s.ID] == nil {
			of[s.ID] = map[string]string{}
		}
		of[s.ID][strconv.Itoa(s.Sentence)] = strings.Join(regexp.MustCompile(`\w+`).FindAllString(s.Text, -1), " ")
	}
	a, b := of[head[0]], of[head[2]]
	for _, row := range rows[1:] {
		cells := strings.Fields(row)
		for i, cell := range cells[1:] {
			one, two := a[cells[0]], b[head[3+i]]
			if one == "" || two == "" || (cell == "x") != (one == two) {
				t.Errorf("sentences %s and %s: %q, but they are %q and %q", cells[0], head[3+i], cell, one, two)
			}
		}
	}
}

// maxWords are the most words of a page.
const maxWords = 1500

// TestLengthOfDocumentation: the README has at most 1,200 words, and each page below docs 1,500, but for
// docs/reference, which is made from the flags.
func TestLengthOfDocumentation(t *testing.T) {
	for name, page := range documentation(t) {
		max := maxWords
		switch {
		case name == "README.md":
			max = 1200
		case strings.HasPrefix(name, reference+"/"):
			continue
		}
		if n := len(strings.Fields(page)); n > max {
			t.Errorf("%s has %d words, and may have %d", name, n, max)
		}
	}
}

// TestMinProse: pages name one limit of what is prose, that of the program.
func TestMinProse(t *testing.T) {
	want := strings.TrimPrefix(fmt.Sprint(record.MinProse), "0")
	limit := regexp.MustCompile("(?:min_prose=|prose`[^.]*? (?:below|under) )(\\.[0-9]+)")
	found := 0
	for name, page := range documentation(t) {
		for _, m := range limit.FindAllStringSubmatch(page, -1) {
			if found++; m[1] != want {
				t.Errorf("%s says %q, and the limit is %s", name, m[0], want)
			}
		}
	}
	if found < 5 {
		t.Errorf("%d pages say the limit: the pattern is not as they say it", found)
	}
}

// TestLinksOfDocumentation: what a page links in this repository is there, also the heading behind a #.
func TestLinksOfDocumentation(t *testing.T) {
	pages := documentation(t)
	for name, page := range pages {
		for _, link := range regexp.MustCompile(`\]\(([^)\s]+)\)`).FindAllStringSubmatch(page, -1) {
			target, heading, _ := strings.Cut(link[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			file := name
			if target != "" {
				file = filepath.ToSlash(filepath.Join(filepath.Dir(name), target))
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s links %s: %v", name, link[1], err)
				continue
			}
			if heading != "" && !slices.Contains(headings(pages[file]), heading) {
				t.Errorf("%s links %s: %s has no such heading", name, link[1], file)
			}
		}
	}
}

// TestTestsOfDocumentation: the tests that pages name exist, and so do the programs of bench and their flags.
func TestTestsOfDocumentation(t *testing.T) {
	sources := func(pattern string) string {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			return ""
		}
		var all strings.Builder
		for _, name := range names {
			b := filetest.Read(t, name)
			all.Write(b)
		}
		return all.String()
	}
	test := regexp.MustCompile("`go test (\\./[\\w/]+) -run '?([\\w|]+)'?`")
	program := regexp.MustCompile("`go run (\\./bench/\\w+)([^`]*)`")
	flag := regexp.MustCompile(`--(\w+)`)
	tests := 0
	for name, page := range documentation(t) {
		for _, m := range test.FindAllStringSubmatch(page, -1) {
			tests++
			code := sources(filepath.FromSlash(m[1]) + "/*_test.go")
			for _, one := range strings.Split(m[2], "|") {
				if !regexp.MustCompile(`(?m)^func (Test|Fuzz)?\w*` + one +
					`\w*\(\w+ \*testing\.[TF]\)`).MatchString(code) {
					t.Errorf("%s: %s: there is no such test", name, m[0])
				}
			}
		}
		for _, m := range program.FindAllStringSubmatch(page, -1) {
			code := sources(filepath.FromSlash(m[1])+"/*.go") + sources("bench/program/*.go")
			if sources(filepath.FromSlash(m[1])+"/*.go") == "" {
				t.Errorf("%s: %s: there is no such program", name, m[0])
			}
			for _, f := range flag.FindAllStringSubmatch(m[2], -1) {
				if m[1] != "./bench/record" && !strings.Contains(code, `"`+f[1]+`"`) {
					t.Errorf("%s: %s: there is no flag --%s", name, m[0], f[1])
				}
			}
		}
	}
	if tests < 25 {
		t.Errorf("pages name only %d tests", tests)
	}
}

// headings are the headings of a page as links name them.
func headings(page string) (all []string) {
	for _, h := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(page, -1) {
		h := regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(h[1]), "")
		all = append(all, strings.ReplaceAll(h, " ", "-"))
	}
	return all
}

// TestCommandsOfDocumentation: the commands and flags of all examples exist, and the values can be parsed.
func TestCommandsOfDocumentation(t *testing.T) {
	commands := 0
	for name, page := range documentation(t) {
		for _, code := range regexp.MustCompile("(?s)```.*?```|`[^`\n]+`").FindAllString(page, -1) {
			code = strings.ReplaceAll(code, "\\\n", " ")
			for line := range strings.Lines(code) {
				line = strings.TrimPrefix(strings.Trim(strings.TrimSpace(line), "`"), "$ ")
				line, _, _ = strings.Cut(line, "  #")
				if _, piped, ok := strings.Cut(line, "| diagonal "); ok {
					line = "diagonal " + piped
				}
				line, _, _ = strings.Cut(line, " | ")
				line, _, _ = strings.Cut(line, " && ")
				rest, ok := strings.CutPrefix(strings.Replace(line, "./run.sh", "diagonal", 1), "diagonal ")
				if !ok || strings.ContainsAny(rest, "…<>") || strings.Contains(rest, "COMMAND") {
					continue
				}
				args := words.FindAllString(rest, -1)
				if len(args) == 0 {
					continue
				}
				for i := range args {
					args[i] = strings.ReplaceAll(args[i], "'", "")
				}
				args = slices.DeleteFunc(args, func(a string) bool { return a == "--cluster" }) // of run.sh
				root := command()
				cmd, flags, err := root.Find(args)
				if cmd == root { // diagonal FOLDER
					cmd, flags, err = root.Find(append([]string{"partial"}, args...))
				}
				if cmd.Name() == "plan" { // flags of its own, and a command
					at := slices.IndexFunc(flags, func(a string) bool { return !strings.HasPrefix(a, "-") })
					if at < 0 {
						continue
					}
					cmd, flags, err = root.Find(flags[at:])
				}
				if err == nil && !slices.Contains([]string{"test", "serve", "--version", "--help", "help"}, args[0]) &&
					!cmd.DisableFlagParsing {
					err = cmd.ParseFlags(flags)
				}
				if commands++; err != nil && !strings.Contains(err.Error(), "help requested") {
					t.Errorf("%s: %s: %v", name, line, err)
				}
			}
		}
	}
	if commands < 100 {
		t.Errorf("only %d commands are checked", commands)
	}
}
