package main

import "math"

// ofSets is precision and recall as the source takes them (Huang, Wang and Li, CIKM 2008): for each set of two and more
// about a representative, the page of the set that has the most similar pages in it. Here the similar pages are those
// that were planted with it, and itself.
type ofSets struct {
	sets int
	// precision is the mean share of a set that is similar to its representative, recall the mean share of what is
	// similar to it that is in the set, and times the mean of how many times as many these are as in the set that
	// another setting has for the representative.
	precision, recall, times float64
}

// setsOf measures the sets of found beside those of other: the set of each document. Of two pages with as many similar
// ones, the representative is the first in documents.
func setsOf(documents []planted, found, other map[string]string) (o ofSets) {
	type part struct{ set, planted string }
	sizes, all, parts, others := map[string]int{}, map[string]int{}, map[part]int{}, map[part]int{}
	for _, d := range documents {
		sizes[found[d.ID]]++
		all[d.Set]++
		parts[part{found[d.ID], d.Set}]++
		others[part{other[d.ID], d.Set}]++
	}
	best := map[string]planted{}
	for _, d := range documents {
		set := found[d.ID]
		if b, ok := best[set]; !ok || parts[part{set, d.Set}] > parts[part{set, b.Set}] {
			best[set] = d
		}
	}
	for set, representative := range best {
		if sizes[set] < 2 {
			continue
		}
		similar := float64(parts[part{set, representative.Set}])
		o.sets++
		o.precision += similar / float64(sizes[set])
		o.recall += similar / float64(all[representative.Set])
		o.times += similar / float64(max(1, others[part{other[representative.ID], representative.Set}]))
	}
	n := float64(max(1, o.sets))
	return ofSets{o.sets, o.precision / n, o.recall / n, o.times / n}
}

// interval returns the interval in which a share lies in 95 of 100 cases if n of all were counted (Wilson, "Probable
// Inference, the Law of Succession, and Statistical Inference", 1927).
func interval(n, all int64) (low, high float64) {
	if all == 0 {
		return 0, 1
	}
	const z = 1.96
	p, m := float64(n)/float64(all), float64(all)
	middle := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return middle - half, middle + half
}
