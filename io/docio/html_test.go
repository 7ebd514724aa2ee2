package docio

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// TestMarkup reads pages and other texts of every format with each value of Params.HTML. The
// texts are the same ones.
func TestMarkup(t *testing.T) {
	dir := t.TempDir()
	filetest.Put(t, dir, map[string]string{
		"a.html": "<p>one", "a.txt": "<p>one", "a.jsonl": `{"id":"line","text":"<p>one"}`, "a.arc": arc(),
		"a.warc": "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://b/1\r\nContent-Type: text/html\r\n" +
			"Content-Length: 6\r\n\r\n<p>one\r\n\r\n",
	})
	for html, page := range map[string]record.Markup{HTMLAll: record.HTML, HTMLMain: record.MainHTML} {
		p := params(dir)
		p.HTML = html
		docs, rejected := each(t, p)
		got := map[string]string{}
		for _, d := range docs {
			got[d.ID] = fmt.Sprint(d.Markup, " ", string(d.Text))
		}
		isPage, isPlain := fmt.Sprint(page, " <p>one"), fmt.Sprint(record.Plain, " <p>one")
		want := map[string]string{
			"a.html": isPage, "a.txt": isPlain, "line": isPlain,
			"http://a/1": isPage, "http://a/2": fmt.Sprint(record.Plain, " two 中文"), "http://b/1": isPage,
		}
		if diff := cmp.Diff(want, got); diff != "" || len(rejected) > 0 {
			t.Errorf("--html=%s: rejected %v, documents (-want +got):\n%s", html, rejected, diff)
		}
	}
}
