package candidate

import (
	"math/bits"
	"slices"

	"example.org/diagonal/engine/shuffle/bucket"
	"example.org/diagonal/transforms/signature"
)

// matchSorter sorts the matches of a pair of documents: by I, then by K; a rare one comes first, then one in few
// documents. The zero value is ready; its memory is reused.
type matchSorter struct{ keys, scratch []uint64 }

// sort sorts matches with one document B, all of them Spaceless or none. No K has the signature.CopyMark or the bit
// below it. The matches of copies, whose I have it, come last, and are sorted on their own: the places of either are
// spread over a document, so that buckets are fast.
func (s *matchSorter) sort(matches []unitMatch) {
	if len(matches) < 2 {
		return
	}
	s.keys = slices.Grow(s.keys[:0], len(matches))[:len(matches)]
	n, end := 0, len(matches)
	for i := range matches {
		at := n
		if matches[i].I&signature.CopyMark == 0 {
			n++
		} else {
			end--
			at = end
		}
		s.keys[at] = matches[i].key()
	}
	s.spread(s.keys[:n])
	s.spread(s.keys[n:])
	b, spaceless := matches[0].B, matches[0].Spaceless
	for i, k := range s.keys {
		matches[i] = matchOf(k, b, spaceless)
	}
}

// matchOf returns the match of a key.
func matchOf(key, b uint64, spaceless bool) unitMatch {
	return unitMatch{B: b, I: uint32(key >> 32), K: uint32(key) >> 2, Rare: key&2 == 0, Few: key&1 == 0,
		Spaceless: spaceless}
}

// key orders the matches with one document.
func (m *unitMatch) key() uint64 {
	k := uint64(m.I)<<32 | uint64(m.K)<<2
	if !m.Rare {
		k += 2
	}
	if !m.Few {
		k++
	}
	return k
}

// spread sorts keys of copies, or of no copies. Their upper bits, which are 0 in all but the mark, which
// all have or none, are moved out of the way.
func (s *matchSorter) spread(keys []uint64) {
	if len(keys) < 2 {
		return
	}
	all := uint64(0)
	for _, k := range keys {
		all |= k
	}
	free := bits.LeadingZeros64(all &^ (uint64(signature.CopyMark) << 32))
	for i := range keys {
		keys[i] = bits.RotateLeft64(keys[i], free)
	}
	s.scratch = bucket.Sort(keys, s.scratch)
	for i := range keys {
		keys[i] = bits.RotateLeft64(keys[i], -free)
	}
}

// sortInRows sorts matches that are sorted but for the order in which those of one I come.
func (s *matchSorter) sortInRows(matches []unitMatch) {
	for len(matches) > 0 {
		n := 1
		for n < len(matches) && matches[n].I == matches[0].I {
			n++
		}
		s.sort(matches[:n])
		matches = matches[n:]
	}
}
