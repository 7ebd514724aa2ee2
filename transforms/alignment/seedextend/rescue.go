package seedextend

import (
	"cmp"
	"math"
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
// runs of Params.RunChars visible characters among the units that take part, and reports
// what passages and boilerplate do not cover: a passage that ends where the run goes on is
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
	if len(r.found) == 0 {
		return
	}
	r.ownerA = cover(r.ownerA, w.a, w.passages, func(c *cluster) span { return c.a })
	r.ownerB = cover(r.ownerB, w.b, w.passages, func(c *cluster) span { return c.b })
	slices.SortFunc(r.found, func(x, y copied) int {
		return cmp.Or(compareCopied(x, y), cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
	})
	r.found = slices.Compact(r.found)
	for from := 0; from < len(r.found); { // for each group of runs that tie, see choose
		end := from + 1
		for end < len(r.found) && compareCopied(r.found[from], r.found[end]) == 0 {
			end++
		}
		kept := r.found[from:from:end]
		for _, c := range r.found[from:end] {
			if left, ok := w.leftOver(c); ok {
				kept = append(kept, left)
			}
		}
		for _, c := range kept {
			w.take(c)
		}
		from = end
	}
	w.passages = slices.DeleteFunc(w.passages, func(c cluster) bool { return c.gone })
}

// cover returns, for each word of d, 1 + the number of the last passage that holds it,
// ofBoilerplate if its unit is hot, or 0. It uses dst.
func cover(dst []uint32, d *Document, passages []cluster, side func(*cluster) span) []uint32 {
	dst = zeroed(dst, len(d.Words))
	for u, hot := range d.Hot {
		if hot {
			own(dst, span{d.Units[u], d.Units[u+1]}, ofBoilerplate)
		}
	}
	for x := range passages {
		own(dst, side(&passages[x]), uint32(x)+1)
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

// leftOver returns the part of c that is to be reported, if enough of c is not covered:
// from the first word that is not to the last one, or all of c where that is too short
// for a passage.
func (w *Worker) leftOver(c copied) (left copied, ok bool) {
	r := &w.rescuer
	first, last, open, hot := c.n, uint32(0), uint32(0), false
	for t := range c.n {
		x, y := c.a+t, c.b+t
		hotA, hotB := r.ownerA[x] == ofBoilerplate, r.ownerB[y] == ofBoilerplate
		hot = hot || hotA || hotB
		if r.ownerA[x] != 0 && r.ownerB[y] != 0 {
			continue
		}
		first, last = min(first, t), t+1
		open += min(w.a.visibleWord(x), w.b.visibleWord(y))
	}
	if float64(open) <= (1-coveredShare)*float64(c.size) || hot && float64(open) < w.params.MinChars {
		return c, false
	}
	left = copied{a: c.a + first, b: c.b + first, n: last - first}
	left.size = w.size(left)
	if float64(left.size) < w.params.MinChars && !w.continues(left) {
		left = c
	}
	return left, true
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
	if p != q || p == 0 || p == ofBoilerplate || w.passages[p-1].gone {
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

// hull returns the words from the first to the last one of s and t.
func (s span) hull(t span) span { return span{min(s.lo, t.lo), max(s.hi, t.hi)} }

// unitsOf returns the units that hold a word of s.
func (d *Document) unitsOf(s span) span {
	first, ok := slices.BinarySearch(d.Units, s.lo)
	if !ok {
		first--
	}
	end, _ := slices.BinarySearch(d.Units, s.hi)
	return span{uint32(first), uint32(end)}
}

// size returns the visible characters of c, on the side that has fewer.
func (w *Worker) size(c copied) uint32 {
	return min(w.a.visible(c.a, c.a+c.n), w.b.visible(c.b, c.b+c.n))
}

// similarity returns the weighted cosine of the words of two ranges, 0 to 1, as validate
// computes it of whole units: a word counts once for each unit of which the range has it.
func (w *Worker) similarity(a, b span) float64 {
	v := &w.ranges
	v.a = resize(v.a, len(w.a.vocabulary))
	v.b = resize(v.b, len(w.b.vocabulary))
	unitsA, unitsB := w.a.unitsOf(a), w.b.unitsOf(b)
	w.weighBox(box{unitsA.lo, unitsA.hi, unitsB.lo, unitsB.hi})
	w.left, w.right = w.a.appendIndexes(w.left[:0], a), w.b.appendIndexes(w.right[:0], b)
	ofA, ofB := w.left, w.right
	var normA, normB, dot uint64
	for _, k := range ofA {
		normA += uint64(2*v.a[k]+1) * uint64(w.weights.a[k])
		v.a[k]++
	}
	for _, k := range ofB {
		normB += uint64(2*v.b[k]+1) * uint64(w.weights.b[k])
		v.b[k]++
		if ka := w.weights.inA[k]; ka > 0 {
			dot += uint64(v.a[ka-1]) * uint64(w.weights.b[k])
		}
	}
	for _, k := range ofA {
		v.a[k] = 0
	}
	for _, k := range ofB {
		v.b[k] = 0
	}
	return min(1, float64(dot)/math.Sqrt(float64(normA)*float64(normB)))
}

// appendIndexes appends the distinct words that s has of each unit, unit by unit, as
// indexes into the vocabulary.
func (d *Document) appendIndexes(out []uint32, s span) []uint32 {
	units := d.unitsOf(s)
	for u := units.lo; u < units.hi; u++ {
		if s.lo <= d.Units[u] && d.Units[u+1] <= s.hi { // all of it
			out = append(out, d.wordsOf(u, u+1)...)
			continue
		}
		from := len(out)
		for _, x := range d.Words[max(s.lo, d.Units[u]):min(s.hi, d.Units[u+1])] {
			k, _ := d.find(x)
			out = append(out, k)
		}
		slices.Sort(out[from:])
		out = out[:from+len(slices.Compact(out[from:]))]
	}
	return out
}
