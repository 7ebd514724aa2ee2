package apparatus

import (
	"strings"
	"testing"

	"example.org/diagonal/transforms/analysis/token"
)

const prose = "\n\n" +
	"It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness, it was the epoch of belief, it was the epoch of incredulity, it was the season of Light, it was the season of Darkness, it was the spring of hope, it was the winter of despair.\n"

func marked(text string) string {
	tokens := token.Append(nil, []byte(text))
	var words []string
	for x, m := range Mark(nil, []byte(text), tokens) {
		if m {
			words = append(words, text[tokens[x].Start:tokens[x].End])
		}
	}
	return strings.Join(words, " ")
}

func TestMark(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"prose", "He said: go. Then: stop." + prose, ""},
		{"an address", "See https://example.org/a/b?c=1. Then go.", "https example org a b c 1"},
		{"no scheme", "it is 1://2 and ://x", ""},
		{"a bracket ends it", "(http://a.org/x)y", "http a org x"},
		{"Chinese behind it", "见http://a.org/x，再见", "http a org x"},
		{"a target", "[the text](other.md#part) and [note](not a target)", "other md part"},
		{"a target with an address", "- [x](https://a.org/y) z [v](#w)", "https a org y w"},
		{"an image in a link", "[![](https://a.org/p.png)](https://b.org)", "https a org p png https b org"},
		{"two addresses", "http://a.b http://c.d", "http a b http c d"},
		{"a mail", "From: Ann\nTo: Bob\nSubject: hi" + prose, "From Ann To Bob Subject hi"},
		{"two fields", "From: Ann\nTo: Bob" + prose, ""},
		{"one key", "Ann: yes\nAnn: no\nAnn: well" + prose, ""},
		{"a title and a list", "# The Title\n\n* Author: Ann\n* **Status**: ok\n* Manager: Bob\n" + prose,
			"Author Ann Status ok Manager Bob"},
		{"lines that go on", "Author: Ann,\n        Bob\nStatus: ok\nType: x\nText" + prose,
			"Author Ann Bob Status ok Type x"},
		{"front matter", "---\ntitle: A\nauthor: B\ntags:\n- c\n\ndate: 1\n---\nText: x" + prose,
			"title A author B tags c date 1"},
		{"Chinese", "标题：春\n作者：某\n来源：网\n" + prose, "标 题 春 作 者 某 来 源 网"},
		{"settings", "a: 1\nb: 2\nc: 3\nd: 4\ne: 5\nf: 6\n", ""},
		{"times and addresses", "a 12:30\nb 12:45\nstd::cout\n" + prose, ""},
		{"long lines", "A: x\nB: " + strings.Repeat("word ", 100) + "\nC: y\nD: z" + prose, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := marked(tc.text); got != tc.want {
				t.Errorf("marked %q, want %q", got, tc.want)
			}
		})
	}
}
