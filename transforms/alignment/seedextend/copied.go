package seedextend

import "math/bits"

// Limits of the search for copied runs.
const (
	// anchorWords is the length in words of the n-grams that runs are found by.
	anchorWords = 8
	// anchorChars is the visible length from which on a word alone is an anchor: a run of
	// 150 visible characters with less than anchorWords words has one. Lists of hashes
	// are made of such words.
	anchorChars = 18
	// maxPlaces bounds the places at which one n-gram of the other document is looked at.
	maxPlaces = 64
	// maxSteps bounds, for each word of a side, the words compared to find its runs. Beyond
	// it one place of each n-gram is looked at. Text that repeats itself without end needs it.
	maxSteps = 16
	// maxBack bounds, in words, how far a run is followed back from an anchor.
	maxBack = 150
	// ofBoilerplate owns the words of hot units.
	ofBoilerplate = ^uint32(0)
)

// rescuer is the scratch of rescue.
type rescuer struct {
	a, b   copySide
	places places
	found  []copied
}

// copySide is one document of a pair.
type copySide struct {
	// words are those of the units that take part, one after the other, and between units
	// that do not follow each other a word that the other side does not have; at is where
	// each stands in the document.
	words, at []uint32
	// common marks those of words that are in a common run of anchorWords words, or are a
	// common long word.
	common []bool
	// owner is, for each word of the document, 1 + the number of the last passage that holds it,
	// ofBoilerplate if its unit is hot, or 0.
	owner []uint32
	long  bool // some word is long
}

// gather fills s with the units of d that are marked. gap is the word between them.
func (s *copySide) gather(d *Document, marks []bool, gap uint32) {
	s.words, s.at, s.long = s.words[:0], s.at[:0], false
	last := false
	for u, m := range marks {
		if m {
			lo, hi := d.Units[u], d.Units[u+1]
			s.words = append(s.words, d.tokens()[lo:hi]...)
			for x := lo; x < hi; x++ {
				s.at = append(s.at, x)
				s.long = s.long || d.To[x]-d.From[x] >= anchorChars
			}
		} else if last {
			s.words, s.at = append(s.words, gap), append(s.at, d.Units[u])
		}
		last = m
	}
	s.common = zeroed(s.common, len(s.words))
}

// own gives the words of r to owner p.
func (s *copySide) own(r span, p uint32) {
	for x := r.lo; x < r.hi; x++ {
		s.owner[x] = p
	}
}

// cover notes which passage holds each word of d.
func (s *copySide) cover(d *Document, passages []cluster, side func(*cluster) span) {
	s.owner = zeroed(s.owner, len(d.Words))
	if d.Hot != nil {
		for u, hot := range d.Hot {
			if hot {
				s.own(span{d.Units[u], d.Units[u+1]}, ofBoilerplate)
			}
		}
	}
	for x := range passages {
		s.own(side(&passages[x]), uint32(x)+1)
	}
}

// findCopied sets w.rescuer.found to the copied runs of at least Params.RunChars, and
// reports whether there is one. Where none of the common words is left over it does not look
// for the runs.
//
// Each word of a run is in one that is found, and the runs found need not be all: of a
// text that stands n times on both sides there are n² runs.
func (w *Worker) findCopied() bool {
	r := &w.rescuer
	r.a.gather(w.a, w.seeds.rows, 0)
	r.b.gather(w.b, w.seeds.cols, 1)
	r.found = r.found[:0]
	any := w.grams.markCommon(r.a.common, r.b.common, r.a.words, r.b.words, anchorWords)
	long := r.a.long && r.b.long
	if !any && !long {
		return false
	}
	for x := range w.passages {
		w.passages[x].matched = len(w.passages[x].cells)
	}
	r.a.cover(w.a, w.passages, func(c *cluster) span { return c.a })
	r.b.cover(w.b, w.passages, func(c *cluster) span { return c.b })
	if any && (r.a.leaves() || r.b.leaves()) {
		w.search(anchorWords)
	}
	if long {
		w.search(1)
	}
	return len(r.found) > 0
}

// leaves reports whether a common word is in no passage.
func (s *copySide) leaves() bool {
	for x, m := range s.common {
		if m && s.owner[s.at[x]] == 0 {
			return true
		}
	}
	return false
}

