// Package planted makes labelled test collections from clean text: documents into
// which passages of other documents were copied, each copy in one known way, with the
// gold that says where.
//
// The text is cut into documents; what repeats in it is left out first, so that every
// copy in the collection is a planted one. A document takes part in at most one case
// (and perhaps holds the boilerplate), so no copy is a copy of a copy. English and
// Chinese need no label: a Han character counts as a word.
//
// What is NOT done: no paraphrase beyond words, no translation, no noise of scanning.
package planted

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"example.org/diagonal/transforms/evaluation/passage"
	"example.org/diagonal/transforms/parameter"
)

// Kind says how a passage was copied.
type Kind string

// The kinds, in the order in which they are planted.
const (
	Verbatim Kind = "verbatim" // nothing changed
	Light    Kind = "light"    // 5 % of the words edited
	Heavy    Kind = "heavy"    // 20 % of the words edited
	Reorder  Kind = "reorder"  // the sentences in another order
	Case     Kind = "case"     // other case and punctuation
	Head     Kind = "head"     // at the head of a document; every second time from the end of one
	Twice    Kind = "twice"    // at two places of one document: two cases, and one of kind within
	Within   Kind = "within"   // copied inside one document
	ExactDoc Kind = "exactdoc" // a whole document
	NearDoc2 Kind = "neardoc2" // a whole document, 2 % of the words edited
	NearDoc5 Kind = "neardoc5" // a whole document, 5 % of the words edited
)

// How many kinds copy whole documents, need a host and an origin, or one document.
const wholeDocs, hostKinds, ownKinds = 3, 7, 1

// perKind is how many documents of the text one case of each kind takes.
const perKind = wholeDocs + 2*hostKinds + ownKinds

// Kinds are all kinds, in the order in which they are planted.
var Kinds = []Kind{Verbatim, Light, Heavy, Reorder, Case, Head, Twice, Within, ExactDoc, NearDoc2, NearDoc5}

// edited is the share of words that a kind edits.
var edited = map[Kind]float64{Light: .05, Heavy: .2, NearDoc2: .02, NearDoc5: .05}

// Document is a text with its name.
type Document struct {
	ID string
	// Text is valid UTF-8 in what Plant returns. In what it is given, a byte that is
	// not stands for one U+FFFD.
	Text string
}

// Params configures Plant.
type Params struct {
	// Seed picks one of many collections of the same text.
	Seed uint64
	// Size is the mean size of a document in bytes; sizes vary by half to either
	// side. Small documents hold few passages; below about 1000 many hold none.
	Size int
	// PerThousand is how many cases of each kind there are in 1,000 documents. At most
	// 47 fit, because a document takes part in one case only.
	PerThousand int
	// Boilerplate is the share of documents, 0 to 1, that hold the boilerplate: three
	// sentences, the same in all of them.
	Boilerplate float64
	// Documents is the most documents that are made; the text decides where it is less.
	// 0 is no limit.
	Documents int
	// KeepRepeats keeps sentences whose words were in the text before. The gold then
	// misses copies that are in the text itself, and precision cannot reach 1.
	KeepRepeats bool
}

// Defaults returns Params with the default of every field.
func Defaults() Params { return Params{Seed: 1, Size: 4000, PerThousand: 30, Boilerplate: .3} }

// Validate returns a *parameter.Error about the first field with an impossible value.
func (p Params) Validate() error {
	impossible := parameter.Of("planted.Params").Impossible
	switch {
	case p.Size < 200:
		return impossible("Size", p.Size, "at least 200 bytes")
	case p.PerThousand < 0 || p.PerThousand > 1000/(perKind+wholeDocs):
		return impossible("PerThousand", p.PerThousand, fmt.Sprintf("0 to %d: a document takes part in one case only",
			1000/(perKind+wholeDocs)))
	case !(p.Boilerplate >= 0 && p.Boilerplate <= 1):
		return impossible("Boilerplate", p.Boilerplate, "0 to 1")
	case p.Documents < 0:
		return impossible("Documents", p.Documents, "0 or more")
	}
	return nil
}

