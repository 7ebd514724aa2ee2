package seedextend

import "math"

// maxUnit is the largest number of words of a unit.
const maxUnit = 1<<20 - 1

// post notes which words of a open cells: those in at most limit units.
func (w *Worker) post(limit uint32) {
	s := &w.seeds
	s.opens = zeroed(s.opens, len(w.a.vocabulary))
	for _, o := range s.openers {
		s.opens[o.a] = isTrue(o.units <= limit) * (o.b + 1)
	}
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

// walk opens the cells that the words of row i open. Whether a word does follows no order, so those that do are
// listed first, without a branch.
func (w *Worker) walk(i uint32) {
	s, words := &w.seeds, w.a.wordsOf(i, i+1)
	s.inB = resize(s.inB, len(words))
	n := 0
	for _, k := range words {
		s.inB[n] = s.opens[k]
		n += int(isTrue(s.opens[k] > 0))
	}
	for _, same := range s.inB[:n] {
		columns := w.b.postsOf(same - 1)
		w.work.posts += len(columns)
		for _, j := range columns {
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
