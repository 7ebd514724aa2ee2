package neartext

import (
	"math"

	"example.org/diagonal/transforms/analysis/normal"
	"example.org/diagonal/transforms/lookup/winnow"
)

// Query is the q-grams of a query, for similarities. It is not safe for concurrent use.
type Query struct {
	q int
	// weight is the sum of the widths of all q-grams.
	weight int
	grams  map[winnow.Gram]*counted

	round uint32
	found []winnow.Gram // scratch
}

// counted is how often a q-gram occurs in the query, and in the text at hand.
type counted struct {
	inQuery, inText uint32
	// round is the number of the text that inText counts.
	round uint32
}

// NewQuery returns the query of a text.
func NewQuery(t *normal.Text, q int) *Query {
	query := &Query{q: q, grams: map[winnow.Gram]*counted{}}
	for i, g := range winnow.AppendGrams(nil, t, q) {
		c := query.grams[g]
		if c == nil {
			c = &counted{}
			query.grams[g] = c
		}
		c.inQuery++
		query.weight += int(t.Chars[i].Width())
	}
	return query
}

// Bound returns the largest similarity that a text of a length can have: min(length / |Q|, 1).
func (q *Query) Bound(length uint32) float64 { return q.share(int(length)) }

func (q *Query) share(weight int) float64 {
	if q.weight == 0 {
		return 0
	}
	return min(1, float64(weight)/float64(q.weight))
}

// Similarity returns the share of the q-grams of the query that the text has, 0 to 1, as
// multisets: |grams(text) ∩ grams(Q)| / |grams(Q)|. It returns false if that is less than least;
// then the number says nothing.
//
// The computation stops when it is certain that the similarity is less. A text with the q-grams T
// of which err are not in Q has |T ∩ Q| = |T| − err. That is less than least·|Q| if and only if
// err > |T| − least·|Q|. While the q-grams are counted, err only grows, so stopping as soon as it
// exceeds that limit loses nothing. The limit of the source is |T|·(1 − least). It is the same
// where |T| = |Q|. Where the text is longer, |T| − |T|·least < |T| − |Q|·least: the source stops
// although the similarity may still be large enough.
func (q *Query) Similarity(text *normal.Text, least float64) (float64, bool) {
	q.found = winnow.AppendGrams(q.found[:0], text, q.q)
	all := int(text.Place(len(q.found)))
	// A hair more than the limit, so that rounding never stops too early.
	limit := float64(all) - least*float64(q.weight) + 1e-6*float64(q.weight)
	q.round++
	if q.round == math.MaxUint32 { // after 4 billion texts
		q.round = 1
		for _, c := range q.grams {
			c.round = 0
		}
	}
	missing := 0
	for i, g := range q.found {
		c := q.grams[g]
		if c != nil && c.round != q.round {
			c.round, c.inText = q.round, 0
		}
		if c != nil && c.inText < c.inQuery {
			c.inText++
			continue
		}
		if missing += int(text.Chars[i].Width()); float64(missing) > limit {
			return 0, false
		}
	}
	similarity := q.share(all - missing)
	return similarity, similarity >= least
}
