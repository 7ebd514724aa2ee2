package report

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/pflag"
	"golang.org/x/net/html"

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
	s := result.Summary{Counts: counts, Ledger: map[string]int64{"passages_too_short": 7, "of_no_table": 3, "nothing": 0}, Lines: map[string]int64{}}
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

var (
	hostileID = "a\"'><script>alert(1)</script>&\n\u2028/../../b"
	one       = text{hostileID, "Intro. The quick brown fox jumps over the lazy dog. </script><script>alert(2)</script> End."}
	two       = text{"two", "\U0001f600 The quick red fox jumps over the dog. 民法典。"}
)

// hostile is a result whose ids and texts contain markup.
func hostile(t testing.TB) (dir, input string) {
	p := passage(t, one, "The quick brown fox jumps over the lazy dog", two, "The quick red fox jumps over the dog", record.Reworded, .8)
	hot := record.HotPassage{Text: "<b>hot</b>", Documents: 30, Occurrences: 2, Words: 1, Hash: "h", Samples: []record.Sample{{ID: hostileID, Start: 0, End: 5}}}
	dir = resultOf(t, map[string]any{"command": "partial", "<img src=x>": "<script>"}, map[string]int64{"documents": 2, "bytes": int64(len(one.Text) + len(two.Text))},
		written{"passages", []any{p}}, written{"within", nil},
		written{"documents", []any{record.DocumentShare{ID: hostileID, Characters: 90, Share: .5, WeightedShare: .4, Documents: 1}, record.DocumentShare{ID: "two", Characters: 40, Share: .7}}},
		written{"hot", []any{hot}},
		written{"hot-occurrences", []any{record.HotOccurrence{Hash: "h", ID: hostileID, Start: 0, End: 5}, record.HotOccurrence{Hash: "h", ID: "elsewhere", Start: 3, End: 5}}},
		written{"rejected", []any{record.Rejected{File: "<i>", Reason: "</script>"}}},
		written{"clusters", []any{record.Cluster{Cluster: "c", Size: 2, Documents: 2, Representative: record.ClusterSample{ID: hostileID, Start: p.AStart, End: p.AEnd}, Kind: record.Reworded, Similarity: .8, Text: "<u>"}}},
		written{"cluster-places", []any{placeOf(p, false), placeOf(p, true)}},
		written{"extras", []any{map[string]any{"extra": 1, "text": "<u>", "of": map[string]any{"id": "x"}}}})
	return dir, corpus(t, "c.jsonl", one, two)
}

// Nothing of the input becomes markup, a script or the name of a file, and every page forbids
// what is not a file of the report.
func TestHostile(t *testing.T) {
	dir, input := hostile(t)
	out, made := makeReport(t, dir, input)
	if len(made.Notes) != 1 || !strings.Contains(made.Notes[0], "1 of 3 in the result are not in the input") {
		t.Errorf("notes %q", made.Notes)
	}
	pages(t, out, func(name string, content []byte) {
		if n := strings.Count(string(content), `<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; script-src &#39;self&#39;; style-src &#39;self&#39;;`); n != 1 {
			t.Errorf("%s: %d policies", name, n)
		}
		checkMarkup(t, name, content)
	})
	named := regexp.MustCompile(`^(_SUCCESS|[a-z]+(-[0-9]+)?\.html|data/[a-z]+(-[a-z0-9]+)*\.js|assets/[a-z]+\.(js|css)|assets/lib/[a-z]+-[0-9.]+/[A-Za-z_.]+)$`)
	for name, content := range filetest.Tree(t, out) {
		if !named.MatchString(name) {
			t.Errorf("a file with the name %q", name)
		}
		if i := strings.IndexAny(content, "<>\u2028"); i >= 0 && strings.HasPrefix(name, "data") {
			t.Errorf("%s: not escaped: %.80s", name, content[i:])
		}
	}
	if got := table(t, out, "names")[0][0]; got != hostileID {
		t.Errorf("id %q", got)
	}
	if got := table(t, out, "stream-1")[0]; len(got) != 3 || got[1] != `{"id":"x"}` {
		t.Errorf("extras %v", got)
	}
	index := filetest.Read(t, filepath.Join(out, site.FirstPage))
	for _, want := range []string{"&lt;b&gt;hot&lt;/b&gt;", "matches of less than 100 characters", "of no table", "2 January 2026, 03:04 UTC", `href="stream-1.html">Extras`, "&lt;u&gt;", `<a href="cluster.html#c">`} {
		if !strings.Contains(string(index), want) {
			t.Errorf("the overview has no %q", want)
		}
	}
}

