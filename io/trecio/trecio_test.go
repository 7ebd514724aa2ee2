package trecio

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// all reads a file to its end: for each document its place, whether it is whole, and its bytes.
func all(r *Reader) (got []string, err error) {
	for {
		document, at, whole, err := r.Next()
		if err == io.EOF {
			return got, nil
		}
		if err != nil {
			return got, err
		}
		got = append(got, fmt.Sprintf("%d %t %s", at, whole, document))
	}
}

func TestNext(t *testing.T) {
	long := "<DOC>\n<DOCNO>long</DOCNO>" + strings.Repeat("x", 100<<10) + "</DOC>\n"
	for _, tc := range []struct {
		name, file string
		want       []string
	}{
		{"empty", " \r\n", nil},
		{"two", "<DOC>\n<DOCNO>1</DOCNO>\n</DOC>\n\n <doc>\n2</doc> \n",
			[]string{"0 true <DOC>\n<DOCNO>1</DOCNO>\n</DOC>\n", "32 true <doc>\n2</doc> \n"}},
		{"not closed", "<DOC>1\n<DOC>2", []string{"0 true <DOC>1\n", "7 true <DOC>2"}},
		{"text between", "<DOC>1</DOC>\nx\n<DOC>2</DOC>",
			[]string{"0 true <DOC>1</DOC>\n", "13 true x\n", "15 true <DOC>2</DOC>"}},
		{"a tag inside a line", "<DOC>a <DOC> </DOC> b\n</DOC>\n", []string{"0 true <DOC>a <DOC> </DOC> b\n</DOC>\n"}},
	} {
		got, err := all(NewReader(strings.NewReader(tc.file), 0, 1<<20))
		if diff := cmp.Diff(tc.want, got); diff != "" || err != nil {
			t.Errorf("%s: error %v\n%s", tc.name, err, diff)
		}
	}
	got, err := all(NewReader(strings.NewReader(long+"<DOC>2</DOC>"), 5, 1000))
	want := fmt.Sprintf("%d true <DOC>2</DOC>", 5+len(long))
	if err != nil || len(got) != 2 || !strings.HasPrefix(got[0], "5 false ") || got[1] != want {
		t.Errorf("a long document: %.60q, error %v", got, err)
	}
	broken := io.MultiReader(strings.NewReader("<DOC>\n"), iotest.ErrReader(bufio.ErrNegativeCount))
	if _, err := all(NewReader(broken, 0, 1000)); err != bufio.ErrNegativeCount {
		t.Errorf("error %v", err)
	}
}

func TestParse(t *testing.T) {
	raw := []byte("<DOC>\n<DOCNO> FR-1 </DOCNO>\n<DATE>1994\n<P>\nJanuary</DATE><TEXT>One &amp; two.</TEXT>\n</DOC>\n")
	d := Parse(raw)
	if d.ID != "FR-1" || d.Page || !strings.HasPrefix(string(d.Text), "\n<DATE>") ||
		!strings.HasSuffix(string(d.Text), "</TEXT>\n") {
		t.Errorf("%+v", d)
	}
	if got := d.Field("date"); got != "1994 January" || d.Field("author") != "" {
		t.Errorf("date %q, author %q", got, d.Field("author"))
	}
	page := Parse([]byte("<doc><docno>W</docno><dochdr>http://a\nServer: <x></dochdr><html>Text"))
	if page.ID != "W" || !page.Page || string(page.Text) != "<html>Text" {
		t.Errorf("%+v", page)
	}
	if none := Parse([]byte("<DOC>text</DOC>")); none.ID != "" || string(none.Text) != "text" {
		t.Errorf("%+v, %q", none, none.Text)
	}
	if !Begins(raw) || Begins([]byte("<DOC>text")) || Begins([]byte("text <DOC><DOCNO>")) {
		t.Error("what begins a document")
	}
}