// Place is a range of one document, in code points.
type Place struct {
	ID string
	passage.Range
}

// Collection is the collection that Plant returns.
type Collection struct {
	Documents []Document
	// Cases are the gold, sorted as results are; a is the smaller id, or the earlier
	// place. Offsets are code points.
	Cases []passage.Passage
	// Boilerplate contains the places of the boilerplate, by id.
	Boilerplate []Place
	// Cut says what became of the text.
	Cut Cut
}

// Plant makes a collection from text. The same texts, in any order and under any names,
// and the same p make the same collection. It returns an error where p is not valid or the text is
// not enough for a single case of each kind.
func Plant(p Params, text []Document) (*Collection, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	r := rand.New(rand.NewPCG(p.Seed, 0x6469616c)) // the second half is any constant
	drafts, cut := cutText(r, inOrder(text), p.Size, p.KeepRepeats)
	perThousand := float64(p.PerThousand) / 1000
	all := int(float64(len(drafts)) / (1 - wholeDocs*perThousand))
	if p.Documents > 0 {
		all = min(all, p.Documents)
	}
	each := int(math.Round(perThousand * float64(all)))
	drafts = drafts[:min(len(drafts), max(0, all-wholeDocs*each))]
	g := &garden{r: r, words: sampleWords(r, drafts)}
	if err := g.plant(drafts, each, p.Boilerplate); err != nil {
		return nil, err
	}
	if each == 0 && p.PerThousand > 0 {
		return nil, fmt.Errorf("the text gives %d documents, too few for %d cases of each kind in 1,000: give more text, or smaller documents", all, p.PerThousand)
	}
	c := g.collection()
	c.Cut = cut
	return c, nil
}

// write names the drafts in a new order, writes them out, and sets the places of their spans. It calls each
// with where the sentences of a draft start and end.
func (g *garden) write(each func(d *draft, starts, ends []int)) []Document {
	documents := make([]Document, len(g.drafts))
	g.r.Shuffle(len(g.drafts), func(i, j int) { g.drafts[i], g.drafts[j] = g.drafts[j], g.drafts[i] })
	for i, d := range g.drafts {
		d.id = fmt.Sprintf("d%06d", i)
		text, starts, ends := d.render()
		documents[i] = Document{d.id, text}
		for j, sp := range d.spans {
			if sp.whole {
				sp.first, sp.n = 0, len(d.sentences)
			}
			d.spans[j].at = passage.Range{Start: starts[sp.first], End: ends[sp.first+sp.n-1]}
		}
		each(d, starts, ends)
	}
	return documents
}

// collection writes the drafts, the boilerplate and the cases.
func (g *garden) collection() *Collection {
	c := &Collection{}
	c.Documents = g.write(func(d *draft, starts, ends []int) {
		for s := 0; s < len(d.sentences); s++ {
			if d.sentences[s].boiler && (s == 0 || !d.sentences[s-1].boiler) {
				first := s
				for s+1 < len(d.sentences) && d.sentences[s+1].boiler {
					s++
				}
				c.Boilerplate = append(c.Boilerplate, Place{d.id, passage.Range{Start: starts[first], End: ends[s]}})
			}
		}
	})
	for _, k := range g.cases {
		a, b := k.a.draft.spans[k.a.span].at, k.b.draft.spans[k.b.span].at
		p := passage.Passage{
			A: k.a.draft.id, AStart: a.Start, AEnd: a.End, B: k.b.draft.id, BStart: b.Start, BEnd: b.End,
			Kind: string(k.kind),
		}
		c.Cases = append(c.Cases, p.Canonical())
	}
	slices.SortFunc(c.Cases, passage.Passage.Compare)
	return c
}
