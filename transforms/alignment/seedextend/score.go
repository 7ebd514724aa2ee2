package seedextend

import "math"

// seedCosine is what the weighted cosine of a seed must exceed. Smaller: more rewording is found, with more chance
// seeds.
const seedCosine = .28

// maxUnit is the largest number of words of a unit.
const maxUnit = 1<<20 - 1

// opening is what a word of a opens cells with: 1 + the same word of b, or 0 if it opens none, and its weight.
type opening struct{ inB, weight uint32 }

// post notes which words of a open cells: those in at most limit units.
func (w *Worker) post(limit uint32) {
	s := &w.seeds
	s.opens = zeroed(s.opens, len(w.a.vocabulary))
	for _, o := range s.openers {
		if o.units <= limit {
			s.opens[o.a] = opening{o.b + 1, w.weights.weight(o.units)}
		}
	}
}

// begin makes the scratch of walk and score, with no open cell.
func (s *seeds) begin(rows, columns int) {
	s.common = zeroed(s.common, columns)
	s.opened = resize(s.opened, columns+1)[:0] // 1: walk writes behind the last one
	s.rowBounds, s.columnBounds = zeroed(s.rowBounds, rows), zeroed(s.columnBounds, columns)
}

// open adds cell (i, j) to those to be scored, if it is near a hit.
func (w *Worker) open(j uint32) {
	s := &w.seeds
	if s.common[j] > 0 || s.around.columns[j] == 0 {
		return
	}
	s.common[j] = 1 // hardly anything, but it is open
	s.opened = append(s.opened, j)
}

// openNear opens the cells of row i that are at most reach from a hit on both sides. hits are sorted, from the first
// one on that may be near the row.
func (w *Worker) openNear(hits []Hit, i, reach uint32) {
	units := uint64(w.b.units())
	row, end := uint32(math.MaxUint32), uint64(0) // the columns of the hits of this row are open up to end
	for _, h := range hits {
		if uint64(h.A) > uint64(i)+uint64(reach) {
			return
		}
		if h.A != row {
			row, end = h.A, 0
		}
		from := max(uint64(h.B-min(h.B, reach)), end)
		end = min(uint64(h.B)+uint64(reach)+1, units)
		for j := from; j < end; j++ {
			w.open(uint32(j))
		}
	}
}

// walk opens the cells near a hit that the words of row i open, and sums the weights of these words in seeds.common.
// Whether a word opens cells follows no order, so those that do are listed first, without a branch. Nor does it follow
// an order whether a cell is open, or near a hit.
func (w *Worker) walk(i uint32) {
	s, words := &w.seeds, w.a.wordsOf(i, i+1)
	s.row = resize(s.row, len(words))
	n := 0
	for _, k := range words {
		s.row[n] = s.opens[k]
		n += int(isTrue(s.opens[k].inB > 0))
	}
	common, columns := s.common, s.around.columns[:len(s.common)]
	opened := s.opened[:len(common)+1]
	open := len(s.opened)
	for _, o := range s.row[:n] {
		posts := w.b.postsOf(o.inB - 1)
		w.work.posts += len(posts)
		for _, j := range posts {
			near, before := uint64(isTrue(columns[j] > 0)), common[j]
			common[j] = before + near*uint64(o.weight)
			opened[open] = j
			open += int(near) & int(isTrue(before == 0))
		}
	}
	s.opened = opened[:open]
}

// score keeps the opened cells of row i as seeds that are similar enough. Most cells are not, whatever words they
// share, and end at one of two bounds: that of their cosine, or that of the words that their units have in common, by
// their sketches.
func (w *Worker) score(i uint32) {
	a, b, s := w.a, w.b, &w.seeds
	if len(s.opened) == 0 {
		return
	}
	w.work.scored += len(s.opened)
	row, ofRow := &a.sketches[i], a.wordsOf(i, i+1)
	if len(s.opened) > len(ofRow) { // the bound costs a look at each word
		w.leaveFar(i)
	} else {
		for _, j := range s.opened {
			s.common[j] = 0
		}
	}
	hidden := len(ofRow) - row.bits() // words that share their bit with another one
	began := false
	for _, j := range s.opened {
		if !s.partners.fit(i, j) || w.self && j <= i {
			continue
		}
		min := w.params.Dice * float64(len(ofRow)+int(s.partners.cols[j].words)) / 2
		if float64(row.inBoth(&b.sketches[j])+hidden) <= min {
			continue
		}
		if !began {
			began = true
			w.markWords(ofRow)
		}
		common := 0
		for _, k := range b.wordsOf(j, j+1) {
			common += int(s.inRow[k])
		}
		if float64(common) <= min {
			continue
		}
		if cosine := w.cosineOf(i, j); cosine > seedCosine {
			s.cells = append(s.cells, cell{i: i, j: j, cosine: float32(cosine)})
		}
	}
	if began {
		for _, k := range s.marked {
			s.inRow[k] = 0
		}
	}
}

