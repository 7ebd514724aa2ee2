package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/bench/texts"
)

// some returns documents of 200 different words.
func some(n int) (docs []texts.Document) {
	for i := range n {
		var b strings.Builder
		for j := range 200 {
			fmt.Fprintf(&b, "w%dx%d ", i, j)
		}
		docs = append(docs, texts.Document{ID: fmt.Sprint(i), Text: b.String()})
	}
	return docs
}

// Of nothing removed nothing is found or lost; without the planted copies all documents are found, and all of a passage
// that is cut.
func TestLeft(t *testing.T) {
	docs, copies, err := plant(some(20), 4, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(docs) != 20+3*4 || len(copies) != 4*4 {
		t.Fatalf("%d documents, %d copies", len(docs), len(copies))
	}
	b := bench{copies: copies, before: windowsOf(docs)}
	if l := b.leftOf(docs); len(l.found) > 0 || l.lost != 0 || l.words != 1 || l.repeated == 0 {
		t.Errorf("all is there: %+v", l)
	}
	cut := map[string]string{}
	for _, c := range copies {
		if c.kind == passageKind {
			cut[c.b.id] = c.b.text[:c.b.start] + c.b.text[c.b.end:]
		}
	}
	var rest []texts.Document
	for _, d := range docs {
		if text, ok := cut[d.ID]; ok {
			d.Text = text
		}
		if !strings.HasPrefix(d.ID, "planted/") {
			rest = append(rest, d)
		}
	}
	l := b.leftOf(rest)
	if l.repeated != 0 || l.lost == 0 || l.lost > .1 { // edits are lost, and the windows around a passage
		t.Errorf("the copies are gone: %+v", l)
	}
	for _, kind := range kinds {
		if l.found[kind] != 4 {
			t.Errorf("%s: %d of 4 are found", kind, l.found[kind])
		}
	}
}

// A window is the same wherever it stands.
func TestWindows(t *testing.T) {
	words := hashes("One two, three. ONE two three four")
	if w := appendWindows(nil, words, 3); len(w) != 5 || w[0] != w[3] || w[0] == w[4] {
		t.Errorf("%x", w)
	}
	if n := covered(side{text: "äbcdefghij", start: 0, end: 11}, [][2]int{{4, 6}, {0, 5}, {20, 30}}); n != .6 {
		t.Errorf("covered: %v, want 6 of 10 code points", n)
	}
}

// A line of the table has a cell for each column, and the seconds of all steps of a tool: two that sleep a fifth of
// one.
func TestTable(t *testing.T) {
	docs, copies, err := plant(some(20), 4, 1)
	if err != nil {
		t.Fatal(err)
	}
	b := bench{copies: copies, before: windowsOf(docs)}
	b.Keep, b.Planted, b.Limit, b.AtOnce = t.TempDir(), 4, 60, 2
	b.input = filepath.Join(b.Keep, "corpus.jsonl")
	if err := program.WriteLines(b.input, docs); err != nil {
		t.Fatal(err)
	}
	slow := tool{name: "slow", missing: always, left: "left.jsonl", steps: func(b bench, dir string) [][]string {
		return [][]string{{"sleep", ".2"},
			{"sh", "-c", `sleep .2 && cp "$0" "$1"`, b.input, filepath.Join(dir, "left.jsonl")}}
	}}
	var w strings.Builder
	if err := b.table(t.Context(), &w, []tool{slow}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(w.String()), "\n")
	for _, line := range lines {
		if strings.Count(line, "|") != strings.Count(lines[0], "|") {
			t.Errorf("%q has other columns than %q", line, lines[0])
		}
	}
	cells := map[string]string{}
	for i, cell := range strings.Split(lines[len(lines)-1], "|") {
		cells[strings.TrimSpace(strings.Split(lines[0], "|")[i])] = strings.TrimSpace(cell)
	}
	if n, err := strconv.ParseFloat(cells["seconds"], 64); err != nil || n < .4 {
		t.Errorf("%q seconds, want .4 or more", cells["seconds"])
	}
	// partial did not run, and all is left
	if cells["tool"] != "slow" || cells["of partial"] != "" || cells["exact"] != "0.00" {
		t.Errorf("%q", cells)
	}
}

// After an interrupt no tool starts, and the table says so.
func TestInterrupted(t *testing.T) {
	b := bench{}
	b.Keep, b.AtOnce = t.TempDir(), 1
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	var w strings.Builder
	if err := b.table(ctx, &w, []tool{{name: "late", missing: always, steps: func(bench, string) [][]string {
		return [][]string{{"false"}}
	}}}); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(w.String(), "- late: interrupted\n") {
		t.Error(w.String())
	}
}
