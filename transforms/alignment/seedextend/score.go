package seedextend

import "math"

// column is what score needs of a column that takes part.
type column struct {
	start, end uint32  // its words in seeds.rest
	words      uint32  // distinct words of the unit
	rest       overlap // of the words in seeds.rest
	norm       uint64  // squared; 0 before a cell needs it
	root       float64 // of norm
}

// overlap counts words that two units have in common, and sums their weights: the weight in
// the lower weightBits, and above it the number. The highest bit marks a cell as opened.
// maxUnit words have room.
type overlap uint64

const (
	weightBits         = 43
	opened     overlap = 1 << 63
	maxUnit            = 1<<20 - 1
)

func overlapOf(weight uint32) overlap { return 1<<weightBits | overlap(weight) }

func (s overlap) weight() uint64 { return uint64(s & (1<<weightBits - 1)) }

func (s overlap) words() int { return int(s &^ opened >> weightBits) }

// atMost returns the most words, and the largest weight, that units can have in common of
// words s of the one and t of the other.
func (s overlap) atMost(t overlap) (words int, weight uint64) {
	return min(s.words(), t.words()), min(s.weight(), t.weight())
}

// post makes openers of the common words in at most limit units, and lists their columns. In
// seeds.rest it leaves the other ones, and sums them for each column.
func (w *Worker) post(limit uint32) {
	s := &w.seeds
	n, rest := uint32(0), uint32(0)
	for x := range s.list {
		o := &s.list[x]
		if o.units > limit {
			o.start, o.end = rest, 0
			rest++
			continue
		}
		columns := o.start
		o.start, o.end = n, n
		n += columns
	}
	s.posts = resize(s.posts, int(n))
	s.inRow = zeroed(s.inRow, int(rest))
	for j, in := range s.cols {
		if !in {
			continue
		}
		c := &s.columns[j]
		words := s.rest[c.start:c.end]
		c.end = c.start
		for _, x := range words {
			if o := &s.list[x]; o.units <= limit {
				s.posts[o.end] = uint32(j)
				o.end++
			} else {
				s.rest[c.end] = o.start
				c.end++
				c.rest += overlapOf(o.weight)
			}
		}
	}
}

// open adds a common word to the sum of cell (i, j), or none if word is 0, and the cell to
// those to be scored.
func (w *Worker) open(i, j uint32, word overlap) {
	s := &w.seeds
	if w.self && j <= i {
		return
	}
	if s.sums[j] == 0 {
		s.sums[j] = opened
		s.opened = append(s.opened, j)
	}
	s.sums[j] += word
}

// walk opens the cells that the words of row i open, of the columns in seeds.around. Its other common words are put into
// inRow and restOfRow; walk returns their sum.
func (w *Worker) walk(i uint32) (rest overlap) {
	s := &w.seeds
	s.restOfRow = s.restOfRow[:0]
	start := uint32(0)
	if i > 0 {
		start = s.rowEnds[i-1]
	}
	for _, x := range s.wordsOfRows[start:s.rowEnds[i]] {
		c := &s.list[x]
		word := overlapOf(c.weight)
		if c.end == 0 {
			s.inRow[c.start] = word
			s.restOfRow = append(s.restOfRow, c.start)
			rest += word
			continue
		}
		posts := s.posts[c.start:c.end]
		w.work.posts += len(posts)
		for _, j := range posts {
			if s.around.columns[j] > 0 {
				w.open(i, j, word)
			}
		}
	}
	return rest
}

// score keeps the opened cells of row i as seeds that are similar enough. rest is the sum of
// the row's common words that open no cell. What a cell has in common is the words that
// opened it, whose sum is known, and some of the other words of both units; most cells are
// not similar enough whichever these are, and end here: by the number of words, which needs
// no norms, or by their weight.
func (w *Worker) score(i uint32, rest overlap) {
	s := &w.seeds
	n := int(w.a.unitStart[i+1] - w.a.unitStart[i])
	norm, leastRoot := uint64(0), 0.0
	for _, j := range s.opened {
		c, known := &s.columns[j], s.sums[j]
		s.sums[j] = 0
		w.work.scored++
		least := w.params.Dice * float64(n+int(c.words)) / 2
		words, weight := rest.atMost(c.rest)
		if float64(known.words()+words) <= least {
			continue
		}
		if norm == 0 {
			norm = w.normOfRow(i)
			leastRoot = w.params.Cosine * math.Sqrt(float64(norm)) * (1 - 1e-9) // less, by more than rounding errors
		}
		if c.norm == 0 {
			c.norm = w.normOfColumn(j)
			c.root = math.Sqrt(float64(c.norm))
		}
		if float64(known.weight()+weight) <= leastRoot*c.root {
			continue
		}
		for _, k := range s.rest[c.start:c.end] {
			known += s.inRow[k]
		}
		if float64(known.words()) <= least {
			continue
		}
		cosine := float64(known.weight()) / math.Sqrt(float64(norm)*float64(c.norm))
		if cosine > w.params.Cosine {
			s.cells = append(s.cells, cell{i: i, j: j, cosine: float32(cosine)})
		}
	}
	for _, k := range s.restOfRow {
		s.inRow[k] = 0
	}
}

// normOfRow returns the squared norm of unit i of a.
func (w *Worker) normOfRow(i uint32) uint64 {
	w.weighBox(box{i, i + 1, 0, 0})
	return normOf(w.a.wordsOf(i, i+1), w.weights.a)
}

// normOfColumn returns the squared norm of unit j of b.
func (w *Worker) normOfColumn(j uint32) uint64 {
	w.weighBox(box{0, 0, j, j + 1})
	return normOf(w.b.wordsOf(j, j+1), w.weights.b)
}

func normOf(words, weights []uint32) (sum uint64) {
	for _, k := range words {
		sum += uint64(weights[k])
	}
	return sum
}
