package charfilter

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

func TestHTML(t *testing.T) {
	tests := []struct{ name, page, want string }{
		{"empty", "", ""},
		{"no tag", "a < b, c > d & e\n", "a < b, c > d & e\n"},
		{"only markup", "<!DOCTYPE html><html><head></head><body><p></p></body></html>", ""},
		{"blocks", "<p>One<p>Two</p><div><div>Three</div></div>", "One\n\nTwo\n\nThree\n\n"},
		{"white space between blocks", "<p>One</p>\n\t<p>Two</p>", "One\n\n\n\tTwo\n\n"},
		{"inline tags", "<b>H</b>ello <a href='x'>wor<em>l</em>d</a>", "Hello world"},
		{"line breaks", "a<br>b<br/>c</br>d", "a\nb\nc\nd"},
		{"table", "<table><tr><td>a</td><td>b</td></tr><tr><th>c</table>", "a\n\nb\n\nc\n\n"},
		{"heading without a stop", "<h1>标题</h1>正文。", "标题\n\n正文。"},
		{"title", "<head><title>A &amp; <b></title><meta name=x></head>B", "A & <b>\n\nB"},
		{"script and style", "a<script>if (1<2) '<p>'</script>b<style>p{}</style>c", "abc"},
		{"script that is not closed", "a<script>b</p>c", "a"},
		{"script in capitals", "a<SCRIPT>b</Script >c", "ac"},
		{"script with a slash is not closed", "a<script/>b</script>c", "ac"},
		{"template", "a<template>b<template>c</template>d<script>'</template>'</script></template>e", "ae"},
		{"noscript", "a<noscript><b>c</b></noscript>d", "acd"},
		{"iframe and noframes", "a<iframe><p>b</p></iframe>c<noframes>d</noframes>e", "ace"},
		{"comments", "a<!-- b > --><!-->c<!- d ->e<?php f ?>g", "aceg"},
		{"CDATA", "a<![CDATA[b]]>c", "ac"},
		{"CDATA ends at the first angle", "a<![CDATA[b>c]]>d", "ac]]>d"},
		{"textarea", "<textarea>a<b>&lt;</textarea>c", "a<b><\n\nc"},
		{"xmp", "<xmp><b>&lt;</xmp>&lt;", "<b>&lt;\n\n<"},
		{"plaintext", "a<plaintext><b>&lt;</plaintext>", "a\n\n<b>&lt;</plaintext>"},
		{"pre", "<pre>a\n  b</pre>", "a\n  b\n\n"},
		{"attributes", `<a title="x>y" b='<p>' c=d>e</a>`, "e"},
		{"broken markup", "</p>a</b></i><p <b>c</>d</ e>f<1>", "a\n\ncdf<1>"},
		{"tag that does not end", "a<b c='d", "a"},
		{"angles at the end", "a<", "a<"},
		{"NUL and invalid bytes", "a\x00<b\xff>\xff\xe4\xb8</b>\xc3", "a\x00\xff\xe4\xb8\xc3"},
		{"carriage returns", "a\r\nb\rc", "a\r\nb\rc"},
		{"references", "&lt;&amp;&gt;&quot;&apos;&#x4e2d;&#25991;&#X41&eacute;&NotEqualTilde;", "<&>\"'中文Aé≂̸"},
		{"spaces and soft hyphens", "a&nbsp;b&#160;c co&shy;op&#xad;er", "a b c cooper"},
		{"references without a semicolon", "&copy2024 &ampamp; &ltx; &notit; &notin; R&D&",
			"©2024 &amp; <x; ¬it; ∉ R&D&"},
		{"no references", "& &; &x; &# &#; &#x; &#xg; &CounterClockwiseContourIntegralx;",
			"& &; &x; &# &#; &#x; &#xg; &CounterClockwiseContourIntegralx;"},
		{"the longest name", "&CounterClockwiseContourIntegral;", "∳"},
		{"numbers that are no character", "&#0;&#xD800;&#x110000;&#99999999999999999999;&#x80;",
			"\uFFFD\uFFFD\uFFFD\uFFFD€"},
		{"svg", "a<svg><title/><style>p</style><text>b</text></svg>c", "a\n\nbc"},
		{"svg that is not closed", "<svg><p>a<title>b<i></title>c", "a\n\nb<i>\n\nc"},
		{"script in svg", "<svg><script/><script>a<b></script></svg>c", "c"},
		{"a long tag, then literal text", "<title " + strings.Repeat("x='1' ", longTag) + "><b></title>c", "<b>\n\nc"},
		{"a long tag, then markup", "<p " + strings.Repeat("x ", longTag) + "><b>c</b>", "c"},
		{"a long tag in svg", "<svg><title " + strings.Repeat("x ", longTag) + "><b>c</b>", "c"},
	}
	for _, tc := range tests {
		text, m := HTML([]byte(tc.page))
		if diff := cmp.Diff(tc.want, string(text)); diff != "" {
			t.Errorf("%s: HTML(%.100q) (-want +got):\n%s", tc.name, tc.page, diff)
		}
		check(t, []byte(tc.page), text, m)
	}
}

