package rarity

import (
	"math/bits"
	"slices"
)

// Sorter sorts the ranks of documents: numbers that are hashes, apart from their upper four
// bits. Such numbers are dealt to about as many buckets as there are, and nearly all buckets
// have one or two. The zero value is ready; it is not safe for concurrent use.
type Sorter struct {
	// scratch
	ends  []uint32
	dealt []uint64
}

const (
	// fewRanks is the number of ranks below which buckets do not pay.
	fewRanks = 48
	// mostBuckets is the largest number of buckets, as a power of two.
	mostBuckets = 14
)

// Sort sorts ranks.
func (s *Sorter) Sort(ranks []uint64) {
	if len(ranks) < fewRanks {
		slices.Sort(ranks)
		return
	}
	width := min(bits.Len(uint(len(ranks)))+1, mostBuckets)
	shift := uint(64-width) & 63
	s.ends = slices.Grow(s.ends[:0], 1<<width)[:1<<width]
	s.dealt = append(s.dealt[:0], ranks...)
	clear(s.ends)
	for _, r := range ranks {
		s.ends[r>>shift]++
	}
	sum := uint32(0)
	for i, n := range s.ends {
		s.ends[i] = sum // where the bucket begins, and how far it is filled
		sum += n
	}
	for _, r := range s.dealt {
		end := &s.ends[r>>shift]
		ranks[*end] = r
		*end++
	}
	start := uint32(0)
	for _, end := range s.ends {
		if end-start > 1 {
			sortFew(ranks[start:end])
		}
		start = end
	}
	if len(ranks) > 1<<20 { // not kept for the next document
		s.dealt = nil
	}
}

// sortFew sorts a bucket.
func sortFew(ranks []uint64) {
	if len(ranks) > 12 {
		slices.Sort(ranks)
		return
	}
	for i := 1; i < len(ranks); i++ {
		r, k := ranks[i], i
		for ; k > 0 && ranks[k-1] > r; k-- {
			ranks[k] = ranks[k-1]
		}
		ranks[k] = r
	}
}
