package docio

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The header of a TEI file has its fields, also of a member of an archive. Metadata come before them.
func TestTEIFields(t *testing.T) {
	const tei = `<TEI><teiHeader><titleStmt><title>De civitate "Dei"</title><author>Augustine</author></titleStmt><sourceDesc><date when="0426"/></sourceDesc></teiHeader><text><p>One.</p></text></TEI>`
	p := params(folder(t, map[string]string{"a.xml": tei, "b.xml": "<p>Two.</p>", "c.zip": zipOf(t, "d.tei", tei)}))
	p.Keep = []string{"author", "date", "title", "place"}
	p.Metadata = &Metadata{Names: []string{"author", "place"}, Rows: map[string][]string{"c.zip/d.tei": {"Aurelius", "Hippo"}}}
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
