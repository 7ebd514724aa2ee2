package removal

import "example.org/diagonal/transforms/shuffle/mix"

// Winnow chooses some of the runs of length words. It appends to dst, in order, the index of
// the first word of each, and to sums its hash. hashes are the words. Every run of
// length+among-1 words contains at least one chosen run, and which one depends on these words
// alone. So two texts that share such a run share a run of length words that is chosen in
// both.
//
// It is the winnowing of Schleimer, Wilkerson and Aiken (2003). About 2/(among+1) of all runs
// are chosen. Time is linear in the words.
func Winnow(dst []int, sums []uint64, hashes []uint32, length, among int) ([]int, []uint64) {
	n := len(hashes) - length + 1
	if n < 1 {
		return dst, sums
	}
	rolled := make([]uint64, n)
	power, sum := uint64(1), uint64(0) // of the word that leaves
	for i, h := range hashes {
		sum = sum*base + mix.Zero(uint64(h))
		if i < length {
			power *= base
		} else {
			sum -= power * mix.Zero(uint64(hashes[i-length]))
		}
		if at := i - length + 1; at >= 0 {
			rolled[at] = mix.Zero(sum)
		}
	}
	least := -1
	for end := min(among, n); end <= n; end++ {
		from := max(end-among, 0)
		chosen := least
		if least < from {
			chosen = from
			for i := from + 1; i < end; i++ {
				if rolled[i] <= rolled[chosen] {
					chosen = i
				}
			}
		} else if rolled[end-1] < rolled[least] {
			chosen = end - 1
		}
		if chosen != least {
			least = chosen
			dst, sums = append(dst, least), append(sums, rolled[least])
		}
	}
	return dst, sums
}

// base is an odd number with bits all over.
const base = 0x9e3779b97f4a7c15
