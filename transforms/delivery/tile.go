package delivery

import (
	"cmp"
	"slices"

	"example.org/diagonal/transforms/shuffle"
)

// tiled is the documents of a cell in tiles. A pair belongs to the later tile of its documents.
type tiled struct {
	tiles []uint32 // of each document, by number
	place []uint32 // of each document in the order of the tiles
}

// tile deals the documents of a cell to tiles of about most bytes of items, and brings the pairs
// into the order in which they are compared: tile by tile, the pairs inside a tile and then those
// with each earlier document. So the tile stays in memory, and earlier documents pass by, each for
// itself. Documents that have pairs with each other are in the same tile or in near ones where that
// is possible.
func (c *cell) tile(most int64) tiled {
	t := tiled{tiles: make([]uint32, len(c.items)), place: make([]uint32, len(c.items))}
	tile, size := uint32(0), int64(0)
	for place, n := range c.byNearness() {
		if size += int64(len(c.items[n])); size > most && size > int64(len(c.items[n])) {
			tile, size = tile+1, int64(len(c.items[n]))
		}
		t.tiles[n], t.place[n] = tile, uint32(place)
	}
	if tile > 0 {
		shuffle.Progress.Tiles.Add(int64(tile) + 1)
	}
	slices.SortStableFunc(c.pairs, func(p, q numbered) int {
		return cmp.Or(cmp.Compare(t.of(p), t.of(q)), cmp.Compare(t.turn(p), t.turn(q)))
	})
	return t
}

// of returns the tile of a pair.
func (t *tiled) of(p numbered) uint32 { return max(t.tiles[p.a], t.tiles[p.b]) }

// turn returns when a pair has its turn in its tile: of those inside, with the later document, so
// that the earlier ones are soon done with; and of the others with the document that passes by.
func (t *tiled) turn(p numbered) uint64 {
	earlier, later := t.place[p.a], t.place[p.b]
	if earlier > later {
		earlier, later = later, earlier
	}
	if t.tiles[p.a] == t.tiles[p.b] {
		return uint64(later)
	}
	return 1<<32 | uint64(earlier)
}

// first returns how many of pairs, which are in the order of their tiles, are of the tile of the first.
func (t *tiled) first(pairs []numbered) int {
	n := 1
	for n < len(pairs) && t.of(pairs[n]) == t.of(pairs[0]) {
		n++
	}
	return n
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
