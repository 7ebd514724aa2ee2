// Package coverage measures how much of a text a set of ranges covers.
package coverage

import (
	"cmp"
	"slices"
)

// Range is a half-open range of a text with a weight, such as a similarity.
type Range struct {
	Start, End int64
	Weight     uint32
}

// Of returns how many positions the ranges cover, each once, and the sum over these positions
// of the highest weight of a range there. It sorts the ranges. n ranges take n log n steps.
func Of(ranges []Range) (covered, weight int64) {
	points := make([]int64, 0, 2*len(ranges))
	for _, r := range ranges {
		points = append(points, r.Start, r.End)
	}
	slices.Sort(points)
	points = slices.Compact(points)
	// The heaviest range comes first and takes its stretches between points. A later one takes
	// what is free of its own.
	slices.SortFunc(ranges, func(x, y Range) int { return cmp.Compare(y.Weight, x.Weight) })
	free := newFree(len(points))
	for _, r := range ranges {
		i, _ := slices.BinarySearch(points, r.Start)
		for i = free.from(i); points[i] < r.End; i = free.from(i) {
			length := points[i+1] - points[i]
			covered += length
			weight += length * int64(r.Weight)
			free.take(i)
		}
	}
	return covered, weight
}

// free is a set of numbers from 0 from which numbers are taken: next is a number that is not
// below the next free one behind a taken number, and the number itself if it is free.
type free struct{ next []int32 }

func newFree(n int) free {
	f := free{make([]int32, n)}
	for i := range f.next {
		f.next[i] = int32(i)
	}
	return f
}

// take takes i. The last number is never taken.
func (f free) take(i int) { f.next[i] = int32(i + 1) }

// from returns the first free number from i on. It shortens the way for the next call.
func (f free) from(i int) int {
	for int(f.next[i]) != i {
		f.next[i] = f.next[f.next[i]]
		i = int(f.next[i])
	}
	return i
}
