package candidate

import (
	"math/bits"
	"slices"

	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/transforms/signature"
)

// Splitter divides the postings of a shard that is too large by their signatures.
type Splitter struct {
	// scratch, never emitted
	postings []signature.UnitPosting
	open     [][]byte
}

// Split is a shuffle.Split. It sends each part one record of the document, with its postings of that part.
func (s *Splitter) Split(
	document uint64, payload []byte, n int, add func(part int, key uint64, payload []byte) error,
) (err error) {
	var kind signature.Kind
	if s.postings, kind, err = signature.AppendUnitPostings(s.postings[:0], payload); err != nil {
		return err
	}
	traits := signature.TraitsOf(payload)
	s.open = slices.Grow(s.open[:0], n)[:n]
	for part := range s.open {
		s.open[part] = signature.AppendUnitHead(s.open[part][:0], traits)
	}
	for _, p := range s.postings {
		part := &s.open[partOf(p.Signature, n)]
		*part = signature.AppendUnitPosting(*part, p.Signature, p.Place)
	}
	for part, piece := range s.open {
		if len(piece) == signature.UnitHead(traits) {
			continue
		}
		signature.SetUnitKind(piece, kind, signature.Spaceless(payload))
		if err := add(part, document, piece); err != nil {
			return err
		}
	}
	return nil
}

// partOf returns the part of a signature, of n. Signatures of one shard are in all parts.
func partOf(s uint64, n int) int {
	hi, _ := bits.Mul64(mix.Full(s), uint64(n))
	return int(hi)
}

// PortionOf returns the portion of a signature, of n. Signatures of one part are in all portions.
func PortionOf(s uint64, n int) int { return partOf(^s, n) }
