package thin

import (
	"slices"

	"example.org/diagonal/transforms/shuffle/bucket"
)

// Scratch is reused from shard to shard. The zero value is ready.
type Scratch struct {
	dealt []Posting
}

// sort returns the postings in the order of Compare. It may be in the memory of s.
func (s *Scratch) sort(postings []Posting) []Posting {
	sorted, _ := bucket.By(postings, s.dealt, func(p *Posting) uint64 { return p.Signature }, sortBucket)
	if len(postings) > 0 && &sorted[0] != &postings[0] {
		s.dealt = sorted
	}
	return sorted
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
