// Package fingerprint makes the fingerprints of a page at which similar pages meet.
//
// Source: Huang, Wang, Li, "Achieving both high precision and high recall in near-duplicate
// detection", CIKM 2008. The page is a set of hashes. Each goes to one of m buckets, by its
// remainder. The n smallest hashes of a bucket make one fingerprint. Two pages have a fingerprint
// in common if they agree in the n smallest hashes of a bucket. If r is the resemblance of the
// two sets, that has a probability of about r to the n for each bucket.
//
// A bucket with fewer than n hashes makes a fingerprint of those that it has, and of their
// number, so a short page meets its copies, too. A bucket without a hash makes none.
package fingerprint

import (
	"encoding/binary"
	"slices"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/engine/shuffle/mix"
)

// Maker makes fingerprints. It is not safe for concurrent use.
type Maker struct {
	// Buckets is m, and Smallest is n. Both are at least 1.
	Buckets, Smallest int

	// scratch, never returned
	smallest [][]uint64 // by bucket, in ascending order
	bytes    []byte
}

// Append appends the fingerprints of a page to dst, at most one for each bucket. hashes is its
// set of hashes, in any order; repeats do not count.
func (m *Maker) Append(dst []uint64, hashes []uint64) []uint64 {
	if len(m.smallest) != m.Buckets {
		m.smallest = make([][]uint64, m.Buckets)
	}
	for b := range m.smallest {
		m.smallest[b] = m.smallest[b][:0]
	}
	for _, h := range hashes {
		h = mix.Full(h) // the remainder and the order of a hash must not depend on what it is of
		b := h % uint64(m.Buckets)
		list := m.smallest[b]
		if len(list) == m.Smallest && h >= list[len(list)-1] {
			continue
		}
		at, found := slices.BinarySearch(list, h)
		if found {
			continue
		}
		if len(list) == m.Smallest {
			list = list[:len(list)-1]
		}
		m.smallest[b] = slices.Insert(list, at, h)
	}
	for b, list := range m.smallest {
		if len(list) == 0 {
			continue
		}
		m.bytes = binary.BigEndian.AppendUint64(m.bytes[:0], uint64(b)<<32|uint64(len(list)))
		for _, h := range list {
			m.bytes = binary.BigEndian.AppendUint64(m.bytes, h)
		}
		dst = append(dst, xxhash.Sum64(m.bytes))
	}
	return dst
}
