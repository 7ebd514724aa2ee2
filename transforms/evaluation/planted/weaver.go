package planted

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
)

// weaver makes the pages of a web.
type weaver struct {
	garden
	params WebParams
	drafts []*draft // that are not used yet
	sites  []*webSite
	pages  []woven
}

// woven is a page before it has its id.
type woven struct {
	sentences []sentence
	site      int // -1 is none
	set       int // number of the set
	kind      Kind
	edited    float64
}

// webSite is the template of a site.
type webSite struct{ head, tail, headlines []sentence }

// siteDrafts is about how many drafts the template of a site takes.
const siteDrafts = 2.5

// The sentences of a template: together they have more bytes than the largest article, which has one
// and a half times the mean size.
const (
	templateSize  = 1.6
	headlines     = 12 // of a site
	shownHeadings = 4  // on a page
	lineWords     = 8  // of a line of its own
)

// next takes a draft; nil if there is none left.
func (w *weaver) next() []sentence {
	if len(w.drafts) == 0 {
		return nil
	}
	d := w.drafts[len(w.drafts)-1]
	w.drafts = w.drafts[:len(w.drafts)-1]
	return d.sentences
}

// weave makes n documents, or fewer if the text is not enough.
func (w *weaver) weave(n int) error {
	for range max(1, int(math.Round(float64(n)/float64(w.params.SitePages)))) {
		if s := w.site(); s != nil {
			w.sites = append(w.sites, s)
		}
	}
	if len(w.sites) < 5 {
		return fmt.Errorf("the text gives %d sites of %d pages, want at least 5: give more text, or smaller articles",
			len(w.sites), w.params.SitePages)
	}
	each := int(math.Round(float64(n) * float64(w.params.PerThousand) / 1000))
	set := 0
	put := func(kind Kind, article []sentence, site int, edited float64) {
		w.pages = append(w.pages, w.page(woven{article, site, set, kind, edited}))
	}
	for range each {
		w.article(func(article []sentence) {
			for _, site := range w.r.Perm(len(w.sites))[:2+w.r.IntN(3)] {
				put(Sites, article, site, w.r.Float64()*maxEdited)
			}
		})
		set++
		w.article(func(article []sentence) {
			site := w.r.IntN(len(w.sites))
			put(OneSite, article, site, 0)
			put(OneSite, article, site, w.r.Float64()*maxEdited)
		})
		set++
		for _, percent := range DocShares {
			w.article(func(article []sentence) {
				put(Doc(percent), article, -1, 0)
				put(Doc(percent), article, -1, float64(percent)/100)
			})
			set++
		}
	}
	for len(w.pages) < n && len(w.drafts) > 0 {
		w.article(func(article []sentence) { put(Single, article, w.r.IntN(len(w.sites)), 0) })
		set++
	}
	return nil
}

// article calls f with the next article, if there is one.
func (w *weaver) article(f func([]sentence)) {
	if article := w.next(); article != nil {
		f(article)
	}
}

// site makes a site; nil if there is not enough text.
func (w *weaver) site() *webSite {
	var all []sentence
	size := 0
	for float64(size) < templateSize*float64(w.params.Size) || len(all) < headlines+4 {
		more := w.next()
		if more == nil {
			return nil
		}
		for _, s := range more {
			size += len(s.text)
		}
		all = append(all, more...)
	}
	s := &webSite{headlines: all[:headlines]}
	rest := all[headlines:]
	for size := 0; float64(size) < templateSize*float64(w.params.Size); { // without the headlines
		if len(rest) == 0 {
			more := w.next()
			if more == nil {
				return nil
			}
			rest = more
		}
		size += len(rest[0].text)
		s.head = append(s.head, rest[0])
		rest = rest[1:]
	}
	half := len(s.head) / 2
	s.head, s.tail = s.head[:half:half], s.head[half:]
	return s
}

// page puts the article of a page into the template of its site, and edits it.
func (w *weaver) page(p woven) woven {
	article := slices.Clone(p.sentences)
	if p.edited > 0 {
		w.edit(article, p.edited)
	}
	if p.site < 0 {
		p.sentences = article
		return p
	}
	s := w.sites[p.site]
	var shown []sentence
	for _, i := range w.r.Perm(len(s.headlines))[:shownHeadings] {
		shown = append(shown, s.headlines[i])
	}
	p.sentences = nil
	for _, block := range [][]sentence{s.head, shown, {w.line(article)}, article, s.tail} {
		p.sentences = append(p.sentences, block...)
		if len(block) > 0 {
			p.sentences[len(p.sentences)-1].gap = "\n\n"
		}
	}
	return p
}

// line makes a line of words, in the script of an article.
func (w *weaver) line(article []sentence) sentence {
	han := len(w.words.spaced) == 0
	if at := strings.IndexFunc(article[0].text, unicode.IsLetter); at >= 0 && len(w.words.han) > 0 {
		han = isHan(article[0].text[at:])
	}
	line := sentence{gap: "\n\n", words: lineWords}
	for i := range lineWords {
		switch {
		case han:
			line.text += w.words.han[w.r.IntN(len(w.words.han))]
		case i > 0:
			line.text += " "
			fallthrough
		default:
			line.text += w.words.spaced[w.r.IntN(len(w.words.spaced))]
		}
	}
	return line
}

// name names pages in their order.
func name(woven []woven) []Page {
	pages := make([]Page, len(woven))
	sets := map[int]string{}
	for i, p := range woven {
		id := fmt.Sprintf("d%07d", i)
		if p.site >= 0 {
			id = fmt.Sprintf("http://site%05d.example/%07d", p.site, i)
		}
		text, _, _ := (&draft{sentences: p.sentences}).render()
		pages[i] = Page{Document{id, text}, "", p.kind, p.edited}
		if first, ok := sets[p.set]; !ok || id < first {
			sets[p.set] = id
		}
	}
	for i, p := range woven {
		pages[i].Set = sets[p.set]
	}
	slices.SortFunc(pages, func(a, b Page) int { return cmp.Compare(a.ID, b.ID) })
	return pages
}
