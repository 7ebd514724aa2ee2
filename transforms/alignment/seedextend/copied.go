package seedextend

import (
	"cmp"
	"slices"
	"sort"

	"example.org/diagonal/transforms/alignment/commonrun"
	"example.org/diagonal/transforms/signature/winnow"
)

// Limits of the search for copied runs.
const (
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
	// joinedChars is the most visible characters between two parts of a run that are in few
	// documents, for what is between them to count as such.
	joinedChars = 300
	// ofHot owns the words of hot units.
	ofHot = ^uint32(0)
)

// rescuer is the scratch of rescue.
type rescuer struct {
	found            []copied
	ownerA, ownerB   []uint32 // see rescue
	segments, others []span
	grams, words     commonrun.Places
	left             []copied    // what is to be reported of a run
	uncommon         []copied    // parts of found that are not hot, see findShared
	last             [256]copied // on a diagonal, with other diagonals of the same low bits
}

// findCopied sets w.rescuer.found to the copied runs of at least params.RunChars that have
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

// findShared appends to w.rescuer.found the runs around Shared.Copies, where their units do not
// take part on both sides. It sets w.rescuer.uncommon to the parts of runs around these places.
func (w *Worker) findShared() {
	r := &w.rescuer
	r.uncommon = r.uncommon[:0]
	clear(r.last[:])
	hot := w.a.Hot != nil || w.b.Hot != nil
	for _, h := range w.shared.Copies {
		run, long := w.runOf(h, &r.last)
		if !long {
			continue
		}
		if !w.seeds.rows[w.a.unitOf(h.A)] || !w.seeds.cols[w.b.unitOf(h.B)] {
			r.found = append(r.found, run)
		}
		if hot && w.few(h, run) {
			r.uncommon = append(r.uncommon, w.partAround(h, run))
		}
	}
	r.uncommon = w.joinUncommon(r.uncommon)
}

// joinUncommon sorts parts of runs, and joins those of one run that are near each other: what
// is between them is in more documents word for word, but hardly as a whole.
func (w *Worker) joinUncommon(parts []copied) []copied {
	slices.SortFunc(parts, func(x, y copied) int {
		return cmp.Or(cmp.Compare(x.b-x.a, y.b-y.a), cmp.Compare(x.a, y.a))
	})
	out := parts[:0]
	for _, c := range parts {
		if n := len(out); n == 0 || !w.goesOn(&out[n-1], c) {
			out = append(out, c)
		}
	}
	return out
}

// goesOn adds c to a part of a run that is before it, if it is of the same run and near.
func (w *Worker) goesOn(part *copied, c copied) bool {
	endA, endB := part.a+part.n, part.b+part.n
	if c.b-c.a != part.b-part.a {
		return false
	}
	if c.a > endA && (min(w.a.visible(endA, c.a), w.b.visible(endB, c.b)) > joinedChars ||
		!slices.Equal(w.a.tokens()[endA:c.a], w.b.tokens()[endB:c.b])) {
		return false
	}
	part.n = max(part.n, c.a+c.n-part.a)
	return true
}

// few reports whether few documents have a part of run c of winnow.Run characters, because the
// fingerprint of h was chosen there. If it was chosen for words outside of c, many others may have c: at
// the ends of hot text few documents choose the same.
func (w *Worker) few(h Copy, c copied) bool {
	inside := func(d *Document, run, from uint32) bool {
		return run >= from && run < from+c.n && d.visible(run, from+c.n) >= winnow.Run
	}
	return inside(w.a, h.RunA, c.a) || inside(w.b, h.RunB, c.b)
}

