package delivery

import (
	"cmp"
	"slices"

	"example.org/diagonal/transforms/shuffle"
)

// tiled is the documents of a cell in tiles, and its pairs in the order in which they are compared:
// tile by tile, the pairs inside a tile and then those of each earlier document with the tile. So
// the tile stays in memory, and earlier documents pass by, each for itself.
type tiled struct {
	tiles []uint32 // of each document, by number
	place []uint32 // of each document in the order of the tiles
}

// tile deals the documents of a cell to tiles of about most bytes of items, and brings the
// pairs into their order. Documents that have pairs with each other are in the same tile or in near
// ones where that is possible.
func (c *cell) tile(most int64) tiled {
	t := tiled{tiles: make([]uint32, len(c.items)), place: make([]uint32, len(c.items))}
	all := int64(0)
	for _, item := range c.items {
		all += int64(len(item))
	}
	if all <= most {
		return t
	}
	tile, size := uint32(0), int64(0)
	for place, n := range c.byNearness() {
		if size += int64(len(c.items[n])); size > most {
			tile, size = tile+1, int64(len(c.items[n]))
		}
		t.tiles[n], t.place[n] = tile, uint32(place)
	}
	shuffle.Progress.Tiles.Add(int64(tile) + 1)
	order := func(p numbered) (tile uint32, passing uint64) {
		tile, document, inside := t.of(p)
		if inside {
			return tile, 0
		}
		return tile, uint64(t.place[document]) + 1
	}
	slices.SortStableFunc(c.pairs, func(p, q numbered) int {
		x, passingX := order(p)
		y, passingY := order(q)
		return cmp.Or(cmp.Compare(x, y), cmp.Compare(passingX, passingY))
	})
	return t
}

// of returns the tile that is in memory while p is compared, and the document that passes by: none
// if both are inside.
func (t *tiled) of(p numbered) (tile, passing uint32, inside bool) {
	x, y := t.tiles[p.a], t.tiles[p.b]
	switch {
	case x == y:
		return x, 0, true
	case x < y:
		return y, p.a, false
	}
	return x, p.b, false
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
