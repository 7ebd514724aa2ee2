package indexed

import (
	"slices"

	"example.org/diagonal/engine/shuffle/bucket"
)

// sortWords writes the pairs of a word, the high 32 bits, and a unit to pairs, which has the length of d.Words, sorted.
func (d *Document) sortWords(pairs []uint64) {
	if len(pairs) == 0 {
		return
	}
	buckets := bucket.New(len(pairs), 0, 1<<32-1) // words are hashes
	for _, w := range d.Words {
		buckets.Count(uint64(w))
	}
	buckets.Deal()
	for u := range d.UnitCount() {
		for _, w := range d.Words[d.Units[u]:d.Units[u+1]] {
			pairs[buckets.Next(uint64(w))] = uint64(w)<<32 | uint64(u)
		}
	}
	buckets.Each(func(from, to int) { slices.Sort(pairs[from:to]) })
}
