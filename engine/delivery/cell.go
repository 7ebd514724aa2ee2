package delivery

import (
	"context"
	"encoding/binary"
	"slices"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
)

// heldBytes is the size of the payloads of the items of a cell that are held in memory at the same time, as read makes
// them, by a worker with enough memory: words and index of a document take about seven times as much. With less, items
// are read more often.
const heldBytes = 3 << 20

// held returns the size of what is held by a worker of the packed shuffle sh.
func held(sh shuffle.Params) int64 { return sh.Scaled(heldBytes) }

// Comparison is the inputs of a stage that compares the pairs of each cell: it embeds them. T is what the items are of.
type Comparison[T any] struct {
	Items engine.In[Item[T]]
	Pairs engine.In[Pair]
}

// From returns a Comparison.
func From[T any](items engine.Blocks[Item[T]], pairs engine.Blocks[Pair]) Comparison[T] {
	return Comparison[T]{engine.From(items), engine.From(pairs)}
}

// Portion makes the engine compare a cell whose pairs do not fit in memory in portions, by document a. An item is in
// each portion that needs it.
func (*Comparison[T]) Portion(payload []byte) shuffle.Place { return portion(payload) }

// EachPair calls f for each pair of the cell at hand, once for pairs that are equal, with the items of its documents as
// read makes them of their payloads. An item is nil if it was not delivered. Pairs come in any order.
//
// read is called for items of pairs only, and may use the payload until it returns: the next one has its memory. It is
// called once for each item of a small cell. A cell with more items than the memory of p is for is cut into tiles of
// documents that have pairs with each other, and an item is read once for its tile, if it has one, and for each other
// one that has a pair with it. done gets each item after its last pair there, so that its memory can be used again; nil
// drops it.
//
// EachPair ends soon after ctx, with its error.
func (c *Comparison[T]) EachPair(
	ctx context.Context, p engine.Params, read func(item []byte) (*T, error), done func(*T),
	f func(p Pair, a, b *T) error,
) error {
	numbered, err := readCell(&c.Items, &c.Pairs)
	if err != nil {
		return err
	}
	compared := 0
	return eachOfCell(numbered, held(p), read, done, func(p Pair, a, b *T) error {
		if compared++; compared%someCompared == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return f(p, a, b)
	})
}

// someCompared is how many pairs are compared, of which one may take some milliseconds, before the context is looked
// at.
const someCompared = 16

// portion says in which portions of a cell a record is (shuffle.Portion): a pair in that of its document a, so that an
// item is in few of them, and an item where a pair needs it.
func portion(payload []byte) (at shuffle.Place) {
	at.Shared = payload[0] == TagItem
	if len(payload) >= 1+8 {
		at.Number = binary.BigEndian.Uint64(payload[1:])
	}
	if !at.Shared && len(payload) >= pairBytes {
		at.Other = binary.BigEndian.Uint64(payload[1+8:])
	}
	return at
}

// cell is the items and pairs of one cell. An item has the number of its record, from 0, in the
// order of their documents. Documents that were not delivered have the number behind these.
type cell struct {
	items  items
	pairAt func(i int) []byte // payloads
	keys   []uint64           // of the items, until all pairs have numbers
	pairs  []numbered
}

// items are records of a key, of which large ones may be in a file.
type items interface {
	records
	// Whole returns a payload, perhaps in memory that nobody needs any more, and Size its size.
	Whole(memory *[]byte, i int) ([]byte, error)
	Size(i int) int
}

// records are those of a key. Payload has at least the key of an item.
type records interface {
	Len() int
	Payload(i int) []byte
}

// numbered is a pair: the numbers of its documents, and its record.
type numbered struct{ a, b, record uint32 }

// documents returns the number of documents that have numbers.
func (c *cell) documents() int { return c.items.Len() + 1 }

// size returns the size of the item of a document, 0 if it was not delivered.
func (c *cell) size(n uint32) int64 {
	if int(n) == c.items.Len() {
		return 0
	}
	return int64(c.items.Size(int(n)))
}

// number returns the number of a document: that of the first item if the same document came under the same id again.
func (c *cell) number(key uint64) uint32 {
	if n, found := slices.BinarySearch(c.keys, key); found {
		return uint32(n)
	}
	return uint32(c.items.Len())
}

// keyAt returns the document a of a pair.
func keyAt(payload []byte) uint64 { return binary.BigEndian.Uint64(payload[1:]) }

// readCell numbers the documents of the items and pairs of one cell.
func readCell(items items, pairs records) (*cell, error) {
	pairAt := pairs.Payload
	c := &cell{items: items, pairAt: pairAt, pairs: make([]numbered, 0, pairs.Len())}
	for i := range items.Len() {
		key, _, err := ReadItem(items.Payload(i))
		if err != nil {
			return nil, err
		}
		c.keys = append(c.keys, key)
	}
	for i := range pairs.Len() {
		payload := pairAt(i)
		if i > 0 && string(payload) == string(pairAt(i-1)) {
			shuffle.Progress.Compared.Add(1)
			continue
		}
		p, err := ReadPair(payload)
		if err != nil {
			return nil, err
		}
		pair := numbered{record: uint32(i)}
		if last := len(c.pairs) - 1; last >= 0 && keyAt(pairAt(int(c.pairs[last].record))) == p.A {
			pair.a = c.pairs[last].a
		} else {
			pair.a = c.number(p.A)
		}
		pair.b = c.number(p.B)
		c.pairs = append(c.pairs, pair)
	}
	c.keys = nil
	return c, nil
}

// eachOfCell calls f for the pairs of c, and holds items of about max bytes, and one more. An item
// is held until its last pair in a tile.
func eachOfCell[T any](
	c *cell, max int64, read func([]byte) (*T, error), done func(*T), f func(Pair, *T, *T) error,
) error {
	tiles := c.tile(max)
	held := make([]*T, c.documents())
	left := make([]uint32, c.documents()) // the pairs of each document that are left of the tile
	var memory []byte                     // of an item
	item := func(n uint32) (*T, error) {
		if held[n] != nil || int(n) == c.items.Len() {
			return held[n], nil
		}
		payload, err := c.items.Whole(&memory, int(n))
		if err != nil {
			return nil, err
		}
		v, err := read(payload)
		held[n] = v
		return v, err
	}
	for rest := c.pairs; len(rest) > 0; {
		n := tiles.first(rest)
		pairs := rest[:n]
		rest = rest[n:]
		for _, p := range pairs {
			left[p.a]++
			left[p.b]++
		}
		for _, p := range pairs {
			a, err := item(p.a)
			if err != nil {
				return err
			}
			b, err := item(p.b)
			if err != nil {
				return err
			}
			pair, err := ReadPair(c.pairAt(int(p.record)))
			if err != nil {
				return err
			}
			if err := f(pair, a, b); err != nil {
				return err
			}
			for _, n := range [2]uint32{p.a, p.b} {
				if left[n]--; left[n] == 0 {
					if done != nil && held[n] != nil {
						done(held[n])
					}
					held[n] = nil
				}
			}
			shuffle.Progress.Compared.Add(1)
		}
	}
	return nil
}
