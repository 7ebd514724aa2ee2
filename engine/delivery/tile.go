package delivery

import (
	"math"
	"slices"

	"example.org/diagonal/engine/shuffle"
)

// tiled is the documents of a cell in tiles, from 1. Those of tile 0 are in none. A pair belongs to the later tile of
// its documents.
type tiled struct {
	tiles []uint32 // of each document, by number
	place []uint32 // of each document in the order of the tiles
}

// tile deals the documents of a cell to tiles of at most max bytes of items, and of about the same size: other
// documents pass by every tile, and a tile that is a small rest costs as much of this as a full one. It
// brings the pairs into the order in which they are compared: tile by tile, the pairs inside a tile and then those
// with each other document. So the tile stays in memory, and the others pass by, each for
// itself. Documents that have pairs with each other are in the same tile or in near ones where that
// is possible.
//
// Those that pass by are the documents of earlier tiles and those of no tile, which have no pairs with each other: all
// of one side, in the cell of two groups, and documents that are only the first ones of pairs, or only the second ones.
func (c *cell) tile(max int64) tiled {
	t := tiled{tiles: make([]uint32, c.documents()), place: make([]uint32, c.documents())}
	order, side := c.byNearness()
	held := c.heldOf(order, side, max)
	slices.SortStableFunc(order, func(n, m uint32) int { return boolean(held[n]) - boolean(held[m]) })
	all := int64(0) // bytes of items that are in tiles
	for _, n := range order {
		if held[n] {
			all += c.size(n)
		}
	}
	even := evenly(all, max)
	tile, size := uint32(0), int64(0)
	done, until := int64(0), int64(0) // bytes of the items so far, and of those up to the end of the tile
	for place, n := range order {
		t.place[n] = uint32(place)
		if !held[n] {
			continue
		}
		item := c.size(n)
		if tile == 0 || size > 0 && (size+item > max || done+item/2 > until) {
			tile, size, until = tile+1, 0, until+even
		}
		size, done = size+item, done+item
		t.tiles[n] = tile
	}
	if tile > 1 {
		shuffle.Progress.Tiles.Add(int64(tile))
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

// heldOf returns which documents are in tiles: all, if they fit in one. Else one of each pair is: that of one of the
// two sides of byNearness, the one that comes first in the pair, or the one that comes second, whichever reads the
// fewest bytes if each document passes by each tile.
func (c *cell) heldOf(order []uint32, side []uint8, limit int64) []bool {
	const all, sides, first, second = 1, 2 | 4, 8, 16
	in := make([]uint8, c.documents())
	for _, n := range order {
		in[n] = all | side[n]<<1
	}
	for _, p := range c.pairs {
		in[p.a] |= first | sides&^(in[p.a]|in[p.b]) // where both are on one side
		in[p.b] |= second
	}
	held, least := make([]bool, c.documents()), int64(math.MaxInt64)
	for way := uint8(all); way <= second; way *= 2 {
		if read := c.reads(order, in, way, limit); read < least {
			least = read
			for _, n := range order {
				held[n] = in[n]&way != 0
			}
		}
	}
	return held
}

// reads returns how many bytes of items are read at most, if the documents that have the bit of a way are in tiles.
func (c *cell) reads(order []uint32, in []uint8, way uint8, limit int64) int64 {
	var inTiles, passing int64
	for _, n := range order {
		if in[n]&way != 0 {
			inTiles += c.size(n)
		} else {
			passing += c.size(n)
		}
	}
	tiles := (inTiles + limit - 1) / max(1, limit)
	read := inTiles + tiles*passing
	if slices.ContainsFunc(c.pairs, func(p numbered) bool { return in[p.a]&in[p.b]&way != 0 }) {
		read += (tiles - 1) * inTiles / 2 // each passes by the later tiles
	}
	return read
}

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
		if side[n] == 0 {
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
