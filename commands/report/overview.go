package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"example.org/diagonal/commands/report/findings"
	"example.org/diagonal/commands/report/site"
)

// overview is what index.html shows.
type overview struct {
	Command string
	// Whole is true if whole documents were compared.
	Whole    bool
	Facts    []fact
	Settings []fact
	Charts   []chart
	Kinds    []kind
	Top      []topDocument
	Hot      []topHot
	Texts    []topText
	// Dated is true if texts have dates.
	Dated  bool
	Pairs  []topPair
	Ledger []entry
	Empty  bool
}

type fact struct{ Name, Value string }

// Page is the link to what an item of the overview is about.

type topDocument struct {
	Page, ID string
	Share    float64
}

type topPair struct {
	Page, A, B, Value string
}

type topHot struct {
	Text      string
	Documents int64
	Samples   []sample
}

type sample struct {
	Document int
	Page, ID string
}

// How many of each the overview shows.
const (
	topDocuments = 10
	topPairs     = 10
	topHots      = 10
)

func (b *builder) overview() (o overview, err error) {
	o = overview{Command: b.f.Command, Whole: b.whole(), Facts: b.facts(), Settings: b.settings(), Ledger: b.ledger(),
		Empty: len(b.f.Passages) == 0}
	if !b.whole() {
		o.Kinds = b.kinds()
	}
	for _, c := range []chart{b.years(), b.lengths(), b.similarities(), b.shares()} {
		if len(c.Counts) > 0 {
			o.Charts = append(o.Charts, c)
		}
	}
	for _, s := range b.f.Shares[:min(topDocuments, len(b.f.Shares))] {
		if s.Share > 0 {
			o.Top = append(o.Top, topDocument{Page: b.documentPage(s.Document), ID: b.id(s.Document), Share: s.Share})
		}
	}
	o.Pairs = b.topPairs()
	if o.Texts, err = b.topTexts(); err != nil {
		return o, err
	}
	o.Dated = slices.ContainsFunc(o.Texts, func(t topText) bool { return t.First != "" })
	for i := range b.f.Hot[:min(topHots, len(b.f.Hot))] {
		h := &b.f.Hot[i]
		head, err := b.hotText(h)
		if err != nil {
			return o, err
		}
		hot := topHot{Text: clip(fewLines(head), shownText), Documents: h.Documents}
		for _, d := range h.SampleDocuments {
			if !slices.ContainsFunc(hot.Samples, func(s sample) bool { return s.Document == d }) {
				hot.Samples = append(hot.Samples, sample{d, b.documentPage(d), b.id(d)})
			}
		}
		o.Hot = append(o.Hot, hot)
	}
	return o, nil
}

func (b *builder) id(document int) string { return clip(b.f.Documents[document].ID, 60) }

// facts are the numbers at the top.
func (b *builder) facts() []fact {
	counts, lines := b.f.Summary.Counts, b.f.Summary.Lines
	var all []fact
	add := func(name string, n int64) { all = append(all, fact{name, humanize.Comma(n)}) }
	if n, ok := counts["documents"]; ok {
		add("documents", n)
	} else {
		add("documents with passages", int64(len(b.f.Documents)))
	}
	if n := counts["bytes"]; n > 0 {
		all = append(all, fact{"of text", humanize.Bytes(uint64(n))})
	}
	add("pairs", b.f.Between.Pairs)
	switch b.f.Command {
	case "resemblance":
	case "partition":
		add("sets of two or more", lines["sizes"])
	case "clean":
		add("ranges removed", lines["manifest"])
		add("documents dropped", lines["dropped"])
	default:
		add("passages of two documents", b.f.Between.Passages)
		if b.f.Command == "partial" {
			add("passages inside one document", b.f.Within.Passages)
		}
	}
	if n := len(b.f.Clusters); n > 0 {
		add("texts in several places", int64(n))
	}
	if n, ok := lines["hot"]; ok {
		add("hot passages", n)
	}
	if n, ok := lines["rejected"]; ok {
		add("rejected records", n)
	}
	return all
}

// settings are the parameters, and how the run was.
func (b *builder) settings() []fact {
	var all []fact
	for _, name := range slices.Sorted(maps.Keys(b.f.Parameters)) {
		all = append(all, fact{strings.ReplaceAll(name, "_", " "), clip(fmt.Sprint(b.f.Parameters[name]), 200)})
	}
	run := b.f.Run
	if at, ok := run["started"].(string); ok {
		if t, err := time.Parse(time.RFC3339, at); err == nil {
			all = append(all, fact{"started", t.UTC().Format("2 January 2006, 15:04 UTC")})
		}
	}
	number := func(name, title string, show func(float64) string) {
		if n, ok := run[name].(float64); ok && n > 0 {
			all = append(all, fact{title, show(n)})
		}
	}
	seconds := func(x float64) string {
		return (time.Duration(x*1000) * time.Millisecond).Round(time.Millisecond).String()
	}
	size := func(x float64) string { return humanize.Bytes(uint64(x)) }
	number("seconds", "time", seconds)
	number("cpu_seconds", "CPU time", seconds)
	number("peak_memory_bytes", "peak memory", size)
	number("input_files", "files", func(x float64) string { return humanize.Comma(int64(x)) })
	number("input_bytes", "size of the files", size)
	for _, name := range []string{"runner", "version"} {
		if s, ok := run[name].(string); ok {
			all = append(all, fact{name, clip(s, 100)})
		}
	}
	return all
}

