package cleaning

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/partition/site"
)

func TestSites(t *testing.T) {
	d := record.Document{ID: "http://www.A.example/1",
		Fields: `{"url":"https://b.example:80/x","source":" Le Temps ","n":7,"none":null}`}
	for by, want := range map[Sites]string{HostSite: "a.example", "url": "b.example", "source": "Le Temps", "n": "7",
		"none": "", "other": ""} {
		if got, err := by.Of(&d); got != want || err != nil {
			t.Errorf("%s: %q, %v; want %q", by, got, err, want)
		}
	}
	if _, err := Sites("url").Of(&record.Document{ID: "a", Fields: `{"url"`}); err == nil {
		t.Error("fields that are no JSON have a site")
	}
}

// tableOf makes the table of the templates of documents, as the stages do.
func tableOf(t *testing.T, by Sites, docs []record.Document) (table site.Table) {
	t.Helper()
	counts := map[site.Key]uint64{}
	var page pageReader
	for i := range docs {
		name, err := by.Of(&docs[i])
		if err != nil {
			t.Fatal(err)
		}
		page.read(&docs[i])
		for _, k := range site.Named(name).AppendKeys(nil, page.words, page.ends, nil) {
			counts[k]++
		}
	}
	if err := table.Read(site.AppendTable(nil, counts)); err != nil {
		t.Fatal(err)
	}
	return table
}

// What the pages of a site have goes, in one range where it is in one piece; what a page of another site has stays, and
// so does all of a page that has nothing else.
func TestTemplateFinder(t *testing.T) {
	const menu, foot, menge = "Home is here. News of the day. ", " All rights are reserved by us.", "首页在这里。今天的新闻。"
	var docs []record.Document
	add := func(id, text string, markup record.Markup) {
		docs = append(docs, record.Document{ID: "http://" + id, Text: []byte(text), Markup: markup})
	}
	for i := range 4 {
		add(fmt.Sprintf("a.example/%d", i), menu+fmt.Sprintf("Page %d has this. ", i)+foot, record.Plain)
		add(fmt.Sprintf("c.example/%d", i), menge+fmt.Sprintf("第%d页说的是别的事。", i)+"版权所有。", record.Plain)
		add(fmt.Sprintf("h.example/%d", i), fmt.Sprintf("<p>%s</p><p>Number %d &amp; more.</p>", menu, i), record.HTML)
	}
	add("a.example/only", menu+foot, record.Plain)
	add("b.example/1", menu+"Another site has it.", record.Plain)
	f := NewTemplateFinder(HostSite, tableOf(t, HostSite, docs))
	got := map[string][]string{}
	for i := range docs {
		runes := []rune(string(docs[i].Text))
		err := f.Find(&docs[i], func(v record.Removed) {
			if v.Reason != TemplateReason || v.KeptID != "" {
				t.Errorf("%+v", v)
			}
			got[v.ID] = append(got[v.ID], string(runes[v.Start:v.End]))
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	want := map[string][]string{}
	for i := range 4 {
		want[fmt.Sprintf("http://a.example/%d", i)] = []string{strings.TrimSpace(menu), strings.TrimSpace(foot)}
		want[fmt.Sprintf("http://c.example/%d", i)] = []string{menge, "版权所有。"}
		want[fmt.Sprintf("http://h.example/%d", i)] = []string{strings.TrimSpace(menu)}
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var listed []string
	f.List(func(_ uint64, s SiteTemplate) {
		payload := s.Append(nil)
		var read SiteTemplate
		if err := read.Read(payload); err != nil || read != s {
			t.Errorf("%+v is read as %+v, %v", s, read, err)
		}
		prefixes(t, "SiteTemplate", payload, read.Read)
		if s.Site == "a.example" {
			listed = append(listed, fmt.Sprint(s.Text, s.Pages))
		}
	})
	slices.Sort(listed)
	if diff := gocmp.Diff([]string{"5", "All rights are reserved by us.5", "Home is here.5", "News of the day.5"},
		listed); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	f.List(func(uint64, SiteTemplate) { t.Error("listed twice") })
}

// A list of very many hosts is sent before it takes more memory than maxListed, whether they have templates or not.
func TestTemplateFinderFull(t *testing.T) {
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	for _, text := range []string{"", "Home is here."} {
		one := record.Document{ID: "http://h.example/", Text: []byte(text)}
		var page pageReader
		page.read(&one)
		f := NewTemplateFinder(HostSite, site.Table{})
		before := heap()
		for i := 0; !f.Full(); i++ {
			if i%20000 == 19999 && heap() > before+2*maxListed {
				t.Fatalf("%q: %d sites take more than %d bytes, and the list is not full", text, i, 2*maxListed)
			}
			f.page.read(&one)
			f.gone = append(f.gone[:0], text != "")[:len(f.page.ends)]
			name := fmt.Sprintf("h%d.example", i)
			f.list(name, site.Named(name))
		}
		if held := heap() - before; held < maxListed/2 {
			t.Errorf("%q: the list is sent when it takes %d MB", text, held>>20)
		}
		f.List(func(uint64, SiteTemplate) {})
		if f.Full() {
			t.Errorf("%q: the list is full after it was sent", text)
		}
	}
}

// The pages of a site come before its templates.
func TestSiteTemplateOrder(t *testing.T) {
	pages, template := SiteTemplate{Site: "a", Pages: 300}, SiteTemplate{Site: "a", Key: 1, Text: "x"}
	if bytes.Compare(pages.Append(nil), template.Append(nil)) >= 0 {
		t.Error("a template comes before the pages")
	}
}
