package indexed

// Ignored is text that the user does not want to be looked at. A unit is ignored if it has a word of it. Its words are
// in no other document, so it has no seeds; and no cluster goes over it, so that no passage holds one of its words.
// What is on its two sides are two passages.

// countIgnored fills the table of Ignores.
func (d *Document) countIgnored() {
	d.ignored = nil
	if len(d.Ignored) == 0 {
		return
	}
	d.ignored = make([]uint32, d.UnitCount()+1)
	edges := d.Ignored
	for u := range d.UnitCount() {
		for len(edges) > 0 && edges[1] <= d.Units[u] {
			edges = edges[2:]
		}
		d.ignored[u+1] = d.ignored[u]
		if len(edges) > 0 && edges[0] < d.Units[u+1] {
			d.ignored[u+1]++
		}
	}
}

// Ignores reports whether one of the units [u, v) is ignored.
func (d *Document) Ignores(u, v uint32) bool { return d.ignored != nil && d.ignored[u] != d.ignored[v] }

// IgnoredBefore returns how many units before each one, and before the end, are ignored; nil if none is.
func (d *Document) IgnoredBefore() []uint32 { return d.ignored }
