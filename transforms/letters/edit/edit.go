// Package edit compares runs of letters by the edits that lead from the one to the other.
package edit

import "slices"

// What a letter that is the same says for two runs, and what an edit says against them. Runs of which
// less than three fifths is the same say nothing.
const (
	same = 2
	edit = -3
)

// drop is how far the score of an extension may fall below the best one, until it ends: ten edits.
const drop = -10 * edit

// Aligner compares runs. The zero value is ready. It is not safe for concurrent use.
type Aligner struct {
	row, above []cell
}

// cell is the best way to a place: its score, and the edits on it.
type cell struct{ score, edits int32 }

// Distance returns the least number of letters that are replaced, left out or put in between a and b.
func Distance[L comparable](al *Aligner, a, b []L) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) == 0 || len(b) == 0 {
		return len(a) + len(b)
	}
	row := slices.Grow(al.row[:0], len(b)+1)[:len(b)+1]
	al.row = row
	for k := range row {
		row[k].edits = int32(k)
	}
	for i, x := range a {
		left, corner := int32(i+1), row[0].edits
		row[0].edits = left
		for k, y := range b {
			n := corner
			if x != y {
				n = 1 + min(corner, left, row[k+1].edits)
			}
			corner = row[k+1].edits
			left, row[k+1].edits = n, n
		}
	}
	return int(row[len(b)].edits)
}

// Extend returns how far a and b go on alike from their beginnings: n letters of a, m of b, with so many
// edits between them. It is the pair of prefixes with the best score. The search ends where all scores are drop
// below it.
func Extend[L comparable](al *Aligner, a, b []L) (n, m, edits int) {
	const none = -1 << 30
	lo, hi := 0, 0 // the places of b that the row has, inclusive
	above := append(al.above[:0], cell{})
	for ; hi < len(b) && int32(hi+1)*edit >= -drop; hi++ {
		above = append(above, cell{int32(hi+1) * edit, int32(hi + 1)})
	}
	best := int32(0)
	row := al.row[:0]
	for i := 0; i < len(a); i++ {
		row = row[:0]
		from, to := -1, -1 // of the places of this row that may go on
		left := cell{none, 0}
		for k := lo; k <= len(b); k++ {
			c := cell{none, 0}
			if k <= hi {
				up := above[k-lo]
				c = cell{up.score + edit, up.edits + 1}
			}
			if k > lo && k-1 <= hi {
				d := above[k-1-lo]
				if a[i] == b[k-1] {
					d.score += same
				} else {
					d.score, d.edits = d.score+edit, d.edits+1
				}
				if d.score > c.score {
					c = d
				}
			}
			if left.score+edit > c.score {
				c = cell{left.score + edit, left.edits + 1}
			}
			if c.score > best {
				best, n, m, edits = c.score, i+1, k, int(c.edits)
			}
			if c.score < best-drop {
				c.score = none
			} else {
				if from < 0 {
					from = k
				}
				to = k
			}
			left = c
			row = append(row, c)
			if k > hi && c.score == none {
				break
			}
		}
		if from < 0 {
			break
		}
		row, above = above, row[from-lo:to-lo+1]
		lo, hi = from, to
	}
	al.row, al.above = row[:0], above[:0]
	return n, m, edits
}
