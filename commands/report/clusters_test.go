package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
)

// placeOf returns a side of a passage as a place of the cluster c.
func placeOf(p record.Passage, b bool) record.ClusterPlace {
	if b {
		return record.ClusterPlace{Cluster: "c", ID: p.B, Start: p.BStart, End: p.BEnd, ByteStart: p.BByteStart,
			ByteEnd: p.BByteEnd, Similarity: p.Similarity, Source: p.Source}
	}
	return record.ClusterPlace{Cluster: "c", ID: p.A, Start: p.AStart, End: p.AEnd, ByteStart: p.AByteStart,
		ByteEnd: p.AByteEnd, Similarity: p.Similarity}
}

// reprints is a result with one cluster: a text, its representative d2, in three documents with dates.
func reprints(t *testing.T) (dir, input string) {
	t.Helper()
	said := []string{"The ship went down at night off the coast 昨日本港.",
		"The ship went down at night off the coast 今日本港.", "The steamer went down at night off the coast."}
	var docs []text
	for i, s := range said {
		docs = append(docs, text{fmt.Sprintf("d%d", i+1), strings.Repeat("é ", i) + s + " The end."})
	}
	first := passage(t, docs[0], said[0], docs[1], said[1], record.Reworded, .9)
	second := passage(t, docs[1], said[1], docs[2], said[2], record.Reworded, .8)
	places := []record.ClusterPlace{placeOf(first, false), placeOf(first, true), placeOf(second, true)}
	dates := []string{"1898-02-17", "1898-02-16", "1898-02-15"}
	for i := range places {
		places[i].Fields, places[i].Loc = record.Fields(fmt.Sprintf(`{"date":%q}`, dates[i])), fmt.Sprintf("p. %d", i)
	}
	for i := range 2 {
		from := &places[i+1]
		places[i].From = &record.ClusterSource{ID: from.ID, Start: from.Start, End: from.End,
			Similarity: from.Similarity}
	}
	at := func(i int) record.ClusterSample {
		return record.ClusterSample{ID: places[i].ID, Start: places[i].Start, End: places[i].End}
	}
	earliest, latest := at(2), at(0)
	earliest.Date, latest.Date = dates[2], dates[0]
	c := record.Cluster{Cluster: "c", Size: 3, Documents: 3, Representative: at(1), Earliest: &earliest,
		Latest: &latest, Kind: record.Reworded, Similarity: .8, Text: said[1]}
	dir = resultOf(t, map[string]any{"command": "partial", "clusters": true, "date_field": "date"}, nil,
		written{"passages", []any{first, second}}, written{"clusters", []any{c}},
		written{"cluster-places", []any{places[2], places[0], places[1]}})
	return dir, corpus(t, "c.jsonl", docs...)
}

// A cluster has its representative first, then the other places with the words that differ from it.
func TestClusters(t *testing.T) {
	dir, input := reprints(t)
	out, made := makeReport(t, dir, input)
	if len(made.Notes) > 0 {
		t.Error(made.Notes)
	}
	c := table(t, out, "clusters")
	if len(c) != 1 || c[0][2] != 3. || c[0][7] != "1898-02-15" || c[0][8] != "1898-02-17" || c[0][9] != 1. ||
		c[0][10] != 0. || c[0][11] != 2. || c[0][12] != 0. || c[0][13] != 2. || c[0][14] != "c" {
		t.Errorf("clusters %v", c)
	}
	// document, from, to, similarity, date, words that differ, words that are missing, note, passage, pieces, cut,
	// order of the date, citable place, likely source
	want := [][]any{
		{1., 2., 49., .9, "1898-02-16", 0., 0., 0., nil, []any{0., "The ship went down at night off the coast 今日本港."},
			false, 1., "p. 1", 2.},
		{0., 0., 47., .9, "1898-02-17", 1., 1., 0., []any{0., 1., 0., 47., 2., 49.},
			[]any{0., "The ship went down at night off the coast ", 1., "今", 2., "昨", 0., "日本港."}, false, 2.,
			"p. 0", 1.},
		{2., 4., 49., .8, "1898-02-15", 1., 5., 0., []any{1., 2., 2., 49., 4., 49.},
			[]any{0., "The ", 1., "ship", 2., "steamer", 0., " went down at night off the coast.", 1., "今日本港"}, false,
			0., "p. 2", nil},
	}
	if diff := cmp.Diff(want, table(t, out, "members")); diff != "" {
		t.Errorf("places (-want +got):\n%s", diff)
	}
	// Without texts the places are still there.
	out, _ = makeReport(t, dir)
	if got := table(t, out, "members"); len(got) != 3 || got[0][7] != 3. || len(got[0][9].([]any)) != 0 {
		t.Errorf("without texts: %v", got)
	}
}

// A reader looks at a cluster.
func TestClusterInBrowser(t *testing.T) {
	dir, input := reprints(t)
	out, _ := makeReport(t, dir, input)
	b := open(t, out)
	b.visit("index.html")
	b.wait(`document.querySelector('a[href="cluster.html#c"]')`)
	b.check(`[...document.querySelector('a[href="cluster.html#c"]').closest("tr").cells].map(e => e.innerText).join("|")`, "The ship went down at night off the coast 今日本港.|3|3|47|1898-02-15|1898-02-17")
	b.check(`document.querySelector("section h2").innerText`, "The most reprinted and the longest texts")
	b.shot("texts")
	b.visit("clusters.html")
	b.wait(rows + `.length === 1`)
	b.shot("clusters")
	b.run(click(`.tabulator-row a[href="cluster.html#c"]`))
	b.wait(`document.body.dataset.ready === "true"`)
	b.check(`document.querySelector("#representative h3").textContent`, "d2")
	heads := `[...document.querySelectorAll("#places h3")].map(e => e.textContent).join()`
	b.check(heads, "d1,d3")
	b.check(`[...document.querySelectorAll("#places del")].map(e => e.textContent).join()`, "今,ship,今日本港")
	b.check(`[...document.querySelectorAll("#places ins")].map(e => e.textContent).join()`, "昨,steamer")
	b.check(`[...document.querySelectorAll("#variants tr")].map(e => e.innerText.replace(/\s+/g, " ").trim()).join("|")`, "今 昨 1|ship steamer 1|今日本港 – 1")
	b.check(`document.getElementById("facts").innerText.includes("1898-02-15")`, "true")
	b.shot("cluster")
	b.run(choose("#order", "date"))
	b.wait(heads + ` === "d3,d1"`)
	b.run(click("#differences"))
	b.check(`getComputedStyle(document.querySelector("#places del")).display`, "none")
	b.run(click(`#places a[href$="&at=2-49,4-49"]`))
	b.wait(`location.href.includes("pair.html") && document.body.dataset.ready === "true"`)
	b.check(`document.querySelectorAll("#list tr.selected").length + document.getElementById("name-a").textContent`,
		"1d2")
	b.visit("cluster.html#7")
	b.wait(`!document.getElementById("note").hidden`)
	b.check(`document.getElementById("note").textContent`,
		"The report has no text of this address: open one in the table of texts.")
	b.silent()
}

func TestFewLines(t *testing.T) {
	if got, want := fewLines(" on in-\n formation \n\n of tides\n"), "on information\nof tides"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
