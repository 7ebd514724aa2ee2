package clean_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"example.org/diagonal/commands/job/jobtest"
)

// TestMarkdown: of Markdown whose copies begin and end between marks, the marks of what stays are left, both of them,
// and whole rows; in every format, and by the spans of annotate.
func TestMarkdown(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	s := func(words int) string { return sentence(r, words) }
	code, bold, cells := s(38), s(36), s(34) // each is a run of 30 words and more, and one sentence
	row := func(text string) string { return "| " + text + " | " + text[:4] + " |\n" }
	head := "| What it is called | What it does |\n| --- | --- |\n"
	a := "# One\n\n```text\n" + code + "\n" + s(18) + "\n```\n\n" + bold + "\n\n" + head + row(cells) + row(s(17))
	tail := s(18)
	b := "# Two\n\n" + s(20) + "\n\n```text\n" + tail + "\n" + code + "\n```\n\nIt says **" + s(9) + " " + bold +
		"** here.\n\n" + head + row(cells) + row(s(19))
	docs := map[string]string{"a": a, "b": b}
	type line struct {
		ID   string `parquet:"id"`
		Text string `parquet:"text"`
	}
	dir := t.TempDir()
	lines := write(t, dir+"/lines/in.jsonl", jsonLines(t, docs))
	var table bytes.Buffer
	if err := parquet.Write(&table, []line{{"a", a}, {"b", b}}); err != nil {
		t.Fatal(err)
	}
	write(t, dir+"/table/in.parquet", table.Bytes())
	mustRun(t, "clean", "--input="+lines, "--output="+dir+"/out", "--exact=30")
	got := texts(t, dir+"/out/documents/in.jsonl")
	checkCleaned(t, docs, got, dir+"/out")
	left := got["b"]
	t.Log(left)
	if got["a"] != a || strings.Contains(left, code) {
		t.Errorf("the copy is not cut:\n%s", left)
	}
	if strings.Count(left, "```") != 2 || !strings.Contains(left, "```text\n"+tail+"\n```\n") {
		t.Errorf("the block of code has lost a fence:\n%s", left)
	}
	if strings.Count(left, "**") != 2 {
		t.Errorf("the words in bold have lost a mark:\n%s", left)
	}
	if !strings.Contains(left, head) {
		t.Errorf("the table has lost its head:\n%s", left)
	}
	for l := range strings.Lines(left) {
		if strings.HasPrefix(l, "|") && !strings.Contains(b, l) {
			t.Errorf("a row is cut: %q", l)
		}
	}
	mustRun(t, "clean", "--input="+dir+"/table", "--output="+dir+"/rows", "--exact=30")
	written, err := parquet.ReadFile[line](dir + "/rows/documents/in.parquet")
	if err != nil {
		t.Fatal(err)
	}
	if len(written) != 2 || written[1].Text != left {
		t.Errorf("a table has %q, want %q", written, left)
	}
	mustRun(t, "clean", "--input="+lines, "--output="+dir+"/marked", "--exact=30", "--policy=annotate")
	for _, path := range []string{"", "/attributes"} {
		mustRun(t, "clean", "--input="+lines, "--output="+dir+"/applied"+path, "--apply="+dir+"/marked"+path)
		if applied := texts(t, dir+"/applied"+path+"/documents/in.jsonl"); applied["b"] != left {
			t.Errorf("--apply of %s leaves\n%s\nwant\n%s", path, applied["b"], left)
		}
	}
	for _, m := range jobtest.Decode[struct {
		ID         string
		Attributes map[string][][3]int
	}](t, string(read(t, dir+"/marked/attributes/in.jsonl"))) {
		text, at, rest := docs[m.ID], 0, ""
		for _, span := range m.Attributes["duplicates"] {
			rest, at = rest+text[at:span[0]], span[1]
		}
		if rest += text[at:]; rest != got[m.ID] {
			t.Errorf("without its attributes %s is\n%s\nwant\n%s", m.ID, rest, got[m.ID])
		}
	}
}
