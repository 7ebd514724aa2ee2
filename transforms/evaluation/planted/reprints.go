package planted

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"example.org/diagonal/transforms/parameter"
)

// ReprintShares are the shares of words, in percent, that are edited in a reprint. Each is equally likely.
var ReprintShares = []int{0, 2, 5, 10, 15}

const (
	// One of longEvery documents is long: it is made of longDrafts, and takes as many times more reprints.
	longEvery, longDrafts = 12, 10
	// reprintWords is the least length of a text: an item of a newspaper.
	reprintWords = 100
	// perThousandPlaces is how many places 1,000 documents have at most.
	perThousandPlaces = 1000
	// maxMisread is the largest ReprintParams.Misread: in a bad stretch of it all letters are misread.
	maxMisread = .33
)

// ReprintParams configures PlantReprints.
type ReprintParams struct {
	// Seed picks one of many collections of the same text.
	Seed uint64
	// Size is the mean size of a document in bytes; sizes vary by half to either side. One of 12
	// documents is ten times longer.
	Size int
	// Sizes are the numbers of places that a text stands in, each once and at least 2. Texts of each are equally many.
	Sizes []int
	// PerThousand is how many texts of each of Sizes there are in 1,000 documents.
	PerThousand int
	// Documents is the most documents that are made; the text decides where it is less. 0 is no
	// limit.
	Documents int
	// Misread is the share of the letters and digits of all documents, 0 to 1, that are misread, as by a reader of
	// scanned pages. Each place of a text has errors of its own.
	Misread float64
	// KeepRepeats keeps sentences whose words were in the text before. They are no places of Reprints.
	KeepRepeats bool
}

// ReprintDefaults returns ReprintParams with the default of every field.
func ReprintDefaults() ReprintParams {
	return ReprintParams{Seed: 1, Size: 4000, Sizes: []int{2, 3, 5, 10, 20, 40}, PerThousand: 10}
}

// Validate returns a *parameter.Error about the first field with an impossible value.
func (p ReprintParams) Validate() error {
	impossible := parameter.Of("planted.ReprintParams").Impossible
	places, seen := 0, map[int]bool{}
	for _, size := range p.Sizes {
		if size < 2 || size > perThousandPlaces-places || seen[size] {
			places = 0
			break
		}
		places, seen[size] = places+size, true
	}
	switch {
	case p.Size < 200:
		return impossible("Size", p.Size, "at least 200 bytes")
	case places == 0:
		return impossible("Sizes", p.Sizes, fmt.Sprintf("different numbers, at least 2, and together at most %d",
			perThousandPlaces))
	}
	switch max := perThousandPlaces / places; {
	case p.PerThousand < 1 || p.PerThousand > max:
		return impossible("PerThousand", p.PerThousand,
			fmt.Sprintf("1 to %d: a document has one reprint, as a mean", max))
	case p.Documents < 0:
		return impossible("Documents", p.Documents, "0 or more")
	case !(p.Misread >= 0 && p.Misread <= maxMisread):
		return impossible("Misread", p.Misread, fmt.Sprintf("0 to %g", maxMisread))
	}
	return nil
}

// Reprint is a place of a text that stands in several documents.
type Reprint struct {
	Place
	// Text names the text. Size is the number of its places.
	Text string
	Size int
	// Edited is the share of the words that were edited, 0 to 1; 0 also for the place that the others
	// are copies of.
	Edited float64
}

// Reprints is a collection whose reprints are known.
type Reprints struct {
	Documents []Document // by id
	Places    []Reprint  // by text, then by id
	// Texts is the number of texts.
	Texts int
	// Cut says what became of the text.
	Cut Cut
}

