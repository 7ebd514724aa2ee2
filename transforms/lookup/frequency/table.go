package frequency

import "math/bits"

// Table gives the frequency of each q-gram in 16 bits: exact below 4,096, above with 12
// significant bits. q-grams that were never counted come last, because they can match nothing
// in the collection.
type Table struct {
	cells cells[uint16]
	grams int64
}

// unseen is the frequency of q-grams that were not counted: larger than all others.
const unseen = 1<<16 - 1

var noPage = func() *[pageSize]uint16 {
	page := new([pageSize]uint16)
	for i := range page {
		page[i] = unseen
	}
	return page
}()

// Table returns the frequencies of what was counted.
func (c *Counts) Table() *Table {
	t := &Table{grams: c.Stats().Grams}
	t.cells.fours()
	for n, counts := range c.pages.pages {
		switch {
		case counts != nil:
			page := t.cells.page(uint32(n))
			for i, count := range counts {
				page[i] = small(count)
			}
		case n < ownPages:
			*t.cells.pages[n] = *noPage
		default:
			t.cells.pages[n] = noPage
		}
	}
	return t
}

// small returns a count in 16 bits, in the same order.
func small(count uint32) uint16 {
	if count == 0 {
		return unseen
	}
	e := max(bits.Len32(count)-12, 0)
	return uint16(2048*e) + uint16(count>>e)
}

// Of returns the frequency of a q-gram in 16 bits: smaller ones are rarer.
func (t *Table) Of(gram uint64) uint16 {
	cell := cellOf(gram)
	return t.cells.pages[cell>>pageBits][cell&(pageSize-1)]
}

// Count returns how often a q-gram was counted, to 12 significant bits.
func (t *Table) Count(gram uint64) uint32 { return large(t.Of(gram)) }

// large returns the count of 16 bits, at most as large as the one that they were made of.
func large(f uint16) uint32 {
	switch {
	case f == unseen:
		return 0
	case f < 1<<12:
		return uint32(f)
	}
	e := f/2048 - 1
	return uint32(f-2048*e) << e
}

// Grams returns how many q-grams were counted.
func (t *Table) Grams() int64 { return t.grams }

// Cells returns the frequencies of q-grams by cell, for the cells of Fours.
func (t *Table) Cells() []uint16 { return t.cells.own[:] }
