package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
)

// A page of ALTO: a running head, two columns of which the second one stands first in the file, and a word that is
// divided between them.
const altoPage1 = `<?xml version="1.0" encoding="ISO-8859-1"?><!-- by hand -->
<alto:alto xmlns:alto="http://www.loc.gov/standards/alto/ns-v3#"><alto:Description><alto:MeasurementUnit>pixel</alto:MeasurementUnit></alto:Description>
<alto:Layout><alto:Page ID="P1" PHYSICAL_IMG_NR="7" PRINTED_IMG_NR="14">
<alto:TopMargin><alto:TextBlock ID="T"><alto:TextLine HPOS="1" VPOS="1" WIDTH="9" HEIGHT="9"><alto:String CONTENT="HEAD"/></alto:TextLine></alto:TextBlock></alto:TopMargin>
<alto:PrintSpace><alto:TextBlock ID="B2">
 <alto:TextLine HPOS="500" VPOS="100" WIDTH="300" HEIGHT="20"><alto:String CONTENT="formation" SUBS_TYPE="HypPart2" SUBS_CONTENT="information"/><alto:SP/><alto:String CONTENT="is &amp; was"/></alto:TextLine>
</alto:TextBlock>
<alto:ComposedBlock ID="C"><alto:TextBlock ID="B1" IDNEXT="B2">
 <alto:TextLine HPOS="100" VPOS="100" WIDTH="300.4" HEIGHT="20"><alto:String CONTENT="An"/><alto:SP/><alto:String CONTENT="ex"/><alto:HYP CONTENT="-"/></alto:TextLine>
 <alto:TextLine HPOS="100" VPOS="125" WIDTH="310" HEIGHT="20"><alto:String CONTENT="ample"><alto:ALTERNATIVE>apple</alto:ALTERNATIVE></alto:String><alto:String CONTENT="of"/><alto:String CONTENT="in" SUBS_TYPE="HypPart1" SUBS_CONTENT="information"/><alto:HYP CONTENT="&#173;"/></alto:TextLine>
</alto:TextBlock></alto:ComposedBlock></alto:PrintSpace></alto:Page>
<alto:Page PHYSICAL_IMG_NR="8"><alto:PrintSpace><alto:TextBlock ID="X" IDNEXT="Y"><alto:TextLine>
 <alto:String CONTENT="ment" SUBS_TYPE="HypPart2" SUBS_CONTENT="moment"/><alto:String CONTENT="b"/></alto:TextLine></alto:TextBlock>
<alto:TextBlock ID="Y" IDNEXT="X"><alto:TextLine><alto:String CONTENT="甲"/><alto:String CONTENT="乙"/></alto:TextLine></alto:TextBlock></alto:PrintSpace></alto:Page>
</alto:Layout></alto:alto>`

// A page of PAGE: its reading order puts the second region first; the third one is not in it; a heading has its text
// itself.
const pageFile = `<PcGts xmlns="http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15"><Metadata/><Page imageFilename="scans\0012.tif" imageWidth="9" imageHeight="9">
<ReadingOrder><OrderedGroup id="g"><RegionRefIndexed index="10" regionRef="r1"/><UnorderedGroupIndexed index="2" id="u"><RegionRef regionRef="r2"/></UnorderedGroupIndexed></OrderedGroup></ReadingOrder>
<TextRegion id="n" type="page-number"><TextLine id="n1"><TextEquiv><Unicode>99</Unicode></TextEquiv></TextLine></TextRegion>
<TextRegion id="r3"><TextEquiv><Unicode>Last of
all</Unicode></TextEquiv></TextRegion>
<TableRegion id="r1"><TextRegion id="c1"><TextLine id="l1"><Coords points="10,20 110,18 112,40 9,41"/><TextEquiv index="1"><Unicode>wrong</Unicode></TextEquiv><TextEquiv index="0"><Unicode>A  cell</Unicode></TextEquiv></TextLine></TextRegion>
<TextRegion id="c2"><TextLine id="l2"><Coords points="x"/><Word><TextEquiv><Unicode>by</Unicode></TextEquiv></Word><Word><Glyph><TextEquiv><Unicode>g</Unicode></TextEquiv></Glyph><Glyph><TextEquiv><Unicode>o</Unicode></TextEquiv></Glyph></Word></TextLine></TextRegion></TableRegion>
<TextRegion id="r2" type="heading"><TextLine id="l3"><TextEquiv><Unicode/></TextEquiv></TextLine><TextEquiv><Unicode>Heading</Unicode></TextEquiv></TextRegion>
</Page></PcGts>`

