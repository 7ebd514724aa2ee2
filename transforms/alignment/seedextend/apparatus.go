package seedextend

// Apparatus is what is in a text and is not read as text: addresses, and the fields at the head of a
// file. Documents of one kind have it in common, whatever they say. So it has no length and is no
// evidence (evidence.go), and units of it make no passages. A passage goes on over it.

// apparatus reports whether word x is an address or a field at the head of a file.
func (d *Document) apparatus(x uint32) bool {
	return d.Hidden != nil && d.Hidden[x] == d.To[x]-d.From[x]
}

// apart reports whether unit u makes no passages, because two thirds of its words are apparatus.
func (d *Document) apart(u uint32) bool { return d.aside != nil && d.aside[u] }

// setAside fills the table of apart.
func (d *Document) setAside() {
	marks, some := d.aside[:0], false
	d.aside = nil
	if d.Hidden == nil {
		return
	}
	for u := range d.units() {
		n := uint32(0)
		for x := d.Units[u]; x < d.Units[u+1]; x++ {
			if d.apparatus(x) {
				n++
			}
		}
		marks = append(marks, 3*n >= 2*(d.Units[u+1]-d.Units[u]))
		some = some || marks[u]
	}
	if some {
		d.aside = marks
	}
}

// overApparatus moves the ends of a passage over the apparatus that goes on there on both sides.
func (w *Worker) overApparatus(c *cluster) {
	if w.self || w.a.Hidden == nil || w.b.Hidden == nil {
		return
	}
	wordsA, wordsB := w.a.tokens(), w.b.tokens()
	same := func(x, y uint32) bool {
		return wordsA[x] == wordsB[y] && w.a.apparatus(x) && w.b.apparatus(y)
	}
	for c.a.lo > 0 && c.b.lo > 0 && same(c.a.lo-1, c.b.lo-1) {
		c.a.lo--
		c.b.lo--
	}
	for int(c.a.hi) < len(wordsA) && int(c.b.hi) < len(wordsB) && same(c.a.hi, c.b.hi) {
		c.a.hi++
		c.b.hi++
	}
}
