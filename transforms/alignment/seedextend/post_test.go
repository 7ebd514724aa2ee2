package seedextend

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// plainOpeners is readOpeners and post in their obvious form: the openers in at most limit units with a column
// that counts, these columns, and the openers of each row.
func plainOpeners(w *Worker, limit uint32) (openers []opener, columns [][]uint32, rows [][]opener, most uint64) {
	rows = make([][]opener, w.a.units())
	for _, k := range w.weights.common {
		o := opener{a: k, b: w.weights.inB[k] - 1}
		inA, inB := w.a.frequency(o.a), w.b.frequency(o.b)
		if o.units = inA + inB; o.units > w.rareLimit() {
			continue
		}
		most += uint64(inA) * uint64(inB)
		if o.units > limit {
			continue
		}
		var of []uint32
		for _, j := range w.b.postsOf(o.b) {
			if w.seeds.partners.cols[j].most > 0 {
				of = append(of, j)
			}
		}
		if len(of) == 0 {
			continue
		}
		openers, columns = append(openers, o), append(columns, of)
		for _, i := range w.a.postsOf(o.a) {
			rows[i] = append(rows[i], o)
		}
	}
	return openers, columns, rows, most
}

// Openers, their columns, and those of each row are the same as in the obvious form.
func TestPost(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	document := func() *Document {
		b := make([]byte, 20+random.IntN(280))
		for x := range b {
			b[x] = byte(random.IntN(1 + random.IntN(256)))
		}
		return fromBytes(b)
	}
	p := Default()
	p.Near, p.RareShare = 2, .4
	w := NewWorker(p) // one for all: what it keeps must not change a result
	for round := range 2000 {
		a, b := document(), document()
		var hits []Hit
		for range random.IntN(6) {
			hits = append(hits, Hit{random.Uint32N(a.units()), random.Uint32N(b.units())})
		}
		SortHits(hits)
		w.a, w.b, w.self = a, b, false
		w.weigh()
		w.participants(hits)
		w.readCommon()
		w.findPartners()
		for j := range w.seeds.partners.cols {
			if random.IntN(3) == 0 {
				w.seeds.partners.cols[j].most = 0
			}
		}
		w.readOpeners()
		limit := w.rareLimit() - random.Uint32N(min(3, w.rareLimit()))
		openers, columns, rows, most := plainOpeners(w, limit)
		if w.seeds.most != most {
			t.Fatalf("round %d: %d cells at most, want %d", round, w.seeds.most, most)
		}
		w.post(limit)
		s := &w.seeds
		plain := func(o opener) opener { return opener{a: o.a, b: o.b, units: o.units} }
		if len(s.openers) != len(openers) {
			t.Fatalf("round %d: %d openers, want %d", round, len(s.openers), len(openers))
		}
		for x, o := range s.openers {
			if plain(o) != openers[x] || !slices.Equal(s.posts[o.start:o.end], columns[x]) {
				t.Fatalf("round %d: opener %d is %v with columns %d, want %v with %d", round, x, o, s.posts[o.start:o.end], openers[x], columns[x])
			}
		}
		for i, want := range rows {
			var got []opener
			for _, x := range s.rowOpeners[s.rowStart[i]:s.rowStart[i+1]] {
				got = append(got, plain(s.openers[x]))
			}
			if !slices.Equal(got, want) {
				t.Fatalf("round %d: row %d has the openers %v, want %v", round, i, got, want)
			}
		}
	}
}