const hocrFile = `<!DOCTYPE html><html><head><meta name='ocr-system' content='x'/><title>no</title></head><body>
<div class='ocr_page' title='image "a b.png"; bbox 0 0 900 900; ppageno 0'><div class='ocr_carea'><p class='ocr_par'>
<span class='ocr_line' title="bbox 10 20 300 44; baseline 0 -5"><span class='ocrx_word' title='bbox 10 20 60 44'>Two</span> <span class='ocrx_word'><strong>words</strong></span> </span>
<span class='ocr_header' title="bbox 10 50 300 74">Head</span></p><p class='ocr_par'><span class='ocr_line'>next&shy;</span></p></div><div class='ocr_footer'>foot</div></div>
<div class='ocr_page' title='ppageno 1; lpageno "iv"'><span class='ocrx_line x' title='bbox 1 2 3 4'>Second</span></div></body></html>`

// Recognised pages are read in reading order, with the page, the number and the box of each line.
func TestScan(t *testing.T) {
	for name, tc := range map[string]struct {
		file  string
		as    record.Markup
		want  string
		lines []string
	}{
		"ALTO": {altoPage1, record.XML, "An ex-\nample of information\n\nis & was\n\nment b\n\n甲乙\n", []string{
			"p. 14 1 {100 100 300 20}", "p. 14 2 {100 125 310 20}", "p. 14 3 {500 100 300 20}", "image 8 1 {0 0 0 0}",
			"image 8 2 {0 0 0 0}",
		}},
		"PAGE": {pageFile, record.XML, "Heading\n\nA cell\n\nby go\n\nLast of\nall\n", []string{
			"image 0012.tif 1 {0 0 0 0}", "image 0012.tif 2 {9 18 103 23}", "image 0012.tif 3 {0 0 0 0}",
			"image 0012.tif 4 {0 0 0 0}", "image 0012.tif 5 {0 0 0 0}",
		}},
		"hOCR": {hocrFile, record.MainHTML, "Two words\nHead\n\nnext\u00ad\n\nSecond\n", []string{
			"image 1 1 {10 20 290 24}", "image 1 2 {10 50 290 24}", "image 1 3 {0 0 0 0}", "p. iv 1 {1 2 2 2}",
		}},
	} {
		text, lines, err := Scan([]byte(tc.file), tc.as)
		if err != nil || string(text) != tc.want {
			t.Errorf("%s: %q, %v; want %q", name, text, err, tc.want)
		}
		var got []string
		for i, l := range lines {
			got = append(got, fmt.Sprint(l.Page, " ", l.Number, " ", l.Box))
			if l.At > 0 && text[l.At-1] != '\n' || i > 0 && l.At <= lines[i-1].At {
				t.Errorf("%s: line %d is at %d", name, i, l.At)
			}
		}
		if diff := cmp.Diff(tc.lines, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// Files that say less than they should, or group more, lose no text and have none twice.
func TestScanParts(t *testing.T) {
	const open, end = "<alto><Layout><Page><PrintSpace>", "</PrintSpace></Page></Layout></alto>"
	for _, tc := range []struct{ name, file, want string }{
		{"only the first part of a word says what it is", open + `<TextBlock>
			<TextLine><String CONTENT="in" SUBS_TYPE="HypPart1" SUBS_CONTENT="information"/><HYP/></TextLine>
			<TextLine><String CONTENT="formation" SUBS_TYPE="HypPart2"/><String CONTENT="is"/></TextLine>
			</TextBlock>` + end, "information\nis\n"},
		{"only the second part does", open + `<TextBlock>
			<TextLine><String CONTENT="in" SUBS_TYPE="HypPart1"/><HYP/></TextLine>
			<TextLine><String CONTENT="formation" SUBS_TYPE="HypPart2" SUBS_CONTENT="information"/></TextLine>
			</TextBlock>` + end, "in-\nformation\n"},
		{"the order is of columns", open + `<ComposedBlock ID="2" IDNEXT="3">
			<TextBlock ID="2b"><TextLine><String CONTENT="2b"/></TextLine></TextBlock>
			<TextBlock ID="2a" IDNEXT="2b"><TextLine><String CONTENT="2a"/></TextLine></TextBlock></ComposedBlock>
			<TextBlock ID="3"><TextLine><String CONTENT="3"/></TextLine></TextBlock><ComposedBlock ID="1" IDNEXT="2">
			<TextBlock><TextLine><String CONTENT="1"/></TextLine></TextBlock></ComposedBlock>` + end,
			"1\n\n2a\n\n2b\n\n3\n"},
		{"the order is a circle", open + `<ComposedBlock ID="1" IDNEXT="2">
			<TextBlock ID="1a" IDNEXT="1"><TextLine><String CONTENT="1a"/></TextLine></TextBlock></ComposedBlock>
			<TextBlock ID="2" IDNEXT="1a"><TextLine><String CONTENT="2"/></TextLine></TextBlock>` + end, "2\n\n1a\n"},
		{"a reading order of lines", `<alto><Description/><ReadingOrder><OrderedGroup ID="o">
			<OrderedGroup ID="o2" REF="b2"><ElementRef ID="r1" REF="l2b"/><ElementRef ID="r2" REF="l2a"/></OrderedGroup>
			<UnorderedGroup ID="o1"><ElementRef ID="r3" REF="l1b l3"/><ElementRef ID="r4" REF="l2b w1"/></UnorderedGroup></OrderedGroup>
			<OrderedGroup ID="other"><ElementRef ID="r5" REF="w1"/><ElementRef ID="r6" REF="l2a"/></OrderedGroup></ReadingOrder>
			<Layout><Page><PrintSpace><TextBlock ID="b0"><TextLine ID="l0"><String CONTENT="not named"/></TextLine></TextBlock>
			<TextBlock ID="b1" IDNEXT="b0"><TextLine ID="l1a"><String ID="w0" CONTENT="1"/><String ID="w1" CONTENT="a"/></TextLine>
			<TextLine ID="l1b"><String CONTENT="1b"/></TextLine></TextBlock>
			<TextBlock ID="b2"><TextLine ID="l2a"><String CONTENT="2a"/></TextLine><TextLine ID="l2b"><String CONTENT="2b"/></TextLine></TextBlock>
			<TextBlock ID="b3"><TextLine ID="l3"><String CONTENT="3"/></TextLine></TextBlock>` + end, "2b\n2a\n\n1b\n\n3\n\n1 a\n\nnot named\n"},
		{"a reading order of blocks", `<alto><ReadingOrder><OrderedGroup ID="o"><ElementRef ID="r1" REF="b2"/><ElementRef ID="r2" REF="c1"/></OrderedGroup></ReadingOrder>
			<Layout><Page><TopMargin><TextBlock ID="b2"><TextLine><String CONTENT="head"/></TextLine></TextBlock></TopMargin><PrintSpace>
			<ComposedBlock ID="c1"><TextBlock ID="b1"><TextLine><String CONTENT="1"/></TextLine><TextLine><String CONTENT="2"/></TextLine></TextBlock></ComposedBlock>
			<TextBlock ID="b2"><TextLine><String CONTENT="3"/></TextLine></TextBlock>` + end, "3\n\n1\n2\n"},
		{"words without white space", `<div class='ocr_page'><p class='ocr_line'><b class='ocrx_word'>Hello</b><b
			class='ocrx_word'>wo<i>rl</i>d</b>, <b class='ocrx_word'>甲</b> <b class='ocrx_word'>乙</b></p></div>`,
			"Hello world, 甲乙\n"},
		{"lines in a line", `<div class='ocr_page'><div class='ocr_caption'>Plate: <p><b class='ocr_line'>one</b><b
			class='ocr_line'>two</b></p></div><div class='ocr_textfloat'>three</div></div>`,
			"Plate:\none\ntwo\nthree\n"},
		{"text outside lines", `<div class='ocr_page'><h1 class='ocr_title'>A title</h1><div class='ocr_carea'>
			<p class='ocr_par'><b class='ocrx_word'>in</b><b class='ocrx_word'>par</b></p></div>
			<div class='ocr_chapter'>Chapter<br>1<div class='ocrx_block'><b class='ocr_line'>line</b> more</div></div>
			<b class='ocrx_word'>word</b> x</div>`,
			"A title\n\nin par\n\nChapter 1\n\nline\nmore\nword\n"},
		{"words without a reading", `<PcGts><Page><TextRegion><TextLine><Word/><Word><Glyph/></Word></TextLine>
			<TextEquiv><Unicode>of the region</Unicode></TextEquiv></TextRegion>
			<TextRegion><TextLine><Word/><Word><TextEquiv><Unicode>word</Unicode></TextEquiv></Word></TextLine>
			<TextEquiv><Unicode>not this</Unicode></TextEquiv></TextRegion></Page></PcGts>`,
			"of the region\n\nword\n"},
	} {
		if text, _, err := Scan([]byte(tc.file), record.XML); err != nil || string(text) != tc.want {
			t.Errorf("%s: %q, %v; want %q", tc.name, text, err, tc.want)
		}
	}
}

// Other files are none, and pages without text and broken ones have an error.
func TestNoScan(t *testing.T) {
	for _, file := range []string{"", "<TEI><alto/></TEI>", "text of <PcGts>", "<p>&lt;div class='ocr_page'></p>",
		"<div class='ocr_pages'>x</div>"} {
		if text, _, err := Scan([]byte(file), record.HTML); text != nil || err != nil {
			t.Errorf("%s: %q, %v", file, text, err)
		}
	}
	if text, _, err := Scan([]byte(altoPage1), record.Plain); text != nil || err != nil {
		t.Errorf("as text: %q, %v", text, err)
	}
	for file, want := range map[string]string{
		"<alto><Layout><Page/></Layout></alto>": "recognise them first",
		"<alto><Layout><Page></alto>":           "its XML cannot be read",
		"<PcGts/>":                              "recognise them first",
		"<div class='ocr_page'>x</div>":         "recognise them first",
		"<alto><!DOCTYPE x [<!ENTITY a 'b'>]><Layout><Page><TextBlock><TextLine><String CONTENT='&a;'/></TextLine></TextBlock></Page></Layout></alto>": "its XML cannot be read",
	} {
		if _, _, err := Scan([]byte(file), record.XML); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", file, err, want)
		}
	}
}

// Any input is accepted, and lines are in the text.
func FuzzScan(f *testing.F) {
	for _, file := range []string{altoPage1, pageFile, hocrFile, strings.Repeat("<div class='ocr_page'>", 3000)} {
		f.Add([]byte(file), byte(record.XML))
	}
	f.Fuzz(func(t *testing.T, file []byte, markup byte) {
		text, lines, err := Scan(file, record.Markup(markup%4))
		for _, l := range lines {
			if err != nil || l.At >= len(text) || l.Number < 1 || min(l.Box.X, l.Box.Y, l.Box.W, l.Box.H) < 0 {
				t.Errorf("%+v of %d bytes, %v", l, len(text), err)
			}
		}
	})
}
