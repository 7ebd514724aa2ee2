package edit

import (
	"example.org/diagonal/transforms/analysis/spelling"
	"example.org/diagonal/transforms/letters/chain"
)

// Passage is a run of each of two texts that are the same but for some edits: letters [A0, A1) of the one and
// [B0, B1) of the other.
type Passage struct {
	A0, A1, B0, B1 uint32
	// Edits is the number of letters that are replaced, left out or put in.
	Edits int
}

// Similarity returns the share of letters that are no edits, 0 to 1.
func (p *Passage) Similarity() float64 {
	return 1 - min(1, float64(p.Edits)/float64(max(p.A1-p.A0, p.B1-p.B0)))
}

// Of returns the passage around a chain: from its first to its last letter, and as far as the texts go on
// alike.
func Of[L comparable](al *Aligner, a, b []L, c *chain.Chain) Passage {
	first := c.First()
	p := Passage{A0: first.I, A1: first.I, B0: first.K, B1: first.K}
	for _, r := range c.Runs {
		switch {
		case r.I >= p.A1 && r.K >= p.B1:
			p.Edits += spelling.Distance(&al.comparer, a[p.A1:r.I], b[p.B1:r.K])
		case r.I-r.K != p.A1-p.B1: // across what is aligned
			continue
		}
		p.A1, p.B1 = max(p.A1, r.I+r.N), max(p.B1, r.K+r.N)
	}
	n, m, edits := grow(al, a[p.A1:], b[p.B1:], false)
	p.A1, p.B1, p.Edits = p.A1+uint32(n), p.B1+uint32(m), p.Edits+edits
	n, m, edits = grow(al, a[:p.A0], b[:p.B0], true)
	p.A0, p.B0, p.Edits = p.A0-uint32(n), p.B0-uint32(m), p.Edits+edits
	return p
}

// window is how many letters are looked at together, and half of it how far an extension must come to go on.
const window = 1000

// grow extends over two texts, from their beginnings or, with back, from their ends.
func grow[L comparable](al *Aligner, a, b []L, back bool) (n, m, edits int) {
	for {
		x, y := a[n:min(len(a), n+window)], b[m:min(len(b), m+window)]
		if back {
			x, y = a[max(0, len(a)-n-window):len(a)-n], b[max(0, len(b)-m-window):len(b)-m]
		}
		further, furtherB, e := Extend(al, x, y, back)
		n, m, edits = n+further, m+furtherB, edits+e
		if further < window/2 || furtherB < window/2 {
			return n, m, edits
		}
	}
}
