package lookup

import (
	"cmp"
	"slices"

	"example.org/diagonal/io/indexio"
	"example.org/diagonal/transforms/shuffle/mix"
)

func sortHits(hits []hit) {
	slices.SortFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(a.ref.Key, b.ref.Key), cmp.Compare(a.ref.Segment, b.ref.Segment), cmp.Compare(a.place, b.place), cmp.Compare(a.signature, b.signature))
	})
}

// byDocument calls f with the hits of each document.
func byDocument(hits []hit, f func(hits []hit)) {
	for i := 0; i < len(hits); {
		first := i
		for i++; i < len(hits) && hits[i].ref == hits[first].ref; i++ {
		}
		f(hits[first:i])
	}
}

// thin drops the hits of documents that share one signature with the query, which more documents have
// than are read: to read some of them would be a lottery, and in a large collection nearly all hits are
// such.
func (s *Searcher) thin() {
	most := uint32(mostRead * s.parts())
	dropped := indexio.Ref{}
	s.hits = slices.DeleteFunc(s.hits, func(h hit) bool {
		if h.list <= most || s.met.often(h.ref) {
			return false
		}
		if h.ref != dropped { // of one signature the hits of a document follow each other
			s.count(Common, 1)
			dropped = h.ref
		}
		return true
	})
}

// meetings counts the signatures of documents, up to two, in buckets: two documents of one bucket count
// as one that has the signatures of both.
type meetings struct {
	buckets []uint8
	touched []uint32
}

// meetingBits is the logarithm of the number of buckets.
const meetingBits = 20

func bucketOf(ref indexio.Ref) uint32 {
	return uint32(mix.Full(ref.Key+mix.Full(uint64(ref.Segment))) >> (64 - meetingBits))
}

func (m *meetings) add(ref indexio.Ref) {
	if m.buckets == nil {
		m.buckets = make([]uint8, 1<<meetingBits)
	}
	b := bucketOf(ref)
	if m.buckets[b] == 0 {
		m.touched = append(m.touched, b)
	}
	m.buckets[b] = min(m.buckets[b]+1, 2)
}

// often reports whether a document has two signatures or more; sometimes also if it has one.
func (m *meetings) often(ref indexio.Ref) bool { return m.buckets[bucketOf(ref)] > 1 }

func (m *meetings) clear() {
	for _, b := range m.touched {
		m.buckets[b] = 0
	}
	m.touched = m.touched[:0]
}

// maxCached is the sum of the sizes of the texts that a cache keeps, in bytes.
const maxCached = 12 << 20

// cache keeps the documents that were read last.
type cache struct {
	documents map[indexio.Ref]*read
	order     []indexio.Ref // the oldest first
	size      int
	free      []*read // what was dropped, whose memory is used again
}

func (c *cache) get(ref indexio.Ref) (*read, bool) {
	r, ok := c.documents[ref]
	return r, ok
}

func (c *cache) put(ref indexio.Ref, r *read) {
	if c.documents == nil {
		c.documents = map[indexio.Ref]*read{}
	}
	c.documents[ref] = r
	c.order = append(c.order, ref)
	c.size += len(r.document.Text)
	for c.size > maxCached && len(c.order) > 1 { // what was put last stays
		oldest := c.order[0]
		dropped := c.documents[oldest]
		c.size -= len(dropped.document.Text)
		c.free = append(c.free, dropped)
		delete(c.documents, oldest)
		c.order = c.order[1:]
	}
}

// take returns a document to be read, in free memory if there is some.
func (c *cache) take() *read {
	if last := len(c.free) - 1; last >= 0 {
		r := c.free[last]
		c.free = c.free[:last]
		r.together, r.ruler = nil, ruler{}
		return r
	}
	return &read{}
}
