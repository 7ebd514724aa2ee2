package report

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
)

// secrets are pieces of ids, paths, fields and dates of confidential. Nothing else of the test contains them.
var secrets = []string{"zyxanna", "zyxben", "zyxclara", "zyxbook", "qklasse", "qwgroup", "docx", "odt", "qfield",
	"qvalue", "1887", "1899", "qsheet", "qfolder", "qrejected", "qreason", "qextra", "c0ffee", "qloc", "january 2026"}

// confidential is a result whose ids, fields, dates, parameters and other streams must not be seen. turned gives the
// documents ids in the other order of bytes, and the result is as partial would make it.
func confidential(t *testing.T, turned bool) (dir string, input []string) {
	t.Helper()
	const first, second, many = "The ship went down at night off the coast of Cuba.",
		"Nobody knows what became of her captain.", "Discuss this in your own words."
	ids := []string{"qklasse/zyxanna.docx", "qklasse/zyxben.odt", "qwgroup/zyxclara.docx"}
	if turned {
		ids[0], ids[2] = ids[2], ids[0]
	}
	a, b, c := text{ids[0], many + " " + first + " One. " + second}, text{ids[1], many + " " + first + " Two two."},
		text{ids[2], second + " Three: " + first}
	book := text{"zyxbook.txt", "Before. " + first}
	fields := func(id string) record.Fields {
		return record.Fields(fmt.Sprintf(`{"date":"1887-0%d","qfield":"qvalue %s"}`,
			strings.Index("zabcdef", id[len("qklasse/zyx"):][:1])%9+1, id))
	}
	var passages []any
	add := func(x, y text, part string, similarity float64, source bool) {
		if x.ID > y.ID && !source {
			x, y = y, x
		}
		p := passage(t, x, part, y, part, record.Verbatim, similarity)
		p.AFields, p.BFields, p.Source, p.ALoc, p.BLoc = fields(x.ID), fields("qklasse/zyxbook"), source,
			"qloc 1", "qloc 2"
		passages = append(passages, p)
	}
	if turned { // in the order of ids
		add(b, c, first, 1, false)
		add(a, b, first, 1, false)
		add(a, c, first, .9, false)
		add(a, c, second, 1, false)
	} else {
		add(a, b, first, 1, false)
		add(a, c, first, .9, false)
		add(a, c, second, 1, false)
		add(b, c, first, 1, false)
	}
	add(b, book, first, 1, true)
	var shares, places, hotPlaces []any
	texts := []text{a, b, c}
	if turned {
		texts = []text{c, b, a}
	}
	for _, d := range texts {
		shares = append(shares, record.DocumentShare{ID: d.ID, Characters: 90, Share: .9, WeightedShare: .8,
			Documents: 2, Fields: fields(d.ID), Top: []record.OtherShare{{ID: a.ID, Share: .5}}})
		p := passage(t, d, first, d, first, record.Verbatim, 1)
		places = append(places, record.ClusterPlace{Cluster: "c0ffee", ID: d.ID, Start: p.AStart, End: p.AEnd,
			ByteStart: p.AByteStart, ByteEnd: p.AByteEnd, Similarity: 1, Loc: "qloc 3",
			From: &record.ClusterSource{ID: a.ID}, Fields: fields(d.ID)})
		if strings.Contains(d.Text, many) {
			hotPlaces = append(hotPlaces, record.HotOccurrence{Hash: "00ff", ID: d.ID, End: int64(len(many))})
		}
	}
	smallest := places[0].(record.ClusterPlace)
	cluster := record.Cluster{Cluster: "c0ffee", Size: 3, Documents: 3, Kind: record.Verbatim, Similarity: 1,
		Text: first,
		Representative: record.ClusterSample{ID: smallest.ID, Start: smallest.Start, End: smallest.End,
			Fields: smallest.Fields},
		Earliest: &record.ClusterSample{ID: smallest.ID, Start: smallest.Start, End: smallest.End, Date: "1887"},
		Latest:   &record.ClusterSample{ID: smallest.ID, Start: smallest.Start, End: smallest.End, Date: "1899"}}
	hot := record.HotPassage{Text: many, Documents: 30, Occurrences: 2, Hash: "00ff",
		Samples: []record.Sample{{ID: hotPlaces[0].(record.HotOccurrence).ID}}}
	dir = resultOf(t, map[string]any{"command": "partial", "source": true, "compare": "all", "clusters": true,
		"date_field": "date", "ignore": "qfolder/qsheet.txt", "keep_fields": "qfield", "n": 4},
		map[string]int64{"documents": 4, "bytes": 1},
		written{"passages", passages}, written{"documents", shares}, written{"clusters", []any{cluster}},
		written{"cluster-places", places},
		written{"hot", []any{hot}}, written{"hot-occurrences", hotPlaces},
		written{"rejected", []any{record.Rejected{File: "qfolder/qrejected.docx", Reason: "qreason"}}},
		written{"extras", []any{map[string]any{"qextra": 1, "id": a.ID}}})
	run := `{"version":"1","runner":"local","started":"2026-01-02T03:04:05Z","flags":{"input":"qfolder/qklasse"}}`
	filetest.Write(t, filepath.Join(dir, result.RunFile), run)
	return dir, []string{corpus(t, "qsheet.jsonl", a, b, c), corpus(t, "qfolder.jsonl", book)}
}

