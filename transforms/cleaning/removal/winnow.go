package removal

import (
	"math/bits"

	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/transforms/analysis/token"
)

// Winnow chooses some of the runs of length words. It appends to dst, in order, the index of
// the first word of each, and to sums its hash. Every run of
// length+among-1 words contains at least one chosen run, and which one depends on these words
// alone. So two texts that share such a run share a run of length words that is chosen in
// both.
//
// It is the winnowing of Schleimer, Wilkerson and Aiken (2003). About 2/(among+1) of all runs
// are chosen. Time is linear in the words, and memory is that of among runs and of what is chosen.
func Winnow(dst []int, sums []uint64, words []token.Token, length, among int) ([]int, []uint64) {
	n := len(words) - length + 1
	if n < 1 {
		return dst, sums
	}
	ring := make([]uint64, 1<<bits.Len(uint(among-1))) // the hashes of the last runs: in a long document they are many
	mask := len(ring) - 1
	power, sum := uint64(1), uint64(0) // of the word that leaves
	least, sumOfLeast := -1, uint64(0)
	for i := range words {
		sum = sum*base + mix.Zero(uint64(words[i].Hash))
		if i < length {
			power *= base
		} else {
			sum -= power * mix.Zero(uint64(words[i-length].Hash))
		}
		at := i - length + 1
		if at < 0 {
			continue
		}
		hash := mix.Zero(sum)
		ring[at&mask] = hash
		if at+1 < min(among, n) {
			continue
		}
		from := max(at+1-among, 0)
		chosen := least
		if least < from {
			chosen = from
			for k := from + 1; k <= at; k++ {
				if ring[k&mask] <= ring[chosen&mask] {
					chosen = k
				}
			}
		} else if hash < sumOfLeast {
			chosen = at
		}
		if chosen != least {
			least, sumOfLeast = chosen, ring[chosen&mask]
			dst, sums = append(dst, least), append(sums, sumOfLeast)
		}
	}
	return dst, sums
}

// base is an odd number with bits all over.
const base = 0x9e3779b97f4a7c15
