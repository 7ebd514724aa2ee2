// Package frequent finds the keys that many documents have, such as signatures, while their records
// are made. The records of such a key need not meet in one shard.
package frequent

import "example.org/diagonal/engine/shuffle/mix"

const (
	// counterBits makes 2^counterBits counters. They stay in the cache of a core, as 2^20 would
	// not: that made a posting three times as expensive. Several signatures share a counter: a
	// window adds four to each by chance.
	counterBits = 18
	// minPostings is how many postings of a signature are seen before its documents are counted, so
	// that most signatures cost one counter.
	minPostings = 24
	// window is the number of postings after which the counters begin again, with the next document.
	// A signature that has less than minPostings of so many postings makes no shard large. It is forgotten,
	// even if it was frequent: in a crawl sorted by site, the signatures of a site are frequent one
	// after the other, and never again.
	window = 1 << 20
	// maxDocuments is the most documents that are kept for all signatures together.
	maxDocuments = 1 << 18
)

// Finder counts the documents of each signature of one bundle. It is not safe for concurrent use.
type Finder struct {
	max      int
	counters []uint8 // at least least for signatures in counts
	seen     int     // postings since the counters began
	document uint64  // that of the last posting
	kept     int     // documents in all counts
	counts   map[uint64]*count
}

// count is the documents of a signature, until it is known to be frequent.
type count struct {
	documents map[uint64]struct{}
	last      uint64 // the last document that was counted
	seen      uint8  // postings since the counters began, up to minPostings
	frequent  bool
}

// New returns a Finder of signatures that more than max documents have. If max is 0, none is
// frequent.
func New(max int) *Finder {
	if max == 0 {
		return &Finder{}
	}
	return &Finder{max: max, counters: make([]uint8, 1<<counterBits), counts: map[uint64]*count{}}
}

// Frequent records that a document has a signature. It reports whether more than the given number
// of other documents have it, for all of which Frequent has returned false. All postings of one
// document come together; for those of one signature the result is the same.
//
// A signature that is frequent may be forgotten. For its next documents Frequent returns false, until
// it is found again.
func (f *Finder) Frequent(signature, document uint64) bool {
	if f.counters == nil {
		return false
	}
	f.seen++
	if document != f.document { // within a document nothing is forgotten: the result would change
		if f.document = document; f.seen > window {
			f.begin()
		}
	}
	n := &f.counters[counterOf(signature)]
	if *n < minPostings {
		*n++
		return false
	}
	c := f.counts[signature]
	if c == nil {
		c = &count{documents: map[uint64]struct{}{}}
		f.counts[signature] = c
	}
	c.seen = min(c.seen+1, minPostings)
	switch {
	case document == c.last && (c.frequent || len(c.documents) > 0):
		return false
	case c.frequent:
		return true
	}
	c.last = document
	if _, ok := c.documents[document]; ok {
		return false
	}
	c.documents[document] = struct{}{}
	f.kept++
	switch {
	case len(c.documents) > f.max:
		f.kept -= len(c.documents)
		c.frequent, c.documents = true, nil
	case f.kept > maxDocuments:
		f.forget()
	}
	return false
}

// counterOf returns the number of the counter of a signature.
func counterOf(signature uint64) uint64 { return mix.High(signature) >> (64 - counterBits) }

// begin begins the counters again. It forgets the signatures in f.counts that had few postings since
// they began; the counters of the others have minPostings.
func (f *Finder) begin() {
	f.seen = 1 // the posting at hand
	clear(f.counters)
	for signature, c := range f.counts {
		if c.seen < minPostings {
			f.kept -= len(c.documents)
			delete(f.counts, signature)
			continue
		}
		c.seen = 0
		f.counters[counterOf(signature)] = minPostings
	}
}

// forget drops the counts of signatures that are not known to be frequent.
func (f *Finder) forget() {
	for signature, c := range f.counts {
		if !c.frequent {
			delete(f.counts, signature)
		}
	}
	f.kept = 0
}
