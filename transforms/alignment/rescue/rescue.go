// Package rescue sees to it that no exact copy is lost.
package rescue

import (
	"cmp"
	"slices"

	"example.org/diagonal/transforms/alignment/cluster"
	"example.org/diagonal/transforms/alignment/copied"
	"example.org/diagonal/transforms/alignment/ends"
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/scratch"
)

const (
	// slack is how many words an end of a passage may be from the place where a copied run
	// leaves it, for the run to go on from there.
	slack = 8
	// coveredShare is the share of a copied run from which on it counts as covered.
	coveredShare = .9
	// ofHot owns the words of hot units.
	ofHot = ^uint32(0)
)

// Rescuer adds what was copied to the passages of a pair. It keeps scratch.
type Rescuer struct {
	copied.Finder

	passages       []ends.Passage
	ownerA, ownerB []uint32     // the passage that has each word, as its number + 1; 0: none; or ofHot
	left           []copied.Run // what is to be reported of a run
}

// Rescue returns passages with the exact copies that they do not cover, in their memory. What the steps before decide
// by units may drop a run of equal words that is inside of them: a weak cluster that overlaps a strong one goes as a
// whole, and package ends keeps one stretch of each cluster. So all runs of Chars visible characters among the marked
// units are looked for, and those parts are reported
// that passages and hot text do not cover: a passage that ends where the run goes on is
// extended, else the run is a passage of its own.
//
// A run counts as covered if passages cover nearly all of it on both sides, not
// necessarily the same one: where a text stands several times on both sides, each of its
// places is in a passage, but not each pair of places.
//
// A document has nothing to rescue with itself.
func (r *Rescuer) Rescue(passages []ends.Passage, rows, cols []bool) []ends.Passage {
	if r.Self || r.Chars == 0 {
		return passages
	}
	r.Find(rows, cols)
	if len(r.Found) == 0 {
		return passages
	}
	r.passages = passages
	r.ownerA, r.ownerB = coverHot(r.ownerA, r.A), coverHot(r.ownerB, r.B)
	for _, c := range r.Uncommon {
		a, b := c.Words()
		own(r.ownerA, a, 0)
		own(r.ownerB, b, 0)
	}
	for x, c := range r.passages {
		own(r.ownerA, c.A, uint32(x)+1)
		own(r.ownerB, c.B, uint32(x)+1)
	}
	slices.SortFunc(r.Found, func(x, y copied.Run) int {
		return cmp.Or(compareRuns(x, y), cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B))
	})
	found := slices.Compact(r.Found)
	for from := 0; from < len(found); { // for each group of runs that tie, see package cluster
		end := from + 1
		for end < len(found) && compareRuns(found[from], found[end]) == 0 {
			end++
		}
		r.left = r.left[:0]
		for _, c := range found[from:end] {
			r.left = r.appendLeft(r.left, c)
		}
		for _, c := range r.left {
			r.take(c)
		}
		from = end
	}
	return slices.DeleteFunc(r.passages, func(c ends.Passage) bool { return c.Gone })
}

// coverHot returns, for each word of d, ofHot if its unit is hot, or 0. It uses dst.
func coverHot(dst []uint32, d *indexed.Document) []uint32 {
	dst = scratch.Zeroed(dst, len(d.Words))
	for u, hot := range d.Hot {
		if hot {
			own(dst, indexed.Span{Lo: d.Units[u], Hi: d.Units[u+1]}, ofHot)
		}
	}
	return dst
}

// own gives the words of s to owner p.
func own(owner []uint32, s indexed.Span, p uint32) {
	for x := s.Lo; x < s.Hi; x++ {
		owner[x] = p
	}
}

// compareRuns puts the longer run first, then the earlier one. It does not change when
// the documents are exchanged.
func compareRuns(x, y copied.Run) int {
	return cmp.Or(cmp.Compare(y.Size, x.Size), cmp.Compare(y.N, x.N), cluster.ComparePlace(x.A, x.B, y.A, y.B))
}

