package serve

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// office returns a file of Word with these XML parts.
func office(t *testing.T, document io.Reader) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("word/document.xml")
	if err == nil {
		_, err = io.Copy(w, document)
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const (
	wordHead = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>`
	wordTail = `</w:t></w:r></w:p></w:body></w:document>`
)

// A file becomes the text that lookup would read in it, whatever its name says, and nothing of it stays on the disk.
func TestText(t *testing.T) {
	_, ix := made(t)
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	d, s := opened(t, ix, func(p *Params) { p.MaxText = 1 << 20 })
	word := office(t, strings.NewReader(wordHead+"Words &lt;script&gt; 甲"+wordTail))
	bomb := office(t, io.MultiReader(strings.NewReader(wordHead), strings.NewReader(strings.Repeat(" ", 20<<20)),
		strings.NewReader(wordTail)))
	for _, tc := range []struct{ about, name, body, want, problem string }{
		{"a text", "essay.txt", "Plain – text\n", "Plain – text\n", ""},
		{"no name", "", "Plain", "Plain", ""},
		{"a file of Word", "essay.DOCX", word, "Words <script> 甲\n", ""},
		{"a page", "page.html", "<p>One<script>no()</script> <b>two</b></p>", "One two\n\n", ""},
		{"recognised pages", "a.xml", `<alto><Layout><Page><TextBlock><TextLine><String CONTENT="line"/></TextLine></TextBlock></Page></Layout></alto>`, "line\n", ""},
		{"another character set", "a.txt", "\xff\xfec\x00a\x00f\x00\xe9\x00", "café", ""},
		{"a path as a name", "../../../etc/passwd", "x y", "x y", ""},
		{"a path as an extension", "a./../../etc", "x y", "x y", ""},
		{"a flag as a name", "--help.txt", "x y", "x y", ""},
		{"a zero byte in the name", "a\x00.docx", word, "Words <script> 甲\n", ""},
		{"no document", "a.jsonl", "\n", "", "the file cannot be read: there is no document in it"},
		{"two documents", "a.jsonl", `{"id":"a","text":"x"}` + "\n" + `{"id":"b","text":"y"}`, "",
			"more than one document"},
		{"a picture", "a.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\x00", "", "cannot be read"},
		{"an archive of nothing", "a.zip", "PK\x05\x06" + strings.Repeat("\x00", 18), "", "cannot be read"},
		{"a file that becomes too large", "a.docx", bomb, "", "cannot be read"},
		{"a broken table", "a.parquet", "PAR1xxxxPAR1", "", "cannot be read"},
		{"an entity of another file", "a.xml", `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><alto><Layout><Page><TextBlock><TextLine><String CONTENT="&e;"/></TextLine></TextBlock></Page></Layout></alto>`, "", "cannot be read"},
	} {
		r, err := http.NewRequestWithContext(t.Context(), "POST", s.URL+"/api/text", nil)
		if err != nil {
			t.Fatal(err)
		}
		q := r.URL.Query()
		q.Set("name", tc.name)
		code, out := send(t, d, "POST", s.URL+"/api/text?"+q.Encode(), tc.body)
		var got Text
		var failed problem
		if err := json.Unmarshal([]byte(out), &got); err != nil {
			t.Errorf("%s: %v", tc.about, err)
		}
		json.Unmarshal([]byte(out), &failed)
		if want := map[bool]int{true: 200, false: 400}[tc.problem == ""]; code != want || got.Text != tc.want ||
			!strings.Contains(failed.Error, tc.problem) {
			t.Errorf("%s: %d %q, want %q %s", tc.about, code, out, tc.want, tc.problem)
		}
		if strings.HasSuffix(failed.Error, ": ") {
			t.Errorf("%s: the answer gives no reason: %q", tc.about, failed.Error)
		}
		if strings.Contains(failed.Error, temporary) {
			t.Errorf("%s: the answer has a path: %s", tc.about, failed.Error)
		}
	}
	if code, _ := send(t, d, "POST", s.URL+"/api/text",
		strings.Repeat("x", 1<<20+1)); code != http.StatusRequestEntityTooLarge {
		t.Errorf("a large body: %d", code)
	}
	if left, err := filepath.Glob(filepath.Join(temporary, "diagonal-serve-*")); err != nil || len(left) > 0 {
		t.Errorf("left on the disk: %v, %v", left, err)
	}
	for range cap(d.reading) {
		d.reading <- struct{}{}
	}
	d.params.MaxTime = 1
	if code, _ := send(t, d, "POST", s.URL+"/api/text", "x"); code != http.StatusServiceUnavailable {
		t.Errorf("without a place: %d", code)
	}
	if _, err := os.Stat(ix); err != nil {
		t.Error(err)
	}
}

// An answer names the author and the title of a document whose file says them, on the page and in the API, and not
// where names are hidden.
func TestNamed(t *testing.T) {
	dir := t.TempDir()
	ix := filepath.Join(dir, "ix")
	tei := "<TEI><teiHeader><titleStmt><title>On &lt;b&gt; cities</title><author>Augustine</author></titleStmt></teiHeader><text><p>" + prose(3, 100) + "</p></text></TEI>"
	if err := os.WriteFile(filepath.Join(dir, "a.xml"), []byte(tei), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, code := execute(t, IndexCommand(), "--input="+filepath.Join(dir, "a.xml"), "--index="+ix,
		"--quiet"); code != 0 {
		t.Fatal(out)
	}
	d, s := opened(t, ix, nil)
	a := ask(t, d, s, Question{"q", prose(3, 60)})
	if len(a.Passages) != 1 {
		t.Fatalf("%+v", a.Passages)
	}
	if fields, err := a.Passages[0].BFields.Texts(); err != nil || fields["author"] != "Augustine" ||
		fields["title"] != "On <b> cities" {
		t.Errorf("fields %v, %v", fields, err)
	}
	form := url.Values{"text": {prose(3, 60)}}.Encode()
	_, page := send(t, d, http.MethodPost, s.URL+"/", form)
	if !strings.Contains(page, `<p class="named" dir="auto">Augustine, On &lt;b&gt; cities</p>`) {
		t.Errorf("the page does not name the document: %s", page)
	}
	hides, hiding := opened(t, ix, func(p *Params) { p.Anonymous, p.Key = true, filepath.Join(dir, "key.csv") })
	if _, page := send(t, hides, http.MethodPost, hiding.URL+"/", form); strings.Contains(page, "Augustine") ||
		!strings.Contains(page, "1 passage") {
		t.Errorf("the page that hides names: %s", page)
	}
}