// search looks for runs by their n-grams, from both sides, so that what stands once here and
// often there is found at each of its places.
func (w *Worker) search(n int) {
	r := &w.rescuer
	r.places.index(&r.b, w.b, n)
	w.walk(&r.a, w.a, n, func(x, y uint32) copied { return w.extendCopied(x, y) })
	r.places.index(&r.a, w.a, n)
	w.walk(&r.b, w.b, n, func(y, x uint32) copied { return w.extendCopied(x, y) })
}

// walk finds the longest run at each n-gram of s, and goes on behind it. Of equally long
// ones it takes the one whose places are nearest to each other.
func (w *Worker) walk(s *copySide, d *Document, n int, extend func(x, other uint32) copied) {
	r := &w.rescuer
	end := uint32(0) // the word of d after the last run
	steps, most := 0, maxSteps*len(s.words)
	for x := 0; x+n <= len(s.words); x++ {
		at := s.at[x]
		if at+uint32(n) <= end || n > 1 && !s.common[x] || n == 1 && d.To[at]-d.From[at] < anchorChars {
			continue
		}
		var best copied
		looked := 0
		for y := r.places.first(s.words[x : x+n]); y > 0 && looked < maxPlaces && (looked == 0 || steps <= most); y = r.places.next[y-1] {
			looked++
			c := extend(at, r.places.side.at[y-1])
			steps += int(c.n)
			if c.n > best.n || c.n == best.n && (distance(c) < distance(best) || distance(c) == distance(best) && c.a+c.b < best.a+best.b) {
				best = c
			}
		}
		if best.n == 0 {
			continue
		}
		if s == &r.a {
			end = best.a + best.n
		} else {
			end = best.b + best.n
		}
		if best.size = w.size(best); float64(best.size) >= w.params.RunChars {
			r.found = append(r.found, best)
		}
	}
	w.work.stepped += steps
}

func distance(c copied) uint32 { return max(c.a, c.b) - min(c.a, c.b) }

// extendCopied returns the run that holds word x of a and word y of b. It is followed back
// over maxBack words at most; what is before that was found before.
func (w *Worker) extendCopied(x, y uint32) copied {
	a, b := w.a.tokens(), w.b.tokens()
	back := uint32(0)
	for back < min(x, y, maxBack) && a[x-back-1] == b[y-back-1] {
		back++
	}
	n := uint32(0)
	for int(x+n) < len(a) && int(y+n) < len(b) && a[x+n] == b[y+n] {
		n++
	}
	if n == 0 {
		return copied{}
	}
	return copied{a: x - back, b: y - back, n: back + n}
}

// places finds where the n-grams of one side stand.
type places struct {
	side  *copySide
	n     int
	shift uint
	slots []uint32 // open addressing: 1 + the first place of an n-gram
	next  []uint32 // place -> 1 + the next place of the same n-gram, or 0
}

// index takes the n-grams of s; for n = 1 only long words.
func (p *places) index(s *copySide, d *Document, n int) {
	p.side, p.n = s, n
	p.next = zeroed(p.next, len(s.words))
	p.shift = uint(64 - bits.Len(uint(2*len(s.words)))) // at most half full
	p.slots = zeroed(p.slots, 1<<(64-p.shift))
	for x := len(s.words) - n; x >= 0; x-- {
		if n > 1 && !s.common[x] || n == 1 && d.To[s.at[x]]-d.From[s.at[x]] < anchorChars {
			continue
		}
		slot := p.find(s.words[x : x+n])
		p.next[x] = *slot
		*slot = uint32(x) + 1
	}
}

// first returns 1 + the first place of the n-gram, or 0.
func (p *places) first(gram []uint32) uint32 { return *p.find(gram) }

// find returns the slot of the n-gram, or the free one where it would be.
func (p *places) find(gram []uint32) *uint32 {
	r := newRolling(gram, p.n)
	mask := uint64(len(p.slots) - 1)
	for s := r.hash() >> p.shift; ; s = (s + 1) & mask {
		if at := p.slots[s]; at == 0 || equalWords(p.side.words[at-1:], gram) {
			return &p.slots[s]
		}
	}
}