// partAround returns the part of run c that is up to params.RunChars from the first word of the fingerprint
// of h.
func (w *Worker) partAround(h Copy, c copied) copied {
	reach := uint32(w.params.RunChars)
	distance := func(lo, hi uint32) uint32 { return min(w.a.visible(c.a+lo, c.a+hi), w.b.visible(c.b+lo, c.b+hi)) }
	at := h.A - c.a // in words from the begin of c on
	lo := uint32(sort.Search(int(at), func(lo int) bool { return distance(uint32(lo), at) < reach }))
	more := sort.Search(int(c.n-at-1), func(more int) bool { return distance(at, at+2+uint32(more)) >= reach })
	return copied{a: c.a + lo, b: c.b + lo, n: at + 1 + uint32(more) - lo}
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

// addSteps adds the n-grams of commonrun.AnchorWords words at the begin of s and after every anchorStep visible
// characters. d is indexed.
func addSteps(p *commonrun.Places, d *Document, s span) {
	next := d.visibleTo[s.lo]
	visibleTo := d.visibleTo[:max(s.lo, s.hi-min(s.hi, commonrun.AnchorWords-1))]
	for x := int(s.lo); x < len(visibleTo); x++ {
		if at := visibleTo[x]; at >= next {
			p.AddAnchor(uint32(x))
			next = at + anchorStep
		}
	}
}

// addLong adds the words of s that have longWord code points. d is indexed.
func addLong(p *commonrun.Places, d *Document, s span) {
	for _, x := range d.longIn(s) {
		if d.shown(x) >= longWord {
			p.Add(x)
		}
	}
}

// search looks for the runs that begin with anchors of b, and reports whether it looked at
// all places. swapped says that a and b are those of the pair exchanged.
func (w *Worker) search(a, b *Document, inA, inB []span, swapped bool) (all bool) {
	r := &w.rescuer
	r.grams.Reset(b.tokens(), commonrun.AnchorWords)
	r.words.Reset(b.tokens(), 1)
	for _, s := range inB {
		addSteps(&r.grams, b, s)
		addLong(&r.words, b, s)
	}
	r.grams.Build()
	r.words.Build()
	clear(r.last[:])
	min := uint32(w.params.RunChars) // rounded down
	wordsA := a.tokens()
	steps, limit, all := 0, maxSteps*(len(a.Words)+len(b.Words)), true
	end := uint32(0) // of the runs found
	look := func(p *commonrun.Places, hash uint64, x uint32) {
		if steps > limit && x < end {
			all = false
			return
		}
		looked := 0
		for at := p.First(hash, wordsA[x:]); at > 0; at = p.Next[at-1] {
			if looked++; looked > maxPlaces || steps > limit && looked > 1 {
				all = false
				return
			}
			y := p.At[at-1]
			last := &r.last[uint8(y-x)]
			if y-x == last.b-last.a && x-last.a < last.n { // modulo 2^32: x is in it
				continue
			}
			*last = extendCopied(a, b, x, y)
			steps += int(last.n)
			end = max(end, last.a+last.n)
			c := *last
			if a.visible(c.a, c.a+c.n) < min { // nearly all
				continue
			}
			if swapped {
				c.a, c.b = c.b, c.a
			}
			if c.size = w.size(c); float64(c.size) >= w.params.RunChars {
				r.found = append(r.found, c)
			}
		}
	}
	for _, s := range inA {
		if s.hi-s.lo >= commonrun.AnchorWords && len(r.grams.At) > 0 {
			inS := wordsA[:s.hi]
			for x := s.lo; x+commonrun.AnchorWords <= s.hi; x++ {
				hash := uint64(0)
				if steps > limit {
					hash = commonrun.HashAnchor(inS[x:])
				} else if x, hash = r.grams.MayFollow(inS, x); x == s.hi {
					break
				}
				look(&r.grams, hash, x)
			}
		}
		if len(r.words.At) > 0 {
			for _, x := range a.longIn(s) {
				if hash := commonrun.Hash(wordsA[x : x+1]); steps > limit || r.words.MayHave(hash) {
					look(&r.words, hash, x)
				}
			}
		}
	}
	w.work.stepped += steps
	return all
}

// extendCopied returns the run that holds word x of a and word y of b.
func extendCopied(a, b *Document, x, y uint32) copied {
	run := commonrun.Around(a.tokens(), b.tokens(), x, y, maxBack)
	return copied{a: run.A, b: run.B, n: run.N}
}
