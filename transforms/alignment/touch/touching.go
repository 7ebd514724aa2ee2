package touch

import (
	"slices"

	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
	"example.org/diagonal/transforms/analysis/unit"
)

// touching is the pairs of units that count for Checker.Touch, of the documents at hand, in the order of their units.
type touching struct {
	counted []touch
	first   int // the first one that may be near those to come
}

// touch is a pair of units.
type touch struct {
	pair.Hit
	words int // that its units have in common
	near  int // and those of pairs that are near it, with its own
	need  int // how many of these are enough
}

func (t *touching) begin() { t.counted, t.first = t.counted[:0], 0 }

// touches adds the pair of units of h, with so many common words, and reports whether there are enough now. The
// pairs must come in their order. It takes little more time where a unit is in very many pairs.
func (c *Checker) touches(a, b *indexed.Document, h pair.Hit, common int) bool {
	t, added := &c.touching, touch{h, common, common, c.Words}
	if paired(a, h.A) && paired(b, h.B) {
		added.need = c.SpacelessWords
	}
	for t.first < len(t.counted) && uint64(t.counted[t.first].A)+uint64(c.Near) < uint64(h.A) {
		t.first++
	}
	for x := t.first; x < len(t.counted); {
		row := t.counted[x].A
		x = t.search(x, pair.Hit{A: row, B: h.B - min(h.B, c.Near)})
		for ; x < len(t.counted) && t.counted[x].A == row && uint64(t.counted[x].B) <= uint64(h.B)+uint64(c.Near); x++ {
			o := &t.counted[x]
			added.near += o.words
			if o.near += common; c.enough(o) {
				return true
			}
		}
		x = t.search(x, pair.Hit{A: row + 1})
	}
	t.counted = append(t.counted, added)
	return c.enough(&added)
}

// fewSteps is how many pairs search looks at one after the other: in most documents there are no more.
const fewSteps = 8

// search returns the first of the pairs, from x on, that does not come before h.
func (t *touching) search(x int, h pair.Hit) int {
	for end := min(len(t.counted), x+fewSteps); x < end; x++ {
		if pair.CompareHits(t.counted[x].Hit, h) >= 0 {
			return x
		}
	}
	n, _ := slices.BinarySearchFunc(t.counted[x:], h, func(o touch, h pair.Hit) int {
		return pair.CompareHits(o.Hit, h)
	})
	return x + n
}

// paired reports whether most words of unit u of d are pairs of characters, as in text without spaces.
func paired(d *indexed.Document, u uint32) bool {
	if d.Tokens == nil {
		return false
	}
	lo, hi := d.Units[u], d.Units[u+1]
	return unit.Spaceless(d.Words[lo:hi], d.Tokens[lo:hi])
}

// enough reports whether there are as many common words near o as need be.
func (c *Checker) enough(o *touch) bool {
	if t := c.Trace; t != nil && o.near*t.CommonNeed >= t.Common*o.need { // the nearest so far
		t.Common, t.CommonNeed = o.near, o.need
	}
	return o.near >= o.need
}
