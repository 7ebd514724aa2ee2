package sentences

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestArchiveOffsets: a page has the same sentences at the same offsets in a web archive and in
// a file. A byte that is not valid UTF-8 is one code point and one byte in both.
func TestArchiveOffsets(t *testing.T) {
	page := "<html><body><p>We met in the Net Café, not the Café Caf\xe9 today. It was full.</p>" +
		strings.Repeat("<p>Nobody there had a table for us.</p>", 60) + "<p>Then we left.</p></body></html>"
	for _, kind := range []string{"text/html; charset=UTF-8", "text/html"} {
		http := "HTTP/1.1 200 OK\r\nContent-Type: " + kind + "\r\n\r\n" + page
		warc := "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.org/\r\n" +
			"WARC-Date: 2020-01-01T00:00:00Z\r\n" +
			"Content-Type: application/http; msgtype=response\r\nContent-Length: " + fmt.Sprint(len(http)) +
			"\r\n\r\n" + http + "\r\n\r\n"
		var found [2][]Line
		for i, name := range []string{"page.html", "page.warc"} {
			stdout, stderr, err := execute(t, map[string]string{"page.html": page, "page.warc": warc}, name)
			if err != nil || stderr != "" {
				t.Fatalf("%s: %v\n%s", name, err, stderr)
			}
			for text := range strings.Lines(stdout) {
				var l Line
				if err := json.Unmarshal([]byte(text), &l); err != nil {
					t.Fatal(err)
				}
				l.ID = ""
				found[i] = append(found[i], l)
			}
		}
		if diff := cmp.Diff(found[0], found[1]); diff != "" || len(found[0]) != 63 {
			t.Errorf("%s: %d sentences in the file (-file +archive):\n%s", kind, len(found[0]), diff)
		}
	}
}
