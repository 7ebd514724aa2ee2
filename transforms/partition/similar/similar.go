// Package similar divides a set of perhaps similar pages into sets of similar ones.
//
// Source: Huang, Wang, Li, "Achieving both high precision and high recall in near-duplicate
// detection", CIKM 2008. By LCS, the similarity of two pages A and B is
//
//	r(A,B) = T / (|A| + |B| - T)
//
// where |A| and |B| are the numbers of words of the pages, without the templates of their sites,
// and T is the number of words in the trusted portion (package trusted) of a longest common
// subsequence of what the pages have left of each other (package sketch). r depends on the two
// pages only, and is at most the r of the source, in which T is the whole common subsequence.
//
// A pair whose r is below the bound is given up as early as possible: if too few words are left, or
// as soon as the common subsequence cannot be long enough (package lcs).
package similar

import (
	"cmp"
	"slices"

	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/partition/cosine"
	"example.org/diagonal/transforms/partition/lcs"
	"example.org/diagonal/transforms/partition/represent"
	"example.org/diagonal/transforms/partition/sketch"
	"example.org/diagonal/transforms/partition/trusted"
	"example.org/diagonal/transforms/sketch/simhash"
)

// The methods: how pages are compared.
const (
	// LCS compares by a longest common subsequence.
	LCS = "lcs"
	// Cosine compares term vectors (package cosine).
	Cosine = "cosine"
	// SimHash compares 64-bit fingerprints of the words (package simhash).
	SimHash = "simhash"
	// None does not compare: all pages of a set are taken as similar.
	None = "none"
)

// Methods are all of them.
var Methods = []string{LCS, Cosine, SimHash, None}

// Params configures Divide.
type Params struct {
	// Method is LCS, Cosine, SimHash or None.
	Method string
	// MinR is the least r of similar pages by LCS, and MinCosine the least cosine by Cosine:
	// above 0, and at most 1.
	MinR, MinCosine float64
	// Distance is the largest number of bits in which the fingerprints of similar pages differ by
	// SimHash: 0 to simhash.MaxDistance.
	Distance int
}

// Validate returns a *parameter.Error about the first field with an impossible value.
func (p Params) Validate() error {
	impossible := parameter.Of("similar.Params").Impossible
	switch {
	case !slices.Contains(Methods, p.Method):
		return impossible("Method", p.Method, "lcs, cosine, simhash or none")
	case !(p.MinR > 0 && p.MinR <= 1):
		return impossible("MinR", p.MinR, "above 0 and at most 1")
	case !(p.MinCosine > 0 && p.MinCosine <= 1):
		return impossible("MinCosine", p.MinCosine, "above 0 and at most 1")
	case p.Distance < 0 || p.Distance > simhash.MaxDistance:
		return impossible("Distance", p.Distance, "0 to 7 bits")
	}
	return nil
}

// Page is a page of a set.
type Page struct {
	// Number is for the caller.
	Number int
	// ID is its id.
	ID string
	// Words are its words, without templates. SimHash and None do not use them.
	Words []uint32
	// Hash is the simhash of the words, for SimHash.
	Hash uint64
	// Settled is true if the page represents a set that exists. Such pages come before all others, and each represents
	// its own set.
	Settled bool
}

// Counts is how much work there was.
type Counts struct {
	// Compared is pairs of pages that were compared; LCS those for which a common subsequence was
	// searched for, and the other pairs had too few words left.
	Compared, LCS int64
	// Words is the words of all pages, and Sketches those of their filtered sketches.
	Words, Sketches int64
}

// Divide divides pages into sets of similar ones. It returns the pages in the order in which they are compared, and
// beside each one its representative, by its number in that order. By LCS they are in order of the size of their
// filtered sketches, the largest first, and else of the number of their words. Pages of the same size are in order of
// id. Settled pages come first, in that order. Divide panics if p is not valid.
func Divide(p Params, pages []Page) (ordered []Page, members []represent.Member, counts Counts) {
	parameter.Must(p.Validate())
	words := make([][]uint32, len(pages))
	for i := range pages {
		words[i] = pages[i].Words
		counts.Words += int64(len(words[i]))
	}
	size := func(i int) int { return len(words[i]) }
	var set *sketch.Set
	if p.Method == LCS {
		set = sketch.New(words)
		size = set.Words
	}
	order := make([]int, len(pages))
	for i := range order {
		order[i] = i
		if p.Method == LCS {
			counts.Sketches += int64(size(i))
		}
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(first(pages[j].Settled, pages[i].Settled), cmp.Compare(size(j), size(i)),
			cmp.Compare(pages[i].ID, pages[j].ID))
	})
	c := &comparer{Params: p, pages: pages, set: set, counts: &counts, vectors: make([]*cosine.Vector, len(pages))}
	members = represent.Divide(len(pages),
		func(i int) { c.begin(order[i]) },
		func(i, j int) (float64, bool) { return c.similar(order[i], order[j]) })
	ordered = make([]Page, len(pages))
	for i, at := range order {
		ordered[i] = pages[at]
	}
	return ordered, members, counts
}

// first compares two pages of which one may come first.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// comparer compares pages by their numbers.
type comparer struct {
	Params
	pages   []Page
	set     *sketch.Set
	counts  *Counts
	vectors []*cosine.Vector // those that were needed

	differ lcs.Differ
	// scratch, never returned
	runs, whole []lcs.Run
}

// begin prepares for comparing page i with others.
func (c *comparer) begin(i int) {
	if c.Method == LCS {
		c.set.Begin(i)
	}
}

// similar compares page i, which begin was called with last, with page j.
func (c *comparer) similar(i, j int) (r float64, ok bool) {
	if c.pages[j].Settled {
		return 0, false
	}
	if c.Method == None {
		return 0, true
	}
	c.counts.Compared++
	switch c.Method {
	case Cosine:
		r = cosine.Similarity(c.vector(i), c.vector(j))
		return r, r >= c.MinCosine
	case SimHash:
		distance := simhash.Distance(c.pages[i].Hash, c.pages[j].Hash)
		return simhash.Cosine(distance), distance <= c.Distance
	}
	return c.lcs(i, j)
}

func (c *comparer) vector(i int) *cosine.Vector {
	if c.vectors[i] == nil {
		c.vectors[i] = cosine.Of(c.pages[i].Words)
	}
	return c.vectors[i]
}

// lcs returns r of two pages, if it is at least MinR.
func (c *comparer) lcs(i, j int) (r float64, ok bool) {
	lengthA, lengthB := len(c.pages[i].Words), len(c.pages[j].Words)
	// r is at least MinR if T is at least this.
	needed := int(c.MinR / (1 + c.MinR) * float64(lengthA+lengthB))
	if min(lengthA, lengthB) < needed {
		return 0, false
	}
	a, b, placesA, placesB := c.set.Pair(j, needed)
	if min(len(a), len(b)) < needed {
		return 0, false
	}
	c.counts.LCS++
	if c.runs, ok = c.differ.Append(c.runs[:0], a, b, len(a)+len(b)-2*needed); !ok {
		return 0, false
	}
	c.whole = sketch.Whole(c.whole[:0], c.runs, placesA, placesB)
	r = R(trusted.Words(c.whole, lengthA, lengthB), lengthA, lengthB)
	return r, r >= c.MinR
}

// R returns r of two pages of a and b words, of which trusted words are in the trusted portion; 0 if
// the pages have no words.
func R(trusted, a, b int) float64 {
	if a+b == 0 {
		return 0
	}
	return float64(trusted) / float64(a+b-trusted)
}
