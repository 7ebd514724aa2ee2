// Package chain joins the q-grams that two texts share to chains: places that follow each other
// in both texts at about the same distance, with reading errors between them.
//
// The idea is that of seed and chain in the search of genomes, where it bears single changes. What a
// chain says is counted in bits, and a limit has the meaning of the E-value of BLAST (Altschul et al. 1990):
// the number of such chains that chance makes in a collection.
package chain

import (
	"cmp"
	"math"
	"slices"
)

// Hit is a q-gram that both texts have: it begins at letter I of the one and K of the other, and has N letters. In
// text of letters that is its length in places; a Han character is a letter of three places.
type Hit struct {
	I, K uint32
	N    uint8
	// Bits is what the q-gram says, in quarters of a bit.
	Bits uint8
}

// Compare orders hits by I, then K, then N.
func Compare(x, y Hit) int {
	if c := cmp.Compare(uint64(x.I)<<32|uint64(x.K), uint64(y.I)<<32|uint64(y.K)); c != 0 {
		return c
	}
	return cmp.Compare(x.N, y.N)
}

// Says returns the bits that the q-gram says.
func (h Hit) Says() float64 { return float64(h.Bits) / bitsOf }

// bitsOf is how many units of Hit.Bits a bit is.
const bitsOf = 4

// Bits returns the Hit.Bits of a q-gram that so many documents have, of a collection of so many letters: log2
// of the letters for each document. At a place that is chosen by chance, a q-gram that stands once in each has
// the probability 2^-Bits.
func Bits(documents, letters int64) uint8 {
	return uint8(min(255, bitsOf*math.Log2(max(1, float64(letters)/float64(max(1, documents))))))
}

// margin is how many bits a chain must say beyond what chance explains, because a language repeats itself. It is
// about what one q-gram more says in a small collection.
const margin = 14

// MinBits returns the bits that a chain must say in a collection of so many letters. There are letters²/2 pairs of
// places, so that by chance about one chain of 2 log2(letters) bits is to be expected, and 2^-margin chains
// of so many more.
func MinBits(letters int64) float64 {
	return 2*math.Log2(float64(max(2, letters))) + margin
}

// Length returns the length of the q-grams, in places (package normal), for a collection of so many letters: the
// one of which each is expected about once if a letter says two bits, which is about what it says in a
// context. Longer ones have more reading errors in them, and shorter ones more chance matches.
func Length(letters int64) int {
	return min(max(int(math.Round(math.Log2(float64(max(2, letters)))/2)), shortest), longest)
}

const shortest, longest = 8, 16

// Run is N letters that are the same in both texts, from I on in the one and K on in the other.
type Run struct{ I, K, N uint32 }

// Chain is a chain of hits.
type Chain struct {
	// Bits is the sum of the bits of q-grams that do not overlap on either side.
	Bits float64
	// Runs are what its q-grams cover, in the order of I and of K. Two that overlap are on two diagonals.
	Runs []Run
}

// First returns the first run, Last the last one.
func (c *Chain) First() Run { return c.Runs[0] }
func (c *Chain) Last() Run  { return c.Runs[len(c.Runs)-1] }

const (
	// reach is how many letters may be between the begins of two hits that follow each other in a chain.
	reach = 150
	// slack and drift bound how far a hit may be from the diagonal of the one before it: slack letters, and
	// one more for each drift letters between them.
	slack, drift = 6, 8
	// open is how many chains are looked at for each hit: those that were continued last.
	open = 64
)

// Chainer makes chains. The zero value is ready. It is not safe for concurrent use.
type Chainer struct {
	ends []end
	next []int32 // for each hit the one that continues its chain, or -1
}

// end is a chain that may go on.
type end struct {
	first, last  int32
	i, k         uint32 // of the last hit
	fromI, fromK uint32 // from where on a q-gram overlaps none that was counted
	bits         uint32
}

// Append appends to dst the chains of hits that say at least so many bits, the ones that say most first. The hits are
// in order and different, and each is in one chain.
func (c *Chainer) Append(dst []Chain, hits []Hit, min float64) []Chain {
	c.ends = c.ends[:0]
	c.next = slices.Grow(c.next[:0], len(hits))[:len(hits)]
	for x, h := range hits {
		c.next[x] = -1
		best, nearest := -1, int64(0)
		for y := len(c.ends) - 1; y >= 0 && y >= len(c.ends)-open; y-- {
			e := &c.ends[y]
			if h.I-e.i > reach { // and so are those before it: the ends are in the order of their last hits
				break
			}
			if h.I == e.i || h.K <= e.k || h.K-e.k > reach {
				continue
			}
			di, dk := int64(h.I-e.i), int64(h.K-e.k)
			off := max(di-dk, dk-di)
			if off > slack+max(di, dk)/drift {
				continue
			}
			if best < 0 || off < nearest {
				best, nearest = y, off
			}
			if nearest == 0 { // none is nearer, and of those that are as near the last one is taken
				break
			}
		}
		if best < 0 {
			c.ends = append(c.ends, end{
				first: int32(x), last: int32(x), i: h.I, k: h.K, fromI: h.I + uint32(h.N), fromK: h.K + uint32(h.N),
				bits: uint32(h.Bits),
			})
			continue
		}
		e := c.ends[best]
		c.next[e.last] = int32(x)
		e.last, e.i, e.k = int32(x), h.I, h.K
		if h.I >= e.fromI && h.K >= e.fromK {
			e.bits += uint32(h.Bits)
			e.fromI, e.fromK = h.I+uint32(h.N), h.K+uint32(h.N)
		}
		copy(c.ends[best:], c.ends[best+1:]) // the one that was continued last is the last one
		c.ends[len(c.ends)-1] = e
	}
	first := len(dst)
	for _, e := range c.ends {
		ch := Chain{Bits: float64(e.bits) / bitsOf}
		if ch.Bits < min {
			continue
		}
		for x := e.first; x >= 0; x = c.next[x] {
			ch.add(hits[x])
		}
		dst = append(dst, ch)
	}
	slices.SortFunc(dst[first:], Chain.compare)
	return dst
}

// add adds a q-gram, which begins behind the ones before it.
func (c *Chain) add(h Hit) {
	if n := len(c.Runs); n > 0 {
		if r := &c.Runs[n-1]; h.I-r.I == h.K-r.K && h.I <= r.I+r.N {
			r.N = max(r.N, h.I+uint32(h.N)-r.I)
			return
		}
	}
	c.Runs = append(c.Runs, Run{h.I, h.K, uint32(h.N)})
}

// compare puts the chain that says most first.
func (c Chain) compare(d Chain) int {
	if by := cmp.Compare(d.Bits, c.Bits); by != 0 {
		return by
	}
	x, y := c.First(), d.First()
	return cmp.Or(cmp.Compare(x.I, y.I), cmp.Compare(x.K, y.K))
}
