package clean_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/io/record"
)

// TestApply: what annotate writes of JSON Lines and of Parquet and apply cuts is, in every byte, what one pass of clean
// leaves, by the manifest and by the attributes; and apply cuts again what all passes have cut.
func TestApply(t *testing.T) {
	dir := t.TempDir()
	type row struct {
		ID   string `parquet:"id"`
		Text string `parquet:"text"`
	}
	for _, name := range []string{"statutes", "licences"} {
		lines := read(t, corpora+name+"/corpus.jsonl.gz")
		rows := jobtest.Decode[row](t, string(lines))
		quoted := "  > " + strings.ReplaceAll(wrapped, "\n", "\n  > ")
		for _, more := range []row{{"twin", rows[0].Text},
			{"quoted 1", "One writes:\n  >\n" + quoted + "\n  >\n\n No."}, {"quoted 2", "Another writes:\n" + quoted +
				"\n\nWell, yes."}} {
			rows = append(rows, more)
			lines = append(lines, jsonLines(t, map[string]string{more.ID: more.Text})...)
		}
		var b bytes.Buffer
		if err := parquet.Write(&b, rows); err != nil {
			t.Fatal(err)
		}
		write(t, dir+"/"+name+"/lines/corpus.jsonl", lines)
		write(t, dir+"/"+name+"/table/corpus.parquet", b.Bytes())
		for kind, file := range map[string]string{"lines": "corpus.jsonl", "table": "corpus.parquet"} {
			input := "--input=" + dir + "/" + name + "/" + kind
			at := func(result string) string { return filepath.Join(dir, name, kind+"-"+result) }
			same := func(x, y string) {
				t.Helper()
				want, got := read(t, at(x)+"/documents/"+file), read(t, at(y)+"/documents/"+file)
				if !bytes.Equal(want, got) {
					t.Errorf("%s, %s: %s has %d bytes, %s has %d others", name, kind, x, len(want), y, len(got))
				}
			}
			mustRun(t, "clean", input, "--passes=1", "--output="+at("once"))
			mustRun(t, "clean", input, "--policy=annotate", "--output="+at("marked"))
			marked := jobtest.Decode[struct {
				ID         string
				Attributes map[string][][3]int64
			}](t,
				string(read(t, at("marked")+"/attributes/"+map[string]string{"lines": file,
					"table": file + ".jsonl"}[kind])))
			if len(marked) != len(rows) {
				t.Errorf("%s, %s: attributes of %d documents, want %d", name, kind, len(marked), len(rows))
			}
			for i, m := range marked {
				if m.ID != rows[i].ID || m.Attributes["duplicates"] == nil {
					t.Errorf("%s, %s: the attributes %d are %+v, want those of %s", name, kind, i, m, rows[i].ID)
				}
			}
			mustRun(t, "clean", input, "--apply="+at("marked"), "--output="+at("applied"))
			same("once", "applied")
			cuts := jobtest.Stream[record.Cut](t, at("once"), "cuts")
			if diff := cmp.Diff(cuts, jobtest.Stream[record.Cut](t, at("applied"), "cuts")); diff != "" ||
				len(cuts) == 0 {
				t.Errorf("%s, %s: %d cuts (-at once +applied):\n%.3000s", name, kind, len(cuts), diff)
			}
			mustRun(t, "clean", input, "--apply="+at("marked")+"/attributes", "--output="+at("attributes"))
			same("once", "attributes")
			if kind == "table" { // several passes encode a table anew, and have the same texts
				continue
			}
			mustRun(t, "clean", input, "--output="+at("cleaned"))
			mustRun(t, "clean", input, "--apply="+at("cleaned"), "--output="+at("again"))
			same("cleaned", "again")
		}
	}
	dir += "/statutes"
	refused(t, 2, []string{"--apply"}, "clean", "--input="+dir+"/lines", "--apply="+dir+"/lines-marked", "--exact=50",
		"--output="+dir+"/no")
	refused(t, 2, []string{"no file"}, "clean", "--input="+dir+"/lines", "--apply="+dir+"/none", "--output="+dir+"/no")
}

