package docio

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
)

// The header of a TEI file has its fields, also of a member of an archive. Metadata come before them.
func TestTEIFields(t *testing.T) {
	const tei = `<TEI><teiHeader><titleStmt><title>De civitate "Dei"</title><author>Augustine</author></titleStmt><sourceDesc><date when="0426"/></sourceDesc></teiHeader><text><p>One.</p></text></TEI>`
	p := params(folder(t, map[string]string{"a.xml": tei, "b.xml": "<p>Two.</p>", "c.zip": zipOf(t, "d.tei", tei)}))
	p.Keep = []string{"author", "date", "title", "place"}
	p.Metadata = &Metadata{Names: []string{"author", "place"},
		Rows: map[string][]string{"c.zip/d.tei": {"Aurelius", "Hippo"}}}
	docs, rejected := each(t, p)
	want := map[string]string{
		"a.xml": `{"author":"Augustine","date":"0426","title":"De civitate \"Dei\""}`, "b.xml": "",
		"c.zip/d.tei": `{"author":"Aurelius","date":"0426","title":"De civitate \"Dei\"","place":"Hippo"}`,
	}
	got := map[string]string{}
	for _, d := range docs {
		got[d.ID] = string(d.Fields)
	}
	if diff := cmp.Diff(want, got); diff != "" || len(rejected) > 0 {
		t.Errorf("rejected %v, fields (-want +got):\n%s", rejected, diff)
	}
	again(t, p, docs)
	p.Keep = nil
	if docs, _ := each(t, p); docs[0].Fields != "" {
		t.Errorf("without --keep_fields: %s", docs[0].Fields)
	}
}

// With Named, a document has the author, title and date that its file says, where no fields are kept; one that is too
// long for a result is left out. Records of tables and lines have none: what their fields are is not known. So it is
// when the text is read again, as serve does.
func TestNamed(t *testing.T) {
	tei := func(title string) string {
		return "<TEI><teiHeader><titleStmt><title>" + title +
			"</title><author>Augustine</author></titleStmt></teiHeader><text><p>One.</p></text></TEI>"
	}
	const mail = "From a Thu Jan  1 00:00:00 1970\nFrom: Anna <a@b.c>\nSubject: Essay\n\nIt is late.\n"
	p := params(folder(t, map[string]string{
		"a.xml": tei("City"), "b.xml": tei(strings.Repeat("long ", record.MaxFields)), "m.mbox": mail,
		"r.jsonl": `{"id":"r","author":"x","text":"Line."}`, "t.csv": "text,author\nRow.,y\n",
	}))
	p.Named = true
	docs, rejected := each(t, p)
	want := map[string]string{
		"a.xml": `{"author":"Augustine","title":"City"}`, "b.xml": `{"author":"Augustine"}`,
		"m.mbox:1": `{"author":"Anna <a@b.c>","title":"Essay"}`, "r": "", "t.csv:1": "",
	}
	got, again := map[string]string{}, map[string]string{}
	a := NewAgain(p)
	defer a.Close()
	for _, d := range docs {
		got[d.ID] = string(d.Fields)
		found, err := a.Text(t.Context(), d.File, d.Offset)
		if err != nil {
			t.Fatal(err)
		}
		again[d.ID] = string(found.Fields)
	}
	if diff := cmp.Diff(want, got); diff != "" || len(rejected) > 0 {
		t.Errorf("rejected %v, fields (-want +got):\n%s", rejected, diff)
	}
	if diff := cmp.Diff(want, again); diff != "" {
		t.Errorf("read again (-want +got):\n%s", diff)
	}
	p.Keep = []string{"author"}
	if docs, _ := each(t, p); docs[0].Fields != `{"author":"Augustine"}` {
		t.Errorf("with --keep_fields: %s", docs[0].Fields)
	}
}
