package touch

import (
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
	"example.org/diagonal/transforms/analysis/unit"
)

// touching is the pairs of units that count for Checker.Touch, of the documents at hand.
type touching struct {
	words     int // common words of the pairs that are not in text without spaces
	spaceless []touch
}

// touch is a pair of units in text without spaces, on both sides.
type touch struct {
	pair.Hit
	words int // that its units have in common
	near  int // and those of pairs that are near it, with its own
}

func (t *touching) begin() { t.words, t.spaceless = 0, t.spaceless[:0] }

// touches adds the pair of units of h, with so many common words, and reports whether there are enough now. The
// pairs must come in the order of their units of a.
func (c *Checker) touches(a, b *indexed.Document, h pair.Hit, common int) bool {
	t := &c.touching
	if !paired(a, h.A) || !paired(b, h.B) {
		t.words += common
		return c.enough(t.words, c.Words)
	}
	added := touch{h, common, common}
	for x := len(t.spaceless) - 1; x >= 0 && h.A-t.spaceless[x].A <= c.Near; x-- {
		if o := &t.spaceless[x]; max(o.B, h.B)-min(o.B, h.B) <= c.Near {
			added.near += o.words
			if o.near += common; c.enough(o.near, c.SpacelessWords) {
				return true
			}
		}
	}
	t.spaceless = append(t.spaceless, added)
	return c.enough(added.near, c.SpacelessWords)
}

// paired reports whether most words of unit u of d are pairs of characters, as in text without spaces.
func paired(d *indexed.Document, u uint32) bool {
	if d.Tokens == nil {
		return false
	}
	lo, hi := d.Units[u], d.Units[u+1]
	return unit.Spaceless(d.Words[lo:hi], d.Tokens[lo:hi])
}

// enough reports whether there are as many common words as need be.
func (c *Checker) enough(common, need int) bool {
	if t := c.Trace; t != nil && common*t.CommonNeed >= t.Common*need { // the nearest so far
		t.Common, t.CommonNeed = common, need
	}
	return common >= need
}
