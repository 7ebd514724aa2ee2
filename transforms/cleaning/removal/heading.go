package removal

import "slices"

// withoutHeadings returns gone without the headings that text stays below, in place. The text below a heading ends at
// the next one that is not deeper.
func withoutHeadings(gone []int, parts []Part) []int {
	if !slices.ContainsFunc(gone, func(g int) bool { return parts[g].Heading > 0 }) {
		return gone
	}
	at := len(gone)   // those before part i that were to go are gone[:at]
	kept := len(gone) // those behind it that still go are gone[kept:]
	needed := uint(0) // bit d: a heading of depth d here has text that stays
	for i := len(parts) - 1; i >= 0; i-- {
		goes := at > 0 && gone[at-1] == i
		if goes {
			at--
		}
		depth := parts[i].Heading
		if depth > 0 && needed>>depth&1 == 1 {
			goes = false
		}
		if goes {
			kept--
			gone[kept] = i
		} else if parts[i].Words() > 0 {
			needed = ^uint(0)
		}
		if depth > 0 {
			needed &= 1<<depth - 1
		}
	}
	return gone[:copy(gone, gone[kept:])]
}
