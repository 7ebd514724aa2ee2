package represent

import "iter"

// Divider is Divide for items that come one after the other, in order, each with the later items that are similar to
// it. It keeps one number for each item, however many pairs are similar. The zero value is ready.
type Divider struct {
	of   []uint32 // the number of the representative and 1, 0 if there is none yet
	next uint32
}

// Next returns the representative of the next item, which is the number of the item if it is one, and the number of
// others that it then represents. similar are the numbers of later items that are similar to it.
func (d *Divider) Next(similar iter.Seq[uint32]) (representative uint32, others int) {
	item := d.next
	d.next++
	if int(item) < len(d.of) && d.of[item] != 0 {
		return d.of[item] - 1, 0
	}
	for later := range similar {
		if n := int(later) + 1 - len(d.of); n > 0 {
			d.of = append(d.of, make([]uint32, n)...)
		}
		if d.of[later] == 0 {
			d.of[later] = item + 1
			others++
		}
	}
	return item, others
}
