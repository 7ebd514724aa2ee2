package bucket

import (
	"math/bits"
	"slices"
)

const (
	// few is the number of values below which buckets do not pay.
	few = 48
	// fewAlike is the size of a bucket up to which its values are inserted one by one.
	fewAlike = 12
	// widest is the largest number of buckets of Sort, as a power of two.
	widest = 12
)

// Sort sorts values whose upper bits are spread as those of hashes; values may repeat. It is the
// short way for some hundreds or thousands of them: there are about as many buckets as values.
// It returns scratch, which it needs and may have grown, for the next call; nil is good.
func Sort(values, scratch []uint64) []uint64 {
	if len(values) < few {
		slices.Sort(values)
		return scratch
	}
	var ends [1 << widest]uint32
	width := min(bits.Len(uint(len(values))), widest)
	shift := uint(64-width) & 63
	for _, v := range values {
		ends[v>>shift&(1<<widest-1)]++
	}
	sum := uint32(0)
	for i, n := range ends[:1<<width] {
		ends[i] = sum // where the bucket begins, and how far it is filled
		sum += n
	}
	scratch = append(scratch[:0], values...)
	for _, v := range scratch {
		end := &ends[v>>shift&(1<<widest-1)]
		values[*end] = v
		*end++
	}
	start := uint32(0)
	for _, end := range ends[:1<<width] {
		if end-start > 1 {
			sortAlike(values[start:end])
		}
		start = end
	}
	return scratch
}

// sortAlike sorts the values of a bucket.
func sortAlike(values []uint64) {
	if len(values) > fewAlike {
		slices.Sort(values)
		return
	}
	for i := 1; i < len(values); i++ {
		v, k := values[i], i
		for ; k > 0 && values[k-1] > v; k-- {
			values[k] = values[k-1]
		}
		values[k] = v
	}
}
