package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// documentation returns the README and the pages of docs, by name.
func documentation(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("docs/*.md")
	if err != nil || len(names) < 10 {
		t.Fatalf("the pages are %q: %v", names, err)
	}
	pages := map[string]string{}
	for _, name := range append(names, "README.md") {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
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
				if err := os.MkdirAll(filepath.Dir(folder), 0o755); err != nil {
					t.Fatal(err)
				}
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
				b, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
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
			if err := json.Compact(&line, shown); err != nil || !strings.Contains(results.String(), line.String()+"\n") {
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
		if head, cut := strings.CutSuffix(line, "…"); at == len(got) || got[at] != line && !(cut && strings.HasPrefix(got[at], head)) {
			t.Errorf("%s: it does not print the line\n%s\nin\n%s", name, line, printed)
			return
		}
		at, skip = at+1, false
	}
}

// The defaults that docs/flags.md names are those of the flags.
func TestDefaultsOfDocumentation(t *testing.T) {
	of, compared := "", 0
	for line := range strings.Lines(documentation(t)["docs/flags.md"]) {
		if name, ok := strings.CutPrefix(line, "# The flags of "); ok {
			of, _, _ = strings.Cut(strings.TrimSpace(name), ",")
			continue
		}
		cells := strings.Split(line, "|")
		first := slices.IndexFunc(cells, func(c string) bool { return strings.HasPrefix(strings.TrimSpace(c), "`--") })
		if first < 0 || first+1 >= len(cells) {
			continue
		}
		flags := regexp.MustCompile("`--([a-z_]+)`").FindAllStringSubmatch(cells[first], -1)
		defaults, _, _ := strings.Cut(strings.TrimSpace(cells[first+1]), ";")
		values := strings.Split(defaults, ", ")
		if len(values) != len(flags) {
			continue // one word for all of them
		}
		cmd, _, err := command().Find([]string{of})
		if err != nil {
			t.Errorf("there is no command %s: %v", of, err)
			continue
		}
		for i, flag := range flags {
			f := cmd.Flags().Lookup(flag[1])
			if f == nil {
				t.Errorf("%s has no flag --%s", of, flag[1])
				continue
			}
			if _, err := strconv.ParseFloat(values[i], 64); err != nil {
				continue // in words
			}
			if compared++; f.DefValue != values[i] {
				t.Errorf("%s --%s: the default is %s, and the page says %s", of, flag[1], f.DefValue, values[i])
			}
		}
	}
	if compared < 20 {
		t.Errorf("only %d defaults were compared", compared)
	}
}
