package seedextend

import "example.org/diagonal/transforms/analysis/unit"

// touching is the pairs of units that count for Touch, of the documents at hand.
type touching struct {
	words     int // common words of the pairs that are not in text without spaces
	spaceless []touch
}

// touch is a pair of units in text without spaces, on both sides.
type touch struct {
	Hit
	words int // that its units have in common
	near  int // and those of pairs that are near it, with its own
}

func (t *touching) begin() { t.words, t.spaceless = 0, t.spaceless[:0] }

// touches adds the pair of units of h, with so many common words, and reports whether there are enough now. The
// pairs must come in the order of their units of a.
func (w *Worker) touches(h Hit, common int) bool {
	t := &w.touching
	if !w.a.paired(h.A) || !w.b.paired(h.B) {
		t.words += common
		return w.enough(t.words, w.params.TouchWords)
	}
	added, near := touch{h, common, common}, w.params.Near
	for x := len(t.spaceless) - 1; x >= 0 && h.A-t.spaceless[x].A <= near; x-- {
		if o := &t.spaceless[x]; max(o.B, h.B)-min(o.B, h.B) <= near {
			added.near += o.words
			if o.near += common; w.enough(o.near, w.params.SpacelessTouchWords) {
				return true
			}
		}
	}
	t.spaceless = append(t.spaceless, added)
	return w.enough(added.near, w.params.SpacelessTouchWords)
}

// paired reports whether most words of unit u are pairs of characters, as in text without spaces.
func (d *Document) paired(u uint32) bool {
	if d.Tokens == nil {
		return false
	}
	lo, hi := d.Units[u], d.Units[u+1]
	return unit.Spaceless(d.Words[lo:hi], d.Tokens[lo:hi])
}

// enough reports whether there are as many common words as need be.
func (w *Worker) enough(common, need int) bool {
	if t := w.Trace; t != nil && common*t.CommonNeed >= t.Common*need { // the nearest so far
		t.Common, t.CommonNeed = common, need
	}
	return common >= need
}
