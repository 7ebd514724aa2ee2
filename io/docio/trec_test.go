package docio

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
)

// Documents of TREC have their own ids, their elements are fields, and each is read again by its place: in plain files,
// compressed ones and archives, in any character set.
func TestTREC(t *testing.T) {
	const news = "<DOC>\n<DOCNO> FR94-1 </DOCNO>\n<DATE>1994\n<P>January</DATE>\n<TEXT>\nOne &amp; two.\n</TEXT>\n" +
		"</DOC>\n"
	const page = "<DOC>\n<DOCNO>WTX001-B01-1</DOCNO>\n<DOCHDR>\nhttp://a.example 1997\nContent-type: text/html\n" +
		"</DOCHDR>\n<html><body><p>A page.</p></body></html>\n</DOC>\n"
	latin := "<DOC>\n<DOCNO>L-1</DOCNO>\n<TEXT>" + strings.Repeat("Der Käse schmeckt den Gästen. ", 20) +
		"</TEXT>\n</DOC>\n"
	latin = strings.ReplaceAll(latin, "ä", "\xe4")
	dir := folder(t, map[string]string{
		"a.trec": news + "\n" + page, "b.trec.gz": gz(t, news+latin), "c.trec": "No document.\n" + news,
		"d.trec": news + "between\n" + page, "e.trec": "<DOC>\n<DOCNO></DOCNO>\nNo number.\n",
		"f.txt": news + page, "z.zip": zipOf(t, "a.trec", page),
	})
	p := params(dir)
	p.Keep, p.HTML = []string{"date"}, HTMLMain
	docs, rejected := each(t, p)
	show := func(docs []record.Document) (shown []string) {
		for _, d := range docs {
			shown = append(shown, fmt.Sprint(d.ID, ": ", string(d.Text), string(d.Fields), d.Markup))
		}
		return shown
	}
	one := "FR94-1: \n<DATE>1994\n<P>January</DATE>\n<TEXT>\nOne &amp; two.\n</TEXT>\n" + `{"date":"1994 January"}` +
		fmt.Sprint(record.HTML)
	web := "WTX001-B01-1: \n<html><body><p>A page.</p></body></html>\n" + fmt.Sprint(record.MainHTML)
	german := "L-1: \n<TEXT>" + strings.Repeat("Der Käse schmeckt den Gästen. ", 20) + "</TEXT>\n" +
		fmt.Sprint(record.HTML)
	if diff := cmp.Diff([]string{one, web, one, german, one, web, "e.trec:1: \nNo number." + fmt.Sprint(record.HTML),
		web}, show(docs)); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{
		"c.trec: this is no document of TREC: it does not begin with <DOC> and <DOCNO>",
		"d.trec, record 2: this is no document of TREC: it does not begin with <DOC> and <DOCNO>",
		"f.txt: these are documents of TREC, not one text: give the file the extension .trec, or read it with --format=trec",
	}, showRejected(dir, rejected)); diff != "" {
		t.Errorf("rejected (-want +got):\n%s", diff)
	}
	again(t, p, docs)
	p.Format = "trec"
	p.Input = []string{dir + "/f.txt"}
	if docs, rejected := each(t, p); len(docs) != 2 || len(rejected) != 0 {
		t.Errorf("--format=trec: %d documents, rejected %v", len(docs), rejected)
	}
}
