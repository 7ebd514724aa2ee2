package seedextend

import "math"

// partners bounds with which units a unit may make a seed, by the number of its words that the other
// document has at all. Most pairs of units have a rare word in common. But where two documents are not alike, few
// units have enough words of the other document for params.Dice.
type partners struct {
	rows, cols []partner
	best       [bestWords + 1]uint32 // scratch of leaveSingle
}

// partner is a unit. It is zero for units that make no seed.
type partner struct {
	words uint32 // distinct words
	max   uint32 // a bound on the distinct words of a unit with which it makes a seed
}

// bestWords is the largest number of words of a unit that leaveSingle tells from more of them.
const bestWords = 64

// fit returns false if row i and column j make no seed.
func (p *partners) fit(i, j uint32) bool {
	row, column := &p.rows[i], &p.cols[j]
	return row.words <= column.max && column.words <= row.max
}

// alike is the share of the smaller vocabulary, as 1/alike, from which on two documents have in common what their
// units need: there nothing is counted. In Go source next to every unit that takes part is such a one.
const alike = 4

// findPartners sets seeds.partners, by weights.common.
func (w *Worker) findPartners() {
	a, b, s, t := w.a, w.b, &w.seeds, &w.weights
	p := &s.partners
	p.rows, p.cols = zeroed(p.rows, int(a.units())), zeroed(p.cols, int(b.units()))
	if !t.matched || alike*len(t.common) > min(len(a.vocabulary), len(b.vocabulary)) {
		anyPartner(a, s.rows, p.rows)
		anyPartner(b, s.cols, p.cols)
		return
	}
	for _, k := range t.common {
		for _, i := range a.postsOf(k) {
			p.rows[i].max++
		}
		for _, j := range b.postsOf(t.inB[k] - 1) {
			p.cols[j].max++
		}
	}
	w.boundPartners(a, s.rows, p.rows)
	w.boundPartners(b, s.cols, p.cols)
	p.leaveSingle(p.rows, p.cols)
	p.leaveSingle(p.cols, p.rows)
	p.leaveSingle(p.rows, p.cols)
}

// anyPartner says of all marked units that they may make a seed with any.
func anyPartner(d *Document, marks []bool, units []partner) {
	for u, in := range marks {
		if in {
			units[u] = partner{d.unitStart[u+1] - d.unitStart[u], math.MaxUint32}
		}
	}
}

// boundPartners turns the number of words that the other document has, which is in max, into the bound: the
// Dice coefficient of n common words is too small if both units together have 2n/params.Dice words. marks are
// the units of d that take part.
func (w *Worker) boundPartners(d *Document, marks []bool, units []partner) {
	for u := range units {
		shared := units[u].max
		units[u] = partner{}
		if !marks[u] || shared == 0 {
			continue
		}
		words := d.unitStart[u+1] - d.unitStart[u]
		both := uint32(min(2*float64(shared)/w.params.Dice+1, 1<<30)) // 1: rounding
		if both > words {
			units[u] = partner{words, both - words}
		}
	}
}

// leaveSingle makes those of units zero that fit none of others.
func (p *partners) leaveSingle(units, others []partner) {
	clear(p.best[:])
	for _, o := range others { // the largest bound of those with so many words
		n := min(o.words, bestWords)
		p.best[n] = max(p.best[n], o.max)
	}
	for n := range bestWords { // and of those with fewer
		p.best[n+1] = max(p.best[n+1], p.best[n])
	}
	for u := range units {
		if o := &units[u]; p.best[min(o.max, bestWords)] < o.words {
			*o = partner{}
		}
	}
}
