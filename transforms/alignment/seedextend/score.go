package seedextend

import (
	"math"
	"slices"
)

// maxUnit is the largest number of words of a unit.
const maxUnit = 1<<20 - 1

// post keeps the openers in at most limit units that are in a column that may make a seed, and lists these columns,
// and the openers of each row. Whether a column counts follows no order, so there is no branch for it: every
// column is written, and the next one in its place if it does not count. Rows that make no seed have openers, too; nothing reads them.
func (w *Worker) post(limit uint32) {
	s := &w.seeds
	cols := s.partners.cols
	s.rowStart = zeroed(s.rowStart, int(w.a.units())+2)
	kept, posts := 0, 0
	for _, o := range s.openers {
		if o.units > limit {
			continue
		}
		columns := w.b.postsOf(o.b)
		s.posts = atLeast(s.posts, posts+len(columns))
		o.start = uint32(posts)
		for _, j := range columns {
			s.posts[posts] = j
			posts += int(isTrue(cols[j].most > 0))
		}
		o.end = uint32(posts)
		s.openers[kept] = o
		some := isTrue(o.start < o.end)
		kept += int(some)
		for _, i := range w.a.postsOf(o.a) {
			s.rowStart[i+2] += some
		}
	}
	s.openers, s.posts = s.openers[:kept], s.posts[:posts]
	for i := range w.a.units() {
		s.rowStart[i+2] += s.rowStart[i+1]
	}
	// rowStart[i+1] is where the openers of row i end so far.
	s.rowOpeners = resize(s.rowOpeners, int(s.rowStart[w.a.units()+1]))
	for x, o := range s.openers {
		for _, i := range w.a.postsOf(o.a) {
			at := s.rowStart[i+1]
			s.rowOpeners[at] = uint32(x)
			s.rowStart[i+1] = at + 1
		}
	}
}

// atLeast returns s with its contents and all the room that it has, and with length n at least.
func atLeast(s []uint32, n int) []uint32 {
	if n > cap(s) {
		s = slices.Grow(s[:cap(s)], n-cap(s))
	}
	return s[:cap(s)]
}

// open adds cell (i, j) to those to be scored, if its units may make a seed and it is near a hit.
func (w *Worker) open(i, j uint32) {
	s := &w.seeds
	if s.isOpen[j] || !s.partners.fit(i, j) || s.around.columns[j] == 0 || w.self && j <= i {
		return
	}
	s.isOpen[j] = true
	s.opened = append(s.opened, j)
}

// walk opens the cells that the words of row i open.
func (w *Worker) walk(i uint32) {
	s := &w.seeds
	for _, x := range s.rowOpeners[s.rowStart[i]:s.rowStart[i+1]] {
		o := &s.openers[x]
		w.work.posts += int(o.end - o.start)
		for _, j := range s.posts[o.start:o.end] {
			w.open(i, j)
		}
	}
}

// score keeps the opened cells of row i as seeds that are similar enough. Most cells are not, whatever
// words they share, and end at the bound that the sketches of their units give.
func (w *Worker) score(i uint32) {
	a, b, s := w.a, w.b, &w.seeds
	if len(s.opened) == 0 {
		return
	}
	row, ofRow := &a.sketches[i], a.wordsOf(i, i+1)
	hidden := len(ofRow) - row.bits() // words that share their bit with another one
	began := false
	for _, j := range s.opened {
		s.isOpen[j] = false
		w.work.scored++
		ofColumn := b.wordsOf(j, j+1)
		least := w.params.Dice * float64(len(ofRow)+len(ofColumn)) / 2
		if float64(row.inBoth(&b.sketches[j])+hidden) <= least {
			continue
		}
		if !began {
			began = true
			w.markWords(ofRow, 1)
		}
		common := 0
		for _, k := range ofColumn {
			common += int(s.inRow[k])
		}
		if float64(common) <= least {
			continue
		}
		if cosine := w.cosineOf(i, j); cosine > w.params.Cosine {
			s.cells = append(s.cells, cell{i: i, j: j, cosine: float32(cosine)})
		}
	}
	if began {
		w.markWords(ofRow, 0)
	}
}

// markWords sets seeds.inRow for words of a.
func (w *Worker) markWords(words []uint32, mark uint8) {
	for _, k := range words {
		if same := w.weights.inB[k]; same > 0 {
			w.seeds.inRow[same-1] = mark
		}
	}
}

// cosineOf returns the cosine of cell (i, j), where i is the row of seeds.inRow.
func (w *Worker) cosineOf(i, j uint32) float64 {
	s, t := &w.seeds, &w.weights
	w.weighBox(box{i, i + 1, j, j + 1})
	if s.normA[i] == 0 {
		s.normA[i] = normOf(w.a.wordsOf(i, i+1), t.a)
	}
	if s.normB[j] == 0 {
		s.normB[j] = normOf(w.b.wordsOf(j, j+1), t.b)
	}
	dot := uint64(0)
	for _, k := range w.b.wordsOf(j, j+1) {
		dot += uint64(s.inRow[k]) * uint64(t.b[k])
	}
	return float64(dot) / math.Sqrt(float64(s.normA[i])*float64(s.normB[j]))
}

// normOf returns the squared norm of a unit with the given words.
func normOf(words, weights []uint32) (sum uint64) {
	for _, k := range words {
		sum += uint64(weights[k])
	}
	return sum
}