// leaveFar closes all cells of row i, and takes those from seeds.opened whose cosine is too small: their units have in
// common what walk has summed, and of the words that open no cells at most what either unit has. Which cells these are
// follows no order, so there is no branch for it.
func (w *Worker) leaveFar(i uint32) {
	s := &w.seeds
	row := *w.boundOfRow(i)
	row.root *= 1 - 1e-9 // rounding
	n := 0
	for _, j := range s.opened {
		column := &s.columnBounds[j]
		if column.norm == 0 {
			column = w.boundOfColumn(j)
		}
		max := s.common[j] + min(row.rest, column.rest)
		s.common[j] = 0
		s.opened[n] = j
		n += int(isTrue(float64(max) >= row.root*column.root))
	}
	s.opened = s.opened[:n]
}

// markWords sets seeds.inRow for words of a, and seeds.marked to those of them that b has. Which these are follows no
// order, so there is no branch for it.
func (w *Worker) markWords(words []uint32) {
	s, inB := &w.seeds, w.weights.inB
	s.marked = resize(s.marked, len(words))
	n := 0
	for _, k := range words {
		s.marked[n] = inB[k] - 1
		n += int(isTrue(inB[k] > 0))
	}
	s.marked = s.marked[:n]
	for _, k := range s.marked {
		s.inRow[k] = 1
	}
}

// cosineOf returns the cosine of cell (i, j), where i is the row of seeds.inRow.
func (w *Worker) cosineOf(i, j uint32) float64 {
	s, t := &w.seeds, &w.weights
	normA, normB := w.boundOfRow(i).norm, w.boundOfColumn(j).norm
	dot := uint64(0)
	for _, k := range w.b.wordsOf(j, j+1) {
		dot += uint64(s.inRow[k]) * uint64(t.b[k])
	}
	return float64(dot) / math.Sqrt(float64(normA)*float64(normB))
}

// cosineBound bounds the cosine of the cells of a unit. It is zero before a cell needs it.
type cosineBound struct {
	norm uint64  // squared norm
	rest uint64  // the weight of its words that the other document has, and that open no cells
	root float64 // of the norm; of a column it is multiplied by the least cosine
}

// boundOfRow returns the bound of a row.
func (w *Worker) boundOfRow(i uint32) *cosineBound {
	o, t := &w.seeds.rowBounds[i], &w.weights
	if o.norm > 0 {
		return o
	}
	if !t.doneA[i] {
		w.weighRow(i)
	}
	rest := uint64(0)
	for _, k := range w.a.wordsOf(i, i+1) {
		weight := uint64(t.a[k])
		o.norm += weight
		rest += weight * uint64(isTrue(t.inB[k] > 0)&isTrue(w.seeds.opens[k].inB == 0))
	}
	o.rest, o.root = rest, math.Sqrt(float64(o.norm))
	return o
}

// boundOfColumn returns the bound of a column.
func (w *Worker) boundOfColumn(j uint32) *cosineBound {
	o, t := &w.seeds.columnBounds[j], &w.weights
	if o.norm > 0 {
		return o
	}
	if !t.doneB[j] {
		w.weighColumn(j)
	}
	rest := uint64(0)
	for _, k := range w.b.wordsOf(j, j+1) {
		weight := uint64(t.b[k])
		o.norm += weight
		if inA := t.inA[k]; inA > 0 && w.seeds.opens[inA-1].inB == 0 {
			rest += weight
		}
	}
	o.rest, o.root = rest, seedCosine*math.Sqrt(float64(o.norm))
	return o
}
