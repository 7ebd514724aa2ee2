package delivery

import (
	"math"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/mix"
)

// Dealer sends pairs to cells, and asks for their documents there. Each pair is dealt once, and all pairs with
// the same document A one after the other. It belongs to one bundle.
//
// The pairs of A go to the cell of its greatest partner, the document B with the largest key. Documents of which each
// is a partner of each other one, as those that have a text in common are, have the same greatest partner, all but
// that one itself. So their pairs are in one cell, to which each of them travels once. It is a min-hash of the
// partners (Broder 1997) whose function is the key: the more partners two documents have in common, the more often
// they go to the same cell.
//
// A greatest partner with many pairs would make its cell large, and one worker would compare them all. So they are
// dealt to slices of some size, and each slice to a cell.
//
// The pairs of a document A that would fill a slice by themselves are dealt by a grid: A chooses the row of the cell,
// and B the column. Such documents are partners of nearly all others, as books that quote each other are. In the grid
// each travels to one row and to one column of cells, and few A of a row meet few B of a column there.
type Dealer struct {
	cells int
	slice int // bytes
	pairs *engine.Out[Pair]
	needs *engine.Out[Need]
	asked map[[2]uint64]struct{} // document and cell
	dealt map[uint64]int         // bytes of pairs, by greatest partner

	// the pairs of document a that are not sent yet
	a        uint64
	partners []partner
	carried  []byte
	max      int // bytes of carried
}

// partner is document b of a pair, and where in Dealer.carried ends what the pair carries.
type partner struct {
	b   uint64
	end int
}

const (
	// cellBytes is the size of the text for one cell. A cell gets more: each document that one of its pairs needs.
	// With a spool, documents stay there until they are compared, and with fewer cells they travel less often.
	cellBytes = 32 << 20
	// sliceBytes is the size of the pairs of a slice, in bytes, that are dealt in one shard.
	sliceBytes = 32 << 10
	// inMemory is by how much cells and slices are smaller on a runner that carries blocks: all documents of a cell
	// are in memory there.
	inMemory = 16
	// cellsPerWorker is the least number of cells for each worker, so that all finish at about the same time.
	cellsPerWorker = 2
	// carriedBytes is the size of what the pairs of a document carry, in bytes, above which those so far are sent.
	carriedBytes = 8 << 20
)

// cells returns the number of cells of a pipeline with the packed shuffle p.
func cells(p shuffle.Params) int {
	if p.Workers == 0 {
		return max(p.Shards, int(p.TextBytes/p.Scaled(cellBytes/inMemory)))
	}
	return max(cellsPerWorker*p.Workers, int(p.TextBytes/p.Scaled(cellBytes)))
}

// NewDealer returns a Dealer in a worker with the packed shuffle p. pairs is packed as ByCell says.
func NewDealer(p engine.Params, pairs *engine.Out[Pair], needs *engine.Out[Need]) *Dealer {
	d := &Dealer{cells: cells(p), slice: sliceBytes, pairs: pairs, needs: needs, max: int(p.Scaled(carriedBytes))}
	if p.Workers == 0 {
		d.slice /= inMemory
	}
	d.Finish()
	return d
}

// Deal takes a pair. What it carries is copied.
func (d *Dealer) Deal(p Pair) {
	if p.A != d.a || len(d.carried) > d.max {
		d.send()
		d.a = p.A
	}
	d.carried = append(d.carried, p.Carried...)
	d.partners = append(d.partners, partner{p.B, len(d.carried)})
}

// Finish ends a shard: it sends the pairs that are not sent yet, and frees the memory of what was sent. Pairs may be
// dealt after it.
func (d *Dealer) Finish() {
	d.send()
	d.asked, d.dealt = map[[2]uint64]struct{}{}, map[uint64]int{}
}

// send sends the pairs of a document.
func (d *Dealer) send() {
	if len(d.partners) == 0 {
		return
	}
	greatest := uint64(0)
	for _, p := range d.partners {
		greatest = max(greatest, p.b)
	}
	size, from := len(d.partners)*pairBytes+len(d.carried), 0
	cell := d.cell(greatest, d.dealt[greatest]/d.slice)
	for _, p := range d.partners {
		if size > d.slice {
			cell = d.inGrid(d.a, p.b)
		}
		send(d.pairs, cell, Pair{d.a, p.b, d.carried[from:p.end]})
		d.ask(d.a, cell)
		d.ask(p.b, cell)
		from = p.end
	}
	if size <= d.slice {
		d.dealt[greatest] += size
	}
	d.partners, d.carried = d.partners[:0], d.carried[:0]
}

// cell returns the key of the cell of a slice: its number in the upper half.
func (d *Dealer) cell(greatest uint64, slice int) uint64 {
	return uint64(shuffle.ShardOf(mix.Full(greatest+uint64(slice)), d.cells)) << 32
}

// inGrid returns the key of the cell of a pair in a grid of nearly all cells.
func (d *Dealer) inGrid(a, b uint64) uint64 {
	rows := int(math.Sqrt(float64(d.cells)))
	columns := d.cells / rows
	return uint64(shuffle.ShardOf(mix.Full(a), rows)*columns+shuffle.ShardOf(mix.Full(b), columns)) << 32
}

// ask asks for a document in a cell, unless it was asked for before.
func (d *Dealer) ask(document, cell uint64) {
	k := [2]uint64{document, cell}
	if _, ok := d.asked[k]; !ok {
		d.asked[k] = struct{}{}
		d.needs.Add(document, Need{cell})
	}
}
