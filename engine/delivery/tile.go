package delivery

import (
	"slices"

	"example.org/diagonal/engine/shuffle"
)

// tiled is the documents of a cell in tiles. A pair belongs to the later tile of its documents.
type tiled struct {
	tiles []uint32 // of each document, by number
	place []uint32 // of each document in the order of the tiles
}

// tile deals the documents of a cell to tiles of at most max bytes of items, and of about the same size: an
// earlier document passes by every tile, and a tile that is a small rest costs as much of this as a full one. It
// brings the pairs into the order in which they are compared: tile by tile, the pairs inside a tile and then those
// with each earlier document. So the tile stays in memory, and earlier documents pass by, each for
// itself. Documents that have pairs with each other are in the same tile or in near ones where that
// is possible.
//
// In the cell of two groups every pair has a document of each. There the documents of one group make
// no tiles: all of them are earlier documents, and pass by the tiles of the other group.
func (c *cell) tile(max int64) tiled {
	t := tiled{tiles: make([]uint32, c.documents()), place: make([]uint32, c.documents())}
	order, side := c.byNearness()
	passing := c.passing(order, side, max)
	if passing != none { // those that pass by come first, in tile 0
		slices.SortStableFunc(order, func(n, m uint32) int {
			return boolean(side[n] != passing) - boolean(side[m] != passing)
		})
	}
	all := int64(0) // bytes of items that are in tiles
	for _, n := range order {
		if passing == none || side[n] != passing {
			all += c.size(n)
		}
	}
	even := evenly(all, max)
	tile, size := uint32(0), int64(0)
	done, until := int64(0), int64(0) // bytes of the items so far, and of those up to the end of the tile
	if passing == none {
		until = even
	}
	for place, n := range order {
		t.place[n] = uint32(place)
		if passing != none && side[n] == passing {
			continue
		}
		item := c.size(n)
		first := tile == 0 && passing != none
		if first || size > 0 && (size+item > max || done+item/2 > until) {
			tile, size, until = tile+1, 0, until+even
		}
		size, done = size+item, done+item
		t.tiles[n] = tile
	}
	if tile > 0 {
		shuffle.Progress.Tiles.Add(int64(tile) + 1)
	}
	// by tile, then by turn: the last key comes first
	scratch := make([]numbered, len(c.pairs))
	byNumber(c.pairs, scratch, c.documents(), t.turn)
	byNumber(scratch, c.pairs, 2*int(tile)+2, func(p numbered) uint32 { return 2*t.of(p) + t.crossing(p) })
	return t
}

// byNumber sorts pairs into sorted by a number below n. Pairs with the same number stay in their order.
func byNumber(pairs, sorted []numbered, n int, number func(numbered) uint32) {
	next := make([]uint32, n+1)
	for _, p := range pairs {
		next[number(p)+1]++
	}
	for i := range n {
		next[i+1] += next[i]
	}
	for _, p := range pairs {
		at := number(p)
		sorted[next[at]] = p
		next[at]++
	}
}

// evenly returns the size of tiles of the same size, of at most limit bytes each, for all bytes: as few tiles as
// there can be.
func evenly(all, limit int64) int64 {
	tiles := (all + limit - 1) / max(1, limit)
	return (all + tiles - 1) / max(1, tiles)
}

// passing returns the side whose documents pass by the tiles of the other one: of the two ways, the
// one that reads fewer bytes if each document passes by each tile. It returns none if all documents
// are one tile, or if a pair has both documents on one side.
func (c *cell) passing(order []uint32, side []uint8, limit int64) uint8 {
	var size [3]int64
	for _, n := range order {
		size[side[n]] += c.size(n)
	}
	if size[1]+size[2] <= limit || slices.ContainsFunc(c.pairs, func(p numbered) bool {
		return side[p.a] == side[p.b]
	}) {
		return none
	}
	read := func(held, passing int64) int64 { return held + (held+limit-1)/max(1, limit)*passing }
	if read(size[1], size[2]) <= read(size[2], size[1]) {
		return 2
	}
	return 1
}

// none is no side. The sides are 1 and 2.
const none = 0

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}

// of returns the tile of a pair.
func (t *tiled) of(p numbered) uint32 { return max(t.tiles[p.a], t.tiles[p.b]) }

// crossing returns 1 if an earlier document passes by the tile of a pair, and 0 if both documents are in it: such pairs
// have their turn first.
func (t *tiled) crossing(p numbered) uint32 {
	if t.tiles[p.a] == t.tiles[p.b] {
		return 0
	}
	return 1
}

// turn returns when a pair has its turn in its tile: of those inside, with the later document, so
// that the earlier ones are soon done with; and of the others with the document that passes by.
func (t *tiled) turn(p numbered) uint32 {
	if t.crossing(p) == 0 {
		return max(t.place[p.a], t.place[p.b])
	}
	return min(t.place[p.a], t.place[p.b])
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
// pairs with. Documents without pairs are left out. side is 1 or 2 for each document, and different
// for the two documents of every pair if that is possible.
func (c *cell) byNearness() (order []uint32, side []uint8) {
	ends := make([]uint32, c.documents()+1) // of the neighbours of each document
	for _, p := range c.pairs {
		ends[p.a+1]++
		ends[p.b+1]++
	}
	for n := range c.documents() {
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
	order, side = make([]uint32, 0, c.documents()), make([]uint8, c.documents())
	visit := func(n uint32, s uint8) {
		if side[n] == none {
			side[n] = s
			order = append(order, n)
		}
	}
	for first := range uint32(c.documents()) {
		if ends[first] == ends[first+1] {
			continue
		}
		done := len(order)
		for visit(first, 1); done < len(order); done++ {
			n := order[done]
			for _, m := range neighbours[ends[n]:ends[n+1]] {
				visit(m, 3-side[n])
			}
		}
	}
	return order, side
}
