package agreement

// AdjustedRand compares two ways to divide the same things into groups: x[i] and y[i] are the groups of
// thing i. It is 1 if they are the same, and 0 as a mean if one of them is chance (Hubert and Arabie,
// "Comparing partitions", Journal of Classification 2, 1985). It is 1 for fewer than two things, and if
// both have all things in one group or each in its own. It panics if x and y differ in length.
func AdjustedRand[K, L comparable](x []K, y []L) float64 {
	if len(x) != len(y) {
		panic("agreement.AdjustedRand: x and y differ in length")
	}
	type both struct {
		x K
		y L
	}
	inX, inY, inBoth := map[K]int{}, map[L]int{}, map[both]int{}
	for i := range x {
		inX[x[i]]++
		inY[y[i]]++
		inBoth[both{x[i], y[i]}]++
	}
	ofX, ofY, ofBoth := pairsIn(inX), pairsIn(inY), pairsIn(inBoth)
	all := float64(len(x)) * float64(len(x)-1) / 2
	chance := ofX * ofY / max(all, 1)
	if max := (ofX + ofY) / 2; max != chance {
		return (ofBoth - chance) / (max - chance)
	}
	return 1
}

// pairsIn returns the number of pairs of things in one group. It is exact below 2^53.
func pairsIn[K comparable](groups map[K]int) (sum float64) {
	for _, n := range groups {
		sum += float64(n) * float64(n-1) / 2
	}
	return sum
}
