package partial

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// The fields of a table come to plain texts by their paths: they are in passages, they can be compared and dated, and
// the table itself, which lies among the texts, is no document.
func TestMetadata(t *testing.T) {
	w := &author{rand.New(rand.NewPCG(5, 41)), false}
	copied := w.sentences(8)
	dir := t.TempDir()
	for _, name := range []string{"old.txt", "sub/new.txt", "third.txt", "none.txt"} {
		text := w.text(w.sentences(20), copied, w.sentences(20))
		filetest.Write(t, filepath.Join(dir, name), []byte(text))
	}
	texts, err := docio.StateOf(t.Context(), params(t, "--input="+dir).Job.Docs)
	if err != nil {
		t.Fatal(err)
	}
	table := filetest.Write(t, filepath.Join(dir, "about.csv"),
		[]byte("\ufeffauthor;Path;date\r\nSand;old.txt;1832\r\n\"Dumas; père\";sub/new.txt;1844-03\r\n"+
			"Sand;third.txt;\r\nHugo;gone.txt;1831\r\n;;\r\n"))
	run := func(sh shuffle.Params, flags ...string) (result, Params) {
		t.Helper()
		p := params(t, append(flags, "--input="+dir, "--metadata="+table)...)
		if state, err := docio.StateOf(t.Context(), p.Job.Docs); err != nil || state != texts {
			t.Errorf("the state of the input is %s, error %v, want %s: that of the texts", state, err, texts)
		}
		if err := p.ReadAside(t.Context()); err != nil {
			t.Fatal(err)
		}
		return readResult(t, jobtest.Run(t, p.Job.Docs, sh, p.parameters(), func(s beam.Scope, g job.Graph) {
			build(s, p, g)
		})), p
	}
	got, p := run(one, "--date_field=date")
	passages := got.passages(t)
	if len(passages) != 6 {
		t.Fatalf("%d passages, want one of each pair of four documents", len(passages))
	}
	want := map[string]string{"none.txt": "", "old.txt": `{"author":"Sand","date":"1832"}`,
		"sub/new.txt": `{"author":"Dumas; père","date":"1844-03"}`, "third.txt": `{"author":"Sand"}`}
	for _, x := range passages {
		if string(x.AFields) != want[x.A] || string(x.BFields) != want[x.B] {
			t.Errorf("%s %s, %s %s", x.A, x.AFields, x.B, x.BFields)
		}
	}
	clusters := jobtest.Decode[record.Cluster](t, got.stream("clusters"))
	if len(clusters) != 1 || clusters[0].Earliest == nil || clusters[0].Earliest.ID != "old.txt" {
		t.Errorf("clusters %+v, want one whose earliest place is in old.txt", clusters)
	}
	other, _ := run(shuffle.Params{Shards: 7, Workers: 3}, "--date_field=date")
	same(t, got, other)

	summary := got.summary(t)
	r := &job.Result{Summary: &summary}
	if note := p.reportMetadata(r); !strings.HasPrefix(note,
		"--metadata has no row for 1 document, and 1 row of it for no document") {
		t.Errorf("the closing line is %q", note)
	}
	got, _ = run(one, "--pairs_where=a.author != b.author", "--keep_fields=date")
	for _, x := range got.passages(t) {
		if x.A == "old.txt" && x.B == "third.txt" {
			t.Error("two texts of one author are compared")
		}
		if strings.Contains(string(x.AFields), "Hugo") {
			t.Errorf("fields %s", x.AFields)
		}
	}
}

// A table that does not say which documents it is about, or says it twice, is an error of the user.
func TestMetadataErrors(t *testing.T) {
	dir := t.TempDir()
	input := "--input=" + filetest.Write(t, filepath.Join(dir, "in.txt"), []byte("A text."))
	for content, want := range map[string]string{
		"": "the table is empty",
		"name,author\n" +
			"in.txt,Sand\n": "no column id, path, file, filename for the ids of documents; the table has \"name, author\"",
		"id,author\nin.txt,Sand\nin.txt,x\n": "row 3 has the id of another row, in.txt",
		"id,author\n,Sand\n":                 "row 2 has no id",
		"id,author,author\nin.txt,a,b\n":     "names author twice",
		"id,date\nin.txt,\"1832\n":           "row 2: ",
	} {
		p := params(t, input, "--metadata="+filetest.Write(t, filepath.Join(dir, "about.csv"), []byte(content)))
		if err := p.ReadAside(t.Context()); line.ExitCode(err) != 2 || !strings.Contains(err.Error(), "--metadata: ") ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", content, err, want)
		}
	}
	p := params(t, input, "--metadata="+filepath.Join(dir, "none.csv"))
	if err := p.ReadAside(t.Context()); err == nil || !strings.Contains(err.Error(), "none.csv") {
		t.Errorf("error %v, want one about none.csv", err)
	}
}

// A field that no document has is named at the end: a condition on it holds for no pair.
func TestNoField(t *testing.T) {
	input := "--input=" + filetest.Write(t, filepath.Join(t.TempDir(), "in.jsonl"), []byte(`{"id":"1","by":"Sand","text":"One text."}
{"id":"2","text":"Another text.","year":1832}`))
	said, err := jobtest.Execute(t.Context(), Command(), input, "--output="+filepath.Join(t.TempDir(), "out"),
		"--pairs_where=a.author != b.author", "--date_field=year", "--keep_fields=by")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(said, "No document has the field author:") || strings.Count(said, "No document has") != 1 {
		t.Errorf("it says\n%s", said)
	}
}
