package commonrun

import (
	"example.org/diagonal/transforms/alignment/scratch"
)

// AnchorWords is the length in words of the n-grams that long runs are found by.
const AnchorWords = 4

// anchoredRun is the length in words from which on common runs are found by anchors: n-grams of
// AnchorWords of b, one in each row of n-AnchorWords+1 places, so that a run of n words contains one.
const anchoredRun = AnchorWords + 2

// maxPerWord is the number of words compared, for each word of the two sides, from which on mark
// gives up. Only text that repeats itself needs it.
const maxPerWord = 4

// anchors finds long common runs. It is scratch.
type anchors struct {
	places Places
	last   [64]Run // on a diagonal, with other diagonals of the same low bits
}

// mark sets marksA[x] where a[x], and marksB[x] where b[x], lies in a common run of at least n words, as
// Marker.Mark does, and reports whether there is one. It returns ok = false if there are too many
// pairs of places to walk each run: then it has set some of the marks.
func (r *anchors) mark(marksA, marksB []bool, a, b []uint32, n int) (found, ok bool) {
	r.places.Reset(b, AnchorWords)
	for y := 0; y+AnchorWords <= len(b); y += n - AnchorWords + 1 {
		r.places.Add(uint32(y))
	}
	r.places.Build()
	clear(r.last[:])
	left := maxPerWord * (len(a) + len(b))
	for x, hash := r.places.MayFollow(a, 0); int(x) < len(a); x, hash = r.places.MayFollow(a, x+1) {
		for at := r.places.First(hash, a[x:]); at > 0; at = r.places.Next[at-1] {
			y := r.places.At[at-1]
			last := &r.last[(y-x)%uint32(len(r.last))]
			if y-x == last.B-last.A && x-last.A < last.N { // modulo 2^32: x is in it
				left--
				continue
			}
			*last = Around(a, b, x, y, x)
			if left -= int(last.N); left < 0 {
				return found, false
			}
			if int(last.N) >= n {
				found = true
				scratch.Fill(marksA[last.A : last.A+last.N])
				scratch.Fill(marksB[last.B : last.B+last.N])
			}
		}
	}
	return found, true
}

// Run is a run of equal words: N of them, from word A of one text and word B of the other on.
type Run struct{ A, B, N uint32 }

// Around returns the run of equal words that holds x of a and y of b, followed back by at most so many words. It has
// no words behind x and y if these are not equal.
func Around(a, b []uint32, x, y, back uint32) Run {
	back = min(back, x, y)
	before, n := uint32(0), 0
	for before < back && a[x-before-1] == b[y-before-1] {
		before++
	}
	s, t := a[x:], b[y:]
	for n < min(len(s), len(t)) && s[n] == t[n] {
		n++
	}
	return Run{A: x - before, B: y - before, N: before + uint32(n)}
}
