// Package sign makes signatures of sentences, and the keys under which sentences with similar
// signatures meet.
//
// A word has a signature of few bits, and a sentence has the OR of those of its words (Zobel, Moffat,
// Ramamohanarao, ACM TODS 1998; Kim, 2013, see package bag). Similar sentences have signatures that
// differ in few bits. Three methods bring them together:
//
//   - Tables, which sample bits (Indyk, Motwani, STOC 1998; Gionis, Indyk, Motwani, VLDB 1999).
//     Signatures that are near each other meet with a high probability.
//   - Pieces. Signatures that differ in d bits at most agree in one of d+1 pieces.
//   - PartEnum (Arasu, Ganti, Kaushik, VLDB 2006), which has parts of two levels.
//
// Pieces and PartEnum bring all signatures together that differ in d bits at most, and others as
// well.
package sign

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/transforms/parameter"
)

// Bits are the possible widths of a signature.
var Bits = []int{16, 24, 32, 48, 64}

// Params configures signatures.
type Params struct {
	// Bits is the width of a signature: one of Bits. A narrow one brings more sentences together:
	// it finds more, and more of them have to be compared.
	Bits int
	// DiffBits is the number of bits in which the signatures of similar sentences differ at most: 0
	// to Bits-1.
	DiffBits int
	// Tables is the number of tables of samples, 1 to MaxTables. More tables find more.
	Tables int
	// Buckets is the number of buckets of a table, at least 2. With fewer buckets than samples have
	// values, more sentences meet by chance.
	Buckets int
}

// MaxTables is the largest number of tables.
const MaxTables = 256

// Defaults returns the parameters of a search among 10,000 to 100,000 entries.
func Defaults() Params { return Params{Bits: 32, DiffBits: 2, Tables: 16, Buckets: 1 << 20} }

// Validate returns a *parameter.Error about the first field with an impossible value. tables is set
// if Tables and Buckets have an effect.
func (p Params) Validate(tables bool) error {
	impossible := parameter.Of("sign.Params").Impossible
	switch {
	case !slices.Contains(Bits, p.Bits):
		return impossible("Bits", p.Bits, "16, 24, 32, 48 or 64")
	case p.DiffBits < 0 || p.DiffBits >= p.Bits:
		return impossible("DiffBits", p.DiffBits, fmt.Sprintf("0 to %d: a signature has %d bits", p.Bits-1, p.Bits))
	case !tables:
		return nil
	case p.Tables < 1 || p.Tables > MaxTables:
		return impossible("Tables", p.Tables, fmt.Sprintf("1 to %d", MaxTables))
	case p.Buckets < 2:
		return impossible("Buckets", p.Buckets, "at least 2")
	case p.sample() == 0:
		return impossible("Tables", p.Tables, fmt.Sprintf("more tables or fewer bits that differ: no sample of %d bits is often the same in signatures that differ in %d", p.Bits, p.DiffBits))
	case samples(p.Bits, p.sample()) < float64(p.Tables):
		return impossible("Tables", p.Tables, fmt.Sprintf("at most %.0f: there are no more samples of %d of %d bits",
			samples(p.Bits, p.sample()), p.sample(), p.Bits))
	}
	return nil
}

// samples returns the number of samples of k of n bits.
func samples(n, k int) float64 {
	c := 1.0
	for i := range k {
		c = c * float64(n-i) / float64(i+1)
	}
	return math.Round(c)
}

// reach is the least probability with which two signatures that differ in DiffBits bits meet in one
// of the tables.
const reach = 0.9

// sample returns the number of bits of a sample: the largest one with which signatures that differ in
// DiffBits bits meet with the probability reach. It is 0 if there is none.
func (p Params) sample() int {
	for k := p.Bits; k > 0; k-- {
		same := samples(p.Bits-p.DiffBits, k) / samples(p.Bits, k)
		if k <= p.Bits-p.DiffBits && 1-math.Pow(1-same, float64(p.Tables)) >= reach {
			return k
		}
	}
	return 0
}

// Word returns the signature of a word: one bit, or two of 64. About half of the bits of a sentence
// are then 1, which tells most sentences apart.
func (p Params) Word(word uint32) uint64 {
	h := mix.Full(uint64(word))
	bit := func(h uint64) uint64 {
		i, _ := bits.Mul64(h, uint64(p.Bits))
		return 1 << i
	}
	s := bit(h)
	if p.Bits == 64 {
		s |= bit(mix.Full(h))
	}
	return s
}

// Of returns the signature of a sentence with these words.
func (p Params) Of(words []uint32) (s uint64) {
	for _, w := range words {
		s |= p.Word(w)
	}
	return s
}

// Keys makes the keys of signatures. A key is a hash of a mask, and of the bits of the signature below it.
type Keys struct {
	masks   []uint64
	buckets uint64 // 0: as many as there are values
}

// Append appends the keys of a signature to dst. Their two lowest bits are 0.
func (k Keys) Append(dst []uint32, signature uint64) []uint32 {
	for i, mask := range k.masks {
		bucket := signature & mask
		if k.buckets > 0 {
			bucket, _ = bits.Mul64(mix.Full(bucket), k.buckets)
		}
		dst = append(dst, uint32(mix.Full(bucket^mix.Full(uint64(i)))>>32)&^3)
	}
	return dst
}

// LSH returns the keys of Tables tables.
func (p Params) LSH() Keys {
	k := Keys{buckets: uint64(p.Buckets)}
	r := rand.New(rand.NewPCG(uint64(p.Bits), uint64(p.DiffBits)))
	for sample := p.sample(); len(k.masks) < p.Tables; {
		mask := uint64(0)
		for _, bit := range r.Perm(p.Bits)[:sample] {
			mask |= 1 << bit
		}
		if !slices.Contains(k.masks, mask) {
			k.masks = append(k.masks, mask)
		}
	}
	return k
}