// packed are the parts of a report in one file.
var packed = regexp.MustCompile(`<script type="text/plain" id="[^"]*">[^<]*</script>`)

// hidden makes a report with hidden names, and returns its files by their names.
func hidden(t *testing.T, dir string, input []string, p Params) map[string]string {
	t.Helper()
	out := t.TempDir()
	p.Result, p.Docs, p.Anonymous = dir, docio.Defaults(), true
	if p.SingleFile != "" {
		p.SingleFile = filepath.Join(out, p.SingleFile)
	} else {
		p.Output = filepath.Join(out, "pages")
	}
	if p.Network != "" {
		p.Network = filepath.Join(out, p.Network)
	}
	p.Docs.Input, p.Docs.Source = input[:1], input[1:]
	if _, err := Run(t.Context(), p, t.Output()); err != nil {
		t.Fatal(err)
	}
	all := filetest.Tree(t, out)
	if p.SingleFile != "" {
		for name, content := range parts(t, p.SingleFile) {
			all["part "+name] = content
		}
	}
	return all
}

// No piece of an id, a path, a field or a date is in a report with hidden names, in no file of any kind. The same key
// gives the same report again.
func TestAnonymous(t *testing.T) {
	dir, input := confidential(t, false)
	key := filepath.Join(t.TempDir(), "key.csv")
	var first map[string]string
	for _, kind := range []Params{{}, {}, {SingleFile: "report.html"}, {Network: "n.csv"}, {Network: "n.gexf"},
		{Network: "n.graphml"}} {
		kind.Hidden.Key = key
		files := hidden(t, dir, input, kind)
		for name, content := range files {
			if strings.Contains(name, "/lib/") {
				continue
			}
			content = packed.ReplaceAllString(content, "") // the parts are looked at themselves
			for _, secret := range secrets {
				if strings.Contains(strings.ToLower(name+"\n"+content), secret) {
					t.Errorf("%+v: %s has %s", kind, name, secret)
				}
			}
		}
		if first == nil {
			first = files
		}
		if kind.SingleFile == "" && kind.Network == "" {
			if diff := cmp.Diff(first, files); diff != "" {
				t.Errorf("another report with the same key (-first +second):\n%s", diff)
			}
		}
	}
	b, err := os.ReadFile(key)
	if err != nil || strings.Count(string(b), "\n") != 5 || !strings.Contains(string(b), ",source,zyxbook.txt,") {
		t.Errorf("%v: the key is %s", err, b)
	}
	if !strings.Contains(first["pages/data/names-00000.js"], `["document `) ||
		!strings.Contains(first["pages/data/hot-00000.js"], "Discuss this") ||
		!strings.Contains(first["pages/data/clusters-00000.js"], "The ship went down") {
		t.Errorf("names and texts are missing: %s %s", first["pages/data/names-00000.js"],
			first["pages/data/clusters-00000.js"])
	}
}

