package winnow

// minima finds the smallest rank of each window. Its memory is used again.
type minima struct {
	// waiting are numbers of ranks in falling order: each is smaller than all behind it that the
	// window had when they were looked for. The last one is the smallest of the window.
	waiting []uint32
}

// append appends to dst the number of the smallest rank in each window of w ranks, of equal ones
// the last: each number once, in order. Fewer than w ranks are one window. There is at least one
// rank, and w is at least 1.
//
// The ranks of a window are looked through from its end once, and then only those that enter it are
// looked at, until none is left that was looked through: two comparisons for each rank, whatever the
// ranks are.
func (m *minima) append(dst []uint32, ranks []uint64, w int) []uint32 {
	w = min(w, len(ranks))
	for first := 0; ; { // nothing is known of the window that begins at first
		next := first + w // the number of the next rank that enters
		at := next - 1    // the number of the smallest rank of the window
		waiting := append(m.waiting[:0], uint32(at))
		for i := at - 1; i >= first; i-- {
			if ranks[i] < ranks[at] {
				at = i
				waiting = append(waiting, uint32(i))
			}
		}
		dst = append(dst, uint32(at))
		entered, least := -1, ^uint64(0) // the smallest of the ranks that have entered since
		for {
			for end := min(len(ranks), at+w); next < end; next++ {
				r := ranks[next]
				if r > least {
					continue
				}
				entered, least = next, r
				if r <= ranks[at] {
					at, end = next, min(len(ranks), next+w)
					waiting = append(waiting[:0], uint32(at))
					dst = append(dst, uint32(at))
				}
			}
			if next == len(ranks) {
				m.waiting = waiting
				return dst
			}
			waiting = waiting[:len(waiting)-1] // the smallest one leaves
			if len(waiting) == 0 {
				break
			}
			if r := ranks[next]; r <= least {
				entered, least = next, r
			}
			next++
			if at = int(waiting[len(waiting)-1]); entered >= 0 && least <= ranks[at] {
				at = entered
				waiting = append(waiting[:0], uint32(at))
			}
			dst = append(dst, uint32(at))
		}
		m.waiting = waiting
		first = next - w + 1
	}
}
