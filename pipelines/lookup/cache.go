package lookup

import "example.org/diagonal/io/indexio"

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
		r.together, r.ruler, r.normalised, r.cited = nil, ruler{}, false, nil
		return r
	}
	return &read{}
}