// Documents whose ids have another order make the same report, byte by byte, if they have the same names: so nothing in
// it says which id is before which.
func TestAnonymousOrder(t *testing.T) {
	dir, input := confidential(t, false)
	turned, other := confidential(t, true)
	key := filepath.Join(t.TempDir(), "key.csv")
	want := hidden(t, dir, input, Params{Hidden: job.Hidden{Key: key}})
	b := filetest.Read(t, key)
	// The two documents change their names with their ids.
	lines := strings.Split(string(b), "\n")
	var at []int
	for i, l := range lines {
		if strings.Contains(l, "zyxanna") || strings.Contains(l, "zyxclara") {
			at = append(at, i)
		}
	}
	x, y := strings.SplitN(lines[at[0]], ",", 2), strings.SplitN(lines[at[1]], ",", 2)
	lines[at[0]], lines[at[1]] = y[0]+","+x[1], x[0]+","+y[1]
	filetest.Write(t, key, strings.Join(lines, "\n"))
	if diff := cmp.Diff(want, hidden(t, turned, other, Params{Hidden: job.Hidden{Key: key}})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What --anonymous asks for.
func TestAnonymousWrong(t *testing.T) {
	for _, wrong := range []job.Hidden{{Anonymous: true}, {Key: "k.csv"},
		{Anonymous: true, Key: "gs://bucket/key.csv"}} {
		p := Params{Hidden: wrong}
		if err := p.check(pflag.NewFlagSet("", 0)); err == nil || !strings.Contains(err.Error(), "--key") {
			t.Errorf("%+v: %v", wrong, err)
		}
	}
	dir, input := confidential(t, false)
	cleaned := resultOf(t, map[string]any{"command": "clean"}, nil)
	none := filetest.Write(t, filepath.Join(t.TempDir(), "none.csv"), "id,name\n")
	for _, wrong := range []Params{
		{Result: dir, Hidden: job.Hidden{Key: filepath.Join(dir, "key.csv")}},
		{Result: dir, Hidden: job.Hidden{Key: input[0]}},
		{Result: dir, Hidden: job.Hidden{Key: none}},
		{Result: cleaned, Hidden: job.Hidden{Key: filepath.Join(t.TempDir(), "key.csv")}},
	} {
		wrong.Anonymous, wrong.Docs, wrong.Output = true, docio.Defaults(), filepath.Join(t.TempDir(), "pages")
		wrong.Docs.Input = input[:1]
		if _, err := Run(t.Context(), wrong, t.Output()); err == nil {
			t.Errorf("no error of %+v", wrong)
		}
		if _, err := os.Stat(wrong.Output); err == nil {
			t.Errorf("%+v: there is a report", wrong)
		}
	}
}

// The map names documents with hidden names by the letters that tell one from another: they are not cut.
func TestBrowserAnonymousMap(t *testing.T) {
	dir, input := class(t)
	out := filepath.Join(t.TempDir(), "pages")
	p := Params{Hidden: job.Hidden{Anonymous: true, Key: filepath.Join(t.TempDir(), "key.csv")}, Result: dir,
		Docs: docio.Defaults(), Output: out}
	p.Docs.Input = []string{input}
	if _, err := Run(t.Context(), p, t.Output()); err != nil {
		t.Fatal(err)
	}
	b := open(t, out)
	b.visit("map.html")
	b.wait(`document.body.dataset.ready === "true" && document.querySelector("#map canvas")`)
	b.eval(`(() => {
		window.drawn = new Set();
		const fill = CanvasRenderingContext2D.prototype.fillText;
		CanvasRenderingContext2D.prototype.fillText = function (text, ...at) { window.drawn.add(text); return fill.call(this, text, ...at); };
		return "";
	})()`)
	b.run(click("#closer"), click("#all"))
	b.wait(`drawn.size`)
	b.check(`[...drawn].filter(l => l && !/^[2-9B-Z]{5}$/.test(l)).join()`, "")
	b.silent()
}
