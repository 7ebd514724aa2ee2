package report

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/commands/report/site"
	"example.org/diagonal/docs"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
)

// text is a document of a test.
type text struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// corpus writes documents and returns the path of the file.
func corpus(t testing.TB, name string, docs ...text) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	var b strings.Builder
	for _, d := range docs {
		l, err := record.JSON(d)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(l, '\n'))
	}
	return filetest.Write(t, path, b.String())
}

// written is a stream of a result.
type written struct {
	name  string
	lines []any
}

// resultOf writes a result of a command and returns its folder.
func resultOf(t testing.TB, parameters map[string]any, counts map[string]int64, streams ...written) string {
	t.Helper()
	dir := filetest.Folder(t, filepath.Join(t.TempDir(), "found"))
	put := func(name string, content []byte) {
		filetest.Write(t, filepath.Join(dir, name), content)
	}
	s := result.Summary{Counts: counts, Ledger: map[string]int64{"passages_too_short": 7, "of_no_table": 3,
		"nothing": 0}, Lines: map[string]int64{}}
	s.Parameters, _ = json.Marshal(parameters)
	for _, stream := range streams {
		var b []byte
		for _, l := range stream.lines {
			j, err := record.JSON(l)
			if err != nil {
				t.Fatal(err)
			}
			b = append(append(b, j...), '\n')
		}
		put(result.Name(stream.name, 0, 1, result.LinesExtension), b)
		s.Lines[stream.name] = int64(len(stream.lines))
	}
	summary, _ := json.Marshal(s)
	put(result.SummaryFile, summary)
	put(result.RunFile, []byte(`{"version":"1","runner":"local","started":"2026-01-02T03:04:05Z","seconds":1.5}`))
	put(result.SuccessFile, nil)
	return dir
}

// passage returns a passage over parts of two texts, which are in them.
func passage(t testing.TB, a text, partA string, b text, partB, kind string, similarity float64) record.Passage {
	t.Helper()
	place := func(d text, part string) (start, end, byteStart, byteEnd int64) {
		at := strings.Index(d.Text, part)
		if at < 0 {
			t.Fatalf("%q is not in %.60q", part, d.Text)
		}
		start = int64(utf8.RuneCountInString(d.Text[:at]))
		return start, start + int64(utf8.RuneCountInString(part)), int64(at), int64(at + len(part))
	}
	p := record.Passage{A: a.ID, B: b.ID, Kind: kind, Matched: 1, Similarity: similarity}
	p.AStart, p.AEnd, p.AByteStart, p.AByteEnd = place(a, partA)
	p.BStart, p.BEnd, p.BByteStart, p.BByteEnd = place(b, partB)
	return p
}

// make makes a report and returns its folder.
func makeReport(t testing.TB, dir string, input ...string) (string, *Made) {
	t.Helper()
	p := Params{Result: dir, Docs: docio.Defaults(), Output: filepath.Join(t.TempDir(), "pages")}
	p.Docs.Input = input
	made, err := Run(t.Context(), p, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	return p.Output, made
}

// pages calls check with every page of a report.
func pages(t *testing.T, dir string, check func(name string, content []byte)) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.html"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%s has no pages: %v", dir, err)
	}
	for _, name := range names {
		b := filetest.Read(t, name)
		check(filepath.Base(name), b)
	}
}

// table reads the rows of a table of a report.
func table(t *testing.T, dir, name string) (rows [][]any) {
	t.Helper()
	chunks, err := filepath.Glob(filepath.Join(dir, "data", name+"-[0-9][0-9][0-9][0-9][0-9].js"))
	if err != nil {
		t.Fatal(err)
	}
	for i, chunk := range chunks {
		b := filetest.Read(t, chunk)
		inner, ok := strings.CutPrefix(string(b), fmt.Sprintf("reportChunk(%q,%d,", name, i))
		inner, end := strings.CutSuffix(inner, ");\n")
		var part [][]any
		if err := json.Unmarshal([]byte(inner), &part); err != nil || !ok || !end {
			t.Fatalf("%s: %v: %.100s", chunk, err, b)
		}
		rows = append(rows, part...)
	}
	return rows
}

// utf16 returns a part of a text by UTF-16 code units.
func utf16Part(s string, start, end float64) string {
	var at float64
	var b strings.Builder
	for _, r := range s {
		if at >= start && at < end {
			b.WriteRune(r)
		}
		if at++; r > 0xffff {
			at++
		}
	}
	return b.String()
}

