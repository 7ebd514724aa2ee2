// Package overlap says which pairs of sets can reach a resemblance or a containment.
//
// The elements of all sets have one order, rarest first. A pair of sets of a and b
// elements is wanted if it shares as many as Bounds.Needed says. Three bounds follow,
// and a pair that fails one of them is certain to be unwanted:
//
//   - length ratio: a set can not share more elements than it has, so a pair whose
//     smaller set has fewer than needed is out; for resemblance that is
//     resemblance <= min/max, for containment it says nothing;
//   - prefix: of the shared elements the first one, in the common order, has Needed-1
//     others behind it in both sets, so it is not among the last of either (Chaudhuri,
//     Ganti, Kaushik, ICDE 2006; Bayardo, Ma, Srikant, WWW 2007);
//   - position: what is behind the first shared element in the set that has less
//     behind it bounds the number that is shared (Xiao, Wang, Lin, Yu, WWW 2008).
//
// All three are one comparison here: behind position i of a there are a-i elements,
// itself included, and at the first shared element min(a-i, b-j) must reach Needed.
package overlap

import "math"

// slack absorbs the rounding of products such as 0.7·10.
const slack = 1e-9

// Bounds is what makes a pair wanted: either of the two measures.
type Bounds struct {
	// Resemblance is the least |A∩B| / |A∪B|; 0 does not ask for it.
	Resemblance float64
	// Containment is the least |A∩B| / min(|A|, |B|); 0 does not ask for it.
	Containment float64
}

// Needed is the least number of shared elements that makes a pair of sets of a and b
// elements wanted. It may be more than either has.
func (t Bounds) Needed(a, b int) int {
	needed := math.MaxInt
	if t.Resemblance > 0 {
		// shared >= t(a+b)/(1+t) is the same as shared/(a+b-shared) >= t.
		needed = atLeast(t.Resemblance * float64(a+b) / (1 + t.Resemblance))
	}
	if t.Containment > 0 {
		needed = min(needed, atLeast(t.Containment*float64(min(a, b))))
	}
	return needed
}

// Indexed is how many of the first elements of a set of n must be found by others: one
// of them is shared with every set that makes a wanted pair.
func (t Bounds) Indexed(n int) int {
	if n == 0 {
		return 0
	}
	if t.Containment > 0 {
		return n // a smaller set may be contained in any part of this one
	}
	// The least is needed with the smallest possible other set, which has ⌈tn⌉.
	return n - atLeast(t.Resemblance*float64(n)) + 1
}

// Possible says whether a pair can be wanted whose first shared elements are the i-th
// of a and the j-th of b, from 0. For other shared elements it may say no.
func (t Bounds) Possible(a, i, b, j int) bool {
	return min(a-i, b-j) >= t.Needed(a, b)
}

// Wanted says whether a pair of sets with so many shared elements is wanted.
func (t Bounds) Wanted(shared, a, b int) bool { return shared > 0 && shared >= t.Needed(a, b) }

// atLeast is the least whole number that is no less than x, and 1.
func atLeast(x float64) int { return max(1, int(math.Ceil(x-slack))) }

// Shared is the number of elements that two ascending sets share.
func Shared(a, b []uint64) int {
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

// Measures are the two measures of a pair of sets of a and b elements that share some.
func Measures(shared, a, b int) (resemblance, containment float64) {
	if shared == 0 {
		return 0, 0
	}
	return float64(shared) / float64(a+b-shared), float64(shared) / float64(min(a, b))
}
