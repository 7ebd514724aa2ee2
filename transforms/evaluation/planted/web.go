package planted

import (
	"fmt"
	"math/rand/v2"

	"example.org/diagonal/transforms/parameter"
)

// The kinds of a web, besides whole documents without a template: Doc of the shares in DocShares.
const (
	// Single is a page with an article that no other page has.
	Single Kind = "single"
	// Sites is an article on two to four sites.
	Sites Kind = "sites"
	// OneSite is an article twice on one site.
	OneSite Kind = "onesite"
)

// DocShares are the shares of words, in percent, that are edited in the copies of documents without
// a template.
var DocShares = []int{0, 2, 5, 10, 20}

// Doc returns the kind of documents without a template, of which one is a copy in which so many
// percent of the words were edited.
func Doc(percent int) Kind { return Kind(fmt.Sprintf("doc%d", percent)) }

// maxEdited is the largest share of words that are edited in an article on a site.
const maxEdited = .06

// WebKinds are the kinds of a web.
var WebKinds = func() []Kind {
	kinds := []Kind{Single, Sites, OneSite}
	for _, percent := range DocShares {
		kinds = append(kinds, Doc(percent))
	}
	return kinds
}()

// WebParams configures PlantWeb.
type WebParams struct {
	// Seed picks one of many webs of the same text.
	Seed uint64
	// Size is the mean size of an article in bytes; sizes vary by half to either side. A page has
	// about two and a half times as much.
	Size int
	// PerThousand is how many sets of each kind but Single there are in 1,000 documents.
	PerThousand int
	// SitePages is the mean number of pages of a site.
	SitePages int
	// Documents is the most documents that are made; the text decides where it is less. 0 is no
	// limit.
	Documents int
	// KeepRepeats keeps sentences whose words were in the text before.
	KeepRepeats bool
}

// WebDefaults returns WebParams with the default of every field.
func WebDefaults() WebParams {
	return WebParams{Seed: 1, Size: 1500, PerThousand: 30, SitePages: 40}
}

// webSet is the mean number of documents of a set of each kind but Single together: 3 of Sites, and 2
// of each other.
const webSet = 3 + 2 + 2*5

// Validate returns a *parameter.Error about the first field with an impossible value.
func (p WebParams) Validate() error {
	impossible := parameter.Of("planted.WebParams").Impossible
	switch {
	case p.Size < 200:
		return impossible("Size", p.Size, "at least 200 bytes")
	case p.PerThousand < 0 || p.PerThousand > 1000/webSet-10:
		return impossible("PerThousand", p.PerThousand, fmt.Sprintf("0 to %d: a document is in one set only",
			1000/webSet-10))
	case p.SitePages < 10:
		return impossible("SitePages", p.SitePages, "at least 10")
	case p.Documents < 0:
		return impossible("Documents", p.Documents, "0 or more")
	}
	return nil
}

// Page is a document of a web. Its id is a URL if it is a page of a site.
type Page struct {
	Document
	// Set is the id of the first document with the same article.
	Set  string
	Kind Kind
	// Edited is the share of the words of the article that were edited.
	Edited float64
}

// Web is a collection of pages whose sets are known.
type Web struct {
	Pages []Page // by id
	// Sites is the number of sites.
	Sites int
	// Cut says what became of the text.
	Cut Cut
}

// PlantWeb makes a web from text: sites, each with a template that is longer than any article, and
// pages with an article each. Some articles are on several sites, or twice on one, with up to 6 % of
// their words edited each time. Beside the article a page has some of the headlines of its site, and
// a line of its own. There are also documents without a template, of which one is an edited copy of
// another.
//
// The same texts, in any order and under any names, and the same p make the same web. PlantWeb
// returns an error if p is not valid or the text is not enough for a site.
func PlantWeb(p WebParams, text []Document) (*Web, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	r := rand.New(rand.NewPCG(p.Seed, 0x776562)) // the second half is any constant
	drafts, cut := cutText(r, inOrder(text), p.Size, p.KeepRepeats)
	r.Shuffle(len(drafts), func(i, j int) { drafts[i], drafts[j] = drafts[j], drafts[i] })
	w := &weaver{garden: garden{r: r, words: sampleWords(r, drafts)}, drafts: drafts, params: p}
	// A document takes a draft, or is a copy, and a site takes some.
	n := int(float64(len(drafts)) / (1 - float64(p.PerThousand*(webSet-7))/1000 + siteDrafts/float64(p.SitePages)))
	if p.Documents > 0 {
		n = min(n, p.Documents)
	}
	if err := w.weave(n); err != nil {
		return nil, err
	}
	pages := w.pages
	r.Shuffle(len(pages), func(i, j int) { pages[i], pages[j] = pages[j], pages[i] })
	return &Web{Pages: name(pages), Sites: len(w.sites), Cut: cut}, nil
}
