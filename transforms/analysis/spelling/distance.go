package spelling

import "slices"

// Comparer is the memory of Distance, which is used again. The zero value is ready. It is not safe for
// concurrent use.
type Comparer struct{ row []int }

// Distance returns the least number of letters that are replaced, left out or put in between a and b.
func Distance[L comparable](c *Comparer, a, b []L) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) == 0 || len(b) == 0 {
		return len(a) + len(b)
	}
	c.row = slices.Grow(c.row[:0], len(b)+1)[:len(b)+1]
	row := c.row
	for k := range row {
		row[k] = k
	}
	for i, x := range a {
		left, corner := i+1, row[0]
		row[0] = left
		for k, y := range b {
			n := corner
			if x != y {
				n = 1 + min(corner, left, row[k+1])
			}
			corner = row[k+1]
			left, row[k+1] = n, n
		}
	}
	return row[len(b)]
}
