package seedextend

import "math/bits"

// grams finds the words that are in common runs. It is scratch.
//
// A word is in a common run of at least n words if and only if it is in an n-gram
// that both sides hold, so no run is ever walked: the n-grams of one side go into a
// table that holds each distinct one once, those of the other are looked up. That is
// linear also where one n-gram stands thousands of times on both sides.
type grams struct {
	slots []uint32 // open addressing: 1 + place of the first n-gram with these words
	slot  []uint32 // place in b -> its slot
	hit   []bool   // slot: the n-gram stands in a, too

	anchors anchors
}

// markCommon sets marksA[x] where a[x], and marksB[x] where b[x], lies in a common
// run of at least n words, and reports whether there is one. It only sets marks.
func (g *grams) markCommon(marksA, marksB []bool, a, b []uint32, n int) bool {
	if len(a) < n || len(b) < n {
		return false
	}
	if n >= anchoredRun {
		if found, ok := g.anchors.mark(marksA, marksB, a, b, n); ok {
			return found
		}
	}
	return g.markEach(marksA, marksB, a, b, n)
}

// markEach is markCommon by all n-grams, for short runs and for text that repeats itself. Both sides have at
// least n words.
func (g *grams) markEach(marksA, marksB []bool, a, b []uint32, n int) bool {
	shift := uint(64 - bits.Len(uint(2*len(b)))) // at most half full
	g.slots = zeroed(g.slots, 1<<(64-shift))
	g.hit = zeroed(g.hit, 1<<(64-shift))
	g.slot = resize(g.slot, len(b)-n+1)

	r := newRolling(b, n)
	for x := range g.slot {
		s := g.find(r.hash()>>shift, b[x:x+n], b)
		if g.slots[s] == 0 {
			g.slots[s] = uint32(x) + 1
		}
		g.slot[x] = s
		r.next()
	}
	found := false
	r = newRolling(a, n)
	for x, end := 0, 0; x+n <= len(a); x++ {
		if s := g.find(r.hash()>>shift, a[x:x+n], b); g.slots[s] > 0 {
			g.hit[s], found = true, true
			fill(marksA[max(x, end) : x+n])
			end = x + n
		}
		r.next()
	}
	for x, end := 0, 0; found && x < len(g.slot); x++ {
		if g.hit[g.slot[x]] {
			fill(marksB[max(x, end) : x+n])
			end = x + n
		}
	}
	return found
}

// eachCommon calls each with the first place in a of every distinct n-gram that a and b have in
// common.
func (g *grams) eachCommon(a, b []uint32, n int, each func(x int)) {
	if len(a) < n || len(b) < n {
		return
	}
	shift := uint(64 - bits.Len(uint(2*len(b)))) // at most half full
	g.slots = zeroed(g.slots, 1<<(64-shift))
	g.hit = zeroed(g.hit, 1<<(64-shift))
	r := newRolling(b, n)
	for x := 0; x+n <= len(b); x++ {
		if s := g.find(r.hash()>>shift, b[x:x+n], b); g.slots[s] == 0 {
			g.slots[s] = uint32(x) + 1
		}
		r.next()
	}
	r = newRolling(a, n)
	for x := 0; x+n <= len(a); x++ {
		if s := g.find(r.hash()>>shift, a[x:x+n], b); g.slots[s] > 0 && !g.hit[s] {
			g.hit[s] = true
			each(x)
		}
		r.next()
	}
}

// find returns the slot of the n-gram, or the free one where it would be.
func (g *grams) find(home uint64, gram, b []uint32) uint32 {
	mask := uint64(len(g.slots) - 1)
	for s := home; ; s = (s + 1) & mask {
		p := g.slots[s]
		if p == 0 || equalWords(b[p-1:], gram) {
			return uint32(s)
		}
	}
}

// equalWords reports whether words begins with gram. It must be as long.
func equalWords(words, gram []uint32) bool {
	words = words[:len(gram)]
	for x, w := range gram {
		if words[x] != w {
			return false
		}
	}
	return true
}

// rolling is a polynomial hash of the n words from some place on, modulo 2^64.
type rolling struct {
	words   []uint32 // from the first word of the n-gram on
	n       int
	value   uint64
	highest uint64 // base to the power n-1
}

const base = 0x9e3779b97f4a7c15 // odd: 2^64 divided by the golden ratio

func newRolling(words []uint32, n int) rolling {
	r := rolling{words: words, n: n, highest: 1}
	for x := range n {
		r.value = r.value*base + uint64(words[x])
		if x > 0 {
			r.highest *= base
		}
	}
	return r
}

// hash returns the hash of the current n-gram; its high bits are the good ones.
func (r *rolling) hash() uint64 { return (r.value ^ r.value>>32) * base }

// next moves to the next n-gram, if there is one.
func (r *rolling) next() {
	if len(r.words) > r.n {
		r.value = (r.value-uint64(r.words[0])*r.highest)*base + uint64(r.words[r.n])
	}
	r.words = r.words[1:]
}
