package delivery

import (
	"cmp"
	"slices"

	"example.org/diagonal/engine"
)

// Collector collects pairs of documents that meet more than once, and deals each of them once. It
// belongs to one bundle. A pair may be dealt again after Deal.
type Collector struct {
	groups int
	pairs  *engine.Out[Pair]
	needs  *engine.Out[Need]
	max    int
	met    [][2]uint64
	cells  []uint64 // scratch: those that were asked for one document
}

// metBytes is the memory of the pairs that are collected before repeats are dropped.
const metBytes = 64 << 20

// NewCollector returns a Collector for so many groups, in a worker with the packed shuffle p. pairs is packed as
// ByGroups says.
func NewCollector(p engine.Params, pairs *engine.Out[Pair], needs *engine.Out[Need], groups int) *Collector {
	return &Collector{groups: groups, pairs: pairs, needs: needs, max: int(p.Scaled(metBytes)) / 16}
}

// Add collects a pair. Its order does not count.
func (c *Collector) Add(a, b uint64) {
	c.met = append(c.met, [2]uint64{min(a, b), max(a, b)})
	if len(c.met) >= c.max {
		c.Deal()
	}
}

// Deal sends the collected pairs, each once, and asks for their documents: once for those that are the smaller one of
// pairs in a cell, and once for those that are the larger one.
func (c *Collector) Deal() {
	slices.SortFunc(c.met, func(a, b [2]uint64) int {
		if a[0] == b[0] {
			return cmp.Compare(a[1], b[1])
		}
		return cmp.Compare(a[0], b[0])
	})
	c.met = slices.Compact(c.met)
	for _, m := range c.met {
		send(c.pairs, Cell(m[0], m[1], c.groups), Pair{A: m[0], B: m[1]})
	}
	c.ask(0)
	slices.SortFunc(c.met, func(a, b [2]uint64) int { return cmp.Compare(a[1], b[1]) })
	c.ask(1)
	c.met = c.met[:0]
}

// ask asks for the documents of one side of the pairs, which are in the order of that side.
func (c *Collector) ask(side int) {
	for i, m := range c.met {
		if i == 0 || m[side] != c.met[i-1][side] {
			c.cells = c.cells[:0]
		}
		if cell := Cell(m[0], m[1], c.groups); !slices.Contains(c.cells, cell) {
			c.cells = append(c.cells, cell)
			c.needs.Add(m[side], Need{cell})
		}
	}
}
