package citable

import (
	"strings"
	"testing"
)

const play = `<?xml version="1.0"?><!DOCTYPE TEI [<!ENTITY x "y">]>
<TEI><teiHeader><div type="no" n="9"><pb n="9"/>head</div></teiHeader><text><body>
<div type="edition" n="urn:x"><div type="act" n="1"><pb n="14"/><head>Act</head>
<div type="scene"><l n="1">alpha beta</l><l n="2">gamma <pb n="15"/>delta</l><l>epsilon</l></div>
<div type="scene"><sp><lg><l n="3">zeta</l></lg></sp><p n="4">eta <hi>theta</hi></p> iota</div></div>
<tei:div type="textpart" subtype="chapter" n=" II  a "><cb n="2"/>kappa<lb n="7"/>lambda</tei:div></div>
</body><back><div>mu</div></back></text></TEI>`

// Places have the names that a scholar cites them by.
func TestRange(t *testing.T) {
	p := Of([]byte(play))
	for _, tc := range []struct{ from, to, want string }{
		{"head", "head", ""},
		{"Act", "Act", "act 1, p. 14"},
		{"alpha", "beta", "act 1, scene 1, p. 14, l. 1"},
		{"alpha", "gamma", "act 1, scene 1, p. 14, l. 1 – l. 2"},
		{"beta", "delta", "act 1, scene 1, p. 14, l. 1 – p. 15, l. 2"},
		{"epsilon", "epsilon", "act 1, scene 1, p. 15"},
		{"zeta", "zeta", "act 1, scene 2, p. 15, l. 3"},
		{"eta ", "theta", "act 1, scene 2, p. 15, par. 4"},
		{"iota", "iota", "act 1, scene 2, p. 15"},
		{"kappa", "kappa", "chapter II a, p. 15, col. 2"},
		{"lambda", "lambda", "chapter II a, p. 15, col. 2, line 7"},
		{"theta", "kappa", "act 1, scene 2, p. 15, par. 4 – chapter II a, p. 15, col. 2"},
		{"mu", "mu", "div 1, p. 15, col. 2, line 7"},
	} {
		start, end := strings.Index(play, tc.from), strings.Index(play, tc.to)+len(tc.to)
		if tc.from == "eta " {
			start = strings.Index(play, ">eta ") + 1
		}
		if tc.from == "mu" {
			start, end = strings.Index(play, ">mu<")+1, strings.Index(play, ">mu<")+3
		}
		if got := p.Range(start, end); got != tc.want {
			t.Errorf("%s to %s: %q, want %q", tc.from, tc.to, got, tc.want)
		}
	}
	if got := Of([]byte("no markup")).Range(0, 2); got != "" {
		t.Errorf("without marks: %q", got)
	}
}

// A page or a line without a number ends the one before it: nobody may cite the wrong one. Divisions are numbered anew
// in each part and in each text.
func TestWithoutNumber(t *testing.T) {
	for document, want := range map[string]string{
		`<TEI><text><body><div n="1"><pb n="14"/>a<pb/>XX</div></body></text></TEI>`:                                                 "div 1",
		`<TEI><text><body><div n="1"><lb n="5"/>a<lb/>XX</div></body></text></TEI>`:                                                  "div 1",
		`<TEI><text><front><div>a</div></front><body><div>XX</div></body></text></TEI>`:                                              "div 1",
		`<teiCorpus><TEI><text><body><div>a</div></body></text></TEI><TEI><text><body><div>XX</div></body></text></TEI></teiCorpus>`: "div 1",
	} {
		at := strings.Index(document, "XX")
		if got := Of([]byte(document)).Range(at, at+2); got != want {
			t.Errorf("%s: %q, want %q", document, got, want)
		}
	}
}

// A paragraph goes on behind what is in it: an inner one, with a number or without, verses, and a text of its own.
func TestInnerParagraph(t *testing.T) {
	for body, want := range map[string]string{
		`<p n="5">a <note><p>b</p></note> XX</p>`:                                "par. 5",
		`<p n="5">a <note><p>b XX</p></note> c</p>`:                              "par. 5",
		`<p n="5">a <note><p><p>b</p></p><p/></note> XX</p>`:                     "par. 5",
		`<p n="5">a <seg n="2">b</seg> XX</p>`:                                   "par. 5",
		`<p n="5">a <seg n="2">b<seg>c</seg> XX</seg></p>`:                       "par. 2",
		`<ab type="verse" n="7">a<p n="1">b</p> XX</ab>`:                         "verse 7",
		`<p n="5">a <lg><l n="3">b</l></lg> XX</p>`:                              "par. 5",
		`<p n="5">a <floatingText><body><p n="1">b</p></body></floatingText>XX`:  "par. 5",
		`<p n="5">a <floatingText><body><p>b XX</p></body></floatingText> c</p>`: "",
		`<p n="5">a <seg n="2">b</p> XX`:                                         "",
		`<p n="5">a</p><p>XX</p>`:                                                "",
	} {
		document := "<TEI><text><body>" + body + "</body></text></TEI>"
		at := strings.Index(document, "XX")
		if got := Of([]byte(document)).Range(at, at+2); got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}

// Any input is accepted, and any range.
func FuzzOf(f *testing.F) {
	f.Add([]byte(play), 3, 70)
	f.Add([]byte("</div><div><pb n='1'></div></div><l n=2>x"), 0, -5)
	f.Fuzz(func(_ *testing.T, document []byte, start, end int) { Of(document).Range(start, end) })
}
