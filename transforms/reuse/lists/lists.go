// Package lists finds the sets that share many elements by inverted lists. Both methods are
// baselines, to measure other ones against.
//
//   - Each counts the elements of every list: the inverted index of Kim, 2013 (see package bag).
//   - DivideSkip (Li, Lu, Lu, "Efficient merging and filtering algorithms for approximate string
//     searches", ICDE 2008) merges the short lists only, and searches the long ones for the sets
//     that the short ones leave.
package lists

import (
	"cmp"
	"container/heap"
	"math"
	"slices"
)

// Index is the lists of sets: for each element, the numbers of the sets that have it, ascending.
type Index struct {
	lists map[uint64][]uint32
	sizes []uint32

	// scratch
	counts  []uint32
	counted []uint32
	query   [][]uint32
	merge   merge
}

// New returns the index of sets, whose elements are different. Sets have the numbers of their order.
func New(sets [][]uint64) *Index {
	x := &Index{lists: map[uint64][]uint32{}, counts: make([]uint32, len(sets))}
	for n, set := range sets {
		for _, e := range set {
			x.lists[e] = append(x.lists[e], uint32(n))
		}
		x.sizes = append(x.sizes, uint32(len(set)))
	}
	return x
}

// Needed returns the number of elements that sets of a and b elements must share.
type Needed func(a, b int) int

// Each calls f for the sets below end that share at least needed elements with a set. It returns the
// number of sets that share any.
func (x *Index) Each(set []uint64, end int, needed Needed, f func(n, shared int)) (candidates int) {
	x.counted = x.counted[:0]
	for _, e := range set {
		for _, n := range x.lists[e] {
			if int(n) >= end {
				break
			}
			if x.counts[n]++; x.counts[n] == 1 {
				x.counted = append(x.counted, n)
			}
		}
	}
	for _, n := range x.counted {
		if shared := int(x.counts[n]); shared >= needed(len(set), int(x.sizes[n])) {
			f(int(n), shared)
		}
		x.counts[n] = 0
	}
	return len(x.counted)
}

// mu is the parameter of DivideSkip that balances merging and searching, as measured in the paper.
const mu = 0.01

// DivideSkip is Each for pairs that must share at least fewest elements, whatever the size of the other
// set. It returns the number of sets that the short lists leave, which depends on the order of sets.
func (x *Index) DivideSkip(set []uint64, end, fewest int, needed Needed, f func(n, shared int)) (candidates int) {
	x.query = x.query[:0]
	longest := 0
	for _, e := range set {
		if list := x.lists[e]; len(list) > 0 && int(list[0]) < end {
			x.query = append(x.query, list)
			longest = max(longest, len(list))
		}
	}
	if len(x.query) < fewest {
		return 0
	}
	slices.SortStableFunc(x.query, func(a, b []uint32) int { return cmp.Compare(len(b), len(a)) })
	long := min(int(float64(fewest)/(mu*math.Log2(float64(longest))+1)), fewest-1)
	x.merge = append(x.merge[:0], x.query[long:]...)
	heap.Init(&x.merge)
	x.skip(fewest-long, uint32(end), func(n uint32, shared int) {
		candidates++
		for _, list := range x.query[:long] {
			if _, ok := slices.BinarySearch(list, n); ok {
				shared++
			}
		}
		if shared >= needed(len(set), int(x.sizes[n])) {
			f(int(n), shared)
		}
	})
	return candidates
}

// skip calls f for the sets below end that are in at least least of the lists of x.merge, with the
// number of these (MergeSkip).
func (x *Index) skip(min int, end uint32, f func(n uint32, shared int)) {
	h := &x.merge
	for len(*h) >= min && (*h)[0][0] < end {
		n := (*h)[0][0]
		popped := x.pop(n)
		if len(popped) >= min {
			f(n, len(popped))
			x.push(popped, n+1)
			continue
		}
		// The min-1 lists that are first have nothing to offer before the next one.
		for len(popped) < min-1 {
			popped = append(popped, heap.Pop(h).([]uint32))
		}
		x.push(popped, (*h)[0][0])
	}
}

// pop takes the lists from the heap that begin with n.
func (x *Index) pop(n uint32) (popped [][]uint32) {
	for len(x.merge) > 0 && x.merge[0][0] == n {
		popped = append(popped, heap.Pop(&x.merge).([]uint32))
	}
	return popped
}

// push puts the lists back from the first set on that is at least n.
func (x *Index) push(popped [][]uint32, n uint32) {
	for _, list := range popped {
		if i, _ := slices.BinarySearch(list, n); i < len(list) {
			heap.Push(&x.merge, list[i:])
		}
	}
}

// merge is a heap of lists, by their first sets.
type merge [][]uint32

func (m merge) Len() int           { return len(m) }
func (m merge) Less(i, j int) bool { return m[i][0] < m[j][0] }
func (m merge) Swap(i, j int)      { m[i], m[j] = m[j], m[i] }
func (m *merge) Push(list any)     { *m = append(*m, list.([]uint32)) }
func (m *merge) Pop() any {
	last := len(*m) - 1
	list := (*m)[last]
	*m = (*m)[:last]
	return list
}
