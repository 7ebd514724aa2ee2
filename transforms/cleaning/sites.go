package cleaning

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/token"
	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/partition"
	"example.org/diagonal/transforms/partition/site"
)

func init() { engine.RegisterMap[*countSites, record.Document]() }

// TemplateReason: the words are a template of the site, which many of its pages have.
const TemplateReason = "template"

// PagesOfSites counts documents whose site is known.
const PagesOfSites = "documents_with_a_site"

// HostSite makes the host of the id of a document its site, if the id is a URL. Any other value of Sites is the name of
// a field: its value is the site, or the host of its value, if that is a URL.
const HostSite = "host"

// Sites says which site a document belongs to: HostSite, or the name of one of its fields.
type Sites string

// Of returns the name of the site of a document; "" if it has none. The error is about its fields.
func (by Sites) Of(d *record.Document) (name string, err error) {
	if by == HostSite {
		return site.Host(d.ID), nil
	}
	if d.Fields == "" {
		return "", nil
	}
	values, err := d.Fields.Texts()
	if err != nil {
		return "", fmt.Errorf("%s (%s): its fields: %w", record.Where(d.File, d.Record), d.ID, err)
	}
	value := strings.TrimSpace(values[string(by)])
	return cmp.Or(site.Host(value), value), nil
}

// pageReader reads the sentences of documents, one document after the other.
type pageReader struct {
	layout      analysis.Layout
	tokens      []token.Token
	words, ends []uint32
}

// read reads a document: its words, and the number of words before the end of each sentence.
func (r *pageReader) read(d *record.Document) {
	r.layout.Read(d)
	text, sentences := r.layout.Text()
	r.tokens = token.Append(r.tokens[:0], text)
	r.words, r.ends = r.words[:0], r.ends[:0]
	for _, s := range sentences {
		for len(r.words) < len(r.tokens) && int(r.tokens[len(r.words)].Start) < s.End {
			r.words = append(r.words, r.tokens[len(r.words)].Hash)
		}
		r.ends = append(r.ends, uint32(len(r.words)))
	}
}

// CountSites counts the sentences of the sites of a PCollection<record.Document>, of both sides, and makes the table of
// their templates (package site). Documents with the same text are several pages, and would make all of their sentences
// templates: let them be one before. ledger is a PCollection<KV<string,int64>>. CountSites panics if p is not valid.
func CountSites(
	s beam.Scope, p Params, by Sites, documents beam.PCollection,
) (table tally.Table[site.Table], ledger beam.PCollection) {
	s = s.Scope("cleaning.CountSites")
	parameter.Must(p.Validate())
	st := engine.Map(s, p.Shuffle, "cleaning.CountSites", documents, &countSites{
		By: by, Ledger: engine.Counting(PagesOfSites),
	})
	return partition.SiteTable(s, p.Shuffle, st.Counts.Blocks()), st.Ledger.Collection()
}

// countSites counts the sentences of sites.
type countSites struct {
	By Sites

	Counts engine.Out[partition.SiteCount]
	Ledger engine.Ledger

	counter *partition.SiteCounter
	page    pageReader // scratch
}

func (st *countSites) StartBundle() { st.counter = partition.NewSiteCounter(&st.Counts) }

func (st *countSites) Map(_ context.Context, d record.Document) error {
	name, err := st.By.Of(&d)
	if err != nil || name == "" {
		return err
	}
	st.page.read(&d)
	st.counter.Page(site.Named(name), st.page.words, st.page.ends, nil)
	st.Ledger.Add(PagesOfSites, 1)
	return nil
}

func (st *countSites) FinishBundle() error {
	st.counter.Send()
	return nil
}

// TemplateFinder finds the templates in documents, one document after the other. It is not safe for concurrent use.
type TemplateFinder struct {
	by    Sites
	table site.Table

	listed map[string]*siteList
	size   int

	// scratch
	page pageReader
	gone []bool
	keys []site.Key
}

// siteList is what is listed of a site.
type siteList struct {
	pages     uint64
	templates map[site.Key]*listedTemplate
}

type listedTemplate struct {
	text  string
	pages uint64
}

// maxListed is the number of bytes of a list before it is sent. Beside their names and texts, a site takes about
// siteBytes, for its two maps, and a template templateBytes.
const maxListed, siteBytes, templateBytes = 16 << 20, 200, 100

// NewTemplateFinder returns a TemplateFinder. table is that of CountSites.
func NewTemplateFinder(by Sites, table site.Table) *TemplateFinder {
	return &TemplateFinder{by: by, table: table, listed: map[string]*siteList{}}
}

// Find calls removed for each run of templates of a document: a page that has nothing else keeps all. It keeps what
// List lists.
func (f *TemplateFinder) Find(d *record.Document, removed func(record.Removed)) error {
	name, err := f.by.Of(d)
	if err != nil || name == "" {
		return err
	}
	id, page := site.Named(name), &f.page
	page.read(d)
	gone, ok := f.table.Templates(f.gone, id, page.words, page.ends, nil)
	f.gone = gone
	f.list(name, id)
	if !ok {
		return nil
	}
	places := page.layout.Sentences
	for i := 0; i < len(gone); i++ {
		if !gone[i] {
			continue
		}
		from := i
		for i+1 < len(gone) && (gone[i+1] || page.ends[i+1] == page.ends[i]) { // what has no words goes with it
			i++
		}
		to := i
		for !gone[to] {
			to--
		}
		removed(record.Removed{ID: d.ID, Start: places[from].Start, End: places[to].End, Reason: TemplateReason})
	}
	return nil
}

// list counts the templates of a page, which are those of f.gone: none if it is empty.
func (f *TemplateFinder) list(name string, id site.ID) {
	of := f.listed[name]
	if of == nil {
		of = &siteList{templates: map[site.Key]*listedTemplate{}}
		f.listed[name] = of
		f.size += len(name) + siteBytes
	}
	of.pages++
	page := &f.page
	text, sentences := page.layout.Text()
	f.keys = f.keys[:0]
	start := uint32(0)
	for i, is := range f.gone {
		words := page.words[start:page.ends[i]]
		start = page.ends[i]
		if !is {
			continue
		}
		k := id.Sentence(words)
		sentence := strings.ToValidUTF8(string(text[sentences[i].Start:sentences[i].End]), "\ufffd")
		t := of.templates[k]
		if t == nil {
			t = &listedTemplate{text: sentence}
			of.templates[k] = t
			f.size += len(sentence) + templateBytes
		}
		t.text = min(t.text, sentence)
		f.keys = append(f.keys, k)
	}
	slices.Sort(f.keys)
	for _, k := range slices.Compact(f.keys) {
		of.templates[k].pages++
	}
}

// Full reports whether there is so much in the list that it must be sent.
func (f *TemplateFinder) Full() bool { return f.size >= maxListed }

// List calls add with what was found so far of each site and each of its templates, and forgets it.
func (f *TemplateFinder) List(add func(key uint64, t SiteTemplate)) {
	for name, of := range f.listed {
		key := xxhash.Sum64String(name)
		add(key, SiteTemplate{Site: name, Pages: of.pages})
		for k, t := range of.templates {
			add(key, SiteTemplate{Site: name, Key: k, Text: t.text, Pages: t.pages})
		}
	}
	clear(f.listed)
	f.size = 0
}