// topPairs returns the pairs that share most text, or are most alike.
func (b *builder) topPairs() []topPair {
	order := make([]int, 0, len(b.f.Pairs))
	for i, p := range b.f.Pairs {
		if p.A != p.B {
			order = append(order, i)
		}
	}
	alike := b.whole()
	slices.SortStableFunc(order, func(i, j int) int {
		p, q := b.f.Pairs[i], b.f.Pairs[j]
		if alike && p.Similarity != q.Similarity {
			if p.Similarity > q.Similarity {
				return -1
			}
			return 1
		}
		return int(q.ACharacters - p.ACharacters)
	})
	var top []topPair
	for _, i := range order[:min(topPairs, len(order))] {
		p := b.f.Pairs[i]
		t := topPair{Page: b.pairPage(&p), A: b.id(p.A), B: b.id(p.B), Value: humanize.Comma(p.ACharacters)}
		if alike || p.ACharacters == findings.Unknown {
			t.Value = fmt.Sprintf("%.4f", p.Similarity)
		}
		top = append(top, t)
	}
	return top
}

// putPages writes the pages.
func (b *builder) putPages() error {
	o, err := b.overview()
	if err != nil {
		return err
	}
	if err := b.s.PutData("charts", "reportCharts", o.Charts); err != nil {
		return err
	}
	navigation := []site.Link{{Page: site.FirstPage, Title: "Overview"}}
	for _, t := range b.tables {
		if t.table != "places" {
			navigation = append(navigation, site.Link{Page: t.page, Title: t.title})
		}
	}
	between := b.f.Between.Pairs > 0
	if between {
		navigation = append(navigation, site.Link{Page: "map.html", Title: "Map"})
	}
	put := func(p site.Page) error {
		p.Report, p.Navigation, p.Notes = b.name, navigation, b.notes
		return b.s.Put(p)
	}
	const uPlot, tabulator = "lib/uplot-1.6.32/", "lib/tabulator-6.5.3/"
	tableScripts := []string{tabulator + "tabulator.min.js", "cells.js", "rows.js", "table.js"}
	tableStyles := []string{tabulator + "tabulator_simple.min.css", "table.css"}
	pages := []site.Page{
		{Name: site.FirstPage, Template: "overview.html", Title: "Overview", Content: o,
			Scripts: []string{uPlot + "uPlot.iife.min.js", "colours.js", "charts.js", "../data/charts.js"},
			Styles:  []string{uPlot + "uPlot.min.css"}},
		{Name: "document.html", Template: "document.html", Title: "Document", Under: "documents.html",
			Scripts: append(slices.Clone(tableScripts), "text.js", "document.js"),
			Styles:  append(slices.Clone(tableStyles), "pair.css", "document.css")},
		{Name: "pair.html", Template: "pair.html", Title: "Pair", Under: "pairs.html", Content: b.f.Command,
			Scripts: []string{"cells.js", "text.js", "dotplot.js", "pair.js"}, Styles: []string{"pair.css"}},
	}
	if len(b.f.Clusters) > 0 {
		pages = append(pages, site.Page{Name: "cluster.html", Template: "cluster.html", Title: "Text",
			Under:   "clusters.html",
			Scripts: []string{"cells.js", "cluster.js"}, Styles: []string{"cluster.css"}})
	}
	if between {
		pages = append(pages, site.Page{Name: "map.html", Template: "map.html", Title: "Map", Content: b.f.Directed,
			Scripts: []string{uPlot + "uPlot.iife.min.js", "colours.js", "cells.js", "map.js"},
			Styles:  []string{uPlot + "uPlot.min.css", "map.css"}})
	}
	for _, t := range b.tables {
		pages = append(pages, site.Page{Name: t.page, Template: "table.html", Title: t.title,
			Content: map[string]string{"Table": t.table, "Intro": t.intro, "Sort": t.sort},
			Scripts: append(slices.Clone(tableScripts), "facets.js", "tablepage.js"), Styles: tableStyles})
	}
	for _, p := range pages {
		if err := put(p); err != nil {
			return err
		}
	}
	return nil
}
