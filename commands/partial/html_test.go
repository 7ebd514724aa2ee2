package partial

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// TestHTML: with --html=main, pages of one site share the article that both have, and not the
// navigation; with --html=all they share both.
func TestHTML(t *testing.T) {
	dir := t.TempDir()
	menu := "<nav><p>All news of the town, its harbour and the sea, at home and on the road, every day from six in the morning.</p><p>Read by nine thousand people between here and the islands, and by a few of them twice.</p></nav>"
	shared := "<p>The harbour master counted nineteen boats that morning, and not one of them had a licence. Nobody was surprised, because the fee is less than a crate of herring costs. Next week the council meets again.</p>"
	pages := map[string]string{
		"a.html": menu + "<p>" + strings.Repeat("A storm came over the hills, and took two roofs with it. ", 4) +
			"</p>" + shared,
		"b.html": "<title>Gazette</title>" + menu + shared + "<p>" +
			strings.Repeat("In spring the orchards of the valley bloom, which draws crowds. ", 4) + "</p>",
		"c.html": menu + "<p>All quiet.</p>",
	}
	for name, page := range pages {
		filetest.Write(t, filepath.Join(dir, name), []byte(page))
	}
	for html, want := range map[string]string{"main": "a.html b.html",
		"all": "a.html b.html, a.html c.html, b.html c.html"} {
		r := runWith(t, shuffle.Size(1<<20, 0, 0), "--input="+dir, "--html="+html)
		var pairs []string
		for line := range strings.Lines(r.stream("passages")) {
			var p record.Passage
			if err := json.Unmarshal([]byte(line), &p); err != nil {
				t.Fatal(err)
			}
			pairs = append(pairs, p.A+" "+p.B)
			if text := "<p>" + pages[p.A][p.AByteStart:p.AByteEnd] + "</p>"; html == "main" && text != shared {
				t.Errorf("%s shares %q with %s", p.A, text, p.B)
			}
		}
		if got := strings.Join(slices.Compact(pairs), ", "); got != want {
			t.Errorf("--html=%s: passages of %q, want %q", html, got, want)
		}
		var summary struct {
			Parameters struct{ HTML string }
			Counts     map[string]int64
			Ledger     map[string]int64
		}
		if err := json.Unmarshal([]byte(r["summary.json"]), &summary); err != nil {
			t.Fatal(err)
		}
		out, whole := summary.Ledger["page_furniture_characters"], summary.Counts["pages_without_main_text"]
		if main := html == "main"; summary.Parameters.HTML != html || (out > 0) != main || (whole == 1) != main {
			t.Errorf("--html=%s: the summary says %q, %d characters of furniture, %d pages without main text", html,
				summary.Parameters.HTML, out, whole)
		}
	}
}
