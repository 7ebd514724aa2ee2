// Package frequency counts q-grams over a collection, in cells: a table whose size does not depend
// on the collection.
//
// A q-gram of up to four characters of the alphabet [a-z0-9_] has a cell of its own: there the
// count is exact. All other q-grams are hashed to 2^22 cells, and those of one cell are counted
// together. The guarantee of winnowing does not depend on the counts.
//
// Cells are kept in pages, and a page exists only if one of its cells was counted.
package frequency

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Counts counts q-grams. The zero value has counted none.
type Counts struct {
	pages cells[uint32]
}

// Add counts a q-gram.
func (c *Counts) Add(gram uint64) {
	cell := cellOf(gram)
	count(&c.pages.page(cell >> pageBits)[cell&(pageSize-1)])
}

func count(n *uint32) {
	if *n < maxCount {
		*n++
	}
}

// AddFours counts the q-grams of four of a run of characters of the alphabet.
func (c *Counts) AddFours(chars []byte) {
	if len(chars) < 4 {
		return
	}
	counts := c.pages.fours()
	f := StartFours(chars)
	for _, b := range chars[3:] {
		count(&counts[f.Next(b)])
	}
}

// Each calls f with the encoded counts of each page that has one: of the number n, from 0 to Pages-1.
// encoded is valid until the next call.
//
//	for each cell with a count: cells since the last one, count uvarint
func (c *Counts) Each(f func(n int, encoded []byte)) {
	var b []byte
	for n, page := range c.pages.pages {
		if page == nil {
			continue
		}
		b = b[:0]
		last := 0
		for i, count := range page {
			if count > 0 {
				b = binary.AppendUvarint(b, uint64(i-last))
				b = binary.AppendUvarint(b, uint64(count))
				last = i
			}
		}
		if len(b) > 0 {
			f(n, b)
		}
	}
}

// AddPage adds encoded counts of a page. The error says what is wrong with them.
func (c *Counts) AddPage(n int, encoded []byte) error {
	if n < 0 || n >= Pages {
		return fmt.Errorf("frequency: there is no page %d", n)
	}
	page := c.pages.page(uint32(n))
	cell := uint64(0)
	for first := true; len(encoded) > 0; first = false {
		gap, n := binary.Uvarint(encoded)
		if n <= 0 {
			return errDamaged
		}
		count, m := binary.Uvarint(encoded[n:])
		if m <= 0 || gap >= pageSize || gap == 0 && !first || count == 0 || count > maxCount {
			return errDamaged
		}
		encoded = encoded[n+m:]
		if cell += gap; cell >= pageSize {
			return errDamaged
		}
		page[cell] = uint32(min(uint64(page[cell])+count, maxCount))
	}
	return nil
}

var errDamaged = errors.New("frequency: a page is damaged")

// maxCount is the largest count; more counts as that.
const maxCount = 1<<32 - 1

// Stats describes what was counted.
type Stats struct {
	// Grams is the number of q-grams, Distinct the number of cells with a count.
	Grams, Distinct int64
	// Once is the number of cells with a count of 1.
	Once int64
}

// Stats returns the sums of all counts.
func (c *Counts) Stats() (s Stats) {
	c.each(func(_ int, count uint32) {
		s.Grams += int64(count)
		s.Distinct++
		if count == 1 {
			s.Once++
		}
	})
	return s
}

func (c *Counts) each(f func(cell int, count uint32)) {
	for n, page := range c.pages.pages {
		if page == nil {
			continue
		}
		for i, count := range page {
			if count > 0 {
				f(n*pageSize+i, count)
			}
		}
	}
}

// of returns the count of a cell.
func (c *Counts) of(cell int) uint32 {
	if page := c.pages.pages[cell/pageSize]; page != nil {
		return page[cell%pageSize]
	}
	return 0
}

// Distance returns how far the distributions of two counts are apart: the share of the q-grams of
// one that would have to be others to give the other one, 0 (the same) to 1 (nothing in common). It
// is the total variation distance. Without a q-gram on one side it is 0.
func Distance(a, b *Counts) float64 {
	all, other := float64(a.Stats().Grams), float64(b.Stats().Grams)
	if all == 0 || other == 0 {
		return 0
	}
	more := 0.0
	a.each(func(cell int, count uint32) {
		more += max(0, float64(count)/all-float64(b.of(cell))/other)
	})
	return min(more, 1)
}
