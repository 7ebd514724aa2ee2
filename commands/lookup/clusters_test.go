package lookup_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/index"
	"example.org/diagonal/commands/lookup"
	"example.org/diagonal/io/record"
)

// --clusters joins the places of one text in queries and in documents of the index, and changes no
// passage. A representative may be in a query or in the index: both have their text.
func TestClusters(t *testing.T) {
	rng := rand.New(rand.NewPCG(16, 1))
	once, often, chinese := prose(rng, 60), prose(rng, 60), han(rng, 150)
	documents := map[string]string{
		"d0": prose(rng, 80) + once + prose(rng, 50),
		"d1": prose(rng, 40) + often, "d2": often + prose(rng, 70), "d3": prose(rng, 90) + often + prose(rng, 20),
		"d4": prose(rng, 100), "h1": han(rng, 100) + chinese + han(rng, 50),
	}
	asked := map[string]string{
		"q0": once + prose(rng, 90), "q1": prose(rng, 60) + once, // of d0
		// of d1, d2 and d3; the query is another document than the d1 of the index
		"d1": prose(rng, 30) + often + prose(rng, 30),
		"q4": chinese + han(rng, 60), "q5": han(rng, 70) + chinese,
	}
	dir := t.TempDir()
	ix, queries := filepath.Join(dir, "ix"), write(t, filepath.Join(dir, "queries.jsonl"), asked)
	must(t, index.Command(), "--input="+write(t, filepath.Join(dir, "documents.jsonl"), documents),
		"--index="+ix, "--quiet")
	out, plain := filepath.Join(dir, "clusters"), filepath.Join(dir, "plain")
	said := must(t, lookup.Command(), "--index="+ix, "--input="+queries, "--output="+out, "--clusters")
	if !strings.Contains(said, "3 texts stand in 10 places: cluster-places-*.jsonl") {
		t.Errorf("the closing lines are\n%s", said)
	}
	must(t, lookup.Command(), "--index="+ix, "--input="+queries, "--output="+plain, "--quiet")
	if diff := cmp.Diff(recordsOf[record.Passage](t, plain, "passages"),
		recordsOf[record.Passage](t, out, "passages")); diff != "" {
		t.Errorf("the passages differ with clusters (-without +with):\n%s", diff)
	}
	places := map[string][]string{}
	for _, p := range recordsOf[record.ClusterPlace](t, out, "cluster-places") {
		text := asked[p.ID]
		if p.Source {
			text = documents[p.ID]
		}
		if r := []rune(text); string(r[p.Start:p.End]) != text[p.ByteStart:p.ByteEnd] {
			t.Errorf("%+v: characters and bytes differ", p)
		}
		places[p.Cluster] = append(places[p.Cluster], record.SidedID(p.ID, p.Source))
	}
	want := map[string]string{ // by the representative
		record.SidedID("d0", true): strings.Join([]string{record.SidedID("d0", true), "q0", "q1"}, " "),
		"d1": strings.Join([]string{"d1", record.SidedID("d1", true), record.SidedID("d2", true),
			record.SidedID("d3", true)}, " "),
		record.SidedID("h1", true): strings.Join([]string{record.SidedID("h1", true), "q4", "q5"}, " "),
	}
	got := map[string]string{}
	for _, c := range recordsOf[record.Cluster](t, out, "clusters") {
		own := places[c.Cluster]
		slices.Sort(own)
		r := c.Representative
		got[record.SidedID(r.ID, r.Source)] = strings.Join(own, " ")
		text := asked[r.ID]
		if r.Source {
			text = documents[r.ID]
		}
		head := strings.TrimSuffix(c.Text, record.CutMark)
		if passage := string([]rune(text)[r.Start:r.End]); len(head) < 100 || !strings.HasPrefix(passage, head) ||
			c.Size != int64(len(own)) {
			t.Errorf("%+v of %q", c, passage)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("clusters (-want +got):\n%s", diff)
	}
}

// --with_locs cites both sides of passages and the places of clusters: queries are recognised pages, and documents TEI.
func TestWithLocs(t *testing.T) {
	rng := rand.New(rand.NewPCG(16, 2))
	shared := prose(rng, 60)
	dir := t.TempDir()
	file := func(folder, name, text string) string {
		path := filepath.Join(dir, folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return filepath.Dir(path)
	}
	documents := file("documents", "a.xml", `<TEI><text><div type="act" n="1"><p n="3">`+prose(rng, 40)+`</p><p n="4">`+
		shared+"</p></div></text></TEI>")
	queries := file("queries", "q.hocr", `<p class='ocr_page' title='ppageno 6'><b class='ocr_line'>`+prose(rng, 30)+
		`</b> <b class='ocr_line' title='bbox 1 2 30 40'>`+shared+"</b></p>")
	ix, out := filepath.Join(dir, "ix"), filepath.Join(dir, "out")
	must(t, index.Command(), "--input="+documents, "--index="+ix, "--quiet")
	must(t, lookup.Command(), "--index="+ix, "--input="+queries, "--output="+out, "--with_locs",
		"--clusters", "--quiet")
	const query, document = "image 7, line 2, xywh=1,2,29,38", "act 1, par. 4"
	passages := recordsOf[record.Passage](t, out, "passages")
	if len(passages) != 1 || passages[0].ALoc != query || passages[0].BLoc != document {
		t.Errorf("%+v", passages)
	}
	places := recordsOf[record.ClusterPlace](t, out, "cluster-places")
	for _, p := range places {
		if want := map[bool]string{false: query, true: document}[p.Source]; p.Loc != want {
			t.Errorf("%+v, want %s", p, want)
		}
	}
	if len(places) != 2 {
		t.Errorf("%d places", len(places))
	}
}
