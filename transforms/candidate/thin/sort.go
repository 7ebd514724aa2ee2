package thin

import (
	"slices"

	"example.org/diagonal/transforms/shuffle/bucket"
)

// Scratch is reused from shard to shard. The zero value is ready.
type Scratch struct {
	seen  Seen // see shared
	dealt []Posting
}

// shared returns the postings, in place and in their order, without most of those whose signature
// no other posting has. They make no groups, and most postings are such.
func (s *Scratch) shared(postings []Posting) []Posting {
	s.seen.Reset(len(postings))
	for i := range postings {
		s.seen.Add(postings[i].Signature)
	}
	kept := 0
	for _, p := range postings {
		postings[kept] = p
		kept += s.seen.Shared(p.Signature)
	}
	return postings[:kept]
}

// sort returns the postings in the order of Compare. It may be in the memory of s.
func (s *Scratch) sort(postings []Posting) []Posting {
	if len(postings) < 64 {
		slices.SortFunc(postings, Posting.Compare)
		return postings
	}
	lo, hi := ^uint64(0), uint64(0)
	for i := range postings {
		lo, hi = min(lo, postings[i].Signature), max(hi, postings[i].Signature)
	}
	buckets := bucket.New(len(postings), lo, hi)
	for i := range postings {
		buckets.Count(postings[i].Signature)
	}
	buckets.Deal()
	s.dealt = slices.Grow(s.dealt[:0], len(postings))[:len(postings)]
	for _, p := range postings {
		s.dealt[buckets.Next(p.Signature)] = p
	}
	buckets.Each(func(from, to int) { sortBucket(s.dealt[from:to]) })
	return s.dealt
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
