package coverage

import (
	"slices"

	"example.org/diagonal/transforms/evaluation/passage"
)

// precision is the share of the characters covered by detections that some case
// covers. Each pair of two documents is taken by itself, and each of its sides;
// cases and detections are canonical.
func precision(cases, detections []passage.Passage, boilerplate Boilerplate) float64 {
	gold := sides(cases)
	var in, all int
	var both, planted []passage.Range
	for key, found := range sides(detections) {
		if key.a == key.b {
			continue
		}
		for i, doc := range []string{key.a, key.b} {
			found := passage.Union(found[i])
			places := slices.Clone(boilerplate[doc]) // Union works in place
			places = passage.Union(places)
			planted = passage.AppendIntersection(planted[:0], found, places)
			all += passage.Size(found) - passage.Size(planted)
			if g := gold[key]; g != nil {
				g[i] = passage.Union(g[i])
				both = passage.AppendIntersection(both[:0], found, g[i])
				planted = passage.AppendIntersection(planted[:0], both, places)
				in += passage.Size(both) - passage.Size(planted)
			}
		}
	}
	return ratio(in, all)
}

type pair struct{ a, b string }

// sides gathers the ranges of passages by document pair and side.
func sides(ps []passage.Passage) map[pair]*[2][]passage.Range {
	m := make(map[pair]*[2][]passage.Range)
	for _, p := range ps {
		key := pair{p.A, p.B}
		if m[key] == nil {
			m[key] = new([2][]passage.Range)
		}
		m[key][0] = append(m[key][0], p.RangeA())
		m[key][1] = append(m[key][1], p.RangeB())
	}
	return m
}

// pairs counts the document pairs of canonical passages.
func pairs(ps []passage.Passage) int {
	set := make(map[pair]struct{})
	for _, p := range ps {
		set[pair{p.A, p.B}] = struct{}{}
	}
	return len(set)
}

// appendEdges appends how far the outermost edges of the detections of c are from
// those of c, in characters.
func appendEdges(dst []int, c passage.Passage, detections []passage.Passage, hits []passage.Hit) []int {
	var outer passage.Passage
	for i, h := range hits {
		d := detections[h.Index]
		if h.Flipped {
			d = d.Flipped()
		}
		if i == 0 {
			outer = d
			continue
		}
		outer.AStart, outer.AEnd = min(outer.AStart, d.AStart), max(outer.AEnd, d.AEnd)
		outer.BStart, outer.BEnd = min(outer.BStart, d.BStart), max(outer.BEnd, d.BEnd)
	}
	return append(dst, distance(outer.AStart, c.AStart), distance(outer.AEnd, c.AEnd),
		distance(outer.BStart, c.BStart), distance(outer.BEnd, c.BEnd))
}

func distance(x, y int) int { return max(x-y, y-x) }

// median sorts xs and returns the middle one, or the mean of the two in the middle.
func median(xs []int) float64 {
	if len(xs) == 0 {
		return 0
	}
	slices.Sort(xs)
	n := len(xs)
	return float64(xs[(n-1)/2]+xs[n/2]) / 2
}

// ratio is x/y, and 0 where y is 0.
func ratio(x, y int) float64 {
	if y == 0 {
		return 0
	}
	return float64(x) / float64(y)
}
