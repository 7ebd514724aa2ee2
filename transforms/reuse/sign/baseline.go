package sign

import "math/bits"

// The baselines of the source, for comparison with LSH: they bring all signatures together that differ in DiffBits bits
// at most, and others as well, which Near then leaves out.

// Near reports whether two signatures differ in DiffBits bits at most.
func (p Params) Near(a, b uint64) bool { return bits.OnesCount64(a^b) <= p.DiffBits }

// Pieces returns the keys of DiffBits+1 pieces.
func (p Params) Pieces() Keys { return Keys{masks: parts(0, p.Bits, p.DiffBits+1)} }

// parts cuts the bits from from to to into n parts, of which each has about as many.
func parts(from, to, n int) []uint64 {
	masks := make([]uint64, n)
	for bit := from; bit < to; bit++ {
		masks[(bit-from)*n/(to-from)] |= 1 << bit
	}
	return masks
}

// PartEnum returns the keys of PartEnum. The bits are cut into n parts. If two signatures differ in d
// bits, they differ in one part in m = (d+1)/n - 1 bits at most. Each part is cut into m+2 smaller
// ones, and two signatures agree in two of them in that part: a mask for each two, or for the one if
// m is 0.
func (p Params) PartEnum() Keys {
	d := p.DiffBits
	n := (d + 2) / 2 // so that m is 0 or 1
	m := (d+1+n-1)/n - 1
	var k Keys
	for i := range n {
		from, to := i*p.Bits/n, (i+1)*p.Bits/n
		if m == 0 {
			k.masks = append(k.masks, parts(from, to, 1)...)
			continue
		}
		small := parts(from, to, m+2)
		for left := range small { // all but m of m+2: here all but one of three
			k.masks = append(k.masks, small[(left+1)%3]|small[(left+2)%3])
		}
	}
	return k
}