// checkMarkup fails for what the policy would not allow, and for markup of the input.
func checkMarkup(t *testing.T, name string, content []byte) {
	t.Helper()
	for z := html.NewTokenizer(strings.NewReader(string(content))); ; {
		if z.Next() == html.ErrorToken {
			return
		}
		token := z.Token()
		if token.Type != html.StartTagToken {
			continue
		}
		source := ""
		for _, a := range token.Attr {
			if strings.HasPrefix(a.Key, "on") || a.Key == "style" {
				t.Errorf("%s: <%s> has the attribute %s", name, token.Data, a.Key)
			}
			if a.Key == "src" || a.Key == "href" {
				source = a.Val
			}
		}
		switch token.Data {
		case "style", "img", "i", "b", "u":
			t.Errorf("%s: <%s>", name, token.Data)
		case "script":
			if !strings.HasPrefix(source, "assets/") && !strings.HasPrefix(source, "data/") {
				t.Errorf("%s: a script from %q", name, source)
			}
		}
		if strings.Contains(source, ":") {
			t.Errorf("%s: <%s> leads to %s", name, token.Data, source)
		}
	}
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
	if got := fmt.Sprint(marked(one.Text, m[0].(float64), m[4].([]any)), marked(two.Text, m[2].(float64), m[5].([]any))); got != "[brown1 lazy0] [red1]" {
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
	dir := resultOf(t, map[string]any{"command": "partial"}, map[string]int64{"documents": 4, "bytes": int64(len(a.Text) + len(b.Text) + len(c.Text) + len(d.Text))},
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
		{"gone", []text{a, c, d}, []string{"1 of 4 in the result are not in the input, or not any more"}, []float64{noText, compared}},
		{"shorter", []text{a, {"b", "Before."}, c, d}, []string{"1 of 4 in the result have changed since the run", "4 documents with 94 bytes now"}, []float64{noText, compared}},
		{"other offsets", []text{a, {"b", "Béfore. One two three four five."}, c, d}, []string{"1 of 4 in the result have changed", "bytes now"}, []float64{noText, compared}},
		{"other words", []text{a, {"b", "Before. One two other four five."}, c, d}, []string{"1 passage of 2 do not have the words"}, []float64{doubtful, compared}},
		{"more", []text{a, b, c, d, {"e", "New."}}, []string{"The input has 5 documents"}, []float64{compared, compared}},
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
	found := written{"passages", []any{passage(t, a, "One two three four five", b, "One two three four five", record.Verbatim, 1)}}
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
	out, made := makeReport(t, resultOf(t, map[string]any{"command": "partial"}, nil, written{"passages", nil}), corpus(t, "c.jsonl", one))
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
	long := text{strings.Repeat("長", 400_000), strings.Repeat("Lorem ipsum dolor sit amet, consectetur adipiscing elit. ", 60_000)}
	short := text{"short", "Lorem ipsum dolor sit amet, consectetur adipiscing elit."}
	p := passage(t, long, long.Text, short, short.Text, record.Reworded, .5)
	out, made := makeReport(t, resultOf(t, map[string]any{"command": "partial"}, nil, written{"passages", []any{p}}), corpus(t, "c.jsonl", long, short))
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
	if n := utf8.RuneCountInString(row[4].(string)); n != mostID+1 || row[5] != 400_000. {
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
		{"no passages", sheet, input, "", "passages-00000-of-00001.csv, row 1: column a_start is not a whole number", 1},
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
		if code := line.ExitCode(err); code != tc.code || err != nil && (!strings.Contains(err.Error(), tc.want) || strings.Contains(err.Error(), "\n")) {
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
	for _, name := range []string{"passages_too_short", "sentences_without_signature", "pairs_of_equal_documents", "documents_beyond_the_cap", "hot_passages_left"} {
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
		return text{name, "<html><body><main><p>" + strings.Repeat(story, 3) + "</p>\n\n\n\n" + furniture + "\n\n\n\n<p>" + strings.Repeat("The plan was published on the following day, and nobody was against it. ", 3) + "</p></main></body></html>"}
	}
	a, b := page("a.html", "<nav><a href=x>Home</a> <a href=y>Weather</a></nav>"), page("b.html", "<aside><a href=z>Subscribe now</a></aside>")
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
	if shown := table(t, out, "blocks")[0][1].(string); strings.Contains(shown, "\n\n\n") || !strings.Contains(shown, "\n\nHome Weather\n\n") {
		t.Errorf("the text is %q", shown)
	}
}

// parts unpacks the parts of a report in one file.
func parts(t *testing.T, file string) map[string]string {
	t.Helper()
	b := filetest.Read(t, file)
	all := map[string]string{}
	for _, m := range regexp.MustCompile(`<script type="text/plain" id="([^"]+)">([^<]*)</script>`).FindAllStringSubmatch(string(b), -1) {
		z, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(m[2])))
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		all[m[1]] = string(content)
	}
	return all
}

// A report in one file has what the folder has. Nothing of the input is markup, and the policy of the file allows what is in
// the file, by its hash, and nothing else.
func TestSingleFile(t *testing.T) {
	dir, input := hostile(t)
	folder, _ := makeReport(t, dir, input)
	p := Params{Result: dir, Docs: docio.Defaults(), SingleFile: filepath.Join(t.TempDir(), "report.html")}
	p.Docs.Input = []string{input}
	made, err := Run(t.Context(), p, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), p, t.Output()); err == nil || !strings.Contains(err.Error(), "--overwrite") {
		t.Errorf("the file exists: %v", err)
	}
	var closing strings.Builder
	made.print(&closing, p.SingleFile)
	if !strings.Contains(closing.String(), "The report is the file "+p.SingleFile+", ") {
		t.Error(closing.String())
	}
	file := filetest.Read(t, p.SingleFile)
	head, _, _ := strings.Cut(string(file), "<script")
	head = html.UnescapeString(head)
	all := parts(t, p.SingleFile)
	err = filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == "_SUCCESS" {
			return err
		}
		name, _ := filepath.Rel(folder, path)
		want, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		part, ok := all[filepath.ToSlash(name)]
		if filepath.Ext(name) == ".html" {
			_, body, _ := strings.Cut(string(want), "<body>\n")
			body = strings.TrimSuffix(body, "</body>\n</html>\n")
			if part = regexp.MustCompile(`href="#([a-z0-9-]+\.html)`).ReplaceAllString(part, `href="$1`); part != body {
				t.Errorf("%s is another page", name)
			}
			return nil
		}
		if !ok || part != string(want) {
			t.Errorf("%s is not as in the folder", name)
		}
		sum := sha256.Sum256(want)
		if hash := base64.StdEncoding.EncodeToString(sum[:]); (filepath.Ext(name) == ".js" || filepath.Ext(name) == ".css") && !strings.Contains(head, "'sha256-"+hash+"'") {
			t.Errorf("the policy has not %s", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, outside := range []string{" src=", "<link", "http://", "https://", "unsafe", "'self'", "alert(1)", hostileID} {
		if strings.Contains(head, outside) {
			t.Errorf("the head of the file has %s", outside)
		}
	}
	for name, content := range all {
		if filepath.Ext(name) == ".html" {
			checkMarkup(t, name, []byte("<html><body>"+content))
		}
	}
	for _, wrong := range []Params{{SingleFile: "a.html", Output: "b"}, {SingleFile: "a.txt"}} {
		if err := wrong.check(pflag.NewFlagSet("", 0)); err == nil {
			t.Errorf("no error of %+v", wrong)
		}
	}
}
