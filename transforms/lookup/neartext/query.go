package neartext

import (
	"math"
	"slices"

	"example.org/diagonal/transforms/analysis/normal"
	"example.org/diagonal/transforms/lookup/frequency"
	"example.org/diagonal/transforms/lookup/winnow"
)

// Query is the q-grams of a query, for similarities. It is not safe for concurrent use.
type Query struct {
	q int
	// weight is the sum of the weights of all q-grams.
	weight int64
	// heaviest is the largest weight that q-grams of the query have which begin in so many places, for
	// each number of places up to that of all of them.
	heaviest []int64
	grams    map[winnow.Gram]*counted

	round uint32
	found []winnow.Gram // scratch
}

// counted is how often a q-gram occurs in the query, and in the text at hand.
type counted struct {
	inQuery, inText uint32
	// weight is that of each place.
	weight uint32
	// round is the number of the text that inText counts.
	round uint32
}

// scale is the weight of a q-gram with one bit of information. Weights are whole numbers, so that a sum is the
// same in each order, and small ones, so that they are sorted by counting.
const scale = 4

// weightOf returns the weight of each place of a q-gram: the square of its information in bits, as in the
// product of two vectors that are weighted by it. Without frequencies all weigh the same.
func weightOf(g winnow.Gram, f *frequency.Table) uint32 {
	if f == nil {
		return scale
	}
	bits := math.Log2(float64(f.Grams()+1) / float64(max(f.Count(uint64(g)), 1)))
	return uint32(max(1, math.Round(scale*bits*bits)))
}

// NewQuery returns the query of a text. f is how often each q-gram occurs in the collection, nil if that is
// not known.
func NewQuery(t *normal.Text, q int, f *frequency.Table) *Query {
	query := &Query{q: q, grams: map[winnow.Gram]*counted{}}
	var places []int // by weight
	for i, g := range winnow.AppendGrams(nil, t, q) {
		c := query.grams[g]
		if c == nil {
			c = &counted{weight: weightOf(g, f)}
			query.grams[g] = c
		}
		c.inQuery++
		if more := int(c.weight) + 1 - len(places); more > 0 {
			places = append(places, make([]int, more)...)
		}
		places[c.weight] += int(t.Chars[i].Width())
	}
	query.heaviest = append(make([]int64, 0, t.Length()+1), 0)
	for weight, n := range slices.Backward(places) {
		for range n {
			query.weight += int64(weight)
			query.heaviest = append(query.heaviest, query.weight)
		}
	}
	return query
}

// Bound returns the largest similarity that a text of a length can have: that of the heaviest q-grams of the
// query that it has room for.
func (q *Query) Bound(length uint32) float64 { return q.share(q.maxWeight(int(length))) }

// maxWeight returns the largest weight in so many places.
func (q *Query) maxWeight(places int) int64 { return q.heaviest[min(places, len(q.heaviest)-1)] }

func (q *Query) share(weight int64) float64 {
	if q.weight == 0 {
		return 0
	}
	return float64(weight) / float64(q.weight)
}

// Similarity returns the share of the q-grams of the query that the text has, 0 to 1, as weighted
// multisets: |grams(text) ∩ grams(Q)| / |grams(Q)|. It returns false if that is less than min;
// then the number says nothing.
//
// The computation stops when it is certain that the similarity is less: when the q-grams of the query
// that were found, and the heaviest ones in as many places as are left of the text, weigh less than
// min·|Q|. The source stops when the errors exceed |T|·(1 − min), which is not safe if the text T
// is longer than the query.
func (q *Query) Similarity(text *normal.Text, min float64) (float64, bool) {
	q.found = winnow.AppendGrams(q.found[:0], text, q.q)
	left := int(text.Place(len(q.found)))
	// A hair less than the limit, so that rounding never stops too early.
	limit := int64((min - 1e-6) * float64(q.weight))
	q.round++
	if q.round == math.MaxUint32 { // after 4 billion texts
		q.round = 1
		for _, c := range q.grams {
			c.round = 0
		}
	}
	shared := int64(0)
	for i, g := range q.found {
		width := text.Chars[i].Width()
		left -= int(width)
		c := q.grams[g]
		if c != nil && c.round != q.round {
			c.round, c.inText = q.round, 0
		}
		if c != nil && c.inText < c.inQuery {
			c.inText++
			shared += int64(c.weight) * int64(width)
			continue
		}
		if shared+q.maxWeight(left) < limit {
			return 0, false
		}
	}
	similarity := q.share(shared)
	return similarity, similarity >= min
}
