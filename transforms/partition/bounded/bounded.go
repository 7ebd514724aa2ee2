// Package bounded joins pages that have something in common into sets that are not larger than a
// bound. It is the partial transitivity of the source (Huang, Wang, Li, CIKM 2008): if A is linked
// to B and B to C, the three are in one set, unless it would be too large.
//
// The links have an order, in which the strongest come first. They are followed in this order
// (Kruskal, "On the shortest spanning subtree of a graph", 1956). A link that would make a set too
// large is left out and counted; the sets of its two pages stay apart.
//
// All links need not be in one place. Of the links between any pages, Thin keeps the spanning
// forest that is first in the order: at most one link for each page. It drops links whose pages are
// connected by links that come before them. The forest of several forests is that of all their
// links, so each worker thins its own (Lattanzi, Moseley, Suri, Vassilvitskii, "Filtering", SPAA
// 2011), and the result does not depend on who had which. Sets then follows the links of the forest.
package bounded

import (
	"cmp"
	"slices"

	"example.org/diagonal/transforms/resemblance/forest"
)

// Link says that two pages have a fingerprint in common.
type Link struct {
	// Pages is the number of pages that have it. A fingerprint of few pages is better evidence.
	Pages uint32
	// A and B are the keys of the two pages. A is less than B.
	A, B uint64
	// WordsA and WordsB are the numbers of their words.
	WordsA, WordsB uint32
}

// Compare orders links, the strongest first.
func (l Link) Compare(m Link) int {
	return cmp.Or(cmp.Compare(l.Pages, m.Pages), cmp.Compare(l.A, m.A), cmp.Compare(l.B, m.B))
}

// Thin sorts links and returns their first spanning forest, in order, in their memory.
func Thin(links []Link) []Link {
	slices.SortFunc(links, Link.Compare)
	joined := forest.New()
	kept := links[:0]
	for _, l := range links {
		if joined.Union(l.A, l.B) {
			kept = append(kept, l)
		}
	}
	return kept
}

// Bound is the largest size of a set.
type Bound struct {
	// Pages is the number of pages, at least 2.
	Pages int
	// Words is the number of words of all pages together. A set of two pages may have more.
	Words int64
}

// Sets follows links, which are in order. It returns the set of each page that has a link: the
// smallest key of its pages. cut is the number of links that it left out.
func Sets(links []Link, b Bound) (sets map[uint64]uint64, cut int64) {
	t := trees{number: map[uint64]int32{}}
	for _, l := range links {
		if !t.join(t.add(l.A, l.WordsA), t.add(l.B, l.WordsB), b) {
			cut++
		}
	}
	sets = make(map[uint64]uint64, len(t.number))
	for key, n := range t.number {
		sets[key] = t.all[t.root(n)].least
	}
	return sets, cut
}

// trees are the sets, as trees of pages.
type trees struct {
	number map[uint64]int32
	all    []tree
}

// tree is a page, and if it is a root, the set of the pages below it.
type tree struct {
	parent int32
	pages  int
	words  int64
	least  uint64 // key
}

func (t *trees) add(key uint64, words uint32) int32 {
	n, ok := t.number[key]
	if !ok {
		n = int32(len(t.all))
		t.number[key] = n
		t.all = append(t.all, tree{n, 1, int64(words), key})
	}
	return n
}

func (t *trees) root(n int32) int32 {
	for t.all[n].parent != n {
		t.all[n].parent = t.all[t.all[n].parent].parent
		n = t.all[n].parent
	}
	return n
}

// join joins the sets of two pages, and reports false if the set would be too large.
func (t *trees) join(a, b int32, most Bound) bool {
	a, b = t.root(a), t.root(b)
	if a == b {
		return true
	}
	x, y := &t.all[a], &t.all[b]
	pages, words := x.pages+y.pages, x.words+y.words
	if pages > most.Pages || pages > 2 && words > most.Words {
		return false
	}
	if x.pages < y.pages {
		x, y, a = y, x, b
	}
	x.pages, x.words, x.least = pages, words, min(x.least, y.least)
	y.parent = a
	return true
}
