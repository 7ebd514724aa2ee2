package removal

import "example.org/diagonal/transforms/shuffle/mix"

// Winnow appends to dst, in order, the places of some of the runs of length words, each as
// the index of its first word: in every run of length+among-1 words there is at least one,
// and which one depends on these words alone. So two texts that have such a run in common
// have a run of length words in common that is chosen in both. hashes are the words; sums
// are the hashes of the chosen runs.
//
// It is the winnowing of Schleimer, Wilkerson and Aiken (2003). About 2/(among+1) of all
// places are chosen, and time is linear in the words.
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
