package seedextend

import (
	"cmp"
	"slices"
)

// copied is a run of words that is the same in both documents: n words from a on in the
// one, from b on in the other. No word before or after it is equal, too, on both sides.
type copied struct {
	a, b, n uint32
	size    uint32 // visible characters, see Document.visible
}

// slack is how many words an end of a passage may be from the place where a copied run
// leaves it, for the run to go on from there.
const slack = 8

// coveredShare is the share of a copied run from which on it counts as covered.
const coveredShare = .9

// rescue sees to it that no exact copy is lost. What the steps before decide by units may
// drop a run of equal words that is inside of them: a weak cluster that overlaps a strong
// one goes as a whole, and bound keeps one stretch of each cluster. rescue looks for all
// runs of params.RunChars visible characters among the units that take part, and reports
// what passages and hot text do not cover: a passage that ends where the run goes on is
// extended, else the run is a passage of its own.
//
// A run counts as covered if passages cover nearly all of it on both sides, not
// necessarily the same one: where a text stands several times on both sides, each of its
// places is in a passage, but not each pair of places.
//
// It does not run for a document with itself.
func (w *Worker) rescue() {
	if w.self || w.params.RunChars == 0 {
		return
	}
	r := &w.rescuer
	w.findCopied()
	w.findShared()
	w.findQuotations()
	if len(r.found) == 0 {
		return
	}
	r.ownerA, r.ownerB = coverHot(r.ownerA, w.a), coverHot(r.ownerB, w.b)
	for _, c := range r.uncommon {
		own(r.ownerA, span{c.a, c.a + c.n}, 0)
		own(r.ownerB, span{c.b, c.b + c.n}, 0)
	}
	for x, c := range w.passages {
		own(r.ownerA, c.a, uint32(x)+1)
		own(r.ownerB, c.b, uint32(x)+1)
	}
	slices.SortFunc(r.found, func(x, y copied) int {
		return cmp.Or(compareCopied(x, y), cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
	})
	r.found = slices.Compact(r.found)
	for from := 0; from < len(r.found); { // for each group of runs that tie, see choose
		end := from + 1
		for end < len(r.found) && compareCopied(r.found[from], r.found[end]) == 0 {
			end++
		}
		r.left = r.left[:0]
		for _, c := range r.found[from:end] {
			r.left = w.appendLeft(r.left, c)
		}
		for _, c := range r.left {
			w.take(c)
		}
		from = end
	}
	w.passages = slices.DeleteFunc(w.passages, func(c cluster) bool { return c.gone })
}

// coverHot returns, for each word of d, ofHot if its unit is hot, or 0. It uses dst.
func coverHot(dst []uint32, d *Document) []uint32 {
	dst = zeroed(dst, len(d.Words))
	for u, hot := range d.Hot {
		if hot {
			own(dst, span{d.Units[u], d.Units[u+1]}, ofHot)
		}
	}
	return dst
}

// own gives the words of s to owner p.
func own(owner []uint32, s span, p uint32) {
	for x := s.lo; x < s.hi; x++ {
		owner[x] = p
	}
}

// compareCopied puts the longer run first, then the earlier one. It does not change when
// the documents are exchanged.
func compareCopied(x, y copied) int {
	return cmp.Or(cmp.Compare(y.size, x.size), cmp.Compare(y.n, x.n), comparePlace(x.a, x.b, y.a, y.b))
}

// appendLeft appends to dst the parts of c that are to be reported: the rows of words that are not
// covered. A passage that ends there goes on. Else a row that is too short for a passage grows to the
// length of one, over words that are covered. If many words are left in rows that are shorter still,
// all from the first to the last one are reported, or all of c where that is too short for a passage.
func (w *Worker) appendLeft(dst []copied, c copied) []copied {
	r := &w.rescuer
	var all, row span // of words that are not covered, from the first word of c on
	open, left, inRow, hot := uint32(0), uint32(0), uint32(0), false
	end := func() {
		if grown := w.grown(c, row); grown.n > 0 {
			dst = append(dst, grown)
		} else {
			left += inRow
		}
		inRow = 0
	}
	for t := range c.n {
		x, y := c.a+t, c.b+t
		hot = hot || r.ownerA[x] == ofHot || r.ownerB[y] == ofHot
		if r.ownerA[x] != 0 && r.ownerB[y] != 0 {
			continue
		}
		if inRow > 0 && t-row.hi > slack {
			end()
		}
		if open == 0 {
			all.lo = t
		}
		if inRow == 0 {
			row.lo = t
		}
		all.hi, row.hi = t+1, t+1
		n := min(w.a.visibleWord(x), w.b.visibleWord(y))
		open, inRow = open+n, inRow+n
	}
	if inRow > 0 {
		end()
	}
	if float64(left) <= (1-coveredShare)*float64(c.size) || hot && float64(open) < minChars {
		return dst
	}
	p := w.part(c, all)
	if float64(p.size) < minChars && !w.continues(p) {
		p = c
	}
	return append(dst, p)
}

// grown returns the row of c that is to be reported for a row of words that are not covered, or none.
func (w *Worker) grown(c copied, row span) copied {
	r := &w.rescuer
	p := w.part(c, row)
	if float64(p.size) >= minChars {
		return p
	}
	if float64(p.size) < (1-coveredShare)*w.params.RunChars {
		return copied{}
	}
	if w.continues(p) {
		return p
	}
	free := func(t uint32) bool { return r.ownerA[c.a+t] != ofHot && r.ownerB[c.b+t] != ofHot }
	for more := true; more && float64(p.size) < minChars; p = w.part(c, row) {
		more = false
		if row.lo > 0 && free(row.lo-1) {
			row.lo, more = row.lo-1, true
		}
		if row.hi < c.n && free(row.hi) {
			row.hi, more = row.hi+1, true
		}
	}
	if float64(p.size) < minChars {
		return copied{}
	}
	return p
}

// part returns the words s of c, counted from its first one on.
func (w *Worker) part(c copied, s span) copied {
	p := copied{a: c.a + s.lo, b: c.b + s.lo, n: s.hi - s.lo}
	p.size = w.size(p)
	return p
}

// continues reports whether a passage ends where c begins, or begins where c ends.
func (w *Worker) continues(c copied) bool {
	return w.before(c) > 0 || w.after(c) > 0
}

// before returns the passage that ends where c begins, on both sides, as its number + 1,
// or 0.
func (w *Worker) before(c copied) uint32 {
	if c.a == 0 || c.b == 0 {
		return 0
	}
	p := w.owner(c.a-1, c.b-1)
	if p == 0 || !near(w.passages[p-1].a.hi, c.a) || !near(w.passages[p-1].b.hi, c.b) {
		return 0
	}
	return p
}

// after returns the passage that begins where c ends, as before does.
func (w *Worker) after(c copied) uint32 {
	if int(c.a+c.n) == len(w.a.Words) || int(c.b+c.n) == len(w.b.Words) {
		return 0
	}
	p := w.owner(c.a+c.n, c.b+c.n)
	if p == 0 || !near(w.passages[p-1].a.lo, c.a+c.n) || !near(w.passages[p-1].b.lo, c.b+c.n) {
		return 0
	}
	return p
}

// owner returns the passage that holds word x of a and word y of b, as its number + 1, or
// 0.
func (w *Worker) owner(x, y uint32) uint32 {
	p, q := w.rescuer.ownerA[x], w.rescuer.ownerB[y]
	if p != q || p == 0 || p == ofHot || w.passages[p-1].gone {
		return 0
	}
	return p
}

func near(x, y uint32) bool { return max(x, y)-min(x, y) <= slack }

// take reports c: as part of the passages that it continues, or as one of its own.
func (w *Worker) take(c copied) {
	a, b := span{c.a, c.a + c.n}, span{c.b, c.b + c.n}
	p, q := w.before(c), w.after(c)
	if p == 0 {
		p, q = q, 0
	}
	if p == 0 {
		w.passages = append(w.passages, cluster{a: a, b: b})
		p = uint32(len(w.passages))
	}
	into := &w.passages[p-1]
	if q > 0 && q != p {
		other := &w.passages[q-1]
		a, b = a.hull(other.a), b.hull(other.b)
		other.gone = true
	}
	into.a, into.b = into.a.hull(a), into.b.hull(b)
	into.quoted, into.rescued = false, true
	own(w.rescuer.ownerA, into.a, p)
	own(w.rescuer.ownerB, into.b, p)
}

// size returns the visible characters of c, on the side that has fewer.
func (w *Worker) size(c copied) uint32 {
	return min(w.a.visible(c.a, c.a+c.n), w.b.visible(c.b, c.b+c.n))
}
