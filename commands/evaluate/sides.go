package evaluate

import "example.org/diagonal/io/record"

// tellSides gives documents of a source names of their own where a document of the input has the
// same id, so that a passage of the two is not taken for one inside a document. Lines of a result
// say of which side b is. Lines of a gold need not: then b is of the source where the result
// knows its id on both sides, and in a pair of a document with itself.
func tellSides(g *passages, res *passages) {
	if !res.anySource() && !g.anySource() {
		return
	}
	input, source := map[string]bool{}, map[string]bool{}
	said := g.anySource()
	look := func(ps *passages) {
		for i, p := range ps.all {
			input[p.A] = true
			if ps.source[i] {
				source[p.B] = true
			} else {
				input[p.B] = true
			}
		}
	}
	look(res)
	if said {
		look(g)
	} else {
		for _, p := range g.all {
			if p.Within() {
				input[p.A], source[p.B] = true, true
			}
		}
	}
	both := func(id string) bool { return input[id] && source[id] }
	for _, ps := range []*passages{g, res} {
		for i := range ps.all {
			p := &ps.all[i]
			if both(p.B) && (ps.source[i] || ps == g && !said) {
				p.B = record.SidedID(p.B, true)
			}
		}
	}
}

// anySource reports whether a line says that b is of the source.
func (ps *passages) anySource() bool {
	for _, source := range ps.source {
		if source {
			return true
		}
	}
	return false
}
