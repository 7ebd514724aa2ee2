package touch

import (
	"math"

	"example.org/diagonal/transforms/alignment/copied"
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
)

// unitGrams finds the runs of three words of a unit by their hash. Hits are in the order of their units of a, so the
// grams of one are taken once for all units of b that it has a hit with. The zero value is of no unit.
type unitGrams struct {
	of    uint32     // 1 + the unit
	first [256]uint8 // by hash: 1 + the last place in the unit
	next  [256]uint8 // by 1 + place: 1 + the place before it with the same hash
	long  []uint32   // the words of at least copied.LongWord characters; nil: none
}

// hashOf3 returns the hash of the first three of words.
func hashOf3(words []uint32) uint8 {
	return uint8((words[0]*0x9e3779b1 ^ words[1]*0x85ebca77 ^ words[2]*0xc2b2ae3d) >> 24)
}

// unitForRun returns the words of unit u where runs are looked for: all of it, in units of the usual size.
func unitForRun(d *indexed.Document, u uint32) indexed.Span {
	return indexed.Span{Lo: d.Units[u], Hi: min(d.Units[u+1], d.Units[u]+math.MaxUint8)}
}

// take makes g the grams of unit u of d.
func (g *unitGrams) take(d *indexed.Document, u uint32) {
	if g.of == u+1 {
		return
	}
	if g.of > 0 {
		g.first, g.long = [256]uint8{}, g.long[:0]
	}
	g.of = u + 1
	words, s := d.Plain(), unitForRun(d, u)
	for x := s.Lo; x < s.Hi; x++ {
		if x+3 <= s.Hi {
			k, n := hashOf3(words[x:x+3]), uint8(x-s.Lo)+1
			g.first[k], g.next[n] = n, g.first[k]
		}
		if d.Shown(x) >= copied.LongWord {
			g.long = append(g.long, x)
		}
	}
}

// sharesRun reports whether the units of h hold a part of a run of Chars: one that holds three words of both
// units, or a long word of both. Most pairs that chance brought come here. g keeps the grams of a unit of a.
func (c *Checker) sharesRun(a, b *indexed.Document, h pair.Hit, g *unitGrams) bool {
	if c.Chars == 0 || a == b {
		return false
	}
	g.take(a, h.A)
	s, t := a.Plain(), b.Plain()
	u, v := unitForRun(a, h.A), unitForRun(b, h.B)
	for y := v.Lo; y+3 <= v.Hi; y++ {
		for n := g.first[hashOf3(t[y:y+3])]; n > 0; n = g.next[n] {
			x := u.Lo + uint32(n) - 1
			if begins := x == u.Lo || y == v.Lo || s[x-1] != t[y-1]; begins && s[x] == t[y] {
				if _, long := copied.Around(a, b, x, y, c.Chars); long {
					return true
				}
			}
		}
	}
	for _, x := range g.long {
		for y := v.Lo; y < v.Hi; y++ {
			if s[x] == t[y] {
				if _, long := copied.Around(a, b, x, y, c.Chars); long {
					return true
				}
			}
		}
	}
	return false
}
