// Package minhash sketches sets by the least values of their elements under several
// permutations: two sets have the same least value with the probability of their
// resemblance.
//
// Source: Broder, "On the resemblance and containment of documents", 1997; the bands
// are those of Indyk and Motwani, STOC 1998, as Leskovec, Rajaraman, Ullman, "Mining of
// massive datasets", chapter 3, tell them. A permutation is the upper half of a·x+b in
// 64 bits, a odd (Dietzfelbinger et al. 1997), which is no permutation of the 64 bits
// but near enough to one.
package minhash

import (
	"fmt"
	"math"
	"math/bits"

	"example.org/diagonal/transforms/shuffle/mix"
)

// MaxPermutations bounds the values of a sketch.
const MaxPermutations = 4096

// recall is what banding is chosen for: of the pairs exactly at the threshold, this
// share is to meet.
const recall = 0.99

// Params configures sketches.
type Params struct {
	// Permutations is the number of values in a sketch. The standard error of an
	// estimated resemblance r is √(r(1-r)/permutations).
	Permutations int
	// Bands is the number of bands that the values are cut into; documents that agree
	// in one are compared. More bands of fewer values find more pairs and compare
	// more. 0 lets BandsFor choose.
	Bands int
}

// Validate reports the first field that holds an impossible value.
func (p Params) Validate() error {
	if p.Permutations < 1 || p.Permutations > MaxPermutations {
		return fmt.Errorf("--permutations=%d: want 1 to %d", p.Permutations, MaxPermutations)
	}
	if p.Bands < 0 || p.Bands > p.Permutations {
		return fmt.Errorf("--bands=%d: want 1 to --permutations, or 0 to choose by the threshold", p.Bands)
	}
	return nil
}

// BandsFor is the number of bands for a threshold: those with the most rows that still
// bring 99 of 100 pairs at the threshold together, 1-(1-t^r)^b.
func BandsFor(permutations int, threshold float64) int {
	for rows := permutations; rows > 1; rows-- {
		bands := permutations / rows
		if 1-math.Pow(1-math.Pow(threshold, float64(rows)), float64(bands)) >= recall {
			return bands
		}
	}
	return permutations
}

// Sketcher makes sketches. It is not safe for concurrent use.
type Sketcher struct {
	a, b []uint64
	min  []uint32 // scratch
}

// NewSketcher makes a Sketcher of so many permutations, always the same ones.
func NewSketcher(permutations int) *Sketcher {
	s := &Sketcher{make([]uint64, permutations), make([]uint64, permutations), make([]uint32, permutations)}
	for i := range s.a {
		s.a[i], s.b[i] = mix.Full(uint64(2*i+1))|1, mix.Full(uint64(2*i+2))
	}
	return s
}

// Append appends the sketch of a set that is not empty to dst: its values, 32 bits
// each, two in one of dst.
func (s *Sketcher) Append(dst, set []uint64) []uint64 {
	for i := range s.min {
		s.min[i] = math.MaxUint32
	}
	a, b := s.a, s.b[:len(s.a)]
	least := s.min[:len(a)]
	for _, x := range set {
		for i, m := range least {
			if v := uint32((a[i]*x + b[i]) >> 32); v < m {
				least[i] = v
			}
		}
	}
	for i := 0; i < len(least); i += 2 {
		v := uint64(least[i]) << 32
		if i+1 < len(least) {
			v |= uint64(least[i+1])
		}
		dst = append(dst, v)
	}
	return dst
}

// value is value i of a sketch.
func value(sketch []uint64, i int) uint32 { return uint32(sketch[i/2] >> (32 * (1 - i&1))) }

// AppendBands appends a key for each band of a sketch to dst: equal only, but for
// chance, where the same band of another sketch has the same values. Values that do not
// fill a band belong to none.
func AppendBands(dst, sketch []uint64, permutations, bands int) []uint64 {
	rows := permutations / bands
	for band := range bands {
		h := mix.Full(uint64(band))
		for i := band * rows; i < (band+1)*rows; i++ {
			h = mix.Full(h + uint64(value(sketch, i)))
		}
		dst = append(dst, h)
	}
	return dst
}

// Agreeing is how many values two sketches have in common, place by place.
func Agreeing(a, b []uint64, permutations int) int {
	n := 0
	for i := range permutations / 2 {
		x := a[i] ^ b[i]
		if x>>32 == 0 {
			n++
		}
		if bits.LeadingZeros64(x<<32) == 64 {
			n++
		}
	}
	if permutations%2 == 1 && value(a, permutations-1) == value(b, permutations-1) {
		n++
	}
	return n
}
