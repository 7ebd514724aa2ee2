package seedextend

import (
	"math"
	"slices"
)

// hull returns the words from the first to the last one of s and t.
func (s span) hull(t span) span { return span{min(s.lo, t.lo), max(s.hi, t.hi)} }

// unitOf returns the unit that holds word x.
func (d *Document) unitOf(x uint32) uint32 { return d.unitsOf(span{x, x + 1}).lo }

// unitsOf returns the units that hold a word of s.
func (d *Document) unitsOf(s span) span {
	first, ok := slices.BinarySearch(d.Units, s.lo)
	if !ok {
		first--
	}
	end, _ := slices.BinarySearch(d.Units, s.hi)
	return span{uint32(first), uint32(end)}
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
