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
	Pairs    []topPair
	Ledger   []entry
	Empty    bool
}

type fact struct{ Name, Value string }

// chart counts things by steps. The pages draw it, and show it as a table.
type chart struct {
	ID, Title, Axis string
	Labels          []string
	Counts          []int64
}

type kind struct {
	Name  string
	Count int64
	Share float64
}

type topDocument struct {
	Number int
	ID     string
	Share  float64
	Most   string
}

type topPair struct {
	Number int
	A, B   string
	Value  string
}

type topHot struct {
	Text      string
	Documents int64
	Samples   []sample
}

type sample struct {
	Number int
	ID     string
}

// How many of each the overview shows.
const (
	topDocuments = 10
	topPairs     = 10
	topHots      = 10
)

func (b *builder) overview() overview {
	o := overview{Command: b.f.Command, Whole: b.whole(), Facts: b.facts(), Settings: b.settings(), Ledger: b.ledger(), Empty: len(b.f.Passages) == 0}
	if !b.whole() {
		o.Kinds = b.kinds()
	}
	for _, c := range []chart{b.lengths(), b.similarities(), b.shares()} {
		if len(c.Counts) > 0 {
			o.Charts = append(o.Charts, c)
		}
	}
	for _, s := range b.f.Shares[:min(topDocuments, len(b.f.Shares))] {
		if s.Share > 0 {
			o.Top = append(o.Top, topDocument{Number: s.Document, ID: b.id(s.Document), Share: s.Share})
		}
	}
	o.Pairs = b.topPairs()
	for _, h := range b.f.Hot[:min(topHots, len(b.f.Hot))] {
		hot := topHot{Text: clip(h.Text, shownText), Documents: h.Documents}
		for _, d := range h.SampleDocuments {
			if !slices.ContainsFunc(hot.Samples, func(s sample) bool { return s.Number == d }) {
				hot.Samples = append(hot.Samples, sample{d, b.id(d)})
			}
		}
		o.Hot = append(o.Hot, hot)
	}
	return o
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
	add("pairs", int64(len(b.f.Pairs)))
	switch b.f.Command {
	case "resemblance":
	case "partition":
		add("sets of two or more", lines["sizes"])
	case "clean":
		add("ranges removed", lines["manifest"])
		add("documents dropped", lines["dropped"])
	default:
		within := 0
		for _, p := range b.f.Passages {
			if p.DocumentA == p.DocumentB {
				within++
			}
		}
		add("passages", int64(len(b.f.Passages)-within))
		if b.f.Command == "partial" {
			add("passages inside one document", int64(within))
		}
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

func (b *builder) kinds() []kind {
	counts := map[string]int64{}
	for _, p := range b.f.Passages {
		counts[p.Kind]++
	}
	var all []kind
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		all = append(all, kind{name, counts[name], float64(counts[name]) / float64(len(b.f.Passages))})
	}
	return all
}

// lengths counts passages by length, in steps of 1, 2, 5, 10, …
func (b *builder) lengths() chart {
	c := chart{ID: "length", Title: "Passages by length", Axis: "characters"}
	var bounds []int64
	for n := int64(10); n < 1e12; n *= 10 {
		bounds = append(bounds, n, 2*n, 5*n)
	}
	counts := make([]int64, len(bounds)+1)
	first, last := len(counts), -1
	for _, p := range b.f.Passages {
		if p.A.End == findings.ToEnd {
			continue
		}
		i, found := slices.BinarySearch(bounds, p.A.End-p.A.Start)
		if found {
			i++
		}
		counts[i]++
		first, last = min(first, i), max(last, i)
	}
	for i := first; i <= last; i++ {
		label := "0"
		if i > 0 {
			label = short(bounds[i-1])
		}
		c.Labels, c.Counts = append(c.Labels, label+"–"+short(bounds[i])), append(c.Counts, counts[i])
	}
	return c
}

// short writes 20000 as 20k.
func short(n int64) string {
	for _, unit := range []struct {
		size int64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if n >= unit.size {
			return fmt.Sprint(n/unit.size) + unit.name
		}
	}
	return fmt.Sprint(n)
}

// tenths is the number of steps of a chart of numbers from 0 to 1.
const tenths = 20

// steps counts numbers from 0 to 1 in equal steps; 1 is in the last one.
func steps(c chart, values func(yield func(float64) bool)) chart {
	counts, any := make([]int64, tenths), false
	for v := range values {
		counts[max(0, min(tenths-1, int(v*tenths)))]++
		any = true
	}
	if !any {
		return chart{}
	}
	for i := range counts {
		c.Labels = append(c.Labels, fmt.Sprintf("%d–%d %%", 100*i/tenths, 100*(i+1)/tenths))
	}
	c.Counts = counts
	return c
}

func (b *builder) similarities() chart {
	c := chart{ID: "similarity", Title: "Passages by similarity", Axis: "similarity"}
	if b.whole() {
		c.Title = "Pairs by similarity"
	}
	return steps(c, func(yield func(float64) bool) {
		for _, p := range b.f.Passages {
			if p.Similarity != findings.Unknown && !yield(p.Similarity) {
				return
			}
		}
	})
}

func (b *builder) shares() chart {
	return steps(chart{ID: "share", Title: "Documents by share of reused text", Axis: "share"}, func(yield func(float64) bool) {
		for _, s := range b.f.Shares {
			if !yield(s.Share) {
				return
			}
		}
	})
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
		t := topPair{Number: i, A: b.id(p.A), B: b.id(p.B), Value: humanize.Comma(p.ACharacters)}
		if alike || p.ACharacters == findings.Unknown {
			t.Value = fmt.Sprintf("%.4f", p.Similarity)
		}
		top = append(top, t)
	}
	return top
}

// putPages writes the pages.
func (b *builder) putPages() error {
	o := b.overview()
	if err := b.s.PutData("charts", "reportCharts", o.Charts); err != nil {
		return err
	}
	navigation := []site.Link{{Page: site.FirstPage, Title: "Overview"}}
	for _, t := range b.tables {
		if t.table != "places" {
			navigation = append(navigation, site.Link{Page: t.page, Title: t.title})
		}
	}
	if len(b.f.Pairs) > 0 {
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
			Scripts: []string{uPlot + "uPlot.iife.min.js", "colours.js", "charts.js", "../data/charts.js"}, Styles: []string{uPlot + "uPlot.min.css"}},
		{Name: "document.html", Template: "document.html", Title: "Document",
			Scripts: append(slices.Clone(tableScripts), "document.js"), Styles: tableStyles},
		{Name: "pair.html", Template: "pair.html", Title: "Pair", Content: b.f.Command,
			Scripts: []string{"cells.js", "text.js", "dotplot.js", "pair.js"}, Styles: []string{"pair.css"}},
	}
	if len(b.f.Pairs) > 0 {
		pages = append(pages, site.Page{Name: "map.html", Template: "map.html", Title: "Map", Content: b.f.Directed,
			Scripts: []string{uPlot + "uPlot.iife.min.js", "colours.js", "cells.js", "map.js"}, Styles: []string{uPlot + "uPlot.min.css", "map.css"}})
	}
	for _, t := range b.tables {
		pages = append(pages, site.Page{Name: t.page, Template: "table.html", Title: t.title, Content: map[string]string{"Table": t.table, "Intro": t.intro},
			Scripts: append(slices.Clone(tableScripts), "tablepage.js"), Styles: tableStyles})
	}
	for _, p := range pages {
		if err := put(p); err != nil {
			return err
		}
	}
	return nil
}
