package docio

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
)

// again holds that the text of each document is the same when it is read again, alone and with the others.
func again(t *testing.T, p Params, docs []record.Document) {
	t.Helper()
	texts := TextsOf(newPlan(t, p))
	var origins []record.Origin
	for _, d := range docs {
		origins = append(origins, record.Origin{File: d.File, Record: d.Record, Offset: d.Offset})
		got, err := Text(t.Context(), p, d.File, d.Offset)
		if err != nil || string(got.Text) != string(d.Text) || got.Markup != d.Markup ||
			got.Charset.Name != d.Charset.Name {
			t.Errorf("%s again: %v, %v; want %q", d.ID, got, err, d.Text)
		}
	}
	read := make([]bool, len(docs))
	if err := texts.Read(t.Context(), origins, func(i int, d *record.Document) {
		read[i] = string(d.Text) == string(docs[i].Text)
	}); err != nil {
		t.Error(err)
	}
	for i, ok := range read {
		if !ok {
			t.Errorf("%s is not read again with the others", docs[i].ID)
		}
	}
}

// showDocs are the documents as lines, each with the first words of its text.
func showDocs(docs []record.Document) (lines []string) {
	for _, d := range docs {
		text, _, _ := strings.Cut(string(d.Text), "\n")
		lines = append(lines, strings.TrimSpace(d.ID+": "+text+" "+string(d.Fields)))
	}
	return lines
}

func showRejected(dir string, rejected []record.Rejected) (lines []string) {
	for _, r := range rejected {
		lines = append(lines, strings.ReplaceAll(r.String(), dir+string(filepath.Separator), ""))
	}
	return lines
}

// onPath puts a program of sh before all others, and returns its folder.
func onPath(t *testing.T, name, lines string) {
	t.Helper()
	dir := filepath.Dir(script(t, lines))
	if err := os.Rename(filepath.Join(dir, "convert"), filepath.Join(dir, name)); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// Files of programs are documents of their text, by their first bytes, with what they say about themselves as fields.
func TestExtracted(t *testing.T) {
	dir := folder(t, map[string]string{
		"word.docx": testdata(t, "extract/testdata/word.docx"), "book.epub": testdata(t, "extract/testdata/book.epub"),
		"wrong.docx": testdata(t, "extract/testdata/text.odt"),
		"a.rtf.gz":   gz(t, testdata(t, "extract/testdata/codepage.rtf")),
		"one.pdf":    "%PDF-1.4 of one", "two.docx": "%PDF-1.4 of two", "three.pdf.gz": gz(t, "%PDF-1.4 of three"),
		"-x.pdf":   "\n%PDF-1.4 of four",
		"scan.pdf": "%PDF-1.4 scan", "bad.pdf": "%PDF-1.4 broken", "plain.odt": "Just text.",
		"~$rd.docx": "\x05A. Writer", "b.txt": testdata(t, "extract/testdata/codepage.rtf"),
	})
	p := params(dir)
	p.Keep = []string{"author", "date"}
	p.DateField = "date"
	onPath(t, "pdftotext", `case "$(tr -d '\0' <"$4")" in *scan) printf '\f';; *broken) echo "no such page" >&2; exit 3;; *) echo "$1 $2 $3 $5 $(tail -n 1 "$4")";; esac`)
	docs, rejected := each(t, p)
	if diff := cmp.Diff([]string{
		"-x.pdf: -q -enc UTF-8 - %PDF-1.4 of four",
		"a.rtf.gz: Café and “tea” — 两只鹤 Привет",
		`book.epub: In the year of the flood she counted “eleven” herons, and 两只鹤 beside the mill. {"author":"A. Writer","date":"2021-03-04"}`,
		"one.pdf: -q -enc UTF-8 - %PDF-1.4 of one",
		"three.pdf.gz: -q -enc UTF-8 - %PDF-1.4 of three",
		"two.docx: -q -enc UTF-8 - %PDF-1.4 of two",
		`word.docx: The Valley {"author":"A. Writer","date":"2021-03-04T05:06:07Z"}`,
		`wrong.docx: The Valley {"author":"A. Writer","date":"2021-03-04T05:06:07"}`,
	}, showDocs(docs)); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{
		"b.txt: this is an RTF file, not text: in a file named *.rtf it is read",
		"bad.pdf: pdftotext: exit status 3: no such page",
		"plain.odt: this is no file of Word (docx), OpenDocument (odt), EPUB or RTF: give it the extension of what it is",
		"scan.pdf: the PDF file has no text, only pictures: recognise it first, for example with ocrmypdf",
		"~$rd.docx: this is no document: Word keeps it beside one that is open; leave it out (--exclude='~$*'), or close the document",
	}, showRejected(dir, rejected)); diff != "" {
		t.Errorf("rejected (-want +got):\n%s", diff)
	}
	again(t, p, docs)

	p.MaxRecord = 300
	if _, rejected := each(t, p); len(rejected) != 9 || !strings.Contains(rejected[0].Reason, "--max_record") ||
		!strings.Contains(rejected[3].Reason, "--max_record") {
		t.Errorf("with a limit: %v", rejected)
	}
}

// Without the program, a PDF file is rejected with what to install.
func TestWithoutPDFToText(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the test needs PATH alone")
	}
	dir := folder(t, map[string]string{"a.pdf": "%PDF-1.4", "b.pdf": "%PDF-1.4", "c.txt": "Plain."})
	t.Setenv("PATH", t.TempDir())
	docs, rejected := each(t, params(dir))
	if len(docs) != 1 || len(rejected) != 2 || rejected[0].Reason != rejected[1].Reason ||
		!strings.Contains(rejected[0].Reason, "pdftotext is not found: install it") {
		t.Errorf("%d documents, rejected %v", len(docs), rejected)
	}
}

// Recognised pages are plain texts, by what is in them, and are read again and written; clean, which would write the
// files again, rejects them.
func TestRecognised(t *testing.T) {
	const page = `<alto><Layout><Page><TextBlock><TextLine><String CONTENT="A line."/></TextLine></TextBlock></Page></Layout></alto>`
	dir := folder(t, map[string]string{
		"alto.xml": page, "alto.xml.gz": gz(t, page),
		"page.hocr": "<p class='ocr_page'><b class='ocr_line'>Words</b></p>",
		"tei.xml":   "<TEI>Text</TEI>", "empty.xml": "<PcGts/>",
		"wide.xml": "<?xml version='1.0' encoding='ISO-8859-1'?>" + strings.Replace(page, "line", "l\xefne", 1),
	})
	p := params(dir)
	docs, rejected := each(t, p)
	if diff := cmp.Diff([]string{"alto.xml: A line.", "alto.xml.gz: A line.", "page.hocr: Words",
		"tei.xml: <TEI>Text</TEI>", "wide.xml: A lïne."}, showDocs(docs)); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
	if len(rejected) != 1 || !strings.Contains(rejected[0].Reason, "recognise them first") {
		t.Errorf("rejected %v", rejected)
	}
	again(t, p, docs)
	for _, d := range docs {
		if d.ID != "tei.xml" && (d.Markup != record.Plain || len(d.Lines) != 1) {
			t.Errorf("%+v", d)
		}
	}
	if n, err := newPlan(t, p).WriteTexts(t.Context(), t.TempDir()); n != 4 || err != nil {
		t.Errorf("%d texts are written, %v", n, err)
	}
	p.All = true
	if docs, rejected := each(t, p); len(docs) != 1 || len(rejected) != 5 ||
		!strings.Contains(rejected[0].Reason, "cannot be written again") {
		t.Errorf("for clean: %v, %v", showDocs(docs), rejected)
	}
}