// TestTree compares the words with those of the parse tree.
func TestTree(t *testing.T) {
	for _, page := range []string{
		"<!DOCTYPE html><html><head><title>T &amp; U</title><style>p{}</style></head><body><p>One <b>tw</b>o<br>three</body></html>",
		"<ul><li>a<li>b&nbsp;c</ul><dl><dt>d<dd>e&shy;f</dl>",
		"<table><tr><td>1<td>2<tr><td>中<b>文</b></table>",
		"<h1>a</h2><div>b<span>c</div>d</span><p>e<script>x</script>f<noscript><i>g</i></noscript>",
		"x<template>y</template>z<!-- c -->w<textarea>v<b></textarea><pre>\n a\n b</pre>",
		"a &lt;b&gt; &copy2024 &notit; &#x80; R&D <select><option>one<option>two</select>three",
		"<blockquote>a<p>b</blockquote>c<article>d</article><figure>e<figcaption>f</figcaption></figure>",
		"<svg><title>a</title><text>b</text></svg>c<math><mi>x</mi></math>",
	} {
		root, err := html.ParseWithOptions(strings.NewReader(page), html.ParseOptionEnableScripting(false))
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		tree(&b, root)
		want := strings.Fields(strings.ReplaceAll(b.String(), "\u00AD", ""))
		text, _ := HTML([]byte(page))
		if diff := cmp.Diff(want, strings.Fields(string(text))); diff != "" {
			t.Errorf("HTML(%q) (-parse tree +got):\n%s", page, diff)
		}
	}
}

// tree writes the text of a parse tree.
func tree(b *strings.Builder, n *html.Node) {
	if n.Type == html.TextNode {
		b.WriteString(n.Data)
	}
	if skipped[n.DataAtom] {
		return
	}
	apart := blocks[n.DataAtom] || n.DataAtom == atom.Br
	if apart {
		b.WriteString("\n")
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		tree(b, c)
	}
	if apart {
		b.WriteString("\n")
	}
}

// check holds the map to its definition.
func check(t *testing.T, page, text []byte, m *Map) {
	t.Helper()
	if len(text) > len(page)/5*6+6 {
		t.Fatalf("HTML(%.200q): the text has %d bytes, the page %d", page, len(text), len(page))
	}
	if len(text) > 0 && (len(m.segments) == 0 || m.segments[0].text != 0) {
		t.Fatalf("HTML(%.200q): no segment at the start", page)
	}
	starts, ends := make([]int, len(text)+1), make([]int, len(text)+1)
	starts[len(text)] = len(page)
	last := 0 // the end of the segment before in the page
	for i, s := range m.segments {
		to := len(text)
		if i+1 < len(m.segments) {
			to = int(m.segments[i+1].text)
		}
		size := to - int(s.text)
		end := int(s.input) + size
		if s.end != 0 {
			end = int(s.end)
		}
		if size <= 0 || int(s.input) < last || end <= int(s.input) || end > len(page) {
			t.Fatalf("HTML(%.200q): segment %d, %+v, has %d bytes of text and ends at %d of %d, the one before at %d",
				page, i, s, size, end, len(page), last)
		}
		if s.end == 0 && !bytes.Equal(text[s.text:to], page[s.input:end]) {
			t.Fatalf("HTML(%.200q): segment %d is %q, and the page has %q", page, i, text[s.text:to], page[s.input:end])
		}
		if c := page[s.input]; s.end != 0 && c != '<' && c != '&' {
			t.Fatalf("HTML(%.200q): segment %d stands for %q, want a tag or reference", page, i, page[s.input:end])
		}
		for k := range size {
			starts[int(s.text)+k], ends[int(s.text)+k+1] = int(s.input)+k, int(s.input)+k+1
			if s.end != 0 {
				starts[int(s.text)+k], ends[int(s.text)+k+1] = int(s.input), end
			}
		}
		last = end
	}
	up, mixed := m.Cursor(), m.Cursor()
	for pos := range starts {
		if a, b, c := m.Start(pos), up.Start(pos), mixed.Start(pos); a != starts[pos] || b != a || c != a {
			t.Fatalf("HTML(%.200q): Start(%d) = %d, by cursors %d and %d, want %d", page, pos, a, b, c, starts[pos])
		}
		far := len(text) - pos
		if a, b, c := m.End(pos), up.End(pos), mixed.End(far); a != ends[pos] || b != a || c != ends[far] {
			t.Fatalf("HTML(%.200q): End(%d) = %d, by a cursor %d, want %d; End(%d) = %d, want %d", page, pos, a, b,
				ends[pos], far, c, ends[far])
		}
	}
}

