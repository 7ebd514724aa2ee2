// Package commonrun finds the runs of words that two texts have in common: what copied text leaves.
package commonrun

import (
	"math/bits"
	"slices"

	"example.org/diagonal/transforms/alignment/scratch"
)

// Marker finds the words that are in common runs. The zero value is ready. It keeps scratch.
//
// A word is in a common run of at least n words if and only if it is in an n-gram
// that both sides hold, so no run is ever walked: the n-grams of one side go into a
// table that holds each distinct one once, those of the other are looked up. That is
// linear also where one n-gram stands thousands of times on both sides.
type Marker struct {
	slots []uint32 // open addressing: 1 + place of the first n-gram with these words
	slot  []uint32 // place in b -> its slot
	hit   []bool   // slot: the n-gram stands in a, too

	anchors anchors
}

// Mark sets marksA[x] where a[x], and marksB[x] where b[x], lies in a common
// run of at least n words, and reports whether there is one. It only sets marks, which are as long as the words.
func (m *Marker) Mark(marksA, marksB []bool, a, b []uint32, n int) bool {
	if len(a) < n || len(b) < n {
		return false
	}
	if n >= anchoredRun {
		if found, ok := m.anchors.mark(marksA, marksB, a, b, n); ok {
			return found
		}
	}
	return m.markEach(marksA, marksB, a, b, n)
}

// markEach is Mark by all n-grams, for short runs and for text that repeats itself. Both sides have at
// least n words.
func (m *Marker) markEach(marksA, marksB []bool, a, b []uint32, n int) bool {
	shift := uint(64 - bits.Len(uint(2*len(b)))) // at most half full
	m.slots = scratch.Zeroed(m.slots, 1<<(64-shift))
	m.hit = scratch.Zeroed(m.hit, 1<<(64-shift))
	m.slot = slices.Grow(m.slot[:0], len(b)-n+1)[:len(b)-n+1]

	r := newRolling(b, n)
	for x := range m.slot {
		s := m.find(r.hash()>>shift, b[x:x+n], b)
		if m.slots[s] == 0 {
			m.slots[s] = uint32(x) + 1
		}
		m.slot[x] = s
		r.next()
	}
	found := false
	r = newRolling(a, n)
	for x, end := 0, 0; x+n <= len(a); x++ {
		if s := m.find(r.hash()>>shift, a[x:x+n], b); m.slots[s] > 0 {
			m.hit[s], found = true, true
			scratch.Fill(marksA[max(x, end) : x+n])
			end = x + n
		}
		r.next()
	}
	for x, end := 0, 0; found && x < len(m.slot); x++ {
		if m.hit[m.slot[x]] {
			scratch.Fill(marksB[max(x, end) : x+n])
			end = x + n
		}
	}
	return found
}

// EachGram calls each with the first place in a of every distinct n-gram that a and b have in
// common.
func (m *Marker) EachGram(a, b []uint32, n int, each func(x int)) {
	if len(a) < n || len(b) < n {
		return
	}
	shift := uint(64 - bits.Len(uint(2*len(b)))) // at most half full
	m.slots = scratch.Zeroed(m.slots, 1<<(64-shift))
	m.hit = scratch.Zeroed(m.hit, 1<<(64-shift))
	r := newRolling(b, n)
	for x := 0; x+n <= len(b); x++ {
		if s := m.find(r.hash()>>shift, b[x:x+n], b); m.slots[s] == 0 {
			m.slots[s] = uint32(x) + 1
		}
		r.next()
	}
	r = newRolling(a, n)
	for x := 0; x+n <= len(a); x++ {
		if s := m.find(r.hash()>>shift, a[x:x+n], b); m.slots[s] > 0 && !m.hit[s] {
			m.hit[s] = true
			each(x)
		}
		r.next()
	}
}

// find returns the slot of the n-gram, or the free one where it would be.
func (m *Marker) find(home uint64, gram, b []uint32) uint32 {
	mask := uint64(len(m.slots) - 1)
	for s := home; ; s = (s + 1) & mask {
		p := m.slots[s]
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
