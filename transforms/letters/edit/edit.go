// Package edit compares runs of letters by the edits that lead from the one to the other.
package edit

import "example.org/diagonal/transforms/analysis/spelling"

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
	comparer   spelling.Comparer
	row, above []cell
}

// cell is the best way to a place: its score, and the edits on it.
type cell struct{ score, edits int32 }

// Extend returns how far a and b go on alike from their beginnings: n letters of a, m of b, with so many
// edits between them. It is the pair of prefixes with the best score. The search ends where all scores are drop
// below it. With back they go on from their ends instead, before which the letters are.
func Extend[L comparable](al *Aligner, a, b []L, back bool) (n, m, edits int) {
	const none = -1 << 30
	lo, hi := 0, 0 // the places of b that the row has, inclusive
	above := append(al.above[:0], cell{})
	for ; hi < len(b) && int32(hi+1)*edit >= -drop; hi++ {
		above = append(above, cell{int32(hi+1) * edit, int32(hi + 1)})
	}
	best := int32(0)
	row := al.row[:0]
	for i := 0; i < len(a); i++ {
		letter, other, step := a[i], lo-1, 1 // other is the letter of b before place k
		if back {
			letter, other, step = a[len(a)-1-i], len(b)-lo, -1
		}
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
				if letter == b[other] {
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
			other += step
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
