package seed

import (
	"example.org/diagonal/transforms/alignment/pair"
	"example.org/diagonal/transforms/alignment/scratch"
)

// around counts, for each column, the hits that are near it and near the row at hand. It goes
// from row to row, and takes time in proportion to the hits.
type around struct {
	near uint32
	// the hits from the first that the rows have not come near; and from the first that is not behind them
	enter, leave []pair.Hit
	columns      []uint32
}

// begin begins with the first of the rows. hits must be sorted. With all, every column counts 1
// in every row.
func (r *around) begin(hits []pair.Hit, near uint32, columns int, all bool) {
	r.near, r.enter, r.leave = near, hits, hits
	r.columns = scratch.Zeroed(r.columns, columns)
	if all {
		r.enter, r.leave = nil, nil
		for j := range r.columns {
			r.columns[j] = 1
		}
	}
}

// advance goes to row i, which is not before the last one.
func (r *around) advance(i uint32) {
	for len(r.enter) > 0 && uint64(r.enter[0].A) <= uint64(i)+uint64(r.near) {
		n := equalHits(r.enter)
		r.count(r.enter[0].B, n)
		r.enter = r.enter[n:]
	}
	for len(r.leave) > 0 && uint64(r.leave[0].A)+uint64(r.near) < uint64(i) {
		n := equalHits(r.leave)
		r.count(r.leave[0].B, -n)
		r.leave = r.leave[n:]
	}
}

// equalHits returns how many of hits, from the first one on, are of the same units.
func equalHits(hits []pair.Hit) (n uint32) {
	for int(n) < len(hits) && hits[n] == hits[0] {
		n++
	}
	return n
}

// count adds n, modulo 2^32, to the columns near column j.
func (r *around) count(j, n uint32) {
	near := r.columns[j-min(j, r.near):]
	for x := range near[:min(uint64(len(near)), uint64(min(j, r.near))+uint64(r.near)+1)] {
		near[x] += n
	}
}
