package seed

import (
	"math"

	"example.org/diagonal/transforms/alignment/pair"
	"example.org/diagonal/transforms/alignment/scratch"
)

// leastCosine is what the weighted cosine of a seed must exceed. Smaller: more rewording is found, with more chance
// seeds.
const leastCosine = .28

// opening is what a word of a opens cells with: 1 + the same word of b, or 0 if it opens none, and its weight.
type opening struct{ inB, weight uint32 }

// post notes which words of a open cells: those in at most limit units.
func (f *Finder) post(limit uint32) {
	s := &f.seeds
	s.opens = scratch.Zeroed(s.opens, len(f.A.Vocabulary()))
	for _, o := range s.openers {
		if o.units <= limit {
			s.opens[o.a] = opening{o.b + 1, f.Weight(o.units)}
		}
	}
}

// begin makes the scratch of walk and score, with no open cell.
func (s *seeds) begin(rows, columns int) {
	s.common = scratch.Zeroed(s.common, columns)
	s.opened = scratch.Resize(s.opened, columns+1)[:0] // 1: walk writes behind the last one
	s.rowBounds, s.columnBounds = scratch.Zeroed(s.rowBounds, rows), scratch.Zeroed(s.columnBounds, columns)
}

// open adds cell (i, j) to those to be scored, if it is near a hit.
func (f *Finder) open(j uint32) {
	s := &f.seeds
	if s.common[j] > 0 || s.around.columns[j] == 0 {
		return
	}
	s.common[j] = 1 // hardly anything, but it is open
	s.opened = append(s.opened, j)
}

// openNear opens the cells of row i that are at most reach from a hit on both sides. hits are sorted, from the first
// one on that may be near the row.
func (f *Finder) openNear(hits []pair.Hit, i, reach uint32) {
	units := uint64(f.B.UnitCount())
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
			f.open(uint32(j))
		}
	}
}

// walk opens the cells near a hit that the words of row i open, and sums the weights of these words in seeds.common.
// Whether a word opens cells follows no order, so those that do are listed first, without a branch. Nor does it follow
// an order whether a cell is open, or near a hit.
func (f *Finder) walk(i uint32) {
	s, words := &f.seeds, f.A.WordsOf(i, i+1)
	s.row = scratch.Resize(s.row, len(words))
	n := 0
	for _, k := range words {
		s.row[n] = s.opens[k]
		n += int(scratch.Bit(s.opens[k].inB > 0))
	}
	b, common, columns := f.B, s.common, s.around.columns[:len(s.common)]
	opened := s.opened[:len(common)+1]
	open := len(s.opened)
	for _, o := range s.row[:n] {
		posts := b.PostsOf(o.inB - 1)
		f.Posts += len(posts)
		for _, j := range posts {
			near, before := uint64(scratch.Bit(columns[j] > 0)), common[j]
			common[j] = before + near*uint64(o.weight)
			opened[open] = j
			open += int(near) & int(scratch.Bit(before == 0))
		}
	}
	s.opened = opened[:open]
}

// score keeps the opened cells of row i as seeds that are similar enough. Most cells are not, whatever words they
// share, and end at one of two bounds: that of their cosine, or that of the words that their units have in common, by
// their sketches.
func (f *Finder) score(i uint32) {
	a, b, s := f.A, f.B, &f.seeds
	if len(s.opened) == 0 {
		return
	}
	f.Scored += len(s.opened)
	row, ofRow := a.SketchOf(i), a.WordsOf(i, i+1)
	if len(s.opened) > len(ofRow) { // the bound costs a look at each word
		f.leaveFar(i)
	} else {
		for _, j := range s.opened {
			s.common[j] = 0
		}
	}
	hidden := len(ofRow) - row.Bits() // words that share their bit with another one
	began := false
	for _, j := range s.opened {
		if !s.partners.fit(i, j) || f.Self && j <= i {
			continue
		}
		min := f.Dice * float64(len(ofRow)+int(s.partners.cols[j].words)) / 2
		if float64(row.InBoth(b.SketchOf(j))+hidden) <= min {
			continue
		}
		if !began {
			began = true
			f.markWords(ofRow)
		}
		common := 0
		for _, k := range b.WordsOf(j, j+1) {
			common += int(s.inRow[k])
		}
		if float64(common) <= min {
			continue
		}
		if cosine := f.cosineOf(i, j); cosine > leastCosine {
			f.Cells = append(f.Cells, Cell{I: i, J: j, Cosine: float32(cosine)})
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
func (f *Finder) leaveFar(i uint32) {
	s := &f.seeds
	row := *f.boundOfRow(i)
	row.root *= 1 - 1e-9 // rounding
	n := 0
	for _, j := range s.opened {
		column := &s.columnBounds[j]
		if column.norm == 0 {
			column = f.boundOfColumn(j)
		}
		max := s.common[j] + min(row.rest, column.rest)
		s.common[j] = 0
		s.opened[n] = j
		n += int(scratch.Bit(float64(max) >= row.root*column.root))
	}
	s.opened = s.opened[:n]
}

// markWords sets seeds.inRow for words of a, and seeds.marked to those of them that b has. Which these are follows no
// order, so there is no branch for it.
func (f *Finder) markWords(words []uint32) {
	s, inB := &f.seeds, f.InB
	s.marked = scratch.Resize(s.marked, len(words))
	n := 0
	for _, k := range words {
		s.marked[n] = inB[k] - 1
		n += int(scratch.Bit(inB[k] > 0))
	}
	s.marked = s.marked[:n]
	for _, k := range s.marked {
		s.inRow[k] = 1
	}
}

// cosineOf returns the cosine of cell (i, j), where i is the row of seeds.inRow.
func (f *Finder) cosineOf(i, j uint32) float64 {
	s, t := &f.seeds, &f.Weights
	normA, normB := f.boundOfRow(i).norm, f.boundOfColumn(j).norm
	dot := uint64(0)
	for _, k := range f.B.WordsOf(j, j+1) {
		dot += uint64(s.inRow[k]) * uint64(t.OfB[k])
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
func (f *Finder) boundOfRow(i uint32) *cosineBound {
	o, t := &f.seeds.rowBounds[i], &f.Weights
	if o.norm > 0 {
		return o
	}
	f.WeighRow(i)
	rest := uint64(0)
	for _, k := range f.A.WordsOf(i, i+1) {
		weight := uint64(t.OfA[k])
		o.norm += weight
		rest += weight * uint64(scratch.Bit(t.InB[k] > 0)&scratch.Bit(f.seeds.opens[k].inB == 0))
	}
	o.rest, o.root = rest, math.Sqrt(float64(o.norm))
	return o
}

// boundOfColumn returns the bound of a column.
func (f *Finder) boundOfColumn(j uint32) *cosineBound {
	o, t := &f.seeds.columnBounds[j], &f.Weights
	if o.norm > 0 {
		return o
	}
	f.WeighColumn(j)
	rest := uint64(0)
	for _, k := range f.B.WordsOf(j, j+1) {
		weight := uint64(t.OfB[k])
		o.norm += weight
		if inA := t.InA[k]; inA > 0 && f.seeds.opens[inA-1].inB == 0 {
			rest += weight
		}
	}
	o.rest, o.root = rest, leastCosine*math.Sqrt(float64(o.norm))
	return o
}
