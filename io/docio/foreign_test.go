package docio

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Files with records that are not read yet are rejected by their names, with a command that converts them, and flags about
// fields are an error without a file that has some.
func TestForeignNames(t *testing.T) {
	files := map[string]string{
		"a.csv": "id,text\n1,hello\n", "b.TSV.gz": gz(t, "id\ttext\n"), "c.mbox": "From a", "d.eml": "Subject: x\n\ny", "e.txt": "id,text\n1,hello\n",
		"f.txt": strings.Repeat("From jo@example.org Thu Jan  1 00:00:01 1998\nSubject: x\n\nHello.\n\n", 2),
		"h.txt": "id,text\n1,hello\n2,\"hello, you\"\n", "i.txt": "id\ttext\n1\thello\n2\tbye\n",
		"g.txt": "Subject: a picture\n\n" + strings.Repeat(strings.Repeat("QUJDREVGR0hJSktMTU5P", 3)+"\n", 40),
	}
	dir := folder(t, files)
	p := params(dir)
	docs, rejected := each(t, p)
	if len(docs) != 1 || docs[0].ID != "e.txt" || len(rejected) != 8 {
		t.Errorf("%d documents, rejected %v", len(docs), rejected)
	}
	for i, want := range []string{"a CSV file, not one text: convert it, for example with python3 -c 'import csv, json", "a TSV file", "a mailbox, not one text", "a message of mail", "a mailbox (mbox)", "most of it is base64", "this is a table (CSV), not one text: convert it, for example with python3", "this is a table (TSV)"} {
		if i < len(rejected) && !strings.Contains(rejected[i].Reason, want) {
			t.Errorf("%s, want %q", rejected[i], want)
		}
	}
	p.Format = "text"
	if docs, _ := each(t, p); len(docs) != 7 {
		t.Errorf("--format=text: %d documents", len(docs))
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
	if err := os.WriteFile(filepath.Join(dir, "z.jsonl"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	p = params(dir)
	p.TextField = "body"
	if _, err := NewPlan(t.Context(), p); err != nil {
		t.Errorf("with JSON Lines: %v", err)
	}
}