// PlantReprints makes a collection in which texts stand in as many documents as p.Sizes says, each time with 0 to 15 %
// of the words edited. A document may have several such texts, not side by side, and a long one has many. A text is in
// a document once.
//
// The same texts, in any order and under any names, and the same p make the same collection.
// PlantReprints returns an error if p is not valid or the text is not enough.
func PlantReprints(p ReprintParams, text []Document) (*Reprints, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	r := rand.New(rand.NewPCG(p.Seed, 0x726570)) // the second half is any constant
	drafts, cut := cutText(r, inOrder(text), p.Size, p.KeepRepeats)
	r.Shuffle(len(drafts), func(i, j int) { drafts[i], drafts[j] = drafts[j], drafts[i] })
	g := &garden{r: r, words: sampleWords(r, drafts)}
	var weights []int // of g.drafts: the number of drafts that they are made of
	for n := 1; len(drafts) > 0 && (p.Documents == 0 || len(g.drafts) < p.Documents); drafts = drafts[n:] {
		if n = 1; len(g.drafts)%longEvery == longEvery-1 {
			n = min(longDrafts, len(drafts))
		}
		d := drafts[0]
		for _, more := range drafts[1:n] {
			d.insert(len(d.sentences), more.sentences)
		}
		g.drafts, weights = append(g.drafts, d), append(weights, n)
	}
	places, texts, err := g.plantReprints(int(math.Round(float64(len(g.drafts)*p.PerThousand)/1000)), p.Sizes, weights)
	if err != nil {
		return nil, err
	}
	g.misread(p.Misread)
	c := &Reprints{Texts: texts, Cut: cut}
	c.Documents = g.write(func(*draft, []int, []int) {})
	for _, planted := range places {
		d := planted.draft
		planted.Place = Place{d.id, d.spans[planted.span].at}
		c.Places = append(c.Places, planted.Reprint)
	}
	slices.SortFunc(c.Places, func(a, b Reprint) int {
		return cmp.Or(cmp.Compare(a.Text, b.Text), cmp.Compare(a.ID, b.ID))
	})
	return c, nil
}

// plantedReprint is a reprint before its document is written out.
type plantedReprint struct {
	Reprint
	end
}

// plantReprints plants each texts of every one of sizes. weights are how likely each draft takes a reprint, compared
// with the others.
func (g *garden) plantReprints(each int, sizes, weights []int) (places []plantedReprint, texts int, err error) {
	var origins, hosts []*draft // a host is there as often as it is likely
	for i, d := range g.drafts {
		if d.fertile() {
			origins = append(origins, d)
		}
		for range weights[i] {
			hosts = append(hosts, d)
		}
	}
	g.r.Shuffle(len(origins), func(i, j int) { origins[i], origins[j] = origins[j], origins[i] })
	var all []plantedText
	for want := each * len(sizes); len(all) < want; origins = origins[1:] {
		if len(origins) == 0 {
			return nil, 0, fmt.Errorf("%d of %d documents are large enough to give a text of %d words, and %d of each of %d numbers of places need %d: "+
				"plant fewer, make larger documents, or give more text", len(all), len(g.drafts), reprintWords, each,
				len(sizes), want)
		}
		sp := origins[0].pick(g.r, false, reprintWords)
		sentences, words := origins[0].copyOf(sp), 0
		for _, s := range sentences {
			words += s.words
		}
		if words >= reprintWords {
			all = append(all, plantedText{sentences, mark(origins[0], sp), sizes[len(all)%len(sizes)]})
		}
	}
	if len(all) == 0 {
		return nil, 0, fmt.Errorf("the text gives %d documents, too few for a text in %d of them: give more text, or smaller documents", len(g.drafts), slices.Max(sizes))
	}
	for i, text := range all {
		more, err := g.reprint(text, hosts)
		if err != nil {
			return nil, 0, err
		}
		for j := range more {
			more[j].Text, more[j].Size = fmt.Sprintf("t%05d", i), text.size
		}
		places = append(places, more...)
	}
	return places, len(all), nil
}

// plantedText is a text, where it was taken from, and the number of its places.
type plantedText struct {
	sentences []sentence
	from      end
	size      int
}

// maxTries is the number of hosts that reprint tries for each place.
const maxTries = 1000

// reprint puts a text into hosts, until it stands in as many documents as it should.
func (g *garden) reprint(text plantedText, hosts []*draft) ([]plantedReprint, error) {
	places := []plantedReprint{{end: text.from}}
	used := map[*draft]bool{text.from.draft: true}
	for tries := 0; len(places) < text.size; tries++ {
		if tries == maxTries*text.size {
			return nil,
				errors.New("no document takes another reprint: plant fewer, make larger documents, or give more text")
		}
		host := hosts[g.r.IntN(len(hosts))]
		p := g.r.IntN(len(host.sentences) + 1)
		if used[host] || host.touches(p) {
			continue
		}
		used[host] = true
		share := float64(ReprintShares[g.r.IntN(len(ReprintShares))]) / 100
		copied := slices.Clone(text.sentences)
		if share > 0 {
			g.edit(copied, share)
		}
		places = append(places, plantedReprint{Reprint{Edited: share}, place(host, p, copied)})
	}
	return places, nil
}
