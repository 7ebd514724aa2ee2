package docio

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
)

// The texts that stand in no file are written, each to a file of its own, whatever the ids are.
func TestWriteTexts(t *testing.T) {
	long := strings.Repeat("x", 300)
	dir := folder(t, map[string]string{
		"b/word.docx": testdata(t, "extract/testdata/word.docx"), "plain.txt": "Plain.",
		"l.jsonl": `{"id":"l","text":"Line."}`,
		"t.csv":   "id,text\n../out,1\n/abs,2\na,3\na,4\na,5\na.txt/b,6\n" + long + ",7\nc%d e,8\n..,9\n",
		"z.zip":   zipOf(t, "m.txt", "Member.", "p.html", "<p>Page."), "bad.docx": "none",
	})
	out := t.TempDir()
	plan := newPlan(t, params(dir))
	n, err := plan.WriteTexts(t.Context(), out)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for name, text := range filetest.Tree(t, out) {
		got[name], _, _ = strings.Cut(text, "\n")
	}
	want := map[string]string{
		"b/word.docx.txt": "The Valley", "z.zip/m.txt.txt": "Member.", "z.zip/p.html.html": "<p>Page.",
		"..%2Fout.txt": "1", "%2Fabs.txt": "2",
		"a.txt": "3", "a~2.txt": "4", "a~3.txt": "5", "a.txt%2Fb.txt": "6", "c%d e.txt": "8", "...txt": "9",
	}
	for name, text := range got {
		if strings.HasPrefix(name, "xxx") && len(name) < 255 && text == "7" {
			want[name] = text
		}
	}
	if diff := cmp.Diff(want, got); diff != "" || n != 12 {
		t.Errorf("%d texts (-want +got):\n%s", n, diff)
	}
}
