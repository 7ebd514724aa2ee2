// Package overlap finds the words that items of a test set and a document have in common, and
// measures them as published reports do.
//
// Everything is worked out from runs: the longest pieces of at least Seed words, in the same order,
// that an item and a document share. Words are compared without case and punctuation.
package overlap

import (
	"cmp"
	"math/bits"
	"slices"
	"sort"

	"example.org/diagonal/engine/shuffle/mix"
)

// Seed is the number of words of the shortest run that is found. It finds an item of 14 words of which one was changed.
const Seed = 5

// MaxItems is the number of items that a run of Seed words may begin in. More have it where they repeat their
// instructions; a longer run that has no other Seed words is not found then.
const MaxItems = 1000

// Item is an item of a test set.
type Item struct {
	Benchmark, ID string
	// Words are the hashes of its words, and Answer those of its answer, which may have none.
	Words, Answer []uint32
}

// Run is words that a document and an item share, in one piece that cannot be longer.
type Run struct {
	// Doc and Item are the indices of the first word in both.
	Doc, Item int
	Words     int
}

// Match is what a document shares with an item.
type Match struct {
	Item int // index of the item
	Runs []Run
}

// Table finds the runs of items.
type Table struct {
	Items []Item
	// N is the number of words of the n-grams of GPT3, by benchmark.
	N map[string]int
	// Hot is the number of seeds that are in more than MaxItems items.
	Hot int

	seeds  []seed   // by hash
	filter []uint64 // bits of hashes that are in seeds, among others
}

type seed struct {
	hash      uint64
	item, pos int32
}

// NewTable returns the table of items.
func NewTable(items []Item) *Table {
	t := &Table{Items: items, N: map[string]int{}}
	lengths := map[string][]int{}
	for i, it := range items {
		lengths[it.Benchmark] = append(lengths[it.Benchmark], len(it.Words))
		for at := 0; at+Seed <= len(it.Words); at++ {
			t.seeds = append(t.seeds, seed{hashOf(it.Words[at : at+Seed]), int32(i), int32(at)})
		}
	}
	for name, all := range lengths {
		t.N[name] = GPT3N(all)
	}
	slices.SortFunc(t.seeds, func(x, y seed) int {
		return cmp.Or(cmp.Compare(x.hash, y.hash), cmp.Compare(x.item, y.item), cmp.Compare(x.pos, y.pos))
	})
	kept := t.seeds[:0]
	for from := 0; from < len(t.seeds); {
		to, in := from+1, 1
		for ; to < len(t.seeds) && t.seeds[to].hash == t.seeds[from].hash; to++ {
			if t.seeds[to].item != t.seeds[to-1].item {
				in++
			}
		}
		if in > MaxItems {
			t.Hot++
		} else {
			kept = append(kept, t.seeds[from:to]...)
		}
		from = to
	}
	t.seeds = kept
	t.filter = make([]uint64, 1<<max(bits.Len(uint(len(t.seeds)/4)), 4)) // 16 to 32 bits for each seed
	for _, s := range t.seeds {
		t.filter[s.hash>>6%uint64(len(t.filter))] |= 1 << (s.hash & 63)
	}
	return t
}

// hashOf returns a hash of Seed words.
func hashOf(words []uint32) (h uint64) {
	for _, w := range words {
		h = mix.Full(h ^ uint64(w))
	}
	return h
}

// Scan returns what the words of a document share with items, in the order of the items, and runs in the order of the
// document. Time is linear in the words, but for those that are shared.
func (t *Table) Scan(words []uint32) (matches []Match) {
	type diagonal struct{ item, at int }
	ends := map[diagonal]int{} // of the last run, in the document
	byItem := map[int][]Run{}
	for i := 0; i+Seed <= len(words); i++ {
		h := hashOf(words[i : i+Seed])
		if t.filter[h>>6%uint64(len(t.filter))]>>(h&63)&1 == 0 {
			continue
		}
		for at := sort.Search(len(t.seeds), func(k int) bool {
			return t.seeds[k].hash >= h
		}); at < len(t.seeds) && t.seeds[at].hash == h; at++ {
			item, pos := int(t.seeds[at].item), int(t.seeds[at].pos)
			d := diagonal{item, i - pos}
			if ends[d] > i {
				continue
			}
			r := whole(words, t.Items[item].Words, i, pos)
			if r.Words < Seed { // another text with this hash
				continue
			}
			ends[d] = r.Doc + r.Words
			byItem[item] = append(byItem[item], r)
		}
	}
	for item, runs := range byItem {
		slices.SortFunc(runs, func(x, y Run) int {
			return cmp.Or(cmp.Compare(x.Doc, y.Doc), cmp.Compare(x.Item, y.Item))
		})
		matches = append(matches, Match{item, runs})
	}
	slices.SortFunc(matches, func(x, y Match) int { return x.Item - y.Item })
	return matches
}

// whole returns the longest run that contains a word of a document and one of an item.
func whole(doc, item []uint32, i, pos int) Run {
	from, to := 0, 0
	for from < i && from < pos && doc[i-from-1] == item[pos-from-1] {
		from++
	}
	for i+to < len(doc) && pos+to < len(item) && doc[i+to] == item[pos+to] {
		to++
	}
	if to == 0 {
		return Run{}
	}
	return Run{Doc: i - from, Item: pos - from, Words: from + to}
}
