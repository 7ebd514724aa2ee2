package cluster

import (
	"cmp"
	"slices"

	"example.org/diagonal/transforms/alignment/scratch"
	"example.org/diagonal/transforms/explain/trace"
)

// oneSided is the validation cosine from which a cluster is kept that overlaps a stronger one on one side: the same
// text standing twice. 1 and above drops all of these, 0 keeps the chance ones (.0092 less).
const oneSided = .75

// choose keeps of f.Found the clusters that no stronger one explains. By falling
// weight, a cluster is dropped
//
//   - if it overlaps one already taken on both sides;
//   - if it overlaps one on one side only, and its own cosine is below
//     oneSided. Strong ones stay: they are the same text
//     standing twice.
//
// Dropping on either side loses half of the passages that stand twice (and is worth
// .0011 more here), keeping all but those of the first kind .0092.
//
// Ties are broken by position. A tie that only the order of the documents could
// break, two boxes that are each other's mirror image, is not broken: both are
// judged by what was taken before them.
func (f *Finder) choose() {
	if len(f.Found) == 0 { // most pairs that are aligned
		return
	}
	for x := range f.Found {
		f.weigh(&f.Found[x])
	}
	slices.SortFunc(f.Found, func(x, y Cluster) int {
		return cmp.Or(compareStrength(x, y), cmp.Compare(x.I0, y.I0), cmp.Compare(x.I1, y.I1))
	})
	f.Taken.Reset(f.A.UnitCount(), f.B.UnitCount())
	kept := f.Found[:0]
	for from := 0; from < len(f.Found); { // for each group of clusters that tie
		end := from + 1
		for end < len(f.Found) && compareStrength(f.Found[from], f.Found[end]) == 0 {
			end++
		}
		before := len(kept)
		for _, c := range f.Found[from:end] {
			double := len(kept) > before && kept[len(kept)-1].Box == c.Box
			if !double && f.stands(&c) {
				kept = append(kept, c)
			}
		}
		for _, c := range kept[before:] {
			f.Taken.Add(c.Box)
		}
		from = end
	}
	f.Found = kept
}

// stands reports whether no cluster already taken explains c.
func (f *Finder) stands(c *Cluster) bool {
	a, b := f.Taken.touched(c.Box)
	if !a && !b {
		return true
	}
	if c.Cosine < oneSided {
		f.note(trace.OneSided, c, c.Cosine, oneSided, false)
		return false
	}
	f.overlapping = f.Taken.AppendOverlapping(f.overlapping[:0], c.Box)
	if len(f.overlapping) > 0 {
		f.note(trace.Explained, c, c.Weight, 0, false)
		return false
	}
	return true
}

// compareStrength puts the stronger cluster first: more weight, then the earlier
// start, then the earlier end, then more cells. It does not change when the
// documents are exchanged.
func compareStrength(x, y Cluster) int {
	return cmp.Or(
		cmp.Compare(y.Weight, x.Weight),
		ComparePlace(x.I0, x.J0, y.I0, y.J0),
		ComparePlace(x.I1, x.J1, y.I1, y.J1),
		cmp.Compare(len(y.Cells), len(x.Cells)),
	)
}

// ComparePlace compares two places of the matrix by the sum of their units, then
// by their distance from the main diagonal.
func ComparePlace(xi, xj, yi, yj uint32) int {
	return cmp.Or(
		cmp.Compare(uint64(xi)+uint64(xj), uint64(yi)+uint64(yj)),
		cmp.Compare(max(xi, xj), max(yi, yj)),
	)
}

// weigh sets the weight of c.
func (f *Finder) weigh(c *Cluster) {
	a, b := f.BestCosines(c)
	c.Weight = (sum(a) + sum(b)) / 2
}

// BestCosines returns the best cosine of each unit of c, on both sides, from
// the first unit of its range on, until the next call.
func (f *Finder) BestCosines(c *Cluster) (a, b []float32) {
	f.bestA = scratch.Zeroed(f.bestA, int(c.I1-c.I0))
	f.bestB = scratch.Zeroed(f.bestB, int(c.J1-c.J0))
	for _, x := range c.Cells {
		f.bestA[x.I-c.I0] = max(f.bestA[x.I-c.I0], x.Cosine)
		f.bestB[x.J-c.J0] = max(f.bestB[x.J-c.J0], x.Cosine)
	}
	return f.bestA, f.bestB
}

func sum(cosines []float32) float64 {
	s := 0.0
	for _, c := range cosines {
		s += float64(c)
	}
	return s
}
