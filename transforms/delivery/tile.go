package delivery

import (
	"cmp"
	"slices"

	"example.org/diagonal/transforms/shuffle"
)

// tile deals the documents of a cell to tiles of about most bytes of items, and brings the
// pairs into the order of their tiles. It returns the tile of each document. Documents that
// have pairs with each other are in the same tile or in near ones where that is possible.
func (c *cell) tile(most int64) []uint32 {
	tiles := make([]uint32, len(c.items))
	all := int64(0)
	for _, item := range c.items {
		all += int64(len(item))
	}
	if all <= most {
		return tiles
	}
	tile, size := uint32(0), int64(0)
	for _, n := range c.byNearness() {
		if size += int64(len(c.items[n])); size > most {
			tile, size = tile+1, int64(len(c.items[n]))
		}
		tiles[n] = tile
	}
	shuffle.Progress.Tiles.Add(int64(tile) + 1)
	order := func(p numbered) uint64 {
		x, y := tiles[p.a], tiles[p.b]
		return uint64(max(x, y))<<32 | uint64(min(x, y))
	}
	slices.SortStableFunc(c.pairs, func(p, q numbered) int { return cmp.Compare(order(p), order(q)) })
	return tiles
}

// byNearness returns the documents breadth first: after a document come those that it has
// pairs with. Documents without pairs are left out.
func (c *cell) byNearness() []uint32 {
	ends := make([]uint32, len(c.items)+1) // of the neighbours of each document
	for _, p := range c.pairs {
		ends[p.a+1]++
		ends[p.b+1]++
	}
	for n := range c.items {
		ends[n+1] += ends[n]
	}
	next := slices.Clone(ends)
	neighbours := make([]uint32, 2*len(c.pairs))
	add := func(of, n uint32) {
		neighbours[next[of]] = n
		next[of]++
	}
	for _, p := range c.pairs {
		add(p.a, p.b)
		add(p.b, p.a)
	}
	order := make([]uint32, 0, len(c.items))
	seen := make([]bool, len(c.items))
	visit := func(n uint32) {
		if !seen[n] {
			seen[n] = true
			order = append(order, n)
		}
	}
	for first := range uint32(len(c.items)) {
		if ends[first] == ends[first+1] {
			continue
		}
		done := len(order)
		for visit(first); done < len(order); done++ {
			n := order[done]
			for _, m := range neighbours[ends[n]:ends[n+1]] {
				visit(m)
			}
		}
	}
	return order
}
