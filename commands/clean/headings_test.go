package clean_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/io/record"
)

// sections is a text whose headings are # for a title and ## for a section, in another form.
func sections(form, text string) string {
	var b strings.Builder
	for block := range strings.SplitSeq(text, "\n\n") {
		title, depth := strings.TrimLeft(block, "#"), len(block)-len(strings.TrimLeft(block, "#"))
		title = strings.TrimSpace(title)
		switch {
		case form == "html" && depth == 0:
			b.WriteString("<p>" + block + "</p>\n")
		case form == "html":
			tag := map[int]string{1: "h1>", 2: "h2>"}[depth]
			b.WriteString("<" + tag + title + "</" + tag + "\n")
		case depth == 0 || form == "marks":
			b.WriteString(block + "\n\n")
		case form == "lines":
			b.WriteString(title + "\n" + strings.Repeat(map[int]string{1: "=", 2: "-"}[depth], len(title)) + "\n\n")
		default:
			b.WriteString(title + "\n\n")
		}
	}
	return b.String()
}

// TestHeadings: a heading goes with the last text below it that goes, and stays with any that stays: at the end of a
// cut, in its middle and at its begin, in each form of a heading; and the manifest names what is kept, word by word.
func TestHeadings(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var s [9]string
	for i := range s {
		s[i] = strings.ToUpper(string(rune('a'+i))) + sentence(r, 24)[1:]
	}
	use, why := s[0]+" "+s[1], s[2]+" "+s[3]
	docs := map[string]string{ // the heading Why is the last line of the cut of b, and in the middle of that of c
		"a": "# The mill\n\n## How it is used\n\n" + use + "\n\n## Why\n\n" + why + "\n\n## Licence\n\n" + s[4],
		"b": "# The ford\n\n" + s[5] + "\n\n## How it is used\n\n" + use + "\n\n## Why\n\n" + s[6],
		"c": "# The hill\n\n" + s[7] + "\n\n## How it is used\n\n" + use + "\n\n## Why\n\n" + why + " " + s[8],
	}
	want := map[string]string{
		"a": docs["a"],
		"b": "# The ford\n\n" + s[5] + "\n\n## Why\n\n" + s[6],
		"c": "# The hill\n\n" + s[7] + "\n\n## Why\n\n" + s[8],
	}
	type row struct {
		ID   string `parquet:"id"`
		Text string `parquet:"text"`
	}
	for _, mode := range []string{"--exact=30", "--passes=5"} {
		for _, form := range []string{"marks", "lines", "alone"} {
			dir := t.TempDir()
			input := map[string]string{}
			var rows []row
			for _, id := range []string{"a", "b", "c"} {
				input[id] = sections(form, docs[id])
				rows = append(rows, row{id, input[id]})
				write(t, dir+"/files/"+id+".md", []byte(input[id]))
			}
			lines := write(t, dir+"/in.jsonl", jsonLines(t, input))
			mustRun(t, "clean", "--input="+lines, "--output="+dir+"/out", mode)
			got := texts(t, dir+"/out/documents/in.jsonl")
			checkCleaned(t, input, got, dir+"/out")
			for id := range docs {
				if text := strings.TrimSpace(sections(form, want[id])); strings.TrimSpace(got[id]) != text {
					t.Errorf("%s, %s: %s is\n%s\nwant\n%s", mode, form, id, got[id], text)
				}
			}
			var b bytes.Buffer
			if err := parquet.Write(&b, rows); err != nil {
				t.Fatal(err)
			}
			table := write(t, dir+"/in.parquet", b.Bytes())
			mustRun(t, "clean", "--input="+table, "--output="+dir+"/table", mode)
			written, err := parquet.ReadFile[row](dir + "/table/documents/in.parquet")
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range written {
				if row.Text != got[row.ID] {
					t.Errorf("%s, %s: %s of a table is\n%s\nwant\n%s", mode, form, row.ID, row.Text, got[row.ID])
				}
			}
			mustRun(t, "clean", "--input="+dir+"/files", "--output="+dir+"/cleaned", mode)
			annotate := []string{"clean", "--input=" + dir + "/files", "--output=" + dir + "/marked",
				"--policy=annotate"}
			if mode == "--exact=30" { // which searches once, as annotate does
				annotate = append(annotate, mode)
			}
			mustRun(t, annotate...)
			mustRun(t, "clean", "--input="+dir+"/files", "--output="+dir+"/applied", "--apply="+dir+"/marked")
			for id := range docs {
				for _, result := range []string{"cleaned", "applied"} {
					if text := string(read(t, dir+"/"+result+"/documents/"+id+".md")); text != got[id] {
						t.Errorf("%s, %s, %s: %s.md is\n%s\nwant\n%s", mode, form, result, id, text, got[id])
					}
				}
			}
		}
		dir := t.TempDir()
		for id := range docs {
			write(t, dir+"/in/"+id+".html", []byte(sections("html", docs[id])))
		}
		mustRun(t, "clean", "--input="+dir+"/in", "--output="+dir+"/out", mode)
		for id := range docs {
			text := string(read(t, dir+"/out/documents/"+id+".html"))
			for title, stays := range map[string]bool{"How it is used": id == "a", "Why": true, "Licence": id == "a"} {
				if strings.Contains(text, ">"+title+"<") != stays {
					t.Errorf("%s, HTML: %q is in %s: %v, want %v\n%s", mode, title, id, !stays, stays, text)
				}
			}
		}
	}
	// Where no place stays, the headings of what goes go, too.
	dir := t.TempDir()
	in := write(t, dir+"/in.jsonl", jsonLines(t, docs))
	mustRun(t, "clean", "--input="+in, "--output="+dir+"/out", "--exact=30", "--policy=drop_all")
	got := texts(t, dir+"/out/documents/in.jsonl")["a"]
	if strings.Contains(got, "## Why") || !strings.Contains(got, "## Licence") {
		t.Errorf("drop_all leaves a as\n%s", got)
	}
	for _, m := range jobtest.Stream[record.Removed](t, dir+"/out", "manifest") {
		if m.KeptID != "" || m.KeptEnd != 0 {
			t.Errorf("drop_all keeps %+v", m)
		}
	}
}
