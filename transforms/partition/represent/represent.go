// Package represent divides a set of items into sets of similar ones by representatives.
//
// Source: Huang, Wang, Li, "Achieving both high precision and high recall in near-duplicate
// detection", CIKM 2008. The items have an order. The first one is a representative, and is
// compared with all after it. Those that are similar to it are in its set, and are not compared
// again. The first of the others is the next representative, and so on.
//
// So an item is similar to the representative of its set, and two items of a set need not be
// similar to each other. It need not be similar to the representatives that come after its own.
package represent

import "iter"

// Member is what Divide finds about one item.
type Member struct {
	// Representative is the number of the representative, which is that of the item if the
	// item is one.
	Representative int
	// R is the similarity to it: 1 of a representative to itself.
	R float64
}

// Divide divides n items, which have their numbers in order. similar compares an item with one
// after it; ok says whether they are similar, and r how much. begin is called with each
// representative that is compared with others, before it is.
func Divide(
	n int, begin func(representative int), similar func(representative, item int) (r float64, ok bool),
) []Member {
	members := make([]Member, n)
	open := make([]int, n) // items without a representative, in order
	for i := range open {
		open[i] = i
	}
	for len(open) > 0 {
		first := open[0]
		members[first] = Member{first, 1}
		rest := open[1:]
		if len(rest) > 0 {
			begin(first)
		}
		open = rest[:0]
		for _, i := range rest {
			if r, ok := similar(first, i); ok {
				members[i] = Member{first, r}
			} else {
				open = append(open, i)
			}
		}
	}
	return members
}

// Divider is Divide for items that come one after the other, in order, each with the later items that are similar to
// it. It keeps one number for each item, however many pairs are similar. The zero value is ready.
type Divider struct {
	of   []uint32 // the number of the representative and 1, 0 if there is none yet
	next uint32
}

// Next returns the representative of the next item, which is the number of the item if it is one, and the number of
// others that it then represents. similar are the numbers of later items that are similar to it.
func (d *Divider) Next(similar iter.Seq[uint32]) (representative uint32, others int) {
	item := d.next
	d.next++
	if int(item) < len(d.of) && d.of[item] != 0 {
		return d.of[item] - 1, 0
	}
	for later := range similar {
		if n := int(later) + 1 - len(d.of); n > 0 {
			d.of = append(d.of, make([]uint32, n)...)
		}
		if d.of[later] == 0 {
			d.of[later] = item + 1
			others++
		}
	}
	return item, others
}
