package report

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/report/findings"
	"example.org/diagonal/commands/report/site"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// linked is a result of documents that share two passages, one of which b has twice. With more, a document
// is added before them that shares text with all.
func linked(t *testing.T, more bool) (dir, input string) {
	t.Helper()
	const first, second = "The ship went down at night off the coast of Cuba.",
		"Nobody knows today what became of her captain."
	b := text{"b ü/?#", first + " " + second + " In between. " + first}
	c := text{"c", "Of old. " + second + " And then: " + first}
	docs := []text{b, c}
	ofB := passage(t, b, first, c, first, record.Verbatim, 1)
	again := passage(t, b, second, c, second, record.Reworded, .9)
	within := passage(t, b, first, b, second, record.Reworded, .8)
	passages, places := []any{ofB, again}, []any{placeOf(ofB, false), placeOf(ofB, true)}
	hot := []any{record.HotPassage{Text: "hot", Documents: 30, Occurrences: 1, Hash: "00ff",
		Samples: []record.Sample{{ID: "c", Start: 0, End: 7}}}}
	hotPlaces := []any{record.HotOccurrence{Hash: "00ff", ID: "c", Start: 0, End: 7}}
	if more {
		a := text{"a", second + " " + first}
		docs = append(docs, a)
		passages = append(passages, passage(t, a, first, b, first, record.Verbatim, 1),
			passage(t, a, second, c, second, record.Verbatim, 1))
		hot = append([]any{record.HotPassage{Text: "more", Documents: 31, Occurrences: 1, Hash: "00aa",
			Samples: []record.Sample{{ID: "a", Start: 0, End: 7}}}}, hot...)
		hotPlaces = append([]any{record.HotOccurrence{Hash: "00aa", ID: "a", Start: 0, End: 7}}, hotPlaces...)
	}
	cluster := record.Cluster{Cluster: "c", Size: 2, Documents: 2,
		Representative: record.ClusterSample{ID: b.ID, Start: ofB.AStart, End: ofB.AEnd}, Kind: record.Verbatim,
		Similarity: 1, Text: first}
	dir = resultOf(t, map[string]any{"command": "partial", "clusters": true}, nil, written{"passages", passages},
		written{"within", []any{within}},
		written{"clusters", []any{cluster}}, written{"cluster-places", places}, written{"hot", hot},
		written{"hot-occurrences", hotPlaces})
	return dir, corpus(t, "c.jsonl", docs...)
}

// A link of a report leads to the same in a report of a result with one document more.
func TestLinksStay(t *testing.T) {
	var reports []string
	for _, more := range []bool{false, true} {
		dir, input := linked(t, more)
		out, _ := makeReport(t, dir, input)
		reports = append(reports, out)
	}
	before, after := reports[0], reports[1]
	keys := func(out string) (all []string) {
		for _, name := range []string{"names-keys", "clusters-keys", "places-keys"} {
			rows := table(t, out, name)
			if !slices.IsSortedFunc(rows, func(x, y []any) int {
				return strings.Compare(x[0].(string), y[0].(string))
			}) {
				t.Errorf("%s is not in order: %v", name, rows)
			}
			for _, row := range rows {
				all = append(all, name+" "+row[0].(string))
			}
		}
		return all
	}
	of := keys(after)
	for _, key := range keys(before) {
		if !slices.Contains(of, key) {
			t.Errorf("%s is not in %v", key, of)
		}
	}
	index := filetest.Read(t, filepath.Join(before, site.FirstPage))
	links := regexp.MustCompile(`href="[a-z]+\.html#([^"]*)"`).FindAllStringSubmatch(string(index), -1)
	if len(links) < 3 {
		t.Errorf("links %q", links)
	}
	for _, link := range links {
		for _, key := range regexp.MustCompile(`\b[0-9a-f]{16}\b|^c$`).FindAllString(link[1], -1) {
			if !slices.ContainsFunc(of, func(k string) bool { return strings.HasSuffix(k, " "+key) }) {
				t.Errorf("%s leads nowhere: %v", link[0], of)
			}
		}
	}

	b := open(t, before)
	var addresses []string
	at := func(links string) {
		t.Helper()
		b.wait(rows + `.length > 0 && document.querySelector(` + links + `)`)
		addresses = append(addresses,
			strings.Fields(b.eval(`[...document.querySelectorAll(`+links+
				`)].map(a => a.getAttribute("href")).join(" ")`))...)
	}
	for _, page := range []string{"pairs", "passages", "clusters", "hot"} {
		b.visit(page + ".html")
		at(`'.tabulator-row a[href*="#"]'`)
	}
	slices.Sort(addresses)
	if addresses = slices.Compact(addresses); len(addresses) != 2+2+3+1+1 {
		t.Errorf("addresses %q", addresses)
	}
	says := func(report, page string) string {
		b.report = report
		b.visit(page)
		b.wait(`document.body.dataset.ready === "true" || ` + rows + `.length > 0`)
		return b.eval(`[location.hash, document.title.split(" – ")[0], ...[...document.querySelectorAll("#list tr.selected td:not(:first-child), #representative .said")].map(e => e.textContent), document.querySelector(".tabulator-row")?.innerText.replace(/^open|[\s\d,.]+/g, " ")].join("|")`)
	}
	for _, page := range addresses {
		want, got := says(before, page), says(after, page)
		if strings.HasPrefix(page, "document.html") { // it has more pairs
			want, got = want[:strings.LastIndex(want, "|")], got[:strings.LastIndex(got, "|")]
		}
		if want != got {
			t.Errorf("%s is %s, and %s with another document", page, want, got)
		}
	}
	b.shot("pair-link")
	// Links of earlier reports, and of what is not there, say so.
	for _, page := range []string{"pair.html#passage=1", "pair.html#pair=0", "pair.html", "cluster.html#0",
		"document.html#0", "places.html#of=00", "pair.html#a=0&b=1"} {
		b.visit(page)
		b.wait(`document.body.innerText.includes("of this address")`)
	}
	whole := addresses[slices.IndexFunc(addresses, func(a string) bool { return strings.Contains(a, "&at=") })]
	b.visit(whole[:strings.Index(whole, "&at=")] + "&at=1-2,3-4")
	b.wait(`document.body.dataset.ready === "true" && document.getElementById("note").innerText.includes("no passage at the place of this address")`)
	b.silent()
}

