package block

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"sync"

	"example.org/diagonal/engine/shuffle/bucket"
)

// Sorted is the records of one shard, ordered by key, then by the bytes of the payload.
type Sorted struct {
	blocks [][]byte
	refs   []ref
	left   Left // nil: payloads are whole
}

// Left reads payloads of which the blocks have a stand-in: what orders them, and where they are. A payload without one
// is its own stand-in.
type Left interface {
	// Size returns the size of the payload.
	Size(standIn []byte) int
	// Whole returns the payload, a view or in memory that nobody needs any more, which it may replace.
	Whole(memory *[]byte, standIn []byte) ([]byte, error)
}

// ref is the place of a record: the block, and where the payload is in it.
type ref struct {
	key   uint64
	head  uint32 // of the payload (headOf)
	block uint32
	at    uint32
	size  uint32
}

// headOf returns the first four bytes of a payload as a number, zeros behind a shorter one: most payloads that are
// different have different heads, and then they are not looked at again.
func headOf(payload []byte) uint32 {
	if len(payload) >= 4 {
		return binary.BigEndian.Uint32(payload)
	}
	var b [4]byte
	copy(b[:], payload)
	return binary.BigEndian.Uint32(b[:])
}

// Sort sorts the records of blocks, which may come in any order. It keeps views of them. A block
// must be shorter than 4 GiB. The error is ErrCorrupt.
//
// Keys are hashes, so package bucket leaves next to nothing to compare: 3.1 times as fast as
// slices.SortFunc on 150,000 postings (BenchmarkSort).
func Sort(blocks [][]byte) (*Sorted, error) {
	s := &Sorted{blocks: blocks}
	n := 0
	lo, hi := ^uint64(0), uint64(0)
	for _, b := range blocks {
		for len(b) > 0 {
			key, _, rest, err := next(b)
			if err != nil {
				return nil, err
			}
			n, lo, hi = n+1, min(lo, key), max(hi, key)
			b = rest
		}
	}
	if n == 0 {
		return s, nil
	}
	buckets := bucket.New(n, lo, hi)
	for _, b := range blocks {
		for len(b) > 0 {
			key, _, rest, _ := next(b)
			buckets.Count(key)
			b = rest
		}
	}
	buckets.Deal()
	s.refs = roomFor(n)
	for i, whole := range blocks {
		for b := whole; len(b) > 0; {
			key, payload, rest, _ := next(b)
			s.refs[buckets.Next(key)] = ref{key, headOf(payload), uint32(i),
				uint32(len(whole) - len(rest) - len(payload)), uint32(len(payload))}
			b = rest
		}
	}
	buckets.Each(func(from, to int) { s.sortBucket(s.refs[from:to]) })
	return s, nil
}

// rooms keeps the memory of places that nobody needs any more.
var rooms sync.Pool

// roomFor returns n places with any content.
func roomFor(n int) []ref {
	if room, ok := rooms.Get().(*[]ref); ok && cap(*room) >= n {
		return (*room)[:n]
	}
	return make([]ref, n)
}

// Close lets the memory of the places be used again. Nobody may use s any more.
func (s *Sorted) Close() {
	if refs := s.refs; cap(refs) > 0 {
		rooms.Put(&refs)
	}
	*s = Sorted{}
}

func (s *Sorted) sortBucket(refs []ref) {
	slices.SortFunc(refs, func(x, y ref) int {
		if x.key != y.key {
			return cmp.Compare(x.key, y.key)
		}
		if x.head != y.head {
			return cmp.Compare(x.head, y.head)
		}
		return bytes.Compare(s.payload(x), s.payload(y))
	})
}

func (s *Sorted) payload(r ref) []byte {
	return s.blocks[r.block][r.at : r.at+r.size : r.at+r.size]
}

// Leave says that payloads are stand-ins, and what they stand for.
func (s *Sorted) Leave(left Left) { s.left = left }

// Size returns the size of the payload of record i, or of what it stands for.
func (s *Sorted) Size(i int) int {
	if s.left == nil {
		return int(s.refs[i].size)
	}
	return s.left.Size(s.Payload(i))
}

// Whole returns the payload of record i, or what it stands for: then it may be in memory, which is replaced if it is
// too small, and is valid as long as nobody writes there.
func (s *Sorted) Whole(memory *[]byte, i int) ([]byte, error) {
	if s.left == nil {
		return s.Payload(i), nil
	}
	return s.left.Whole(memory, s.Payload(i))
}

// Len returns the number of records.
func (s *Sorted) Len() int { return len(s.refs) }

// Key returns the key of record i.
func (s *Sorted) Key(i int) uint64 { return s.refs[i].key }

// Payload returns the payload of record i, a view of its block.
func (s *Sorted) Payload(i int) []byte { return s.payload(s.refs[i]) }

// GroupBy returns the end of the group of records that begins at record i and for whose keys part
// returns the same.
func (s *Sorted) GroupBy(i int, part func(key uint64) uint32) int {
	j := i + 1
	for first := part(s.refs[i].key); j < len(s.refs) && part(s.refs[j].key) == first; {
		j++
	}
	return j
}

// Group returns the end of the group of equal keys that begins at record i.
func (s *Sorted) Group(i int) int {
	j := i + 1
	for j < len(s.refs) && s.refs[j].key == s.refs[i].key {
		j++
	}
	return j
}
