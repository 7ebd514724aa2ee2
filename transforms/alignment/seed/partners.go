package seed

import (
	"math"

	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/scratch"
)

// partners bounds with which units a unit may make a seed, by the number of its words that the other
// document has at all. Most pairs of units have a rare word in common. But where two documents are not alike, few
// units have enough words of the other document for Dice.
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

// findPartners sets seeds.partners, by Weights.Common.
func (f *Finder) findPartners() {
	a, b, s, t := f.A, f.B, &f.seeds, &f.Weights
	p := &s.partners
	p.rows, p.cols = scratch.Zeroed(p.rows, int(a.UnitCount())), scratch.Zeroed(p.cols, int(b.UnitCount()))
	if !t.Matched || alike*len(t.Common) > min(len(a.Vocabulary()), len(b.Vocabulary())) {
		anyPartner(a, f.Rows, p.rows)
		anyPartner(b, f.Cols, p.cols)
		return
	}
	for _, k := range t.Common {
		for _, i := range a.PostsOf(k) {
			p.rows[i].max++
		}
		for _, j := range b.PostsOf(t.InB[k] - 1) {
			p.cols[j].max++
		}
	}
	f.boundPartners(a, f.Rows, p.rows)
	f.boundPartners(b, f.Cols, p.cols)
	p.leaveSingle(p.rows, p.cols)
	p.leaveSingle(p.cols, p.rows)
	p.leaveSingle(p.rows, p.cols)
}

// anyPartner says of all marked units that they may make a seed with any.
func anyPartner(d *indexed.Document, marks []bool, units []partner) {
	for u, in := range marks {
		if in {
			units[u] = partner{uint32(len(d.WordsOf(uint32(u), uint32(u)+1))), math.MaxUint32}
		}
	}
}

// boundPartners turns the number of words that the other document has, which is in max, into the bound: the
// Dice coefficient of n common words is too small if both units together have 2n/Dice words. marks are
// the units of d that take part.
func (f *Finder) boundPartners(d *indexed.Document, marks []bool, units []partner) {
	for u := range units {
		shared := units[u].max
		units[u] = partner{}
		if !marks[u] || shared == 0 {
			continue
		}
		words := uint32(len(d.WordsOf(uint32(u), uint32(u)+1)))
		both := uint32(min(2*float64(shared)/f.Dice+1, 1<<30)) // 1: rounding
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
