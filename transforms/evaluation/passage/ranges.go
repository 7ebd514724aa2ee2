package passage

import (
	"cmp"
	"slices"
)

// Range is a half-open range of positions.
type Range struct{ Start, End int }

// Size is the number of positions in r, 0 where it ends before it starts.
func (r Range) Size() int { return max(0, r.End-r.Start) }

// Intersect returns the positions that r and s share; its Size is 0 where there are none.
func (r Range) Intersect(s Range) Range {
	return Range{max(r.Start, s.Start), min(r.End, s.End)}
}

// Size is the number of positions in rs, which must not overlap one another.
func Size(rs []Range) int {
	n := 0
	for _, r := range rs {
		n += r.Size()
	}
	return n
}

// Union sorts rs, joins what overlaps or touches, drops what is empty, and returns
// the shortened slice. It works in place. The cost is O(n log n).
func Union(rs []Range) []Range {
	slices.SortFunc(rs, func(r, s Range) int {
		return cmp.Or(cmp.Compare(r.Start, s.Start), cmp.Compare(r.End, s.End))
	})
	out := rs[:0]
	for _, r := range rs {
		switch {
		case r.Size() == 0:
		case len(out) > 0 && r.Start <= out[len(out)-1].End:
			last := &out[len(out)-1]
			last.End = max(last.End, r.End)
		default:
			out = append(out, r)
		}
	}
	return out
}

// AppendIntersection appends to dst the positions that are in both x and y, two
// results of Union, and returns the extended slice. The cost is O(len(x)+len(y)).
func AppendIntersection(dst, x, y []Range) []Range {
	for len(x) > 0 && len(y) > 0 {
		if r := x[0].Intersect(y[0]); r.Size() > 0 {
			dst = append(dst, r)
		}
		if x[0].End < y[0].End {
			x = x[1:]
		} else {
			y = y[1:]
		}
	}
	return dst
}
