package seedextend

import "example.org/diagonal/transforms/alignment/commonrun"

// cell is a seed: unit i of a and unit j of b are similar.
type cell struct {
	i, j   uint32
	cosine float32
	group  uint32 // scratch of cluster
}

// seed finds the cells: pairs of units with a cosine above seedCosine and a
// Dice coefficient above params.Dice, among the units that take part. A cell is
// opened by a common rare word or by a hit, and an opened cell is scored exactly.
// Within one document only cells with i < j count. In a pair of more than params.AllCells
// cells, both units of a cell must be near one hit.
//
// Hits open cells of themselves because a text that repeats itself, a refrain or
// a list, has no rare word to open any. Where the budget leaves words out that are
// rare enough (openLimit), as it does in a document of the length of many books, a
// hit opens the cells up to params.Gap from it on both sides in their place.
func (w *Worker) seed(hits []Hit) {
	a, b, s := w.a, w.b, &w.seeds
	hits = w.participants(hits)
	w.readCommon()
	w.findPartners()
	w.readOpeners()
	limit, reach := w.openLimit(), uint32(0)
	if limit < w.rareLimit() {
		reach = w.params.Gap
	}
	w.post(limit)
	s.cells = s.cells[:0]
	s.begin(int(a.units()), int(b.units()))
	s.inRow = resize(s.inRow, len(b.vocabulary))
	for i := range a.units() {
		if s.partners.rows[i].max == 0 {
			continue
		}
		s.around.advance(i)
		s.opened = s.opened[:0]
		for len(hits) > 0 && uint64(hits[0].A)+uint64(reach) < uint64(i) {
			hits = hits[1:]
		}
		w.openNear(hits, i, reach)
		w.walk(i)
		w.score(i)
	}
}

// seeds is the scratch of seed, and its result.
type seeds struct {
	cells      []cell
	rows, cols []bool    // units that take part
	partners   partners  // the units that may make a seed
	around     around    // the columns near the hits of a row
	hits       []Hit     // of a long pair: those that count
	openers    []opener  // the words that may open cells
	max        uint64    // a bound on the cells that openers open
	openings   []uint64  // cells opened by words of this frequency, if they need be known
	opens      []opening // of each word of a
	row        []opening // scratch of walk: the words of the row that open cells
	common     []uint64  // of each column: the weight of the words that open its cell in this row; 0: it is not open
	opened     []uint32  // columns of the cells opened in this row
	inRow      []uint8   // of each word of b: 1 if it is in the row; all 0 between rows
	marked     []uint32  // scratch of score: the words of b that are in the row
	// rowBounds and columnBounds are of each row and column.
	rowBounds, columnBounds []cosineBound
}

// opener is a word of both documents that is rare enough to open cells.
type opener struct {
	a, b  uint32 // its number in both vocabularies
	units uint32 // of both documents that hold it
}

// participants marks the units that take part, and returns the hits that count. Units take
// part if they are at most params.Near units from a hit on their side, or if there are no
// hits, but never if they are hot. What is further away is found by no seed that matters
// (see params.Near), and a pair of long documents with one common passage is cheap.
//
// In a pair of more than params.AllCells cells, a hit counts only if another one is near it on
// both sides.
func (w *Worker) participants(hits []Hit) []Hit {
	a, b, s := w.a, w.b, &w.seeds
	words := w.mark(hits)
	all := true
	if len(hits) == 0 && len(w.shared.Copies) == 0 {
		commonrun.Fill(s.rows)
		commonrun.Fill(s.cols)
		words = leaveHot(a, s.rows) + leaveHot(b, s.cols)
	} else if all = uint64(count(s.rows))*uint64(count(s.cols)) <= uint64(w.params.AllCells); !all {
		s.around.begin(hits, w.params.Near, int(b.units()), false)
		s.hits = s.around.appendTogether(s.hits[:0], hits)
		hits = s.hits
		words = w.mark(hits)
	}
	s.around.begin(hits, w.params.Near, int(b.units()), all)
	if words > (len(a.vocabulary)+len(b.vocabulary))/4 {
		w.match() // cheaper for each word than a search
	}
	return hits
}

// mark marks the units near hits that are not hot, and returns how many words they hold.
func (w *Worker) mark(hits []Hit) (words int) {
	a, b, s := w.a, w.b, &w.seeds
	s.rows, s.cols = zeroed(s.rows, int(a.units())), zeroed(s.cols, int(b.units()))
	for x, h := range hits { // many are of the same units as the one before
		if x == 0 || h.A != hits[x-1].A {
			markNear(s.rows, h.A, w.params.Near)
		}
		if x == 0 || h.B != hits[x-1].B {
			markNear(s.cols, h.B, w.params.Near)
		}
	}
	return leaveHot(a, s.rows) + leaveHot(b, s.cols)
}

// leaveHot unmarks the hot units of d and those that are apparatus, and returns how many words the marked ones hold.
func leaveHot(d *Document, marks []bool) (words int) {
	for u := range marks {
		if marks[u] = marks[u] && !d.hot(uint32(u)) && !d.apart(uint32(u)); marks[u] {
			words += len(d.wordsOf(uint32(u), uint32(u)+1))
		}
	}
	return words
}

// markNear marks the units at most near from u.
func markNear(marks []bool, u, near uint32) {
	hi := uint64(u) + uint64(near) + 1
	commonrun.Fill(marks[u-min(u, near) : min(uint64(len(marks)), hi)])
}

// rareLimit is the number of units up to which a word is rare.
func (w *Worker) rareLimit() uint32 {
	return max(w.params.RareFloor, uint32(w.params.RareShare*float64(w.weights.units)))
}

// readCommon lists the words that may open cells, and some others that both documents have, in
// weights.common.
func (w *Worker) readCommon() {
	a, s, t := w.a, &w.seeds, &w.weights
	if t.matched {
		return
	}
	t.common = t.common[:0]
	limit := w.rareLimit()
	for i, in := range s.rows {
		if !in {
			continue
		}
		w.weighRow(uint32(i))
		for _, k := range a.wordsOf(uint32(i), uint32(i)+1) {
			if t.inB[k] > 0 && a.frequency(k) <= limit && firstMarked(a.postsOf(k), s.rows) == uint32(i) {
				t.common = append(t.common, k)
			}
		}
	}
}

// readOpeners lists the common words that are rare, and a bound on the cells that they open.
func (w *Worker) readOpeners() {
	s, t := &w.seeds, &w.weights
	limit := w.rareLimit()
	s.openers, s.max = resize(s.openers, len(t.common)), 0
	n := 0
	for _, k := range t.common { // without a branch, as post
		same := t.inB[k] - 1
		inA, inB := w.a.frequency(k), w.b.frequency(same)
		s.openers[n] = opener{a: k, b: same, units: inA + inB}
		rare := isTrue(inA+inB <= limit)
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
func (w *Worker) openLimit() uint32 {
	s, limit := &w.seeds, w.rareLimit()
	budget := uint64(w.params.OpenBudget) * uint64(count(s.rows)+count(s.cols))
	if s.max <= budget {
		return limit
	}
	s.openings = zeroed(s.openings, int(limit)+1)
	for _, o := range s.openers {
		s.openings[o.units] += countMarked(w.a.postsOf(o.a), s.rows) * countMarked(w.b.postsOf(o.b), s.cols)
	}
	sum := uint64(0)
	for f, n := range s.openings {
		if sum += n; sum > budget {
			return max(uint32(f)-1, w.params.RareFloor)
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
