// Package minhash sketches a set by the least value of its elements under each of several
// permutations. The probability that two sets have the same least value is their resemblance.
//
// Source: Broder, "On the resemblance and containment of documents", 1997. The bands are those
// of Indyk and Motwani, STOC 1998, as described by Leskovec, Rajaraman, Ullman, "Mining of
// massive datasets", chapter 3. A permutation is the upper half of a·x+b in 64 bits, with an
// odd a (Dietzfelbinger et al. 1997). It is not a permutation of 64 bits, but close enough.
package minhash

import (
	"fmt"
	"math"
	"math/bits"

	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/transforms/parameter"
)

// MaxPermutations is the largest number of values in a sketch.
const MaxPermutations = 4096

// recall is the share of pairs exactly at the threshold that are to meet in a band.
const recall = 0.99

// Params configures sketches.
type Params struct {
	// Permutations is the number of values in a sketch. The standard error of an
	// estimated resemblance r is √(r(1-r)/permutations).
	Permutations int
	// Bands is the number of bands into which the values are divided. Documents that have
	// the same values in one band are compared. More bands, of fewer values each, find more
	// pairs and compare more. 0: BandsFor chooses.
	Bands int
}

// Validate returns a *parameter.Error about the first field with an impossible value.
func (p Params) Validate() error {
	impossible := parameter.Of("minhash.Params").Impossible
	if p.Permutations < 1 || p.Permutations > MaxPermutations {
		return impossible("Permutations", p.Permutations, fmt.Sprintf("1 to %d", MaxPermutations))
	}
	if p.Bands < 0 || p.Bands > p.Permutations {
		return impossible("Bands", p.Bands,
			fmt.Sprintf("1 to the number of permutations, %d, or 0 to choose by the threshold", p.Permutations))
	}
	return nil
}

// BandsFor returns the number of bands for a threshold: the smallest with which 99 of 100 pairs
// at the threshold t meet. With b bands of r values that share is 1-(1-t^r)^b.
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

// NewSketcher returns a Sketcher with so many permutations, which are always the same.
func NewSketcher(permutations int) *Sketcher {
	s := &Sketcher{make([]uint64, permutations), make([]uint64, permutations), make([]uint32, permutations)}
	for i := range s.a {
		s.a[i], s.b[i] = mix.Full(uint64(2*i+1))|1, mix.Full(uint64(2*i+2))
	}
	return s
}

// Append appends the sketch of a set to dst: values of 32 bits, two in each element of dst. The
// set must not be empty.
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

// value returns value i of a sketch.
func value(sketch []uint64, i int) uint32 { return uint32(sketch[i/2] >> (32 * (1 - i&1))) }

// AppendBands appends a key for each band of a sketch to dst. Two sketches have the same key, but
// for chance, only if the same band has the same values in both. The last values, if they do not
// fill a band, are in none.
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

// Agreeing returns how many values are the same in two sketches of so many permutations.
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

// briefValues is how many values of a sketch a Brief is of.
const briefValues = 128

// Brief is the two lowest bits of the first values of a sketch: b-bit minwise hashing (Li and König, "b-Bit minwise
// hashing", WWW 2010). Values that are the same have the same bits. Others have the same bits by chance, one in four.
type Brief [briefValues / 32]uint64

// BriefOf returns the Brief of a sketch of so many permutations.
func BriefOf(sketch []uint64, permutations int) (b Brief) {
	for i := range min(permutations, briefValues) {
		b[i/32] |= uint64(value(sketch, i)&3) << (i % 32 * 2)
	}
	return b
}

// MaxAgreeing returns how many values can at most be the same (Agreeing) in the sketches of two Briefs, of so many
// permutations.
func MaxAgreeing(a, b *Brief, permutations int) int {
	differ := 0
	for i := range a {
		x := a[i] ^ b[i]
		differ += bits.OnesCount64((x | x>>1) & 0x5555555555555555)
	}
	return permutations - differ
}

// Differing returns how many values differ on average in the Briefs of sketches of so many permutations, of which the
// share agreeing of the values is the same.
func Differing(permutations int, agreeing float64) float64 {
	return .75 * (1 - agreeing) * float64(min(permutations, briefValues))
}