// The data of a pair: places in UTF-16, and the words that differ.
func TestPair(t *testing.T) {
	dir, input := hostile(t)
	out, _ := makeReport(t, dir, input)
	pair := table(t, out, "pairs")
	if len(pair) != 1 || fmt.Sprint(pair[0]) != "[0 0 2 1 43 36 0.8 0]" {
		t.Fatalf("pairs %v", pair)
	}
	m := table(t, out, "marks")[0]
	if got := utf16Part(two.Text, m[2].(float64), m[3].(float64)); got != "The quick red fox jumps over the dog" {
		t.Errorf("the passage in b is %q", got)
	}
	marked := func(text string, start float64, flat []any) (all []string) {
		for i := 0; i < len(flat); i += 3 {
			start += flat[i].(float64)
			end := start + flat[i+1].(float64)
			all = append(all, fmt.Sprint(utf16Part(text, start, end), flat[i+2]))
			start = end
		}
		return all
	}
	if got := fmt.Sprint(marked(one.Text, m[0].(float64), m[4].([]any)),
		marked(two.Text, m[2].(float64), m[5].([]any))); got != "[brown1 lazy0] [red1]" {
		t.Errorf("differences %s", got)
	}
	var whole strings.Builder
	texts := table(t, out, "texts")
	for _, b := range table(t, out, "blocks")[int(texts[2][1].(float64)):] {
		whole.WriteString(b[1].(string))
	}
	if whole.String() != two.Text {
		t.Errorf("the text of b is %q", whole.String())
	}
}

// Texts that have changed or are gone are named, and nothing else is missing.
func TestChanged(t *testing.T) {
	a, b := text{"a", "One two three four five. Six seven."}, text{"b", "Before. One two three four five."}
	c, d := text{"c", "Eight nine ten eleven. Twelve."}, text{"d", "Eight nine ten eleven."}
	dir := resultOf(t, map[string]any{"command": "partial"},
		map[string]int64{"documents": 4, "bytes": int64(len(a.Text) + len(b.Text) + len(c.Text) + len(d.Text))},
		written{"passages", []any{
			passage(t, a, "One two three four five", b, "One two three four five", record.Verbatim, 1),
			passage(t, c, "Eight nine ten eleven", d, "Eight nine ten eleven", record.Verbatim, 1)}})
	for _, tc := range []struct {
		name string
		docs []text
		want []string
		note []float64 // of the passages
	}{
		{"as it was", []text{a, b, c, d}, nil, []float64{compared, compared}},
		{"gone", []text{a, c, d}, []string{"1 of 4 in the result are not in the input, or not any more"},
			[]float64{noText, compared}},
		{"shorter", []text{a, {"b", "Before."}, c, d}, []string{"1 of 4 in the result have changed since the run",
			"4 documents with 94 bytes now"}, []float64{noText, compared}},
		{"other offsets", []text{a, {"b", "Béfore. One two three four five."}, c, d},
			[]string{"1 of 4 in the result have changed", "bytes now"}, []float64{noText, compared}},
		{"other words", []text{a, {"b", "Before. One two other four five."}, c, d},
			[]string{"1 passage of 2 do not have the words"}, []float64{doubtful, compared}},
		{"more", []text{a, b, c, d, {"e", "New."}}, []string{"The input has 5 documents"},
			[]float64{compared, compared}},
	} {
		out, made := makeReport(t, dir, corpus(t, "c.jsonl", tc.docs...))
		if len(made.Notes) != len(tc.want) {
			t.Errorf("%s: notes %q", tc.name, made.Notes)
			continue
		}
		for i, want := range tc.want {
			if !strings.Contains(made.Notes[i], want) {
				t.Errorf("%s: note %q, want %q", tc.name, made.Notes[i], want)
			}
			pages(t, out, func(name string, content []byte) {
				if !strings.Contains(string(content), want) {
					t.Errorf("%s: %s does not say it", tc.name, name)
				}
			})
		}
		for i, m := range table(t, out, "marks") {
			if m[6] != tc.note[i] {
				t.Errorf("%s: passage %d has the note %v, want %v", tc.name, i, m[6], tc.note[i])
			}
		}
		if rows := table(t, out, "passages"); len(rows) != 2 {
			t.Errorf("%s: %d passages", tc.name, len(rows))
		}
	}
}

