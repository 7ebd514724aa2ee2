package shardio

import (
	"context"
	"iter"
	"math"
	"math/bits"

	"example.org/diagonal/engine"
)

// sum sums one count of the ledger.
type sum struct{ Sums engine.Send[int, item] }

func (st *sum) Join(_ context.Context, name string, counts iter.Seq[*engine.Count]) error {
	var sum wide
	for n := range counts {
		sum.add(int64(*n))
	}
	st.Sums.Add(0, item{Count: name, N: sum.clamped()})
	return nil
}

// wide is a sum of numbers of 64 bits, in 128 bits. A billion documents make 5e17 pairs for each signature
// that all of them have, so some twenty such counts do not fit in an int64. A wide sum is the same in any order,
// even if the numbers have both signs.
type wide struct {
	high int64
	low  uint64
}

func (w *wide) add(n int64) {
	low, carry := bits.Add64(w.low, uint64(n), 0)
	w.low = low
	w.high += n>>63 + int64(carry)
}

// clamped returns the sum, or the int64 that is next to it.
func (w *wide) clamped() int64 {
	switch {
	case w.high == int64(w.low)>>63:
		return int64(w.low)
	case w.high < 0:
		return math.MinInt64
	}
	return math.MaxInt64
}

// sumOf returns the sum of numbers, or the int64 that is next to it.
func sumOf(numbers ...int64) int64 {
	var sum wide
	for _, n := range numbers {
		sum.add(n)
	}
	return sum.clamped()
}
