package sign

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/transforms/resemblance/overlap"
)

const (
	// trials is the number of pairs that are made to choose by.
	trials = 4096
	// keyCost is what a key of a sentence costs, in pairs that meet: a key is packed, shuffled and sorted, and a pair
	// takes two lengths and a few words of memory.
	keyCost = 75
)

// numbersOfTables are those among which Choose chooses. The next one costs half as much again.
var numbersOfTables = []int{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256}

// Choose returns p with the Bits, DiffBits and Tables that cost least among those with which two sentences that are as
// different as they may be meet with the probability recall: sentences of equal length that share thetaS of their
// words. sample is sentences of the collection, and sentences is how many it has. Without a sentence that can be alike
// to another one, Choose returns p.
//
// The probability is the mean over pairs that are made of the sample: of a sentence and a copy of it, in which all
// words but a share of thetaS are exchanged. So the measured lengths decide, and words that a sentence repeats count.
// Pairs that share more meet more often.
func (p Params) Choose(recall, thetaS float64, sample [][]uint32, sentences float64) Params {
	bounds := overlap.Bounds{Overlap: thetaS}
	can := make([][]uint32, 0, len(sample)) // be alike to others
	for _, q := range sample {
		if bounds.Needed(len(q), len(q)) < len(q) {
			can = append(can, q)
		}
	}
	if len(can) == 0 {
		return p
	}
	best, minCost := p, math.Inf(1)
	for _, width := range Bits {
		c := Params{Bits: width, Buckets: p.Buckets}
		alike, others := c.differences(bounds, can), c.differencesOfOthers(bounds, sample)
		for _, c.Tables = range numbersOfTables {
			for c.DiffBits = range c.Bits {
				if c.Validate(true) != nil || c.reaches(alike, c.Tables) < recall {
					continue
				}
				cost := float64(c.Tables) * (keyCost + sentences/2*(c.reaches(others, 1)+1/float64(c.Buckets)))
				if cost < minCost {
					best, minCost = c, cost
				}
			}
		}
	}
	return best
}

// differences returns the share of pairs of a sentence and its copy whose signatures differ in each number of bits.
func (p Params) differences(bounds overlap.Bounds, sample [][]uint32) (shares [65]float64) {
	r := rand.New(rand.NewPCG(trials, uint64(p.Bits)))
	var kept []uint32
	for i := range trials {
		q := sample[i%len(sample)]
		kept = append(kept[:0], q...)
		r.Shuffle(len(kept), func(i, j int) { kept[i], kept[j] = kept[j], kept[i] })
		for j := bounds.Needed(len(kept), len(kept)); j < len(kept); j++ {
			kept[j] = uint32(mix.Full(r.Uint64()))
		}
		shares[bits.OnesCount64(p.Of(q)^p.Of(kept))] += 1. / trials
	}
	return shares
}

// differencesOfOthers returns the same of pairs of any two sentences. Pairs that are too different in length are not
// looked at, and have no share.
func (p Params) differencesOfOthers(bounds overlap.Bounds, sample [][]uint32) (shares [65]float64) {
	r := rand.New(rand.NewPCG(trials, uint64(p.Bits)))
	for range trials {
		q, other := sample[r.IntN(len(sample))], sample[r.IntN(len(sample))]
		if n := max(len(q), len(other)); min(len(q), len(other)) >= bounds.Needed(n, n) {
			shares[bits.OnesCount64(p.Of(q)^p.Of(other))] += 1. / trials
		}
	}
	return shares
}

// reaches returns the probability that two signatures meet in one of so many tables. shares is how often they differ in
// each number of bits.
func (p Params) reaches(shares [65]float64, tables int) (sum float64) {
	k := p.sample()
	for differ, share := range shares {
		if share > 0 {
			same := 0.
			if k <= p.Bits-differ {
				same = samples(p.Bits-differ, k) / samples(p.Bits, k)
			}
			sum += share * (1 - math.Pow(1-same, float64(tables)))
		}
	}
	return sum
}
