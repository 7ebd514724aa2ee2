package candidate

import (
	"math/bits"

	"example.org/diagonal/transforms/shuffle/block"
	"example.org/diagonal/transforms/shuffle/mix"
	"example.org/diagonal/transforms/signature"
)

// splitPostings divides the postings of a shard that is too large by their signatures
// (shuffle.Split). It sends each part one record of each document, with its postings of that
// part.
func splitPostings(sorted *block.Sorted, n int, add func(part int, key uint64, payload []byte) error) error {
	open := make([][]byte, n)
	for i := range sorted.Len() {
		if again(sorted, i) {
			continue
		}
		traits := signature.TraitsOf(sorted.Payload(i))
		for part := range open {
			open[part] = signature.AppendUnitHead(open[part][:0], traits)
		}
		kind, err := signature.EachUnitPosting(sorted.Payload(i), func(g uint64, unit uint32) {
			part := partOf(g, n)
			open[part] = signature.AppendUnitPosting(open[part], g, unit)
		})
		if err != nil {
			return err
		}
		for part, payload := range open {
			if len(payload) == signature.UnitHead(traits) {
				continue
			}
			signature.SetUnitKind(payload, kind, signature.Spaceless(sorted.Payload(i)))
			if err := add(part, sorted.Key(i), payload); err != nil {
				return err
			}
		}
	}
	return nil
}

// partOf returns the part of a signature, of n. Signatures of one shard are in all parts.
func partOf(s uint64, n int) int {
	hi, _ := bits.Mul64(mix.Full(s), uint64(n))
	return int(hi)
}

// portionOf returns the portion of a signature, of n. Signatures of one part are in all portions.
func portionOf(s uint64, n int) int { return partOf(^s, n) }