// wrapped is a text in short lines, as people quote it.
const wrapped = "There are some fonts that are only available in the old form.  If you\n" +
	"have a font of this kind that you want to use, use the manager.  Otherwise it is\n" +
	"a waste of the resources of the system, and nobody should have to pay for\n" +
	"that, not in this year and not in the next one either, if you ask me."

// TestApplyLines: spans of any length and place, joined over white space; with --min_cut short ones stay; tags stay.
func TestApplyLines(t *testing.T) {
	dir := t.TempDir()
	text := "A heading.\n\nThe first sentence of a text. The second one. 第三句。\n\nAn end."
	in := write(t, dir+"/in.jsonl", jsonLines(t, map[string]string{"a": text, "b": "All of it."}))
	at := func(part string) string {
		i := strings.Index(text, part)
		start := len([]rune(text[:i]))
		return fmt.Sprintf("[%d, %d, 0.5]", start, start+len([]rune(part)))
	}
	spans := write(t, dir+"/spans.jsonl",
		fmt.Appendf(nil, `{"id": "a", "attributes": {"mine": [%s, %s, %s], "other": [[0, 3, 1]]}}`+"\n"+
			`{"id": "b", "attributes": {"mine": [[0, 10, 1]]}}`+"\n",
			at("A heading."), at("The second one."), at("第三句。")))
	for flag, want := range map[string]string{
		"--min_cut=0": "The first sentence of a text.\n\nAn end.",
		"--min_cut=5": "A heading.\n\nThe first sentence of a text.\n\nAn end.",
	} {
		mustRun(t, "clean", "--input="+in, "--apply="+spans, "--field=mine", flag, "--output="+dir+"/out",
			"--overwrite")
		if got := texts(t, dir+"/out/documents/in.jsonl"); len(got) != 1 || got["a"] != want {
			t.Errorf("%s: %q, want only a, %q", flag, got, want)
		}
	}
	write(t, dir+"/web/page.html", []byte("<p>One sentence. <b>Bold</b> words stay.</p><p>End.</p>"))
	mustRun(t, "clean", "--input="+dir+"/web", "--apply="+write(t, dir+"/web.jsonl",
		[]byte(`{"id":"page.html","start":3,"end":24,"kept_id":"","reason":"mine"}`)), "--output="+dir+"/cut")
	if got, want := string(read(t, dir+"/cut/documents/page.html")),
		"<p><b></b> words stay.</p><p>End.</p>"; got != want {
		t.Errorf("a page is %q, want %q", got, want)
	}
}

// TestApplyEmpty: of empty documents one is dropped, and apply drops it, too.
func TestApplyEmpty(t *testing.T) {
	dir := t.TempDir()
	in := write(t, dir+"/in.jsonl", []byte(`{"id":"a","text":""}`+"\n"+`{"id":"b","text":""}`+"\n"))
	mustRun(t, "clean", "--input="+in, "--output="+dir+"/once", "--exact=50")
	mustRun(t, "clean", "--input="+in, "--output="+dir+"/applied", "--apply="+dir+"/once")
	for _, out := range []string{"/once", "/applied"} {
		if diff := cmp.Diff(map[string]string{"a": ""}, texts(t, dir+out+"/documents/in.jsonl")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", out, diff)
		}
	}
}

// A document that --apply drops has its line in dropped, as in the run that found it.
func TestAppliedDropsHaveLines(t *testing.T) {
	dir := t.TempDir()
	text := strings.Repeat("The ship went down at night off the coast of Cuba, and nobody knows why. ", 6)
	input := filepath.Join(dir, "in.jsonl")
	if err := os.WriteFile(input,
		[]byte(fmt.Sprintf("{\"id\":\"a\",\"text\":%q}\n{\"id\":\"b\",\"text\":%q}\n", text,
			text)), 0o644); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "clean", "--input="+input, "--output="+dir+"/found", "--policy=annotate")
	mustRun(t, "clean", "--input="+input, "--output="+dir+"/applied", "--apply="+dir+"/found")
	dropped := ""
	files, err := filepath.Glob(dir + "/applied/dropped-*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		dropped += string(read(t, file))
	}
	if strings.Count(dropped, "\n") != 1 || !strings.Contains(dropped, `"id":"b"`) ||
		!strings.Contains(dropped, `"kept_id":"a"`) {
		t.Errorf("dropped: %q, want one line: b, for a", dropped)
	}
}
