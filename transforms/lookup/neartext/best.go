package neartext

import (
	"cmp"
	"container/heap"
	"slices"

	"example.org/diagonal/transforms/analysis/normal"
)

// Candidate is a candidate text of a document.
type Candidate struct {
	// Document identifies the document.
	Document uint64
	Run
}

// Source has the documents of the candidates.
type Source interface {
	// ID returns the id of a document. It returns false if there is none: the candidate is
	// passed over.
	ID(document uint64) (string, bool, error)
	// Text returns a document; nil if it cannot be read, and the candidate is passed over. It is
	// valid until the next call.
	Text(document uint64) (*normal.Text, error)
}

// Params chooses among candidate texts.
type Params struct {
	// Top is the largest number of texts to return; 0 is no limit.
	Top int
	// Threshold is the least similarity of a text, 0 to 1. A text without a common q-gram is
	// never returned.
	Threshold float64
}

// Found is a text that is similar to the query.
type Found struct {
	Candidate
	ID         string
	Similarity float64
}

// compare orders texts: the most similar first, of equal ones the shortest, then by id and start.
func compare(a, b Found) int {
	return cmp.Or(cmp.Compare(b.Similarity, a.Similarity), cmp.Compare(a.Length(), b.Length()), cmp.Compare(a.ID, b.ID),
		cmp.Compare(a.Start, b.Start))
}

// Work counts what Best did.
type Work struct {
	// Candidates is the number of candidate texts, Length the sum of their lengths.
	Candidates, Length int64
	// Computed is the number of them whose similarity was computed, ComputedLength the sum of
	// their lengths.
	Computed, ComputedLength int64
}

// Best returns the texts that are most similar to the query, in the order of compare. It is the
// answer that the similarities of all candidates give. But candidates are taken from a heap, the
// one with the largest bound on its similarity first, and the rest is left when no bound is large
// enough. The error is that of source.
func Best(q *Query, p Params, candidates []Candidate, source Source) (found []Found, work Work, err error) {
	h := make(byBound, 0, len(candidates))
	for _, c := range candidates {
		work.Candidates++
		work.Length += int64(c.Length())
		if bound := q.Bound(c.Length()); bound >= p.Threshold && bound > 0 {
			h = append(h, bounded{c, bound})
		}
	}
	heap.Init(&h)
	for len(h) > 0 {
		c := h[0]
		full := p.Top > 0 && len(found) == p.Top
		min := p.Threshold
		if full {
			last := found[len(found)-1]
			min = max(min, last.Similarity)
			if c.bound < last.Similarity || c.bound == last.Similarity && c.Length() > last.Length() {
				break // no bound that follows is larger, and of equal ones no text is shorter
			}
		}
		heap.Pop(&h)
		id, ok, err := source.ID(c.Document)
		if err != nil {
			return nil, work, err
		}
		if !ok {
			continue
		}
		// If it is as similar as its bound allows, is it better than the last one?
		if best := (Found{c.Candidate, id, c.bound}); full && compare(best, found[len(found)-1]) > 0 {
			continue
		}
		text, err := source.Text(c.Document)
		if err != nil {
			return nil, work, err
		}
		if text == nil {
			continue
		}
		part := text.Part(text.Within(c.Start, c.End))
		work.Computed++
		work.ComputedLength += int64(c.Length())
		similarity, ok := q.Similarity(&part, min)
		if !ok || similarity == 0 {
			continue
		}
		f := Found{c.Candidate, id, similarity}
		at, _ := slices.BinarySearchFunc(found, f, compare)
		found = slices.Insert(found, at, f)
		if p.Top > 0 && len(found) > p.Top {
			found = found[:p.Top]
		}
	}
	return found, work, nil
}

// bounded is a candidate with the largest similarity that it can have.
type bounded struct {
	Candidate
	bound float64
}

// byBound is a heap: the largest bound first, of equal ones the shortest text.
type byBound []bounded

func (h byBound) Len() int { return len(h) }
func (h byBound) Less(i, j int) bool {
	return h[i].bound > h[j].bound || h[i].bound == h[j].bound && h[i].Length() < h[j].Length()
}
func (h byBound) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *byBound) Push(x any)   { *h = append(*h, x.(bounded)) }
func (h *byBound) Pop() any {
	last := len(*h) - 1
	c := (*h)[last]
	*h = (*h)[:last]
	return c
}
