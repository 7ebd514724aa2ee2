package docio

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/charset"
	"example.org/diagonal/io/filetest"
)

// Rows of tables and messages of mail are documents with fields, in plain files, compressed ones and archives.
func TestRecords(t *testing.T) {
	const csv = "id,year,text\n1,1898,\"Hello, \"\"you\"\"\nall\"\n,1899,Bye.\n3,1900\n4,\"x\"y,z\n5,1901,Last."
	dir := folder(t, map[string]string{
		"a.csv": csv, "b.tsv.gz": gz(t, "\ufeffid\ttext\nx\t\"Quoted\" tab\n\ny\t\"Open\nz\tLast"),
		"b2.tab": "text\tid\n\"a \"\"b\"\"\tc\"\tq\nd\te\n",
		"c.csv":  "sep=;\r\ntext;year\r\nEin Haus, ein Garten;2001\r\n",
		"d.csv":  "id;text\n1;" + strings.Repeat("caf\xe9 au lait ", 20) + "\n",
		"e.csv":  string(charset.Encode([]byte("id,text\nw,Wide.\nv,Two.\n"), "utf-16le")),
		"f.csv":  "name,grade\nJo,1\n", "g.csv": "", "h.csv": "id,text\n1,%PDF-1.4\n2,ok\n",
		"m.mbox": testdata(t, "mailio/testdata/python.mbox"), "n.eml": testdata(t, "mailio/testdata/one.eml"),
		"o.mbox": "No mailbox.", "p.eml": "no mail",
		"z.zip": zipOf(t, "a.csv", csv, "m.mbox", testdata(t, "mailio/testdata/python.mbox")),
	})
	p := params(dir)
	p.Keep = []string{"year", "from", "date"}
	docs, rejected := each(t, p)
	from := ` {"from":"Zoë Müller <zoe@example.org>","date":"2021-03-04T05:06:07+02:00"}`
	if diff := cmp.Diff([]string{
		`1: Hello, "you" {"year":"1898"}`, `a.csv:2: Bye. {"year":"1899"}`, `5: Last. {"year":"1901"}`,
		`x: "Quoted" tab`, `y: "Open`, `z: Last`, "q: a \"b\"\tc", `e: d`,
		`c.csv:1: Ein Haus, ein Garten {"year":"2001"}`, "1: " + strings.TrimSpace(strings.Repeat("café au lait ", 20)),
		`w: Wide.`, `v: Two.`, `2: ok`,
		"m.mbox:1: Der Reiher stand am Wasser — ganz still." + from, "m.mbox:2: Il était déjà là." + from,
		"n.eml: Il était déjà là." + from,
		`1: Hello, "you" {"year":"1898"}`, `z.zip/a.csv:2: Bye. {"year":"1899"}`, `5: Last. {"year":"1901"}`,
		"z.zip/m.mbox:1: Der Reiher stand am Wasser — ganz still." + from, "z.zip/m.mbox:2: Il était déjà là." + from,
	}, showDocs(docs)); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
	bad := func(file string) []string {
		return []string{
			file + ", record 3 (3): the row has 2 fields, and the text is field 3",
			file + `, record 4: parse error on line 6, column 5: extraneous or missing " in quoted-field`,
		}
	}
	if diff := cmp.Diff(append(append(bad("a.csv"),
		`f.csv: no column "text" for the text; the file has "name, grade": --text_field names the column`,
		"g.csv: the table is empty: its first row has the names of the columns",
		"h.csv (1): this is a PDF file, not text: in a file named *.pdf it is read",
		"o.mbox: this is no mailbox (mbox): it does not begin with a line From, an address and a date",
		"p.eml: this is no message of mail: malformed header line: no mail",
	), bad("z.zip/a.csv")...), showRejected(dir, rejected)); diff != "" {
		t.Errorf("rejected (-want +got):\n%s", diff)
	}
	again(t, p, docs)
}

// A row has a limit over all its lines: a quote that nobody closes does not bring the rest of the file into memory.
func TestRowLimit(t *testing.T) {
	dir := folder(t,
		map[string]string{"a.csv": "id,text\n1,one\n2,\"open\n" + strings.Repeat("a line of some words\n", 10000)})
	p := params(dir)
	p.MaxRecord = 1000
	docs, rejected := each(t, p)
	if diff := cmp.Diff([]string{"1: one"}, showDocs(docs)); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"a.csv, record 2: larger than 1000 bytes; --max_record sets this limit"},
		showRejected(dir, rejected)); diff != "" {
		t.Errorf("rejected (-want +got):\n%s", diff)
	}
}

// Records in files of other names are rejected with what reads them, and flags about fields are an error without a file
// that has some.
func TestRecordsInTexts(t *testing.T) {
	files := map[string]string{
		"e.txt": "id,text\n1,hello\n",
		"f.txt": strings.Repeat("From jo@example.org Thu Jan  1 00:00:01 1998\nSubject: x\n\nHello.\n\n", 2),
		"h.txt": "id,text\n1,hello\n2,\"hello, you\"\n", "i.txt": "id\ttext\n1\thello\n2\tbye\n",
		"g.txt": "Subject: a picture\n\n" + strings.Repeat(strings.Repeat("QUJDREVGR0hJSktMTU5P", 3)+"\n", 40),
	}
	dir := folder(t, files)
	p := params(dir)
	docs, rejected := each(t, p)
	if len(docs) != 1 || docs[0].ID != "e.txt" || len(rejected) != 4 {
		t.Errorf("%d documents, rejected %v", len(docs), rejected)
	}
	for i, want := range []string{"a mailbox (mbox), not one text: give it the extension .mbox", "most of it is base64",
		"this is a table (CSV), not one text: give it the extension .csv, or read it with --format=csv;", "this is a table (TSV)"} {
		if i < len(rejected) && !strings.Contains(rejected[i].Reason, want) {
			t.Errorf("%s, want %q", rejected[i], want)
		}
	}
	for format, want := range map[string]int{"text": 3, "csv": 5, "mbox": 2} {
		p.Format = format
		if docs, _ := each(t, p); len(docs) != want {
			t.Errorf("--format=%s: %d documents, want %d", format, len(docs), want)
		}
	}
	for want, set := range map[string]func(*Params){
		"--text_field=body has no effect: no file has its text in a field": func(p *Params) { p.TextField = "body" },
		"--id_field=name has no effect":                                    func(p *Params) { p.IDField = "name" },
		"there are no fields to keep (x)":                                  func(p *Params) { p.Keep = []string{"x"} },
	} {
		p := params(dir)
		set(&p)
		if _, err := NewPlan(t.Context(), p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	filetest.Write(t, filepath.Join(dir, "z.jsonl"), "")
	p = params(dir)
	p.TextField = "body"
	if _, err := NewPlan(t.Context(), p); err != nil {
		t.Errorf("with JSON Lines: %v", err)
	}
}
