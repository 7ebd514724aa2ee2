package indexed

// Apparatus is what is in a text and is not read as text: addresses, and the fields at the head of a
// file. Documents of one kind have it in common, whatever they say. So it has no length and is no
// evidence (package evidence), and units of it make no passages. A passage goes on over it.

// Apparatus reports whether word x is an address or a field at the head of a file.
func (d *Document) Apparatus(x uint32) bool {
	return d.Hidden != nil && d.Hidden[x] == d.To[x]-d.From[x]
}

// setAside marks the units of which two thirds of the words are apparatus.
func (d *Document) setAside() {
	marks, some := d.aside[:0], false
	d.aside = nil
	if d.Hidden == nil {
		return
	}
	for u := range d.UnitCount() {
		n := uint32(0)
		for x := d.Units[u]; x < d.Units[u+1]; x++ {
			if d.Apparatus(x) {
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
