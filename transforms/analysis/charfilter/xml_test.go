package charfilter

import (
	"strings"
	"testing"
)

func TestXML(t *testing.T) {
	for _, tc := range []struct{ name, page, want string }{
		{"TEI", `<?xml version="1.0"?><TEI xmlns="x"><teiHeader><title>No</title></teiHeader><text><body><head>A head</head><p>One <hi rend="i">t</hi>wo.</p><p>Three<lb/>four fi<lb break="no"/>ve.</p></body></text></TEI>`,
			"A head\n\nOne two.\n\nThree\nfour five.\n\n"},
		{"prefix", `<tei:p>One</tei:p><tei:p>T<tei:hi>w</tei:hi>o</tei:p>`, "One\n\nTwo\n\n"},
		{"CDATA", `<doc><![CDATA[x < y & &amp; <b>]]></doc>`, "x < y & &amp; <b>\n\n"},
		{"references", `<doc>R&amp;D &#233; &#x4e2d; &own; &lt;b&gt;</doc>`, "R&D é 中 &own; <b>\n\n"},
		{"comment and instruction", `<doc>On<!-- <b>no</b> -->e<?no x?>!</doc>`, "One!\n\n"},
		{"declarations", "<!DOCTYPE a [\n<!ENTITY own \"<b>no</b>\">\n<!ELEMENT a (#PCDATA)> ]  ><doc>One</doc>",
			"One\n\n"},
		{"document type", `<!DOCTYPE a SYSTEM "a.dtd"><doc>One</doc>`, "One\n\n"},
		{"elements that HTML reads as they stand",
			`<doc><title>T<b>i</b>t</title><textarea><b>x</b></textarea><script>no</script>y</doc>`,
			"Tit\n\nx\n\ny\n\n"},
		{"hidden inside itself", `<style><style>no</style>no</style>yes`, "yes"},
		{"attribute with an angle", `<p n="a>b">One</p>`, "One\n\n"},
		{"not well formed", `<p>One <b>two</p><p>three`, "One two\n\nthree"},
		{"cut in a tag", `<p>One</p><p n="`, "One\n\n"},
		{"no tag", "a & b < c", "a & b < c"},
		{"invalid UTF-8", "<p>a\xffb</p>", "a\xffb\n\n"},
		{"empty", "", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			text, m := XML([]byte(tc.page))
			if string(text) != tc.want {
				t.Fatalf("got  %q\nwant %q", text, tc.want)
			}
			checkXML(t, []byte(tc.page), text, m)
		})
	}
}

// checkXML holds that each byte of the text is where the map says, or is made from a reference or a tag.
func checkXML(t *testing.T, page, text []byte, m *Map) {
	t.Helper()
	last := 0
	for i := range text {
		start, end := m.Start(i), m.End(i+1)
		if start < last && text[i] < 0x80 || end <= start || end > len(page) {
			t.Fatalf("byte %d of %q is at %d to %d of %q", i, text, start, end, page)
		}
		if page[start] != text[i] && page[start] != '&' && page[start] != '<' {
			t.Fatalf("byte %d of %q, %q, is %q at %d", i, text, text[i], page[start], start)
		}
		last = start
	}
}

func FuzzXML(f *testing.F) {
	f.Add([]byte(`<!DOCTYPE a [ <!ENTITY b "]"> ]><a x="y">One<![CDATA[<&]]><lb break="no"/>&amp;</a>`))
	f.Add([]byte("<teiHeader><p>]]></teiHeader><p>x\xff"))
	f.Fuzz(func(t *testing.T, page []byte) {
		text, m := XML(page)
		checkXML(t, page, text, m)
	})
}

// TestXMLLinear: many tags and brackets cost as much each as few.
func TestXMLLinear(t *testing.T) {
	for _, unit := range []string{"<p>", "<a b='", "<!DOCTYPE a [", "<!DOCTYPE a [>", "<!DOCTYPE a [>]>", "]",
		"<![CDATA[", "&", "<style>", "<lb/>"} {
		page := []byte(strings.Repeat(unit, 200_000))
		XML(page) // a square of it would not end
	}
}

// TestXMLWithout: a sentence goes on over a note, and a block ends one. What is in either is not text, and elements in
// others that are left out do not count again.
func TestXMLWithout(t *testing.T) {
	const page = `<text><front><p>A preface.<note>No</note></p></front><p>The mill<note n="1">one <note>two</note> ` +
		`<p>three</p></note> was <TEI:Note/>closed.</p></text>`
	for _, tc := range []struct {
		without string
		want    string
		n       int
	}{
		{"", "A preface.No\n\nThe millone two \n\nthree\n\n was closed.", 0},
		{"note", "A preface.\n\nThe mill was closed.", 2},
		{"front note", "The mill was closed.", 2},
		{"front", "The millone two \n\nthree\n\n was closed.", 1},
		{"back", "A preface.No\n\nThe millone two \n\nthree\n\n was closed.", 0},
	} {
		text, _, n := XMLWithout([]byte(page), strings.Fields(tc.without))
		if got := strings.TrimSpace(string(text)); got != tc.want || n != tc.n {
			t.Errorf("without %q: %q and %d elements, want %q and %d", tc.without, got, n, tc.want, tc.n)
		}
	}
}
