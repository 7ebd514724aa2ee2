package report

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"example.org/diagonal/commands/report/site"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

var (
	hostileID = "a\"'><script>alert(1)</script>&\n\u2028/../../b"
	one       = text{hostileID,
		"Intro. The quick brown fox jumps over the lazy dog. </script><script>alert(2)</script> End."}
	two = text{"two", "\U0001f600 The quick red fox jumps over the dog. 民法典。"}
)

// hostile is a result whose ids and texts contain markup.
func hostile(t testing.TB) (dir, input string) {
	p := passage(t, one, "The quick brown fox jumps over the lazy dog", two, "The quick red fox jumps over the dog",
		record.Reworded, .8)
	hot := record.HotPassage{Text: "<b>hot</b>", Documents: 30, Occurrences: 2, Words: 1, Hash: "h",
		Samples: []record.Sample{{ID: hostileID, Start: 0, End: 5}}}
	dir = resultOf(t, map[string]any{"command": "partial", "<img src=x>": "<script>"},
		map[string]int64{"documents": 2, "bytes": int64(len(one.Text) + len(two.Text))},
		written{"passages", []any{p}}, written{"within", nil},
		written{"documents",
			[]any{record.DocumentShare{ID: hostileID, Characters: 90, Share: .5, WeightedShare: .4, Documents: 1},
				record.DocumentShare{ID: "two", Characters: 40, Share: .7}}},
		written{"hot", []any{hot}},
		written{"hot-occurrences", []any{record.HotOccurrence{Hash: "h", ID: hostileID, Start: 0, End: 5},
			record.HotOccurrence{Hash: "h", ID: "elsewhere", Start: 3, End: 5}}},
		written{"rejected", []any{record.Rejected{File: "<i>", Reason: "</script>"}}},
		written{"clusters",
			[]any{record.Cluster{Cluster: "c", Size: 2, Documents: 2,
				Representative: record.ClusterSample{ID: hostileID, Start: p.AStart, End: p.AEnd},
				Kind:           record.Reworded, Similarity: .8, Text: "<u>"}}},
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
	for _, want := range []string{"&lt;b&gt;hot&lt;/b&gt;", "matches of less than 100 characters", "of no table",
		"2 January 2026, 03:04 UTC", `href="stream-1.html">Extras`, "&lt;u&gt;", `<a href="cluster.html#c">`} {
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
