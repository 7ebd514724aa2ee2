package seedextend

import (
	"cmp"
	"math"
	"slices"
)

// Hit says that unit A of one document and unit B of the other hold a common
// signature. Several common signatures of one pair of units are several hits.
// Inside one document A < B.
type Hit struct{ A, B uint32 }

func compareHits(x, y Hit) int {
	return cmp.Compare(uint64(x.A)<<32|uint64(x.B), uint64(y.A)<<32|uint64(y.B))
}

// SortHits sorts by A, then by B: the order that Worker wants.
func SortHits(hits []Hit) { slices.SortFunc(hits, compareHits) }

// Touch reports whether the pairs of units with a common signature hold enough
// in common for the documents to be aligned: those with a Dice coefficient of
// TouchDice must have TouchWords common words together, in text without spaces
// SpacelessTouchWords near each other, or one must hold a part of a run
// of params.RunChars that both documents have. Identical documents always touch. hits must be sorted. The
// documents need not have been indexed: most pairs that chance brought end here.
func (w *Worker) Touch(a, b *Document, hits []Hit) bool {
	if w.Trace != nil {
		w.Trace.Began, w.Trace.CommonNeed = true, w.params.TouchWords
	}
	if slices.Equal(a.tokens(), b.tokens()) {
		if w.Trace != nil {
			w.Trace.Same = true
		}
		return true
	}
	w.a, w.b = a, b
	w.touching.begin()
	left, n := uint32(math.MaxUint32), 0 // left: the unit of a with the n words w.leftWords
	for x, h := range hits {
		if x > 0 && hits[x-1] == h {
			continue
		}
		if max, words, ok := maxCommon(a, b, h); ok && 2*float64(max) < w.params.TouchDice*float64(words) {
			continue
		}
		if h.A != left {
			left, n = h.A, a.distinct(h.A, &w.leftWords)
		}
		common, m := w.commonWords(b, h.B)
		if 2*float64(common) < w.params.TouchDice*float64(n+m) {
			continue
		}
		if w.touches(h, common) {
			return true
		}
	}
	var grams unitGrams
	for x, h := range hits {
		if (x == 0 || hits[x-1] != h) && w.sharesRun(h, &grams) {
			if w.Trace != nil {
				w.Trace.Run = true
			}
			return true
		}
	}
	return false
}

// TouchCopy reports whether one of copies is in a run of params.RunChars that both documents
// have. Identical documents do, however short they are.
func (w *Worker) TouchCopy(a, b *Document, copies []Copy) bool {
	if len(copies) == 0 {
		return false
	}
	w.a, w.b = a, b
	return slices.Equal(a.tokens(), b.tokens()) || slices.ContainsFunc(copies, func(c Copy) bool {
		_, long := w.runOf(c, nil)
		return long
	})
}

// runOf returns the run of equal words around the places of c, and reports whether it has
// params.RunChars. known are runs by their diagonal, which need not be followed again; nil if there are none.
func (w *Worker) runOf(c Copy, known *[256]copied) (run copied, long bool) {
	if s, t := w.a.tokens(), w.b.tokens(); w.params.RunChars == 0 || w.a == w.b || int(c.A) >= len(s) ||
		int(c.B) >= len(t) || s[c.A] != t[c.B] {
		return copied{}, false
	}
	return w.longRun(c.A, c.B, known)
}

// longRun returns the run that holds word x of a and word y of b, and reports whether it has
// params.RunChars.
func (w *Worker) longRun(x, y uint32, known *[256]copied) (c copied, long bool) {
	if known != nil {
		if last := known[uint8(y-x)]; y-x == last.b-last.a && x-last.a < last.n { // modulo 2^32: x is in it
			return last, float64(last.size) >= w.params.RunChars
		}
	}
	c = extendCopied(w.a, w.b, x, y)
	if c.n == 0 {
		return c, false
	}
	c.size = w.size(c)
	if known != nil {
		known[uint8(y-x)] = c
	}
	return c, float64(c.size) >= w.params.RunChars
}

// maxCommon returns a bound on the distinct words that the units of h have in common, and
// the words of either, summed, if both documents are indexed.
func maxCommon(a, b *Document, h Hit) (max, words int, ok bool) {
	if !a.Indexed() || !b.Indexed() {
		return 0, 0, false
	}
	n, m := len(a.wordsOf(h.A, h.A+1)), len(b.wordsOf(h.B, h.B+1))
	return a.sketches[h.A].maxCommon(n, &b.sketches[h.B]), n + m, true
}

// distinct fills set with the words of unit u, and returns how many they are.
func (d *Document) distinct(u uint32, set *wordSet) (n int) {
	words := d.Words[d.Units[u]:d.Units[u+1]]
	set.begin(len(words))
	for _, word := range words {
		n += set.add(word)
	}
	return n
}

// commonWords counts the distinct words of unit u of b, and those of them that are in w.leftWords.
func (w *Worker) commonWords(b *Document, u uint32) (common, words int) {
	all := b.Words[b.Units[u]:b.Units[u+1]]
	w.rightWords.begin(len(all))
	for _, word := range all {
		added := w.rightWords.add(word)
		words += added
		common += added & w.leftWords.has(word)
	}
	return common, words
}