// appendLeft appends to dst the parts of c that are to be reported: the rows of words that are not
// covered. A passage that ends there goes on. Else a row that is too short for a passage grows to the
// length of one, over words that are covered. If many words are left in rows that are shorter still,
// all from the first to the last one are reported, or all of c where that is too short for a passage.
func (r *Rescuer) appendLeft(dst []copied.Run, c copied.Run) []copied.Run {
	var all, row indexed.Span // of words that are not covered, from the first word of c on
	open, left, inRow, hot := uint32(0), uint32(0), uint32(0), false
	end := func() {
		if grown := r.grown(c, row); grown.N > 0 {
			dst = append(dst, grown)
		} else {
			left += inRow
		}
		inRow = 0
	}
	for t := range c.N {
		x, y := c.A+t, c.B+t
		hot = hot || r.ownerA[x] == ofHot || r.ownerB[y] == ofHot
		if r.ownerA[x] != 0 && r.ownerB[y] != 0 {
			continue
		}
		if inRow > 0 && t-row.Hi > slack {
			end()
		}
		if open == 0 {
			all.Lo = t
		}
		if inRow == 0 {
			row.Lo = t
		}
		all.Hi, row.Hi = t+1, t+1
		n := min(r.A.VisibleWord(x), r.B.VisibleWord(y))
		open, inRow = open+n, inRow+n
	}
	if inRow > 0 {
		end()
	}
	if float64(left) <= (1-coveredShare)*float64(c.Size) || hot && float64(open) < ends.MinChars {
		return dst
	}
	p := r.part(c, all)
	if float64(p.Size) < ends.MinChars && !r.continues(p) {
		p = c
	}
	return append(dst, p)
}

// grown returns the row of c that is to be reported for a row of words that are not covered, or none.
func (r *Rescuer) grown(c copied.Run, row indexed.Span) copied.Run {
	p := r.part(c, row)
	if float64(p.Size) >= ends.MinChars {
		return p
	}
	if float64(p.Size) < (1-coveredShare)*r.Chars {
		return copied.Run{}
	}
	if r.continues(p) {
		return p
	}
	free := func(t uint32) bool { return r.ownerA[c.A+t] != ofHot && r.ownerB[c.B+t] != ofHot }
	for more := true; more && float64(p.Size) < ends.MinChars; p = r.part(c, row) {
		more = false
		if row.Lo > 0 && free(row.Lo-1) {
			row.Lo, more = row.Lo-1, true
		}
		if row.Hi < c.N && free(row.Hi) {
			row.Hi, more = row.Hi+1, true
		}
	}
	if float64(p.Size) < ends.MinChars {
		return copied.Run{}
	}
	return p
}

// part returns the words s of c, counted from its first one on.
func (r *Rescuer) part(c copied.Run, s indexed.Span) copied.Run { return c.Part(s).Sized(r.A, r.B) }

// continues reports whether a passage ends where c begins, or begins where c ends.
func (r *Rescuer) continues(c copied.Run) bool {
	return r.before(c) > 0 || r.after(c) > 0
}

// before returns the passage that ends where c begins, on both sides, as its number + 1,
// or 0.
func (r *Rescuer) before(c copied.Run) uint32 {
	if c.A == 0 || c.B == 0 {
		return 0
	}
	p := r.owner(c.A-1, c.B-1)
	if p == 0 || !near(r.passages[p-1].A.Hi, c.A) || !near(r.passages[p-1].B.Hi, c.B) {
		return 0
	}
	return p
}

// after returns the passage that begins where c ends, as before does.
func (r *Rescuer) after(c copied.Run) uint32 {
	if int(c.A+c.N) == len(r.A.Words) || int(c.B+c.N) == len(r.B.Words) {
		return 0
	}
	p := r.owner(c.A+c.N, c.B+c.N)
	if p == 0 || !near(r.passages[p-1].A.Lo, c.A+c.N) || !near(r.passages[p-1].B.Lo, c.B+c.N) {
		return 0
	}
	return p
}

// owner returns the passage that holds word x of a and word y of b, as its number + 1, or
// 0.
func (r *Rescuer) owner(x, y uint32) uint32 {
	p, q := r.ownerA[x], r.ownerB[y]
	if p != q || p == 0 || p == ofHot || r.passages[p-1].Gone {
		return 0
	}
	return p
}

func near(x, y uint32) bool { return max(x, y)-min(x, y) <= slack }

// take reports c: as part of the passages that it continues, or as one of its own.
func (r *Rescuer) take(c copied.Run) {
	a, b := c.Words()
	p, q := r.before(c), r.after(c)
	if p == 0 {
		p, q = q, 0
	}
	if p == 0 {
		r.passages = append(r.passages, ends.Passage{A: a, B: b})
		p = uint32(len(r.passages))
	}
	into := &r.passages[p-1]
	if q > 0 && q != p {
		other := &r.passages[q-1]
		a, b = a.Hull(other.A), b.Hull(other.B)
		other.Gone = true
	}
	into.A, into.B = into.A.Hull(a), into.B.Hull(b)
	into.Quoted, into.Rescued = false, true
	own(r.ownerA, into.A, p)
	own(r.ownerB, into.B, p)
}
