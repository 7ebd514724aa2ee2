package seedextend

import (
	"cmp"
	"slices"

	"example.org/diagonal/transforms/explain/trace"
)

// oneSided is the validation cosine from which a cluster is kept that overlaps a stronger one on one side: the same
// text standing twice. 1 and above drops all of these, 0 keeps the chance ones (.0092 less).
const oneSided = .75

// choose keeps of w.found the clusters that no stronger one explains. By falling
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
func (w *Worker) choose() {
	if len(w.found) == 0 { // most pairs that are aligned
		return
	}
	for x := range w.found {
		w.weighCluster(&w.found[x])
	}
	slices.SortFunc(w.found, func(x, y cluster) int {
		return cmp.Or(compareStrength(x, y), cmp.Compare(x.i0, y.i0), cmp.Compare(x.i1, y.i1))
	})
	w.taken.reset(w.a.units(), w.b.units())
	kept := w.found[:0]
	for from := 0; from < len(w.found); { // for each group of clusters that tie
		end := from + 1
		for end < len(w.found) && compareStrength(w.found[from], w.found[end]) == 0 {
			end++
		}
		before := len(kept)
		for _, c := range w.found[from:end] {
			double := len(kept) > before && kept[len(kept)-1].box == c.box
			if !double && w.stands(&c) {
				kept = append(kept, c)
			}
		}
		for _, c := range kept[before:] {
			w.taken.add(c.box)
		}
		from = end
	}
	w.found = kept
}

// stands reports whether no cluster already taken explains c.
func (w *Worker) stands(c *cluster) bool {
	a, b := w.taken.touched(c.box)
	if !a && !b {
		return true
	}
	if c.cosine < oneSided {
		w.note(trace.OneSided, c, c.cosine, oneSided, false)
		return false
	}
	w.overlapping = w.taken.appendOverlapping(w.overlapping[:0], c.box)
	if len(w.overlapping) > 0 {
		w.note(trace.Explained, c, c.weight, 0, false)
		return false
	}
	return true
}

// compareStrength puts the stronger cluster first: more weight, then the earlier
// start, then the earlier end, then more cells. It does not change when the
// documents are exchanged.
func compareStrength(x, y cluster) int {
	return cmp.Or(
		cmp.Compare(y.weight, x.weight),
		comparePlace(x.i0, x.j0, y.i0, y.j0),
		comparePlace(x.i1, x.j1, y.i1, y.j1),
		cmp.Compare(len(y.cells), len(x.cells)),
	)
}

// comparePlace compares two places of the matrix by the sum of their units, then
// by their distance from the main diagonal.
func comparePlace(xi, xj, yi, yj uint32) int {
	return cmp.Or(
		cmp.Compare(uint64(xi)+uint64(xj), uint64(yi)+uint64(yj)),
		cmp.Compare(max(xi, xj), max(yi, yj)),
	)
}

// weighCluster sets the weight of c: the mean over the two sides of the sum of
// the best cosines of their units.
func (w *Worker) weighCluster(c *cluster) {
	w.bestCosines(c)
	c.weight = (sum(w.bestA) + sum(w.bestB)) / 2
}

// bestCosines sets w.bestA and w.bestB to the best cosine of each unit of c, from
// the first unit of its range on.
func (w *Worker) bestCosines(c *cluster) {
	w.bestA = zeroed(w.bestA, int(c.i1-c.i0))
	w.bestB = zeroed(w.bestB, int(c.j1-c.j0))
	for _, x := range c.cells {
		w.bestA[x.i-c.i0] = max(w.bestA[x.i-c.i0], x.cosine)
		w.bestB[x.j-c.j0] = max(w.bestB[x.j-c.j0], x.cosine)
	}
}

func sum(cosines []float32) float64 {
	s := 0.0
	for _, c := range cosines {
		s += float64(c)
	}
	return s
}
