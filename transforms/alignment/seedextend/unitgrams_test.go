package seedextend

import (
	"math/rand/v2"
	"testing"

	"example.org/diagonal/transforms/analysis/unit"
)

// plainSharesRun is sharesRun in its obvious form.
func plainSharesRun(w *Worker, h Hit) bool {
	u, v := w.a.unitForRun(h.A), w.b.unitForRun(h.B)
	s, t := w.a.tokens(), w.b.tokens()
	for x := u.lo; x < u.hi; x++ {
		for y := v.lo; y < v.hi; y++ {
			begins := x == u.lo || y == v.lo || s[x-1] != t[y-1]
			grams := begins && x+3 <= u.hi && y+3 <= v.hi && hashOf3(s[x:]) == hashOf3(t[y:])
			if s[x] == t[y] && (grams || w.a.shown(x) >= longWord) {
				if _, long := w.longRun(x, y, nil); long {
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
	document := func(words []uint32) *Document {
		d := &Document{Words: words}
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
		p := measured(Params{})
		p.RunChars = float64(20 + random.IntN(150))
		w := newWorker(p)
		w.a, w.b = document(a), document(b)
		var g unitGrams
		for i := range w.a.units() {
			for j := range w.b.units() {
				if random.IntN(3) == 0 {
					continue
				}
				h := Hit{i, j}
				got, want := w.sharesRun(h, &g), plainSharesRun(w, h)
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
