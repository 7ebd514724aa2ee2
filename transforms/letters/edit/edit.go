// Package edit compares runs of letters by the edits that lead from the one to the other.
package edit

import (
	"slices"

	"example.org/diagonal/transforms/analysis/spelling"
)

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
	lo := 0 // the place of b that the row above begins with
	above := append(al.above[:0], cell{})
	for k := 1; k <= len(b) && int32(k)*edit >= -drop; k++ {
		above = append(above, cell{int32(k) * edit, int32(k)})
	}
	best := int32(0)
	for i := 0; i < len(a); i++ {
		letter, other, step := a[i], lo-1, 1 // other is the letter of b before place k
		if back {
			letter, other, step = a[len(a)-1-i], len(b)-lo, -1
		}
		inRow := len(above)
		above = append(above, behind[:]...)
		above = above[:min(len(above), len(b)-lo+1)]
		row := slices.Grow(al.row[:0], 2*len(above))[:len(above)]
		from, to := -1, -1 // of the cells of this row that may go on
		left, diagonal := cell{none, 0}, cell{none, 0}
		for x, up := range above {
			c := cell{up.score + edit, up.edits + 1}
			if x > 0 {
				d := diagonal
				if letter == b[other] {
					d.score += same
				} else {
					d.score, d.edits = d.score+edit, d.edits+1
				}
				if d.score > c.score {
					c = d
				}
			}
			diagonal = up
			if left.score+edit > c.score {
				c = cell{left.score + edit, left.edits + 1}
			}
			if c.score > best {
				best, n, m, edits = c.score, i+1, lo+x, int(c.edits)
			}
			if c.score >= best-drop {
				if from < 0 {
					from = x
				}
				to = x
			} else if c.score = none; x >= inRow {
				break
			}
			left, row[x] = c, c
			other += step
		}
		if from < 0 {
			break
		}
		al.row, al.above = al.above, row
		above, lo = row[from:to+1], lo+from
	}
	return n, m, edits
}

// none is the score of a place to which no way leads that may go on.
const none = -1 << 30

// behind are the places behind a row to which a way may lead from its last one: with one letter more of both, and then
// of b alone until drop ends it.
var behind = func() (cells [drop/-edit + 2]cell) {
	for x := range cells {
		cells[x].score = none
	}
	return cells
}()
