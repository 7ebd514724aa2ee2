// Package pairs counts pairs, of which a large collection has more than fit in an int64: a billion
// documents with one sentence are 5·10^17 pairs. math.MaxInt64 stands for so many and for more. So the
// sum of some counts is the same in any order. No count is negative.
package pairs

import (
	"math"
	"math/bits"
)

// Of returns the number of pairs of n things: n(n-1)/2, and 0 if n is negative.
func Of(n int64) int64 {
	switch {
	case n < 2:
		return 0
	case n%2 == 0:
		return Between(n/2, n-1)
	}
	return Between(n, n/2)
}

// Between returns the number of pairs of one of a things and one of b others.
func Between(a, b int64) int64 {
	if hi, lo := bits.Mul64(uint64(a), uint64(b)); hi == 0 {
		return int64(min(lo, math.MaxInt64))
	}
	return math.MaxInt64
}

// Add returns the sum of two counts.
func Add(a, b int64) int64 { return int64(min(uint64(a)+uint64(b), math.MaxInt64)) }