// Records that the run could not read are on a page of their own; others are named.
func TestRejectedNotes(t *testing.T) {
	a, b := text{"a", "One two three four five."}, text{"b", "One two three four five."}
	found := written{"passages",
		[]any{passage(t, a, "One two three four five", b, "One two three four five", record.Verbatim, 1)}}
	counts := map[string]int64{"documents": 2, "bytes": int64(len(a.Text) + len(b.Text))}
	input := corpus(t, "c.jsonl", a, b)
	lines, err := os.ReadFile(input)
	if err == nil {
		err = os.WriteFile(input, append(lines, "broken\n"...), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		streams []written
		want    int
	}{
		{[]written{found}, 1},
		{[]written{found, {"rejected", []any{record.Rejected{File: input, Record: 2, Reason: "not JSON"}}}}, 0},
	} {
		_, made := makeReport(t, resultOf(t, map[string]any{"command": "partial"}, counts, tc.streams...), input)
		if len(made.Notes) != tc.want || tc.want > 0 && !strings.Contains(made.Notes[0], "could not be read") {
			t.Errorf("notes %q, want %d", made.Notes, tc.want)
		}
	}
}

// Without --input there are no texts, and all else.
func TestNoInput(t *testing.T) {
	dir, _ := hostile(t)
	out, made := makeReport(t, dir)
	if len(made.Notes) != 1 || !strings.Contains(made.Notes[0], "without --input") {
		t.Errorf("notes %q", made.Notes)
	}
	if n := len(table(t, out, "passages")); n != 1 {
		t.Errorf("%d passages", n)
	}
}

// A result without passages has a report, too.
func TestEmpty(t *testing.T) {
	out, made := makeReport(t, resultOf(t, map[string]any{"command": "partial"}, nil, written{"passages", nil}),
		corpus(t, "c.jsonl", one))
	if made.Between.Passages != 0 || len(made.Notes) != 0 {
		t.Errorf("%+v", made)
	}
	index, err := os.ReadFile(filepath.Join(out, site.FirstPage))
	if err != nil || !strings.Contains(string(index), "There are no passages") {
		t.Errorf("the overview does not say that there are no passages: %v", err)
	}
	if _, err := os.Stat(filepath.Join(out, "map.html")); err == nil {
		t.Error("there is a map of nothing")
	}
}

// A long id is in the report once, up to a length, and tables show its beginning. A long text is
// in many blocks, and no chunk is much larger than the others.
func TestLong(t *testing.T) {
	long := text{strings.Repeat("長", 400_000),
		strings.Repeat("Lorem ipsum dolor sit amet, consectetur adipiscing elit. ", 60_000)}
	short := text{"short", "Lorem ipsum dolor sit amet, consectetur adipiscing elit."}
	p := passage(t, long, long.Text, short, short.Text, record.Reworded, .5)
	out, made := makeReport(t, resultOf(t, map[string]any{"command": "partial"}, nil, written{"passages", []any{p}}),
		corpus(t, "c.jsonl", long, short))
	if len(made.Notes) != 0 {
		t.Errorf("notes %q", made.Notes)
	}
	files, err := filepath.Glob(filepath.Join(out, "data", "*.js"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > site.ChunkBytes+100 {
			t.Errorf("%s has %d bytes", name, info.Size())
		}
	}
	row := table(t, out, "texts")[1]
	if n := utf8.RuneCountInString(row[4].(string)); n != maxID+1 || row[5] != 400_000. {
		t.Errorf("the id has %d characters of %v", n, row[5])
	}
	var text strings.Builder
	for _, b := range table(t, out, "blocks")[int(row[1].(float64)):] {
		text.WriteString(b[1].(string))
	}
	if text.String() != long.Text {
		t.Error("the blocks are not the text")
	}
	if note := table(t, out, "marks")[0][6]; note != float64(tooLong) {
		t.Errorf("note %v, want %v", note, tooLong)
	}
}

// What is wrong is one line, with the exit code 2, and leaves nothing.
func TestWrong(t *testing.T) {
	good, input := hostile(t)
	none := t.TempDir()
	half := resultOf(t, map[string]any{"command": "partial"}, nil)
	os.Remove(filepath.Join(half, result.SuccessFile))
	silent := resultOf(t, map[string]any{}, nil)
	table := resultOf(t, map[string]any{"command": "partial"}, nil)
	filetest.Write(t, filepath.Join(table, "passages-00000-of-00001.parquet"), "")
	sheet := resultOf(t, map[string]any{"command": "lookup"}, nil)
	filetest.Write(t, filepath.Join(sheet, "passages-00000-of-00001.csv"), "a,a_start\nx,y\n")
	broken := resultOf(t, map[string]any{"command": "partial"}, nil)
	filetest.Write(t, filepath.Join(broken, "passages-00000-of-00001.jsonl"), "{\n")
	for _, tc := range []struct {
		name, dir, input, output, want string
		code                           int
	}{
		{"no folder", filepath.Join(none, "x"), input, "", "contains no summary.json", 2},
		{"not a result", none, input, "", "contains no summary.json", 2},
		{"not whole", half, input, "", "contains no _SUCCESS", 2},
		{"no command", silent, input, "", "does not say which command", 2},
		{"no Parquet", table, input, "", "passages-00000-of-00001.parquet: not a Parquet file that can be read", 1},
		{"no passages", sheet, input, "", "passages-00000-of-00001.csv, row 1: column a_start is not a whole number",
			1},
		{"broken line", broken, input, "", "passages-00000-of-00001.jsonl:1: ", 1},
		{"no such input", good, filepath.Join(none, "x"), "", "no such file", 2},
		{"taken", good, input, none, "", 0}, // an empty folder
		{"the result itself", good, input, good, "exists already", 2},
	} {
		parent := t.TempDir()
		p := Params{Result: tc.dir, Docs: docio.Defaults(), Output: filepath.Join(parent, "pages")}
		if tc.output != "" {
			p.Output = tc.output
		}
		p.Docs.Input = []string{tc.input}
		_, err := Run(t.Context(), p, t.Output())
		if code := line.ExitCode(err); code != tc.code || err != nil && (!strings.Contains(err.Error(), tc.want) ||
			strings.Contains(err.Error(), "\n")) {
			t.Errorf("%s: exit code %d: %v", tc.name, code, err)
		}
		if left, _ := os.ReadDir(parent); len(left) > 0 {
			t.Errorf("%s: left behind: %v", tc.name, left)
		}
	}
}

// Flags of the reader have no effect without --input, and are errors.
func TestNoEffect(t *testing.T) {
	for _, flag := range []string{"--source=x", "--base=x", "--format=text", "--pre=cat", "--max_record=1MB"} {
		var p Params
		fs := pflag.NewFlagSet("report", pflag.ContinueOnError)
		p.Flags(fs)
		if err := fs.Parse([]string{"--output=pages", flag}); err != nil {
			t.Fatal(err)
		}
		name, _, _ := strings.Cut(flag, "=")
		if err := p.check(fs); err == nil || !strings.HasPrefix(err.Error(), name+" has no effect without --input") {
			t.Errorf("%s: %v", flag, err)
		}
	}
}

// The page of the ledger has words for the counts of every command.
func TestLedger(t *testing.T) {
	words := ledgerWords(docs.Ledger)
	for _, name := range []string{"passages_too_short", "sentences_without_signature", "pairs_of_equal_documents",
		"documents_beyond_the_cap", "hot_passages_left"} {
		if e := words[name]; e.What == "" || e.Lost == "" || strings.ContainsAny(e.What+e.Lost, "`|") {
			t.Errorf("%s: %+v", name, e)
		}
	}
}

// The bytes of a report do not depend on the order of the input, nor on its number of files.
func TestSameBytes(t *testing.T) {
	dir, input := library(t)
	b := filetest.Read(t, input)
	lines := slices.Collect(strings.Lines(string(b)))
	slices.Reverse(lines)
	other := t.TempDir()
	for i, part := range [][]string{lines[:50], lines[50:]} {
		filetest.Write(t, filepath.Join(other, fmt.Sprint(i, ".jsonl")), strings.Join(part, ""))
	}
	x, _ := makeReport(t, dir, input)
	y, _ := makeReport(t, dir, other)
	want, got := filetest.Tree(t, x), filetest.Tree(t, y)
	for name := range want {
		if want[name] != got[name] {
			t.Errorf("%s differs", name)
		}
	}
	if len(want) != len(got) || len(want) < 20 {
		t.Errorf("%d files and %d", len(want), len(got))
	}
}

// A passage of two pages may have words between its ends that are not of their main text. They are no sign
// that a text has changed. White space between elements is not shown.
func TestPagesWithFurniture(t *testing.T) {
	page := func(name, furniture string) text {
		story := "The committee met on the first day of the month and agreed on a plan for the harbour. "
		return text{name, "<html><body><main><p>" + strings.Repeat(story, 3) + "</p>\n\n\n\n" + furniture +
			"\n\n\n\n<p>" + strings.Repeat("The plan was published on the following day, and nobody was against it. ",
			3) + "</p></main></body></html>"}
	}
	a, b := page("a.html", "<nav><a href=x>Home</a> <a href=y>Weather</a></nav>"),
		page("b.html", "<aside><a href=z>Subscribe now</a></aside>")
	dir := t.TempDir()
	for _, d := range []text{a, b} {
		filetest.Write(t, filepath.Join(dir, d.ID), d.Text)
	}
	cut := func(d text) string {
		return d.Text[strings.Index(d.Text, "The committee"):strings.Index(d.Text, " </p></main>")]
	}
	p := passage(t, a, cut(a), b, cut(b), record.Verbatim, 1)
	result := resultOf(t, map[string]any{"command": "partial", "html": "main"}, nil, written{"passages", []any{p}})
	out, made := makeReport(t, result, dir)
	if len(made.Notes) > 0 {
		t.Errorf("notes %q", made.Notes)
	}
	if marks := table(t, out, "marks"); len(marks) != 1 || marks[0][6] != 0. || len(marks[0][4].([]any)) == 0 {
		t.Errorf("marks %v", marks)
	}
	if shown := table(t, out, "blocks")[0][1].(string); strings.Contains(shown, "\n\n\n") ||
		!strings.Contains(shown, "\n\nHome Weather\n\n") {
		t.Errorf("the text is %q", shown)
	}
}
