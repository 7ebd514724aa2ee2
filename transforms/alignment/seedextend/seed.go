package seedextend

// cell is a seed: unit i of a and unit j of b are similar.
type cell struct {
	i, j   uint32
	cosine float32
	group  uint32 // scratch of cluster
}

// seed finds the cells: pairs of units with a cosine above Params.Cosine and a
// Dice coefficient above Params.Dice, among the units that take part. A cell is
// opened by a common rare word or by a hit, and an opened cell is scored exactly.
// Within one document only cells with i < j count. In a pair of more than Params.AllCells
// cells, both units of a cell must be near one hit.
//
// Hits open cells of themselves because a text that repeats itself, a refrain or
// a list, has no rare word to open any. Where the budget leaves words out that are
// rare enough (openLimit), as it does in a document of the length of many books, a
// hit opens the cells up to Params.Gap from it on both sides in their place.
func (w *Worker) seed(hits []Hit) {
	a, b, s := w.a, w.b, &w.seeds
	hits = w.participants(hits)
	w.readColumns()
	w.readRows()
	limit, reach := w.openLimit(), uint32(0)
	if limit < w.rareLimit() {
		reach = w.params.Gap
	}
	w.post(limit)
	s.cells = s.cells[:0]
	s.sums = zeroed(s.sums, int(b.units()))
	for i := range a.units() {
		if !s.rows[i] {
			continue
		}
		s.around.advance(i)
		s.opened = s.opened[:0]
		for len(hits) > 0 && uint64(hits[0].A)+uint64(reach) < uint64(i) {
			hits = hits[1:]
		}
		for x := 0; x < len(hits) && uint64(hits[x].A) <= uint64(i)+uint64(reach); x++ {
			for j := hits[x].B - min(hits[x].B, reach); j < b.units() && uint64(j) <= uint64(hits[x].B)+uint64(reach); j++ {
				if s.cols[j] && s.around.columns[j] > 0 {
					w.open(i, j, 0)
				}
			}
		}
		w.score(i, w.walk(i))
	}
}

// seeds is the scratch of seed, and its result.
type seeds struct {
	cells       []cell
	rows, cols  []bool   // units that take part
	around      around   // the columns near the hits of a row
	hits        []Hit    // of a long pair: those that count
	common      []uint32 // b's word: 1 + its place in list, 0 if a or no column has it
	wordsOfRows []uint32 // the common words of the rows that take part, as places in list
	rowEnds     []uint32 // where the words of each row end in wordsOfRows
	list        []commonWord
	posts       []uint32 // the columns that take part and hold an opener, opener by opener
	rest        []uint32 // the common words of the columns that open no cell, column by column, as places in inRow
	columns     []column
	inRow       []overlap // of each common word that opens no cell, in the row; else 0
	restOfRow   []uint32  // the words of the row, as places in inRow
	sums        []overlap // of each column, in the row, see open
	opened      []uint32  // columns of the cells opened in this row
	openings    []uint64  // cells opened by words of this frequency
}

// commonWord is a word that both documents have. If it opens cells it is an opener.
type commonWord struct {
	units, weight uint32 // of both documents that hold it; its weight
	start, end    uint32 // of an opener: its columns in seeds.posts; of another word start is its place in inRow
}

// participants marks the units that take part, and returns the hits that count. Units take
// part if they are at most Params.Near units from a hit on their side, or if there are no
// hits, but never if they are hot. What is further away is found by no seed that matters
// (see Params.Near), and a pair of long documents with one common passage is cheap.
//
// In a pair of more than Params.AllCells cells, a hit counts only if another one is near it on
// both sides.
func (w *Worker) participants(hits []Hit) []Hit {
	a, b, s := w.a, w.b, &w.seeds
	words := w.mark(hits)
	all := true
	if len(hits) == 0 && len(w.shared.Copies) == 0 {
		fill(s.rows)
		fill(s.cols)
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
	for _, h := range hits {
		markNear(s.rows, h.A, w.params.Near)
		markNear(s.cols, h.B, w.params.Near)
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
	fill(marks[u-min(u, near) : min(uint64(len(marks)), hi)])
}

func fill(marks []bool) {
	for x := range marks {
		marks[x] = true
	}
}

// rareLimit is the number of units up to which a word is rare.
func (w *Worker) rareLimit() uint32 {
	return max(w.params.RareFloor, uint32(w.params.RareShare*float64(w.weights.units)))
}

// openLimit is the number of units up to which a word opens cells: rareLimit, or,
// if all words up to that would open more cells than the budget allows, the
// largest number within the budget, but at least RareFloor. (Words in so few units
// open at most RareFloor cells a word of the document, which is linear.) Sum and budget
// are those of the units that take part, so they are the same from both sides.
func (w *Worker) openLimit() uint32 {
	sum, budget := uint64(0), uint64(w.params.OpenBudget)*uint64(count(w.seeds.rows)+count(w.seeds.cols))
	for f, n := range w.seeds.openings {
		if sum += n; sum > budget {
			return max(uint32(f)-1, w.params.RareFloor)
		}
	}
	return w.rareLimit()
}

// readColumns lists the words of the columns that take part and that a has, too.
func (w *Worker) readColumns() {
	b, s, t := w.b, &w.seeds, &w.weights
	s.common, s.list, s.rest = zeroed(s.common, len(b.vocabulary)), s.list[:0], s.rest[:0]
	s.columns = resize(s.columns, int(b.units()))
	for j, in := range s.cols {
		if !in {
			continue
		}
		if !t.matched {
			w.weighColumn(uint32(j))
		}
		words := b.wordsOf(uint32(j), uint32(j)+1)
		c := column{start: uint32(len(s.rest)), words: uint32(len(words))}
		for _, k := range words {
			ka := t.inA[k]
			if ka == 0 {
				continue
			}
			if s.common[k] == 0 {
				f := w.a.frequency(ka-1) + b.frequency(k)
				s.list = append(s.list, commonWord{units: f, weight: t.weight(f)})
				s.common[k] = uint32(len(s.list))
			}
			s.list[s.common[k]-1].start++
			s.rest = append(s.rest, s.common[k]-1)
		}
		c.end = uint32(len(s.rest))
		s.columns[j] = c
	}
}

// readRows lists the words of the rows that take part and that the columns have, too, and
// counts the cells that rare ones open.
func (w *Worker) readRows() {
	a, s, t := w.a, &w.seeds, &w.weights
	limit := w.rareLimit()
	s.openings = zeroed(s.openings, int(limit)+1)
	s.wordsOfRows, s.rowEnds = s.wordsOfRows[:0], resize(s.rowEnds, int(a.units()))
	for i, in := range s.rows {
		if in {
			if !t.matched {
				w.weighRow(uint32(i))
			}
			for _, k := range a.wordsOf(uint32(i), uint32(i)+1) {
				kb := t.inB[k]
				if kb == 0 || s.common[kb-1] == 0 {
					continue
				}
				n := s.common[kb-1] - 1
				s.wordsOfRows = append(s.wordsOfRows, n)
				if o := &s.list[n]; o.units <= limit {
					s.openings[o.units] += uint64(o.start)
				}
			}
		}
		s.rowEnds[i] = uint32(len(s.wordsOfRows))
	}
}
