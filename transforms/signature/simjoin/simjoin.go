// Package simjoin joins sets by exact Jaccard similarity: |A∩B| / |A∪B| >= τ.
//
// Two ideas keep it from comparing all pairs. The length-ratio bound: Jaccard is at
// most the smaller size over the larger (Zhang et al., SIGIR 2010). Prefix filtering:
// with one global order of signatures, two sets that reach τ share one of the first
// |A| - ⌈τ|A|⌉ + 1 of each (Bayardo, Ma, Srikant, WWW 2007; Xiao et al., WWW 2008).
// The global order here is the order of the signatures, which are hashes: it needs
// no statistics of the collection, so that an unrelated document changes nothing.
package simjoin

import (
	"bytes"
	"math"
	"slices"
)

// slack absorbs the rounding of τ·n: 0.9·10 must not ask for more than 9.
const slack = 1e-9

// Needed returns the least number of common signatures that a set of n must have with
// any set that reaches τ: ⌈τn⌉.
func Needed(n int, tau float64) int { return int(math.Ceil(tau*float64(n) - slack)) }

// Prefix returns how many of the first signatures of a set of n have to be indexed.
func Prefix(n int, tau float64) int {
	if n == 0 {
		return 0
	}
	return min(n, n-Needed(n, tau)+1)
}

// Possible reports whether sets of na and nb can reach τ: the length-ratio bound.
func Possible(na, nb int, tau float64) bool {
	return float64(min(na, nb)) >= tau*float64(max(na, nb))-slack
}

// Reaches reports whether two sets of na and nb with the given number of common
// signatures reach τ.
func Reaches(shared, na, nb int, tau float64) bool {
	return float64(shared) >= tau*float64(na+nb-shared)-slack
}

// Set sorts signatures and drops repeats, in place: the order in which their prefix is taken.
func Set(signatures []uint64) []uint64 {
	slices.Sort(signatures)
	return slices.Compact(signatures)
}

// width is the bytes that a signature keeps in a packed set: its upper 40 bits. Two
// sets of 17 would be taken for closer than they are with a chance of 3e-10.
const width = 5

// AppendSet appends the packed form of a sorted set: its signatures' upper bytes.
func AppendSet(dst []byte, set []uint64) []byte {
	for _, s := range set {
		dst = append(dst, byte(s>>56), byte(s>>48), byte(s>>40), byte(s>>32), byte(s>>24))
	}
	return dst
}

// Size returns the number of signatures of a packed set.
func Size(set []byte) int { return len(set) / width }

// First reports whether a packed set begins with the signature.
func First(set []byte, signature uint64) bool {
	return len(set) >= width && compare(set, AppendSet(nil, []uint64{signature})) == 0
}

// Jaccard compares two packed sets. It gives up, with ok false, as soon as τ cannot be reached.
func Jaccard(a, b []byte, tau float64) (similarity float64, ok bool) {
	na, nb := Size(a), Size(b)
	if !Possible(na, nb, tau) {
		return 0, false
	}
	if bytes.Equal(a, b) {
		return 1, na > 0
	}
	// shared >= τ(na+nb)/(1+τ) is the same as shared >= τ(na+nb-shared).
	spare := min(na, nb) - int(math.Ceil(tau*float64(na+nb)/(1+tau)-slack))
	shared, i, j, missA, missB := 0, 0, 0, 0, 0
	for i < len(a) && j < len(b) {
		switch c := compare(a[i:], b[j:]); {
		case c == 0:
			shared++
			i, j = i+width, j+width
		case c < 0:
			i += width
			if missA++; na-missA < min(na, nb)-spare {
				return 0, false
			}
		default:
			j += width
			if missB++; nb-missB < min(na, nb)-spare {
				return 0, false
			}
		}
	}
	if !Reaches(shared, na, nb, tau) {
		return 0, false
	}
	return float64(shared) / float64(na+nb-shared), true
}

// compare orders two packed signatures.
func compare(a, b []byte) int {
	x := uint64(a[0])<<32 | uint64(a[1])<<24 | uint64(a[2])<<16 | uint64(a[3])<<8 | uint64(a[4])
	y := uint64(b[0])<<32 | uint64(b[1])<<24 | uint64(b[2])<<16 | uint64(b[3])<<8 | uint64(b[4])
	switch {
	case x == y:
		return 0
	case x < y:
		return -1
	}
	return 1
}
