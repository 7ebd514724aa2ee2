package lookup

import (
	"cmp"
	"slices"

	"example.org/diagonal/io/indexio"
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

// maxCached is the sum of the sizes of the texts that a cache keeps, in bytes.
const maxCached = 6 << 20

// cache keeps the documents that were read last.
type cache struct {
	documents map[indexio.Ref]*read
	order     []indexio.Ref // the oldest first
	size      int
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
		c.size -= len(c.documents[oldest].document.Text)
		delete(c.documents, oldest)
		c.order = c.order[1:]
	}
}
