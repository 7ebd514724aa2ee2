package main

import (
	"cmp"
	"slices"
)

// shared is a run that two documents share.
type shared struct {
	a, b                       int
	aStart, aEnd, bStart, bEnd uint32 // code points
	size                       uint32 // visible characters

	inA, inB float64 // shares that are covered
	covered  bool
}

func (r *shared) spanA() span { return span{int64(r.aStart), int64(r.aEnd)} }
func (r *shared) spanB() span { return span{int64(r.bStart), int64(r.bEnd)} }

// window is the fewest words from a place on that have enough characters.
type window struct {
	hash     uint64
	document uint32
	first, n uint32
}

// find returns the runs of equal windows.
func find(texts []*text, p params) (runs []shared) {
	windows := windowsOf(texts, uint32(p.Min))
	slices.SortFunc(windows, func(x, y window) int {
		return cmp.Or(cmp.Compare(x.hash, y.hash), cmp.Compare(x.document, y.document), cmp.Compare(x.first, y.first))
	})
	// Of each document, the windows that are in a few documents, as their class and end.
	type place struct{ class, n uint32 }
	places := make([][]place, len(texts))
	var classes [][]window
	for i, end := 0, 0; i < len(windows); i = end {
		documents := 1
		for end = i + 1; end < len(windows) && windows[end].hash == windows[i].hash; end++ {
			if windows[end].document != windows[end-1].document {
				documents++
			}
		}
		if documents < 2 || p.MaxDocuments > 0 && documents > int(p.MaxDocuments) {
			continue
		}
		classes = append(classes, windows[i:end])
		for _, w := range windows[i:end] {
			if places[w.document] == nil {
				places[w.document] = make([]place, len(texts[w.document].words))
			}
			places[w.document][w.first] = place{uint32(len(classes)), w.n}
		}
	}
	for d, of := range places {
		type diagonal struct {
			other  uint32
			offset int
		}
		next := map[diagonal]int{} // the first window that is in no run yet
		for x, at := range of {
			if at.class == 0 {
				continue
			}
			last, n := uint32(d), 0
			for _, w := range classes[at.class-1] {
				if int(w.document) <= d {
					continue
				}
				if n++; w.document != last {
					last, n = w.document, 1
				}
				on := diagonal{w.document, int(w.first) - x}
				if n > p.Places || next[on] > x {
					continue
				}
				y, other := x, places[w.document]
				for y < len(of) && int(w.first)+y-x < len(other) && of[y].class > 0 &&
					of[y].class == other[int(w.first)+y-x].class {
					y++
				}
				next[on] = y
				end := y - 1 + int(of[y-1].n)
				if r, ok := trimmed(texts, d, int(w.document), x, int(w.first), end-x); ok &&
					r.size >= uint32(p.Min) {
					runs = append(runs, r)
				}
			}
		}
	}
	return runs
}

// trimmed returns the run of n words from word x of document a and word y of b on, without the words at
// its ends that are parts of longer ones.
func trimmed(texts []*text, a, b, x, y, n int) (shared, bool) {
	s, t := texts[a].words[x:x+n], texts[b].words[y:y+n]
	for len(s) > 0 && !(s[0].begins && t[0].begins) {
		s, t = s[1:], t[1:]
	}
	for k := len(s) - 1; k >= 0 && !(s[k].ends && t[k].ends); k-- {
		s, t = s[:k], t[:k]
	}
	if len(s) == 0 {
		return shared{}, false
	}
	r := shared{a: a, b: b, aStart: s[0].from, aEnd: s[len(s)-1].to, bStart: t[0].from, bEnd: t[len(t)-1].to}
	for _, w := range s {
		r.size += w.visible
	}
	return r, true
}

// factor is that of a polynomial hash of words, modulo 2^64.
const factor = 0xd6e8feb86659fd93

// windowsOf returns the windows of all documents.
func windowsOf(texts []*text, min uint32) (all []window) {
	for d, t := range texts {
		end, visible := 0, uint32(0)
		sum, power := uint64(0), uint64(1)
		powers := []uint64{1}
		for x := range t.words {
			for end < len(t.words) && visible < min {
				sum = sum*factor + mixed(t.words[end].number)
				visible += t.words[end].visible
				end++
			}
			if visible < min {
				break
			}
			for len(powers) <= end-x {
				powers = append(powers, powers[len(powers)-1]*factor)
			}
			all = append(all, window{sum, uint32(d), uint32(x), uint32(end - x)})
			power = powers[end-x-1]
			sum -= mixed(t.words[x].number) * power
			visible -= t.words[x].visible
		}
	}
	return all
}

// mixed spreads the bits of the number of a word.
func mixed(n uint32) uint64 {
	x := uint64(n) * 0x9e3779b97f4a7c15
	return x ^ x>>29
}
