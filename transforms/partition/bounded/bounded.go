// Package bounded joins pages that have something in common into sets that are not larger than a
// bound. It is the partial transitivity of the source (Huang, Wang, Li, CIKM 2008): if A is linked
// to B and B to C, the three are in one set, unless it would be too large.
//
// At first each page is a set. Sets are joined in rounds, as in Borůvka's algorithm, which is also that of
// affinity clustering (Bateni and others, "Affinity clustering", NIPS 2017):
//
//   - Each set chooses its strongest link (Strongest), once links with sets that would be too large
//     together with it are left out (Prune). Links of a fingerprint that few pages have are strong.
//   - A set leads if it comes before the one that it chose (Before), else it follows. A leader joins the followers
//     that chose it, those with the strongest links first, as long as the bound allows (Join). A follower that
//     was not joined chooses again in the next round.
//   - The links of a joined set become links of its leader.
//
// A set knows only its links, and of the other sets no more than a State. So sets may be anywhere,
// and each round is a few messages along the links. No set ever has more pages than the bound, so no
// worker has much of the graph. The result depends on nothing but the links.
//
// Of two sets that chose each other one leads and joins the other, so each round joins sets
// wherever links are left. Links of pages in a star are followed in one round, since the set with most
// links comes first. In a chain, about half of the sets are joined in each round.
package bounded

import (
	"cmp"
	"slices"

	"example.org/diagonal/engine/shuffle/mix"
)

// State is what other sets know of a set.
type State struct {
	// Set is its key, that of one of its pages.
	Set uint64
	// Pages and Words are the numbers of its pages and their words.
	Pages uint32
	Words uint64
	// Links is about the number of its links. It decides who leads.
	Links uint32
}

// and returns the State of x that has joined y.
func (x State) and(y State) State {
	return State{x.Set, x.Pages + y.Pages, x.Words + y.Words, x.Links + y.Links}
}

// Link is a link of a set with another one.
type Link struct {
	// Pages is the number of pages that have the fingerprint. A fingerprint of few pages is
	// better evidence.
	Pages uint32
	State // of the other set
}

// Bound is the largest size of a set.
type Bound struct {
	// Pages is the number of pages, at least 2.
	Pages int
	// Words is the number of words of all pages together. A set of two pages may have more.
	Words int64
}

// allows reports whether a set may have so many pages and words.
func (b Bound) allows(x State) bool {
	return int64(x.Pages) <= int64(b.Pages) && (x.Pages <= 2 || x.Words <= uint64(b.Words))
}

// Distinct sorts the links of a set by the other set, and keeps the strongest of each, in their memory.
func Distinct(links []Link) []Link {
	slices.SortFunc(links, func(x, y Link) int {
		return cmp.Or(cmp.Compare(x.Set, y.Set), cmp.Compare(x.Pages, y.Pages))
	})
	return slices.CompactFunc(links, func(x, y Link) bool { return x.Set == y.Set })
}

// Prune returns the links of a set that can be followed, in their memory. The others cannot, because the two
// sets together would be too large, and that never changes, since sets only grow. cut is the number of
// those whose other set has the greater key, so that each counts at one of its two sets.
func Prune(x State, links []Link, max Bound) (kept []Link, cut int64) {
	kept = slices.DeleteFunc(links, func(l Link) bool {
		if max.allows(x.and(l.State)) {
			return false
		}
		if l.Set > x.Set {
			cut++
		}
		return true
	})
	return kept, cut
}

// Strongest returns the strongest link of a set. There must be one.
func Strongest(x State, links []Link) Link {
	return slices.MinFunc(links, func(l, m Link) int { return compare(x.Set, l, m) })
}

// compare orders links of a set, the strongest first. All links of all sets have one order: those of as many
// pages are in an order of their own, and not in that of keys, in which a chain would be followed one
// link at a time.
func compare(set uint64, l, m Link) int {
	return cmp.Or(cmp.Compare(l.Pages, m.Pages), cmp.Compare(between(set, l.Set), between(set, m.Set)),
		cmp.Compare(l.Set, m.Set))
}

// between returns the place of a link of two sets in the order.
func between(a, b uint64) uint64 { return mix.Full(mix.Full(a) + mix.Full(b)) }

// Before reports whether x comes before y in a round: that with more links, so that the leaves of a star
// follow its centre.
func (x State) Before(y State, round int) bool {
	place := func(s State) uint64 { return mix.Full(s.Set + uint64(round)) }
	return cmp.Or(cmp.Compare(y.Links, x.Links), cmp.Compare(place(x), place(y)), cmp.Compare(x.Set, y.Set)) < 0
}

// Join lets a set with these links lead in a round, if it does. choices are the sets whose strongest link is that
// with x, as links of x. It returns those that are joined to x, in the memory of choices, and the State of
// all together.
func Join(x State, links, choices []Link, round int, max Bound) (joined []Link, all State) {
	leads := len(links) > 0 && x.Before(Strongest(x, links).State, round)
	slices.SortFunc(choices, func(l, m Link) int { return compare(x.Set, l, m) })
	all = x
	all.Links = uint32(len(links))
	joined = slices.DeleteFunc(choices, func(l Link) bool {
		grown := all.and(l.State)
		if !leads || !x.Before(l.State, round) || !max.allows(grown) {
			return true
		}
		all = grown
		return false
	})
	return joined, all
}
