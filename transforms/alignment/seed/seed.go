// Package seed finds the pairs of units of two documents that are similar: what alignment begins with.
package seed

import (
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
	"example.org/diagonal/transforms/alignment/scratch"
)

// Cell is a seed: unit I of a and unit J of b are similar.
type Cell struct {
	I, J   uint32
	Cosine float32
	Group  uint32 // scratch of package cluster
}

// Thresholds are what makes a seed.
type Thresholds struct {
	// Near is the distance in units up to which units are near each other. A hit counts only if another one is near it
	// on both sides: most of the others are chance. A cell counts only if both its units are near one hit that counts.
	// Larger: slower, and not better (any distance: .0015 less; with all hits, and all cells of units near one: .0006
	// more, and a tenth slower in debates).
	Near uint32
	// Dice is what the Dice coefficient of a seed's words must exceed, 0 to 1. It
	// keeps pairs out that have one rare word in common and little else.
	Dice float64
	// RareShare is the share of all units of the pair, 0 to 1, up to which a word
	// is rare enough to open a cell. Larger: slower (1: four times) and not better
	// (.05 instead of .03: .0007 less, a quarter slower). Pairs of units with a hit
	// need no rare word.
	RareShare float64
	// RareFloor is the number of units up to which a word always is rare enough,
	// for pairs of short documents.
	RareFloor uint32
	// OpenBudget bounds the cells that rare words may open, in cells for each unit
	// that takes part. Where they would open more, only rarer words open cells. It is
	// far above what prose needs (any value from 8 on: the same); it is there for
	// tables, logs and huge documents (256 instead of 32: 100 MB with themselves in
	// three times the time).
	OpenBudget uint32
	// Gap is cluster.Gap.
	Gap uint32
}

// Measured returns the thresholds measured for text in words.
func Measured() Thresholds {
	return Thresholds{Near: 8, Dice: .33, RareShare: .03, RareFloor: 4, OpenBudget: 32, Gap: 4}
}

// Finder finds the seeds of a pair. It keeps scratch.
type Finder struct {
	*pair.Pair
	Thresholds

	// Cells are the seeds of the last pair.
	Cells []Cell
	// Rows and Cols mark the units of both sides that take part.
	Rows, Cols []bool

	// Posts is the number of postings walked to open cells, in this pair, and Scored that of cells scored.
	Posts, Scored int

	seeds seeds
}

// Find finds the cells: pairs of units with a cosine above leastCosine and a
// Dice coefficient above Dice, among the units that take part. A cell is
// opened by a common rare word or by a hit, and an opened cell is scored exactly.
// Within one document only cells with I < J count. The words of the pair must have been begun with (pair.Weigh).
//
// Hits open cells of themselves because a text that repeats itself, a refrain or
// a list, has no rare word to open any. Where the budget leaves words out that are
// rare enough (openLimit), as it does in a document of the length of many books, a
// hit opens the cells up to Gap from it on both sides in their place.
func (f *Finder) Find(hits []pair.Hit) {
	a, b, s := f.A, f.B, &f.seeds
	f.Posts, f.Scored = 0, 0
	hits = f.participants(hits)
	f.readCommon()
	f.findPartners()
	f.readOpeners()
	limit, reach := f.openLimit(), uint32(0)
	if limit < f.rareLimit() {
		reach = f.Gap
	}
	f.post(limit)
	f.Cells = f.Cells[:0]
	s.begin(int(a.UnitCount()), int(b.UnitCount()))
	s.inRow = scratch.Resize(s.inRow, len(b.Vocabulary()))
	for i := range a.UnitCount() {
		if s.partners.rows[i].max == 0 {
			continue
		}
		s.around.advance(i)
		s.opened = s.opened[:0]
		for len(hits) > 0 && uint64(hits[0].A)+uint64(reach) < uint64(i) {
			hits = hits[1:]
		}
		f.openNear(hits, i, reach)
		f.walk(i)
		f.score(i)
	}
}

// seeds is the scratch of Find.
type seeds struct {
	partners partners   // the units that may make a seed
	around   around     // the columns near the hits of a row
	hits     []pair.Hit // those that count
	openers  []opener   // the words that may open cells
	max      uint64     // a bound on the cells that openers open
	openings []uint64   // cells opened by words of this frequency, if they need be known
	opens    []opening  // of each word of a
	row      []opening  // scratch of walk: the words of the row that open cells
	common   []uint64   // of each column: the weight of the words that open its cell in this row; 0: it is not open
	opened   []uint32   // columns of the cells opened in this row
	inRow    []uint8    // of each word of b: 1 if it is in the row; all 0 between rows
	marked   []uint32   // scratch of score: the words of b that are in the row
	// rowBounds and columnBounds are of each row and column.
	rowBounds, columnBounds []cosineBound
}

// opener is a word of both documents that is rare enough to open cells.
type opener struct {
	a, b  uint32 // its number in both vocabularies
	units uint32 // of both documents that hold it
}

