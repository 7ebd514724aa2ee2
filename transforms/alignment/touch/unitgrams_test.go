package touch

import (
	"math/rand/v2"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
	"example.org/diagonal/transforms/alignment/copied"
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
	"example.org/diagonal/transforms/analysis/unit"
)

// plainSharesRun is sharesRun in its obvious form.
func plainSharesRun(a, b *indexed.Document, h pair.Hit, chars float64) bool {
	u, v := unitForRun(a, h.A), unitForRun(b, h.B)
	s, t := a.Plain(), b.Plain()
	for x := u.Lo; x < u.Hi; x++ {
		for y := v.Lo; y < v.Hi; y++ {
			begins := x == u.Lo || y == v.Lo || s[x-1] != t[y-1]
			grams := begins && x+3 <= u.Hi && y+3 <= v.Hi && hashOf3(s[x:]) == hashOf3(t[y:])
			if s[x] == t[y] && (grams || a.Shown(x) >= copied.LongWord) {
				if _, long := copied.Around(a, b, x, y, chars); long {
					return true
				}
			}
		}
	}
	return false
}

// Grams that are kept from one hit to the next find the same runs.
func TestSharesRun(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	document := func(words []uint32) *indexed.Document {
		d := &indexed.Document{Words: words}
		at := uint32(0)
		var ends []uint32
		for x := range words {
			length := 1 + words[x]%7*4
			d.From, d.To = append(d.From, at), append(d.To, at+length)
			at += length + 1
			if random.IntN(8) == 0 {
				ends = append(ends, uint32(x)+1)
			}
		}
		d.Units = unit.Append(nil, append(ends, uint32(len(words))), 1, 400)
		return d
	}
	found, all := 0, 0
	for range 300 {
		var a, b []uint32
		different := 2 + random.Uint32N(60)
		for range 100 + random.IntN(500) {
			a = append(a, random.Uint32N(different))
		}
		for range 20 + random.IntN(500) {
			b = append(b, random.Uint32N(different))
		}
		from := random.IntN(len(a) - 20)
		copy(b[random.IntN(len(b)-10):], a[from:from+5+random.IntN(15)])
		p := Measured()
		p.Chars = float64(20 + random.IntN(150))
		c := checker(p)
		x, y := document(a), document(b)
		var g unitGrams
		for i := range x.UnitCount() {
			for j := range y.UnitCount() {
				if random.IntN(3) == 0 {
					continue
				}
				h := aligntest.Hit(i, j)
				got, want := c.sharesRun(x, y, h, &g), plainSharesRun(x, y, h, p.Chars)
				if got != want {
					t.Fatalf("units %d and %d share a run: %v, want %v", i, j, got, want)
				}
				if all++; got {
					found++
				}
			}
		}
	}
	if found < 100 || found > all/2 {
		t.Errorf("%d of %d pairs of units share a run", found, all)
	}
}
