// Package spot finds the places of a document that nearly coincide.
//
// The passages of a document with others have places that overlap. Two places are the same spot if
// what they have in common is at least Same of what they cover together. That relation does not chain:
// a spot has an anchor, which is its longest place, and each place of the spot nearly coincides with the
// anchor. So the halves of a long passage are spots of their own.
package spot

import (
	"cmp"
	"slices"
)

// Same is the least length that two places of one spot have in common, as a share of the length that
// they cover together.
const Same = 0.8

// Place is a half open range of a document.
type Place struct{ Start, End int64 }

func (p Place) length() int64 { return p.End - p.Start }

// Same reports whether two places nearly coincide.
func (p Place) Same(q Place) bool {
	both := min(p.End, q.End) - max(p.Start, q.Start)
	return both > 0 && float64(both) >= Same*float64(max(p.End, q.End)-min(p.Start, q.Start))
}

// Of returns the spot of each place, by the number of the place that is its anchor. The longest place is
// an anchor, of equally long ones the first one in the document. It takes all places that are the same as
// it, and the rest is divided in the same way. The spots do not depend on the order of places.
//
// n places take n log n steps, and the steps in which anchors look at the places that begin near them:
// few, because places that begin together differ in length by 1/Same from spot to spot.
func Of(places []Place) []int {
	byStart, byLength := make([]int, len(places)), make([]int, len(places))
	for i := range places {
		byStart[i], byLength[i] = i, i
	}
	slices.SortStableFunc(byStart, func(x, y int) int { return comparePlaces(places[x], places[y]) })
	slices.SortStableFunc(byLength, func(x, y int) int {
		return cmp.Or(cmp.Compare(places[y].length(), places[x].length()), comparePlaces(places[x], places[y]))
	})
	spots := make([]int, len(places))
	for i := range spots {
		spots[i] = -1
	}
	for _, anchor := range byLength {
		if spots[anchor] >= 0 {
			continue
		}
		p := places[anchor]
		reach := int64((1 - Same) * float64(p.length())) // no place of the spot begins further away
		i, _ := slices.BinarySearchFunc(byStart, p.Start-reach, func(x int, start int64) int {
			return cmp.Compare(places[x].Start, start)
		})
		for ; i < len(byStart) && places[byStart[i]].Start <= p.Start+reach; i++ {
			if x := byStart[i]; spots[x] < 0 && p.Same(places[x]) {
				spots[x] = anchor
			}
		}
		spots[anchor] = anchor // also if it is empty
	}
	return spots
}

func comparePlaces(p, q Place) int {
	return cmp.Or(cmp.Compare(p.Start, q.Start), cmp.Compare(p.End, q.End))
}
