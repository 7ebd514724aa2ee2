// Package sketch removes from pages what cannot be in the trusted portion of a common
// subsequence, so that finding it takes less time.
//
// Source: Huang, Wang, Li, "Achieving both high precision and high recall in near-duplicate
// detection", CIKM 2008: a filtered sketch is what is left of a page when the portions are gone
// that no other page of its set has. The unit here is not the sentence: a sentence in which one
// word was edited is in no other page, and still most of its words are in the common subsequence.
// It is the run of Run words. A word stays if it is in a run that another page has.
//
// Two pages are compared by the words that are in a run that the other page of the two has. That
// depends on the two pages only, and not on the others of the set. Words that agree by
// chance, alone between others, are then in no common subsequence.
package sketch

import (
	"math/bits"

	"example.org/diagonal/transforms/partition/lcs"
	"example.org/diagonal/transforms/signature/shingle"
)

// Run is the number of words in a run. Two edits in three words leave out the word between them.
const Run = 2

// Set is the pages of a set. Make it with New. It is not safe for concurrent use.
type Set struct {
	pages []page
	// mark[r] is the number of the page, plus 1, that Begin was last called with a page with run
	// r, and other[r] the same of Pair.
	mark, other []uint32
	round       uint32 // of Pair
	from        int

	// scratch, never returned
	a, b kept
}

// page is the words of a page and its runs that other pages have.
type page struct {
	words []uint32
	runs  []run
	kept  int // words in such runs
}

// run is the number of a run, and the word at which it begins.
type run struct{ number, at uint32 }

// kept is the words of a page that are in runs which another page has, and their places.
type kept struct {
	words  []uint32
	places []int
}

// New returns the Set of pages, by their words. It keeps views of the words.
func New(words [][]uint32) *Set {
	s := &Set{pages: make([]page, len(words))}
	total := 0
	for _, w := range words {
		total += len(w)
	}
	table := newTable(total)
	var hashes []uint64
	slots := make([]uint32, 0, total)
	for i, w := range words {
		hashes = runsOf(hashes[:0], w)
		for _, h := range hashes {
			slots = append(slots, table.add(h, uint32(i)))
		}
	}
	numbers := uint32(0)
	for i, w := range words {
		p := &s.pages[i]
		p.words = w
		for at := range max(0, len(w)-Run+1) {
			e := &table.entries[slots[0]]
			slots = slots[1:]
			if !e.shared {
				continue
			}
			if e.number == 0 {
				numbers++
				e.number = numbers
			}
			p.runs = append(p.runs, run{e.number - 1, uint32(at)})
		}
		p.kept = s.keep(&s.a, i, nil, 0)
	}
	s.mark, s.other = make([]uint32, numbers), make([]uint32, numbers)
	return s
}

// runsOf appends the hashes of the runs of words: none of fewer than Run words.
func runsOf(dst []uint64, words []uint32) []uint64 {
	if len(words) < Run {
		return dst
	}
	return shingle.Append(dst, words, Run)
}

// Words returns the number of words in the filtered sketch of a page.
func (s *Set) Words(i int) int { return s.pages[i].kept }

// Begin says that page i is next compared with others (Pair).
func (s *Set) Begin(i int) {
	s.from = i
	for _, r := range s.pages[i].runs {
		s.mark[r.number] = uint32(i) + 1
	}
}

// Pair returns what the page of Begin and page j have left of each other: the words of each page
// that are in a run that the other one has, and their places in the page. If that is less than
// min words of one of the two, there may be less. The slices are valid until the next call.
func (s *Set) Pair(j, min int) (a, b []uint32, placesA, placesB []int) {
	if s.keep(&s.b, j, s.mark, uint32(s.from)+1) >= min {
		s.round++
		for _, r := range s.pages[j].runs {
			s.other[r.number] = s.round
		}
		s.keep(&s.a, s.from, s.other, s.round)
	} else {
		s.a.words, s.a.places = s.a.words[:0], s.a.places[:0]
	}
	return s.a.words, s.b.words, s.a.places, s.b.places
}

// keep fills k with the words of page i that are in a run whose mark is the given one; any run
// if there are no marks. It returns their number.
func (s *Set) keep(k *kept, i int, marks []uint32, mark uint32) int {
	p := &s.pages[i]
	k.words, k.places = k.words[:0], k.places[:0]
	next := 0 // word that is not kept yet
	for _, r := range p.runs {
		if marks != nil && marks[r.number] != mark {
			continue
		}
		for next = max(next, int(r.at)); next < int(r.at)+Run; next++ {
			k.words, k.places = append(k.words, p.words[next]), append(k.places, next)
		}
	}
	return len(k.words)
}

// Whole returns runs of a common subsequence of kept words as runs of the pages that they are
// places of, appended to dst.
func Whole(dst, runs []lcs.Run, placesA, placesB []int) []lcs.Run {
	for _, r := range runs {
		first := 0
		for i := 1; i <= r.Words; i++ {
			if i < r.Words && placesA[r.A+i] == placesA[r.A+first]+i-first &&
				placesB[r.B+i] == placesB[r.B+first]+i-first {
				continue
			}
			dst = append(dst, lcs.Run{A: placesA[r.A+first], B: placesB[r.B+first], Words: i - first})
			first = i
		}
	}
	return dst
}

// table finds the entry of a hash by open addressing. A map of Go takes three times as long.
type table struct {
	slots   []uint32 // number of the entry, plus 1; 0 is free
	shift   uint
	entries []entry
}

// entry is a run.
type entry struct {
	hash   uint64
	page   uint32 // the last one that has it
	shared bool   // whether two pages have it
	number uint32 // plus 1, of those that are shared
}

// newTable returns a table for up to n hashes.
func newTable(n int) *table {
	b := max(4, bits.Len(uint(n))+1) // at most half full
	return &table{slots: make([]uint32, 1<<b), shift: uint(64 - b)}
}

// add adds a hash of a page, and returns the number of its entry.
func (t *table) add(hash uint64, page uint32) uint32 {
	for i := hash >> t.shift; ; i = (i + 1) & uint64(len(t.slots)-1) {
		at := t.slots[i]
		if at == 0 {
			t.entries = append(t.entries, entry{hash: hash, page: page})
			t.slots[i] = uint32(len(t.entries))
			return uint32(len(t.entries)) - 1
		}
		if e := &t.entries[at-1]; e.hash == hash {
			if e.page != page {
				e.page, e.shared = page, true
			}
			return at - 1
		}
	}
}
