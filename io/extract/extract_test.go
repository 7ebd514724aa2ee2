package extract

import (
	"archive/zip"
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

var params = Params{Limit: record.LimitOf(1 << 20), Expanded: func(n int64) error {
	if n > 10<<20 {
		return errors.New("it becomes too large")
	}
	return nil
}}

// The paragraphs that the programs were given.
const (
	head  = "The Valley\n\n"
	birds = "The carpenter’s daughter kept a notebook of every bird that crossed the valley.\n\n"
	flood = "In the year of the flood she counted “eleven” herons, and 两只鹤 beside the mill.\n"
	mill  = "The mill was pulled down later.\n"
)

// Files of several programs have the text that was written into them.
func TestOf(t *testing.T) {
	for name, want := range map[string]Text{
		"word.docx": {Text: []byte(head + birds + flood + "\nHerons\n\n11\n"), Title: "The Valley",
			Author: "A. Writer", Date: "2021-03-04T05:06:07Z"},
		"text.odt": {Text: []byte(head + birds + flood + "\n" + mill), Title: "The Valley", Author: "A. Writer",
			Date: "2021-03-04T05:06:07"},
		"book.epub": {Text: []byte(flood + "\n" + head + strings.TrimSuffix(birds, "\n")), Title: "The Valley",
			Author: "A. Writer", Date: "2021-03-04"},
		"pandoc.docx": {Text: []byte(head + "A. Writer\n\n" + head + birds + flood + "\n" + mill), Title: "The Valley",
			Author: "A. Writer"},
		"pandoc.odt": {Text: []byte(head + "A. Writer\n\n" + head + birds + flood + "\n" + mill), Title: "The Valley",
			Author: "A. Writer"},
		"pandoc.epub": {Text: []byte(head + "A. Writer\n\n" + head + birds + flood + "\n" + mill), Title: "The Valley",
			Author: "A. Writer"},
		"pandoc.rtf":   {Text: []byte(head + "A. Writer\n\n" + head + birds + flood + "\n" + mill)},
		"codepage.rtf": {Text: []byte("Café and “tea” — 两只鹤 Привет\n\nSecond line\nbroken {here}\tend.\n\nA note.\n")},
	} {
		raw := filetest.Read(t, filepath.Join("testdata", name))
		got, err := Of(raw, params)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if strings.HasPrefix(name, "pandoc") { // the time is that of the run
			got.Date = ""
		}
		if diff := cmp.Diff(want, *got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// zipped returns a zip archive of these parts: name, content, name, content.
func zipped(parts ...string) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(parts); i += 2 {
		f, err := w.Create(parts[i])
		if err == nil {
			_, err = f.Write([]byte(parts[i+1]))
		}
		if err != nil {
			panic(err)
		}
	}
	w.Close()
	return b.Bytes()
}

const (
	wordHead = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><w:body>`
	wordTail = `</w:body></w:document>`
	odfHead  = `<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"><office:body><office:text>`
	odfTail  = `</office:text></office:body></office:document>`
)

func wordFile(body string) []byte { return zipped("word/document.xml", wordHead+body+wordTail) }

// What a text contains beside its words is read as people read it, or left out.
func TestParts(t *testing.T) {
	for want, raw := range map[string][]byte{
		"kept\tand\n" +
			"moved\n": wordFile(`<w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:t>kept</w:t><w:tab/></w:r><w:del><w:r><w:delText>deleted</w:delText></w:r></w:del><w:r><w:t>and</w:t><w:br/></w:r><w:moveFrom><w:r><w:t>from</w:t></w:r></w:moveFrom><w:r><w:instrText>PAGE</w:instrText><w:t>moved</w:t></w:r></w:p>`),
		"one two\n\nbox\n\n" +
			"three\n": wordFile(`<w:p><w:r><w:t xml:space="preserve">one </w:t></w:r><w:r><mc:AlternateContent><mc:Choice><w:txbxContent><w:p><w:r><w:t>box</w:t></w:r></w:p></w:txbxContent></mc:Choice><mc:Fallback><w:p><w:r><w:t>box</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent></w:r><w:r><w:t>two</w:t></w:r></w:p><w:p><w:r><w:t>three</w:t></w:r></w:p>`),
		"": wordFile(``),
		"a   b c\td\n\nin a box\n": []byte(odfHead +
			"<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes><text:p>a<text:s text:c=\"3\"/>b \n" +
			" c<text:tab/>d<draw:text-box><text:p>in a box</text:p></draw:text-box><office:annotation><text:p>comment</text:p></office:annotation></text:p>" + odfTail),
		"x & y é\n\nz\n": zipped("mimetype", "application/epub+zip", "META-INF/container.xml",
			`<container><rootfile full-path="a/b.opf"/></container>`,
			"a/b.opf", `<package><item id="i" href="../p%20q.xhtml" media-type="application/xhtml+xml"/><itemref idref="i"/></package>`,
			"p q.xhtml", `<html><head><title/><script src="x"/></head><body><p>x &amp;
 y &eacute;</p><script>no()</script><p><ruby>z<rt>zet</rt></ruby></p></body></html>`),
		"déjà 😀 x\n": []byte(`{\rtf1\ansi\uc1 d\u233?j\u224\'e0 \u-10179?\u-8704? x}`),
	} {
		got, err := Of(raw, params)
		if err != nil || string(got.Text) != want {
			t.Errorf("%q: %v, want %q", got, err, want)
		}
	}
}

// A file that is none, is damaged or does harm is an error that says so, and takes little.
func TestRefused(t *testing.T) {
	whole := filetest.Read(t, "testdata/text.odt")
	locked := zipped("mimetype", "application/vnd.oasis.opendocument.text", "META-INF/manifest.xml",
		"<manifest:encryption-data/>", "content.xml", "x")
	book := func(more ...string) []byte {
		return zipped(append([]string{"mimetype", "application/epub+zip", "META-INF/container.xml",
			`<container><rootfile full-path="b.opf"/></container>`,
			"b.opf", `<package><item id="i" href="p.xhtml" media-type="application/xhtml+xml"/><itemref idref="i"/></package>`}, more...)...)
	}
	for want, raw := range map[string][]byte{
		"give it the extension of what it is": []byte("plain text"),
		"this is a PDF file":                  []byte("%PDF-1.4"),
		"this is an old Office file (doc, xls, ppt), or one with a password": []byte(
			"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
		"zip: not a valid zip file": whole[:len(whole)/2],
		"this is a workbook (xlsx)": zipped("[Content_Types].xml", "",
			"xl/workbook.xml", ""),
		"this is a presentation (pptx)": zipped("[Content_Types].xml", "",
			"ppt/presentation.xml", ""),
		"give it the extension .zip":    zipped("a.txt", "x"),
		"no part \"word/document.xml\"": zipped("[Content_Types].xml", ""),
		"protected by a password":       locked,
		"locked for the programs of its shop": book("META-INF/encryption.xml",
			`<CipherReference URI="p.xhtml"/>`, "p.xhtml", "\x01\x02"),
		"no part \"p.xhtml\"":          book(),
		"its XML cannot be read":       wordFile(`<w:p></w:r>`),
		"more than 2000 elements deep": wordFile(strings.Repeat("<w:p>", 3000)),
		"nested more than 20 deep": wordFile(
			strings.Repeat("<w:p><w:txbxContent>", 21) + strings.Repeat("</w:txbxContent></w:p>", 21)),
		"larger than 1 MiB": wordFile("<w:p><w:t>" +
			strings.Repeat("x", 1<<20+1) + "</w:t></w:p>"),
		"it becomes too large": wordFile(strings.Repeat(" ", 11<<20)),
		"its groups are nested too deep": []byte(`{\rtf1` +
			strings.Repeat("{", 3000)),
		"the RTF ends too early": []byte(`{\rtf1 text`),
		"this is a table or a drawing of OpenDocument": zipped("mimetype",
			"application/vnd.oasis.opendocument.spreadsheet"),
	} {
		if got, err := Of(raw, params); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want an error with %q", got, err, want)
		}
	}
}

// Whatever the bytes are, there is a text or an error.
func FuzzOf(f *testing.F) {
	files, err := filepath.Glob("testdata/*.*")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		raw := filetest.Read(f, name)
		if len(raw) < 10<<10 {
			f.Add(raw)
		}
	}
	f.Add([]byte(odfHead + "<text:p>x</text:p>" + odfTail))
	f.Fuzz(func(t *testing.T, raw []byte) {
		got, err := Of(raw, params)
		if (got == nil) == (err == nil) {
			t.Errorf("%v, %v", got, err)
		}
	})
}
