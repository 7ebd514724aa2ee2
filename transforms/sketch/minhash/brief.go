package minhash

import "math/bits"

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
