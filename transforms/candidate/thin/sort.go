package thin

import (
	"slices"

	"example.org/diagonal/engine/shuffle/bucket"
)

// Scratch is reused from shard to shard. The zero value is ready.
type Scratch struct {
	sorted []Posting
}

// sort returns the postings in the order of Compare, in the memory of s.
func (s *Scratch) sort(postings []Posting) []Posting {
	s.sorted, _ = bucket.By(postings, s.sorted, func(p *Posting) uint64 { return p.Signature }, sortBucket)
	return s.sorted
}

// fewPostings is the size of a bucket up to which its postings are inserted one by one.
const fewPostings = 16

// sortBucket sorts the postings of a bucket. Those of a signature come in the order of their
// documents, so they hardly move.
func sortBucket(postings []Posting) {
	if len(postings) > fewPostings {
		slices.SortFunc(postings, Posting.Compare)
		return
	}
	for i := 1; i < len(postings); i++ {
		p, k := postings[i], i
		for ; k > 0 && p.less(&postings[k-1]); k-- {
			postings[k] = postings[k-1]
		}
		postings[k] = p
	}
}

// less reports whether Compare is negative.
func (p *Posting) less(q *Posting) bool {
	if p.Signature != q.Signature {
		return p.Signature < q.Signature
	}
	return uint64(p.Document)<<32|uint64(p.Unit) < uint64(q.Document)<<32|uint64(q.Unit)
}