func TestMap(t *testing.T) {
	page := "<b>H</b>i &#x4e2d;!<p>x"
	text, m := HTML([]byte(page))
	tests := []struct {
		part string // of the text
		want string // of the page
	}{
		{"Hi", "H</b>i"},
		{"i", "i"},
		{"中", "&#x4e2d;"},
		{"中!", "&#x4e2d;!"},
		{"\n\n", "<p>"},
		{"!\n\nx", "!<p>x"},
		{"x", "x"},
	}
	for _, tc := range tests {
		at := strings.Index(string(text), tc.part)
		if at < 0 {
			t.Fatalf("%q is not in %q", tc.part, text)
		}
		if got := page[m.Start(at):m.End(at+len(tc.part))]; got != tc.want {
			t.Errorf("%q stood at %q, want %q", tc.part, got, tc.want)
		}
	}
	if a, b := m.Start(len(text)), m.End(0); a != len(page) || b != 0 {
		t.Errorf("Start of the end is %d and End of 0 is %d, want %d and 0", a, b, len(page))
	}
}

// TestRaw holds the tokenizer to what the map rests on: its raw tokens are the page.
func TestRaw(t *testing.T) {
	for _, page := range seeds {
		var all []byte
		z := html.NewTokenizer(strings.NewReader(page))
		for kind := html.TextToken; kind != html.ErrorToken; {
			kind = z.Next()
			all = append(all, z.Raw()...)
		}
		if z.Err() != io.EOF || string(all) != page {
			t.Errorf("the raw tokens of %q are %q, %v", page, all, z.Err())
		}
	}
}

// TestDeep runs pages on which a tree or a search from the start would not end.
func TestDeep(t *testing.T) {
	const n = 1 << 18
	for _, tc := range []struct{ page, want string }{
		{strings.Repeat("<b>", n) + "x", "x"},
		{strings.Repeat("<div>x", n), strings.Repeat("x\n\n", n-1) + "x"},
		{strings.Repeat("&", n), strings.Repeat("&", n)},
		{strings.Repeat("&#", n), strings.Repeat("&#", n)},
		{"&#" + strings.Repeat("0", n) + "65;", "A"},
		{"&" + strings.Repeat("a", n), "&" + strings.Repeat("a", n)},
		{strings.Repeat("<", n), strings.Repeat("<", n)},
		{strings.Repeat("<!--", n), ""},
		{"<title>" + strings.Repeat("</titl", n), strings.Repeat("</titl", n)},
		{strings.Repeat("<template>", n) + "x" + strings.Repeat("</template>", n) + "y", "y"},
		{strings.Repeat("<svg>", n) + "x", "x"},
	} {
		text, _ := HTML([]byte(tc.page))
		if string(text) != tc.want {
			t.Errorf("HTML(%.20q, %d bytes) has %d bytes, %.20q, want %d, %.20q", tc.page, len(tc.page), len(text),
				text, len(tc.want), tc.want)
		}
	}
}

var seeds = []string{
	"", "plain", "<p>One <b>tw</b>o&nbsp;&#x4e2d;&copy2024<br>", "<script>a<!--<script></script>--></script>b",
	"<title>a</titl</title>b",
	"<svg><style/><title>a</svg>", "<template><p>x</template>y", "<a b='>' c=\xff\x00>d</a", "<!-- x --!><![CDATA[y]]>",
	"<textarea>\r\n&amp</textarea>",
	"<plaintext>&lt;", "a<", "a</", "<xmp>&nGg;</xmp>&nGg;", "<iframe>x</iframe><noscript>y</noscript>",
	"<!doctype x>&\x00#",
}

func FuzzHTML(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, page []byte) {
		if len(page) > 1<<16 {
			return
		}
		before := bytes.Clone(page)
		text, m := HTML(page)
		if !bytes.Equal(page, before) {
			t.Fatalf("HTML changes the page %q to %q", before, page)
		}
		check(t, page, text, m)
		raw := 0
		z := html.NewTokenizer(bytes.NewReader(page))
		for kind := html.TextToken; kind != html.ErrorToken; raw += len(z.Raw()) {
			kind = z.Next()
		}
		if raw != len(page) {
			t.Fatalf("the raw tokens of %q have %d bytes, want %d", page, raw, len(page))
		}
	})
}

// FuzzReferences holds the decoding piece by piece to that of package html.
func FuzzReferences(f *testing.F) {
	for _, s := range append(seeds, "&notit; &ampamp; &#65&#x110000;&lt&nLtv;&nvlt;&shy;&AMP&semi;&fjlig;") {
		f.Add(s)
	}
	shown := strings.NewReplacer("\u00A0", " ", "\u00AD", "")
	f.Fuzz(func(t *testing.T, s string) {
		page := strings.ReplaceAll(s, "<", "")
		text, _ := HTML([]byte(page))
		if want, got := shown.Replace(html.UnescapeString(page)), shown.Replace(string(text)); got != want {
			t.Errorf("HTML(%q) = %q, want %q", page, got, want)
		}
		if utf8.ValidString(page) && !utf8.Valid(text) {
			t.Errorf("HTML(%q) = %q is not valid UTF-8", page, text)
		}
	})
}
