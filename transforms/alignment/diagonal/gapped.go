package diagonal

import (
	"cmp"
	"slices"
)

// row is the points of one I.
type row struct {
	i          uint32
	first, end int
}

// gapped is Extract with gaps. The next point of (I, K) is the unused point
// (I+1+di, K+1+dk), 0 <= di, dk <= gap, with the least di+dk, then the least
// |di-dk|, then the least di. A point belongs to one diagonal.
func (x *Extractor) gapped(dst []Diagonal, segments []Segment, p Params) []Diagonal {
	x.expand(segments)
	x.rows = x.rows[:0]
	for n, pt := range x.points {
		if n == 0 || pt.i != x.points[n-1].i {
			x.rows = append(x.rows, row{pt.i, n, n})
		}
		x.rows[len(x.rows)-1].end = n + 1
	}
	steps := order(p.Gap)
	var path []int
	for r := range x.rows {
		for start := x.rows[r].first; start < x.rows[r].end; start++ {
			if x.points[start].used {
				continue
			}
			path = append(path[:0], start)
			passed := 0
			at, atRow := start, r
			for {
				next, nextRow, skipped := x.follow(at, atRow, steps)
				if next < 0 {
					break
				}
				path = append(path, next)
				passed += skipped
				at, atRow = next, nextRow
			}
			if len(path) <= p.Gamma {
				continue
			}
			sum := 0.0
			for _, n := range path {
				x.points[n].used = true
				sum += float64(x.points[n].similarity)
			}
			from, to := x.points[start], x.points[at]
			dst = append(dst, Diagonal{
				I: from.i, IEnd: to.i + 1, K: from.k, KEnd: to.k + 1,
				Matched:    uint32(len(path)),
				Similarity: sum / float64(len(path)+passed),
			})
		}
	}
	return dst
}

// step is how many sentences are passed over on either side.
type step struct{ di, dk uint32 }

// order returns every step with at most gap sentences on either side, the best first.
func order(gap int) []step {
	var steps []step
	for di := range uint32(gap + 1) {
		for dk := range uint32(gap + 1) {
			steps = append(steps, step{di, dk})
		}
	}
	slices.SortFunc(steps, func(a, b step) int {
		return cmp.Or(cmp.Compare(a.di+a.dk, b.di+b.dk), cmp.Compare(a.slant(), b.slant()), cmp.Compare(a.di, b.di))
	})
	return steps
}

func (s step) slant() uint32 { return max(s.di, s.dk) - min(s.di, s.dk) }

// follow returns the best unused point after point at of row atRow, or -1. Rows are
// consecutive in the slice, so the row of I+1+di is at most di+1 places on.
func (x *Extractor) follow(at, atRow int, steps []step) (next, nextRow, passed int) {
	from := x.points[at]
	for _, s := range steps {
		i, k := from.i+1+s.di, from.k+1+s.dk
		for r := atRow + 1; r < len(x.rows) && x.rows[r].i <= i; r++ {
			if x.rows[r].i != i {
				continue
			}
			row := x.points[x.rows[r].first:x.rows[r].end]
			n, ok := slices.BinarySearchFunc(row, k, func(p point, k uint32) int { return cmp.Compare(p.k, k) })
			if ok && !row[n].used {
				return x.rows[r].first + n, r, int(s.di + s.dk)
			}
		}
	}
	return -1, -1, 0
}
