package delivery

import (
	"cmp"
	"slices"

	"example.org/diagonal/transforms/shuffle"
)

// Collector collects pairs of documents that meet more than once, and deals each of them once. It
// belongs to one bundle. A pair may be dealt again after Deal.
type Collector struct {
	dealer *Dealer
	met    [][2]uint64
}

// maxMet is the number of pairs that are collected before repeats are dropped: 64 MB.
const maxMet = 4 << 20

// NewCollector returns a Collector with a Dealer for these arguments.
func NewCollector(p shuffle.Params, groups int, across bool) *Collector {
	return &Collector{dealer: NewDealer(p, groups, across)}
}

// Add collects a pair. Its order does not count.
func (c *Collector) Add(a, b uint64, pairs, needs func(int, []byte)) {
	c.met = append(c.met, [2]uint64{min(a, b), max(a, b)})
	if len(c.met) >= maxMet {
		c.Deal(pairs, needs)
	}
}

// Deal sends the collected pairs, each once, and asks for their documents.
func (c *Collector) Deal(pairs, needs func(int, []byte)) {
	slices.SortFunc(c.met, func(a, b [2]uint64) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
	})
	c.met = slices.Compact(c.met)
	c.dealer.Forget()
	for _, m := range c.met {
		c.dealer.Deal(Pair{A: m[0], B: m[1]}, pairs, needs)
	}
	c.met = c.met[:0]
}

// Flush emits what is left, at the end of the bundle.
func (c *Collector) Flush(pairs, needs func(int, []byte)) {
	c.Deal(pairs, needs)
	c.dealer.Flush(pairs, needs)
}