// participants marks the units that take part, and returns the hits that count. Units take
// part if they are near a hit that counts on their side, or if there are no
// hits, but never if they are hot. What is further away is found by no seed that matters
// (see Near), and a pair of long documents with one common passage is cheap.
func (f *Finder) participants(hits []pair.Hit) []pair.Hit {
	a, b, s := f.A, f.B, &f.seeds
	all, columns := len(hits) == 0 && len(f.Copies) == 0, int(b.UnitCount())
	s.around.begin(hits, f.Near, columns, all)
	s.hits = f.appendCounting(s.hits[:0], hits)
	f.mark(s.hits)
	if all {
		scratch.Fill(f.Rows)
		scratch.Fill(f.Cols)
	}
	s.around.begin(s.hits, f.Near, columns, all)
	if leaveSilent(a, f.Rows)+leaveSilent(b, f.Cols) > (len(a.Vocabulary())+len(b.Vocabulary()))/4 {
		f.Match() // cheaper for each word than a search
	}
	return s.hits
}

// appendCounting appends those of hits that have another one near them on both sides, or all of them if none has: in
// a pair of short documents there may be only one. seeds.around has begun with them.
func (f *Finder) appendCounting(dst, hits []pair.Hit) []pair.Hit {
	for _, h := range hits {
		f.seeds.around.advance(h.A)
		if f.seeds.around.columns[h.B] > 1 {
			dst = append(dst, h)
		}
	}
	if len(dst) == 0 {
		return append(dst, hits...)
	}
	return dst
}

// mark marks the units near hits.
func (f *Finder) mark(hits []pair.Hit) {
	f.Rows, f.Cols = scratch.Zeroed(f.Rows, int(f.A.UnitCount())), scratch.Zeroed(f.Cols, int(f.B.UnitCount()))
	for x, h := range hits { // many are of the same units as the one before
		if x == 0 || h.A != hits[x-1].A {
			markNear(f.Rows, h.A, f.Near)
		}
		if x == 0 || h.B != hits[x-1].B {
			markNear(f.Cols, h.B, f.Near)
		}
	}
}

// leaveSilent unmarks the units of d that make no passages, and returns how many words the marked ones hold.
func leaveSilent(d *indexed.Document, marks []bool) (words int) {
	for u := range marks {
		if marks[u] = marks[u] && !d.Silent(uint32(u)); marks[u] {
			words += len(d.WordsOf(uint32(u), uint32(u)+1))
		}
	}
	return words
}

// markNear marks the units at most near from u.
func markNear(marks []bool, u, near uint32) {
	hi := uint64(u) + uint64(near) + 1
	scratch.Fill(marks[u-min(u, near) : min(uint64(len(marks)), hi)])
}

// rareLimit is the number of units up to which a word is rare.
func (f *Finder) rareLimit() uint32 {
	return max(f.RareFloor, uint32(f.RareShare*float64(f.Weights.Units)))
}

// readCommon lists the words that may open cells, and some others that both documents have, in
// Weights.Common.
func (f *Finder) readCommon() {
	a, t := f.A, &f.Weights
	if t.Matched {
		return
	}
	t.Common = t.Common[:0]
	limit := f.rareLimit()
	for i, in := range f.Rows {
		if !in {
			continue
		}
		f.WeighRow(uint32(i))
		for _, k := range a.WordsOf(uint32(i), uint32(i)+1) {
			if t.InB[k] > 0 && a.Frequency(k) <= limit && firstMarked(a.PostsOf(k), f.Rows) == uint32(i) {
				t.Common = append(t.Common, k)
			}
		}
	}
}

// readOpeners lists the common words that are rare, and a bound on the cells that they open.
func (f *Finder) readOpeners() {
	s, t := &f.seeds, &f.Weights
	limit := f.rareLimit()
	s.openers, s.max = scratch.Resize(s.openers, len(t.Common)), 0
	n := 0
	for _, k := range t.Common { // without a branch, as post
		same := t.InB[k] - 1
		inA, inB := f.A.Frequency(k), f.B.Frequency(same)
		s.openers[n] = opener{a: k, b: same, units: inA + inB}
		rare := scratch.Bit(inA+inB <= limit)
		n += int(rare)
		s.max += uint64(inA*rare) * uint64(inB)
	}
	s.openers = s.openers[:n]
}

// openLimit is the number of units up to which a word opens cells: rareLimit, or,
// if all words up to that would open more cells than the budget allows, the
// largest number within the budget, but at least RareFloor. (Words in so few units
// open at most RareFloor cells a word of the document, which is linear.) Sum and budget
// are those of the units that take part, so they are the same from both sides.
// In most pairs the bound on the sum is within the budget.
func (f *Finder) openLimit() uint32 {
	s, limit := &f.seeds, f.rareLimit()
	budget := uint64(f.OpenBudget) * uint64(scratch.Count(f.Rows)+scratch.Count(f.Cols))
	if s.max <= budget {
		return limit
	}
	s.openings = scratch.Zeroed(s.openings, int(limit)+1)
	for _, o := range s.openers {
		s.openings[o.units] += countMarked(f.A.PostsOf(o.a), f.Rows) * countMarked(f.B.PostsOf(o.b), f.Cols)
	}
	sum := uint64(0)
	for units, n := range s.openings {
		if sum += n; sum > budget {
			return max(uint32(units)-1, f.RareFloor)
		}
	}
	return limit
}

// firstMarked returns the first of the units that is marked. One of them is.
func firstMarked(units []uint32, marks []bool) uint32 {
	for !marks[units[0]] {
		units = units[1:]
	}
	return units[0]
}

// countMarked counts the units that are marked.
func countMarked(units []uint32, marks []bool) (n uint64) {
	for _, u := range units {
		if marks[u] {
			n++
		}
	}
	return n
}
