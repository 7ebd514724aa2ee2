// Package lcs finds a longest common subsequence of two sequences of words.
//
// Source: Myers, "An O(ND) difference algorithm and its variations", Algorithmica 1, 1986. D is
// the number of words that are in one sequence only: those that an edit script deletes and
// inserts. The more alike two sequences are, the smaller is D, and the less time it takes. The
// caller gives the largest D of interest, and the search ends as soon as D is larger.
//
// The time is the sum of the lengths times D, and the memory is the square of D. If that is too
// much, the sequences are first aligned at anchors (anchor.go). The common subsequence is then
// not always the longest one.
package lcs

import "slices"

// Run is a run of words that both sequences have: a[A:A+Words] equals b[B:B+Words].
type Run struct{ A, B, Words int }

// Words returns the number of words in runs: the length of the common subsequence.
func Words(runs []Run) (n int) {
	for _, r := range runs {
		n += r.Words
	}
	return n
}

// Differ compares sequences. The zero value is ready. It is not safe for concurrent use.
type Differ struct {
	// Limit is the work of one search: the sum of the lengths times D. Beyond it, anchors are
	// used. 0 is a limit of about half a second, and of 64 MB.
	Limit int64

	// scratch, never returned
	trace  []int32 // the places of a that paths of 0, 1, 2, … edits reach, end to end
	fronts []front
	anchor anchors
}

// front is the furthest places of a that paths of a number of edits reach. On diagonal k, place i
// of a is beside place i-k of b.
type front struct {
	at          int // where it begins in the trace
	first, last int // its diagonals, each second one
}

// defaultLimit bounds the time of a search, and maxTrace its memory, in places.
const (
	defaultLimit = 1 << 28
	maxTrace     = 1 << 24
)

// Append appends the runs of a common subsequence of a and b to dst, in their order. At most max
// words of the two are not in it. If there is none such, Append returns dst and false.
func (d *Differ) Append(dst []Run, a, b []uint32, max int) ([]Run, bool) {
	if max = min(max, len(a)+len(b)); abs(len(a)-len(b)) > max {
		return dst, false
	}
	if !d.tooMuch(len(a), len(b), max) {
		return d.append(dst, a, b, Run{}, max)
	}
	return d.appendAnchored(dst, a, b, max)
}

// tooMuch reports whether the search would take too much time or memory.
func (d *Differ) tooMuch(a, b, max int) bool {
	limit := d.Limit
	if limit == 0 {
		limit = defaultLimit
	}
	return int64(a+b)*int64(max) > limit || int64(max)*int64(max) > 2*maxTrace
}

// append is Append without anchors. The sequences begin at the places from.A and from.B.
func (d *Differ) append(dst []Run, a, b []uint32, from Run, max int) ([]Run, bool) {
	head := common(a, b)
	a, b = a[head:], b[head:]
	tail := commonTail(a, b)
	a, b = a[:len(a)-tail], b[:len(b)-tail]
	edits, ok := d.search(a, b, max)
	if !ok {
		return dst, false
	}
	dst = appendRun(dst, Run{from.A, from.B, head})
	dst = d.back(dst, len(a), len(b), Run{from.A + head, from.B + head, 0}, edits)
	return appendRun(dst, Run{from.A + head + len(a), from.B + head + len(b), tail}), true
}

// search finds the number of edits that turn a into b, and fills the fronts.
func (d *Differ) search(a, b []uint32, limit int) (edits int, ok bool) {
	n, m := len(a), len(b)
	d.trace, d.fronts = d.trace[:0], d.fronts[:0]
	for edits := range limit + 1 {
		// A path on diagonal k needs at least |n-m-k| more edits.
		left := limit - edits
		f := front{len(d.trace), max(-edits, -m, n-m-left), min(edits, n, n-m+left)}
		if (f.first+edits)&1 != 0 {
			f.first++
		}
		for k := f.first; k <= f.last; k += 2 {
			i := 0
			if edits > 0 {
				i, _ = d.step(k, edits, n, m)
			}
			if i >= 0 {
				i += common(a[i:], b[i-k:])
			}
			d.trace = append(d.trace, int32(i))
			if i == n && i-k == m {
				d.fronts = append(d.fronts, f)
				return edits, true
			}
		}
		d.fronts = append(d.fronts, f)
	}
	return 0, false
}

// reach returns the place of a that a path of so many edits reaches on a diagonal, or -1.
func (d *Differ) reach(k, edits int) int {
	f := &d.fronts[edits]
	if k < f.first || k > f.last {
		return -1
	}
	return int(d.trace[f.at+(k-f.first)/2])
}

// step returns the furthest place of a on diagonal k behind one edit of a path of edits-1, and
// the diagonal that it comes from; -1 if there is none.
func (d *Differ) step(k, edits, n, m int) (i, from int) {
	inserted, deleted := d.reach(k+1, edits-1), d.reach(k-1, edits-1)
	if inserted-k > m {
		inserted = -1
	}
	if deleted >= 0 {
		if deleted++; deleted > n {
			deleted = -1
		}
	}
	if deleted > inserted {
		return deleted, k - 1
	}
	return inserted, k + 1
}

// back appends the runs of the path that search has found, whose ends are n and m.
func (d *Differ) back(dst []Run, n, m int, from Run, edits int) []Run {
	first := len(dst)
	i, k := n, n-m
	for ; edits > 0; edits-- {
		start, came := d.step(k, edits, n, m)
		dst = appendRun(dst, Run{from.A + start, from.B + start - k, i - start})
		k = came
		i = d.reach(k, edits-1)
	}
	dst = appendRun(dst, Run{from.A, from.B, i})
	slices.Reverse(dst[first:])
	return dst
}

// appendRun appends r if it has words.
func appendRun(dst []Run, r Run) []Run {
	if r.Words > 0 {
		dst = append(dst, r)
	}
	return dst
}

// common returns the number of words that a and b begin with.
func common(a, b []uint32) int {
	n := min(len(a), len(b))
	a, b = a[:n], b[:n]
	for i, w := range a {
		if w != b[i] {
			return i
		}
	}
	return n
}

// commonTail returns the number of words that a and b end with.
func commonTail(a, b []uint32) (n int) {
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

func abs(n int) int { return max(n, -n) }
