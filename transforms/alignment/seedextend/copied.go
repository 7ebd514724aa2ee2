package seedextend

// Limits of the search for copied runs.
const (
	// anchorWords is the length in words of the n-grams that runs are found by.
	anchorWords = 4
	// anchorStep is the distance in visible characters between two anchors of b.
	anchorStep = 40
	// longWord is the length in code points from which on a word alone is an anchor, and
	// longWordA that in a, where less punctuation may follow it. A run of 150 visible
	// characters holds such a word, or a whole n-gram behind an anchor: the next one is
	// less than anchorStep+longWord from its first word, and four words take less than
	// 4 (longWord+1).
	longWord, longWordA = 18, 12
	// maxPlaces bounds the places at which one n-gram of b is looked at.
	maxPlaces = 64
	// maxSteps is the number of words compared, for each word of the pair, from which on
	// the search goes on behind each run that it finds. Only text that repeats itself
	// without end needs it.
	maxSteps = 8
	// maxBack bounds, in words, how far a run is followed back from its anchor.
	maxBack = 150
	// ofBoilerplate owns the words of hot units.
	ofBoilerplate = ^uint32(0)
)

// rescuer is the scratch of rescue.
type rescuer struct {
	found            []copied
	ownerA, ownerB   []uint32 // see cover
	segments, others []span
	grams, words     places
	last             [256]copied // on a diagonal, with other diagonals of the same low bits
}

// findCopied sets w.rescuer.found to the copied runs of at least Params.RunChars that have
// words among the units that take part. The same run may be there twice.
//
// It finds them by anchors in b. Where it had to leave places out, because an n-gram has
// too many of them, it looks again by anchors in a: what stands once in one document and
// often in the other is then found at each of its places. Of text that stands often in
// both, not all pairs of places are found.
func (w *Worker) findCopied() {
	r := &w.rescuer
	r.found = r.found[:0]
	r.segments = appendSegments(r.segments[:0], w.a, w.seeds.rows)
	r.others = appendSegments(r.others[:0], w.b, w.seeds.cols)
	if !w.search(w.a, w.b, r.segments, r.others, false) {
		w.search(w.b, w.a, r.others, r.segments, true)
	}
}

// findShared appends to w.rescuer.found the runs with words in units of Shared.Copies, where
// these do not take part on both sides.
func (w *Worker) findShared() {
	r := &w.rescuer
	for _, h := range w.shared.Copies {
		if w.seeds.rows[h.A] && w.seeds.cols[h.B] || w.a.hot(h.A) && w.b.hot(h.B) {
			continue
		}
		w.eachRun(h, func(c copied) bool {
			r.found = append(r.found, c)
			return false
		})
	}
}

// appendSegments appends the words of the marked units of d, those of units that follow
// each other as one span.
func appendSegments(dst []span, d *Document, marks []bool) []span {
	for u, m := range marks {
		if !m {
			continue
		}
		if n := len(dst); n > 0 && dst[n-1].hi == d.Units[u] {
			dst[n-1].hi = d.Units[u+1]
		} else {
			dst = append(dst, span{d.Units[u], d.Units[u+1]})
		}
	}
	return dst
}

// search looks for the runs that begin with anchors of b, and reports whether it looked at
// all places. swapped says that a and b are those of the pair exchanged.
func (w *Worker) search(a, b *Document, inA, inB []span, swapped bool) (all bool) {
	r := &w.rescuer
	r.grams.reset(b.tokens(), anchorWords)
	r.words.reset(b.tokens(), 1)
	for _, s := range inB {
		r.grams.addSteps(b, s)
		r.words.addLong(b, s)
	}
	r.grams.build()
	r.words.build()
	r.last = [256]copied{}
	wordsA := a.tokens()
	steps, most, all := 0, maxSteps*(len(a.Words)+len(b.Words)), true
	end := uint32(0) // of the runs found
	look := func(p *places, hash uint64, x uint32) {
		if steps > most && x < end {
			all = false
			return
		}
		looked := 0
		for at := p.first(hash, wordsA[x:]); at > 0; at = p.next[at-1] {
			if looked++; looked > maxPlaces || steps > most && looked > 1 {
				all = false
				return
			}
			y := p.at[at-1]
			last := &r.last[uint8(y-x)]
			if y-x == last.b-last.a && x-last.a < last.n { // modulo 2^32: x is in it
				continue
			}
			*last = extendCopied(a, b, x, y)
			steps += int(last.n)
			end = max(end, last.a+last.n)
			c := *last
			if swapped {
				c.a, c.b = c.b, c.a
			}
			if c.size = w.size(c); float64(c.size) >= w.params.RunChars {
				r.found = append(r.found, c)
			}
		}
	}
	for _, s := range inA {
		if s.hi-s.lo >= anchorWords && len(r.grams.at) > 0 {
			h := newRolling(wordsA[s.lo:s.hi], anchorWords)
			for x := s.lo; x+anchorWords <= s.hi; x++ {
				if hash := h.hash(); steps > most || r.grams.mayHave(hash) {
					look(&r.grams, hash, x)
				}
				h.next()
			}
		}
		for x := s.lo; x < s.hi && len(r.words.at) > 0; x++ {
			if a.shown(x) >= longWordA {
				look(&r.words, hashOf(wordsA[x:x+1]), x)
			}
		}
	}
	w.work.stepped += steps
	return all
}

// extendCopied returns the run that holds word x of a and word y of b.
func extendCopied(a, b *Document, x, y uint32) copied {
	s, t := a.tokens(), b.tokens()
	back, n := uint32(0), uint32(0)
	for back < min(x, y, maxBack) && s[x-back-1] == t[y-back-1] {
		back++
	}
	for int(x+n) < len(s) && int(y+n) < len(t) && s[x+n] == t[y+n] {
		n++
	}
	return copied{a: x - back, b: y - back, n: back + n}
}
