// Package overlap decides which pairs of sets can reach a resemblance, an overlap or a containment.
//
// The elements of all sets have one order, rarest first. A pair of sets of a and b elements is
// wanted if it shares at least Bounds.Needed elements. Three conditions follow. A pair that
// does not meet all of them is not wanted:
//
//   - length ratio: the smaller set has at least the needed number of elements. For
//     resemblance and overlap that means that neither is above min/max; for containment it is
//     always so.
//   - prefix: the first shared element, in the common order, has Needed-1 others after it in
//     both sets. So it is not among the last elements of either (Chaudhuri, Ganti, Kaushik,
//     ICDE 2006; Bayardo, Ma, Srikant, WWW 2007).
//   - position: the sets share no more than the elements from the first shared one on, in the
//     set that has fewer of them (Xiao, Wang, Lin, Yu, WWW 2008).
//
// All three are one comparison here. From position i on, a set of a elements has a-i elements.
// If the first shared element is at i and j, min(a-i, b-j) must be at least Needed.
package overlap

import "math"

// slack is more than the rounding error of products such as 0.7·10.
const slack = 1e-9

// Bounds are the least measures of a wanted pair. A pair is wanted if it reaches one of them.
type Bounds struct {
	// Resemblance is the least |A∩B| / |A∪B|; 0: this measure is not used.
	Resemblance float64
	// Overlap is the least |A∩B| / max(|A|, |B|); 0: this measure is not used.
	Overlap float64
	// Containment is the least |A∩B| / min(|A|, |B|); 0: this measure is not used.
	Containment float64
}

// Needed returns the number of elements that a wanted pair of sets of a and b elements shares
// at least. It may be more than either has.
func (t Bounds) Needed(a, b int) int {
	needed := math.MaxInt
	if t.Resemblance > 0 {
		// shared >= t(a+b)/(1+t) is the same as shared/(a+b-shared) >= t.
		needed = atLeast(t.Resemblance * float64(a+b) / (1 + t.Resemblance))
	}
	if t.Overlap > 0 {
		needed = min(needed, atLeast(t.Overlap*float64(max(a, b))))
	}
	if t.Containment > 0 {
		needed = min(needed, atLeast(t.Containment*float64(min(a, b))))
	}
	return needed
}

// Indexed returns how many of the first elements of a set of n must be indexed, so that the set
// shares one of them with each set with which it is a wanted pair.
func (t Bounds) Indexed(n int) int {
	if n == 0 {
		return 0
	}
	if t.Containment > 0 {
		return n // a smaller set may be contained in any part of this one
	}
	// Needed is smallest for the smallest set that can be the other one: it has ⌈tn⌉. For an
	// overlap it is then ⌈tn⌉ as well.
	min := t.Resemblance
	if min == 0 || t.Overlap > 0 && t.Overlap < min {
		min = t.Overlap
	}
	return n - atLeast(min*float64(n)) + 1
}

// Possible reports whether a pair can be wanted whose first shared element is at position i of
// a elements and position j of b, from 0. For other shared elements it may return false.
func (t Bounds) Possible(a, i, b, j int) bool {
	return min(a-i, b-j) >= t.Needed(a, b)
}

// Wanted reports whether a pair of sets of a and b elements that shares so many is wanted.
func (t Bounds) Wanted(shared, a, b int) bool { return shared > 0 && shared >= t.Needed(a, b) }

// atLeast returns x rounded up, and at least 1.
func atLeast(x float64) int { return max(1, int(math.Ceil(x-slack))) }

// Shared returns the number of elements that two sets share. Both must be in ascending order. Of
// bags, in which elements repeat, it returns the sum of the smaller numbers of repeats.
func Shared[E uint32 | uint64](a, b []E) int {
	n := 0
	for len(a) > 0 && len(b) > 0 {
		x, y := a[0], b[0]
		if x <= y {
			a = a[1:]
		}
		if y <= x {
			b = b[1:]
		}
		if x == y {
			n++
		}
	}
	return n
}

// Measures returns the two measures of a pair of sets of a and b elements, from 0 to 1.
func Measures(shared, a, b int) (resemblance, containment float64) {
	if shared == 0 {
		return 0, 0
	}
	return float64(shared) / float64(a+b-shared), float64(shared) / float64(min(a, b))
}
