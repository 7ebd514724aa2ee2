package seedextend

import "math"

// column is what score needs of a column that takes part.
type column struct {
	start, end uint32  // its words in seeds.rest
	words      uint32  // distinct words of the unit
	rest       overlap // of the words in seeds.rest
	root       float64 // of the squared norm
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

// post makes openers of the common words in at most limit units and lists their columns, and
// sums the other ones for each column.
func (w *Worker) post(limit uint32) {
	b, s := w.b, &w.seeds
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
	s.columns = resize(s.columns, int(b.units()))
	s.rest = s.rest[:0]
	for j, in := range s.cols {
		if !in {
			continue
		}
		words := b.wordsOf(uint32(j), uint32(j)+1)
		c := column{start: uint32(len(s.rest)), words: uint32(len(words)), root: math.Sqrt(float64(s.normB[j]))}
		for _, k := range words {
			x := s.common[k]
			if x == 0 {
				continue
			}
			if o := &s.list[x-1]; o.units <= limit {
				s.posts[o.end] = uint32(j)
				o.end++
			} else {
				s.rest = append(s.rest, o.start)
				c.rest += overlapOf(w.weights.b[k])
			}
		}
		c.end = uint32(len(s.rest))
		s.columns[j] = c
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

// walk opens the cells that the words of row i open. Its other common words are put into
// inRow and restOfRow; walk returns their sum.
func (w *Worker) walk(i uint32) (rest overlap) {
	s := &w.seeds
	s.restOfRow = s.restOfRow[:0]
	for _, k := range w.a.wordsOf(i, i+1) {
		kb := w.weights.inB[k]
		if kb == 0 || s.common[kb-1] == 0 {
			continue
		}
		c, word := &s.list[s.common[kb-1]-1], overlapOf(w.weights.a[k])
		if c.end == 0 {
			s.inRow[c.start] = word
			s.restOfRow = append(s.restOfRow, c.start)
			rest += word
			continue
		}
		posts := s.posts[c.start:c.end]
		w.work.posts += len(posts)
		for _, j := range posts {
			w.open(i, j, word)
		}
	}
	return rest
}

// score keeps the opened cells of row i as seeds that are similar enough. rest is the sum of
// the row's common words that open no cell. What a cell has in common is the words that
// opened it, whose sum is known, and some of the other words of both units; most cells are
// not similar enough whichever these are, and end here.
func (w *Worker) score(i uint32, rest overlap) {
	s := &w.seeds
	n := int(w.a.unitStart[i+1] - w.a.unitStart[i])
	leastRoot := w.params.Cosine * math.Sqrt(float64(s.normA[i])) * (1 - 1e-9) // less, by more than rounding errors
	for _, j := range s.opened {
		c, known := &s.columns[j], s.sums[j]
		s.sums[j] = 0
		w.work.scored++
		least := w.params.Dice * float64(n+int(c.words)) / 2
		words, weight := rest.atMost(c.rest)
		if float64(known.words()+words) <= least || float64(known.weight()+weight) <= leastRoot*c.root {
			continue
		}
		for _, k := range s.rest[c.start:c.end] {
			known += s.inRow[k]
		}
		if float64(known.words()) <= least {
			continue
		}
		cosine := float64(known.weight()) / math.Sqrt(float64(s.normA[i])*float64(s.normB[j]))
		if cosine > w.params.Cosine {
			s.cells = append(s.cells, cell{i: i, j: j, cosine: float32(cosine)})
		}
	}
	for _, k := range s.restOfRow {
		s.inRow[k] = 0
	}
}