// Passages of two documents and passages inside one are counted apart, in every place.
func TestCountsOfReport(t *testing.T) {
	dir, input := linked(t, false)
	out, made := makeReport(t, dir, input)
	if diff := cmp.Diff(Made{Documents: 2, Between: findings.Count{Pairs: 1, Passages: 2}, Within: 1},
		*made); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var line strings.Builder
	made.print(&line, "pages")
	if !strings.HasPrefix(line.String(),
		"2 documents, 1 pair of documents, 2 passages of two documents, 1 inside one document\n") {
		t.Error(line.String())
	}
	index := filetest.Read(t, filepath.Join(out, site.FirstPage))
	for _, want := range []string{"<dd>1</dd><dt>pairs</dt>", "<dd>2</dd><dt>passages of two documents</dt>",
		"<dd>1</dd><dt>passages inside one document</dt>"} {
		if !strings.Contains(string(index), want) {
			t.Errorf("the overview has no %s", want)
		}
	}
	for _, row := range table(t, out, "pairs-of") {
		if row[2] != 1. {
			t.Errorf("pairs with other documents: %v", row)
		}
	}
}

// Dates are in the order of their values.
func TestOrderOfDates(t *testing.T) {
	a, b := text{"a", "The ship went down at night off the coast."},
		text{"b", "The ship went down at night off the coast."}
	p := passage(t, a, a.Text, b, b.Text, record.Verbatim, 1)
	var clusters, places []any
	for i, dates := range [][2]string{{"1000", "0050"}, {"-0020", "98"}, {"-0055", ""}, {"+12026", "9999"},
		{"98", "0098"}} {
		name := fmt.Sprint("c", i)
		two := []record.ClusterPlace{placeOf(p, false), placeOf(p, true)}
		earliest := record.ClusterSample{ID: "b", End: p.BEnd, Date: dates[1]}
		if strings.HasPrefix(dates[0], "-") {
			earliest = record.ClusterSample{ID: "a", End: p.AEnd, Date: dates[0]}
		}
		for k := range two {
			two[k].Cluster, two[k].Fields = name, record.Fields(fmt.Sprintf(`{"date":%q}`, dates[k]))
			places = append(places, two[k])
		}
		clusters = append(clusters,
			record.Cluster{Cluster: name, Size: 2, Documents: 2,
				Representative: record.ClusterSample{ID: "a", End: p.AEnd}, Earliest: &earliest})
	}
	dir := resultOf(t, map[string]any{"command": "partial", "clusters": true, "date_field": "date"}, nil,
		written{"passages", []any{p}}, written{"clusters", clusters}, written{"cluster-places", places})
	out, _ := makeReport(t, dir)
	var got []any
	for _, row := range table(t, out, "members") {
		got = append(got, row[11])
	}
	// -0055, -0020, 0050, 98, 1000, 9999, +12026
	if diff := cmp.Diff([]any{4., 2., 1., 3., 0., nil, 6., 5., 3., 3.}, got); diff != "" {
		t.Errorf("order of the places (-want +got):\n%s", diff)
	}
	got = nil
	for _, row := range table(t, out, "clusters") {
		got = append(got, row[12])
	}
	if diff := cmp.Diff([]any{2., 1., 0., 5., 3.}, got); diff != "" {
		t.Errorf("order of the clusters (-want +got):\n%s", diff)
	}
}
