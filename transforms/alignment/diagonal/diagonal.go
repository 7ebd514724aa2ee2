// Package diagonal extracts diagonals: runs of sentence pairs that go on in both of
// two documents.
//
// Source: Zhang, Zhang, Yu, Huang, "Efficient partial-duplicate detection based on
// sequence matching", SIGIR 2010, section 4.3. Pairs of duplicate sentences are the
// points (I, K) of a matrix. From each point, in the order of I and then K, the
// points (I+1, K+1), (I+2, K+2), ... are followed while there are any; a diagonal
// longer than γ is emitted and its points are removed. What differs: with a gap of g
// a diagonal may pass over up to g unmatched sentences on either side at each step,
// and the matrix is never built: points come sorted, in segments.
package diagonal

import (
	"cmp"
	"fmt"
	"slices"

	"example.org/diagonal/transforms/parameter"
)

// Segment is N points that follow each other without a gap: (I, K), (I+1, K+1), ...
type Segment struct {
	I, K, N uint32
	// Similarity is the Jaccard similarity of each of the sentence pairs.
	Similarity float32
}

// Params configures Extract.
type Params struct {
	// Gamma is the length that a diagonal must exceed, in matched pairs: 3 keeps
	// diagonals of four pairs and more.
	Gamma int
	// Gap is how many unmatched sentences a step may pass over on either side.
	Gap int
}

// maxGap bounds the gap: the next point is looked for in (gap+1)² places.
const maxGap = 100

// Validate returns a *parameter.Error about the first field with an impossible value.
func (p Params) Validate() error {
	impossible := parameter.Of("diagonal.Params").Impossible
	switch {
	case p.Gamma < 0:
		return impossible("Gamma", p.Gamma, "0 or more")
	case p.Gap < 0 || p.Gap > maxGap:
		return impossible("Gap", p.Gap, fmt.Sprintf("0 to %d", maxGap))
	}
	return nil
}

// Diagonal is one shared passage, in sentences, half open on both sides.
type Diagonal struct {
	I, IEnd, K, KEnd uint32
	// Matched is the number of points.
	Matched uint32
	// Similarity is the mean Jaccard similarity over the points and the passed-over
	// sentences of both sides, which count as 0.
	Similarity float64
}

// Extractor holds the scratch of Extract, never emitted. The zero value is ready.
type Extractor struct {
	points []point
	rows   []row
}

// point is one matched sentence pair.
type point struct {
	i, k       uint32
	similarity float32
	used       bool
}

// Extract appends to dst the diagonals of one pair of documents, in the order of
// their first points. The segments may come in any order, overlap and repeat; a
// point that comes twice has the greater similarity.
func (x *Extractor) Extract(dst []Diagonal, segments []Segment, p Params) []Diagonal {
	if p.Gap == 0 {
		return x.straight(dst, segments, p.Gamma)
	}
	return x.gapped(dst, segments, p)
}

// straight is Extract without gaps. A diagonal is then a maximal run of points with
// the same K - I, whichever way it is walked, so runs are merged without looking at
// single points where the segments allow it.
func (x *Extractor) straight(dst []Diagonal, segments []Segment, gamma int) []Diagonal {
	slices.SortFunc(segments, func(a, b Segment) int {
		return cmp.Or(cmp.Compare(a.shift(), b.shift()), cmp.Compare(a.I, b.I), cmp.Compare(b.N, a.N),
			cmp.Compare(b.Similarity, a.Similarity))
	})
	first := len(dst)
	for s := 0; s < len(segments); {
		end := segments[s].I + segments[s].N
		e := s + 1
		for e < len(segments) && segments[e].shift() == segments[s].shift() && segments[e].I <= end {
			end = max(end, segments[e].I+segments[e].N)
			e++
		}
		if n := end - segments[s].I; int(n) > gamma {
			d := Diagonal{I: segments[s].I, IEnd: end, K: segments[s].K, KEnd: segments[s].K + n, Matched: n}
			d.Similarity = x.mean(segments[s:e])
			dst = append(dst, d)
		}
		s = e
	}
	slices.SortFunc(dst[first:], func(a, b Diagonal) int {
		return cmp.Or(cmp.Compare(a.I, b.I), cmp.Compare(a.K, b.K))
	})
	return dst
}

func (s Segment) shift() int64 { return int64(s.K) - int64(s.I) }

// mean returns the mean similarity of the points of segments on one diagonal.
func (x *Extractor) mean(segments []Segment) float64 {
	same := true
	for _, s := range segments {
		same = same && s.Similarity == segments[0].Similarity
	}
	if same {
		return float64(segments[0].Similarity)
	}
	x.expand(segments)
	sum := 0.0
	for _, p := range x.points {
		sum += float64(p.similarity)
	}
	return sum / float64(len(x.points))
}

// expand makes the sorted, distinct points of the segments.
func (x *Extractor) expand(segments []Segment) {
	x.points = x.points[:0]
	for _, s := range segments {
		for n := range s.N {
			x.points = append(x.points, point{i: s.I + n, k: s.K + n, similarity: s.Similarity})
		}
	}
	slices.SortFunc(x.points, func(a, b point) int {
		return cmp.Or(cmp.Compare(a.i, b.i), cmp.Compare(a.k, b.k), cmp.Compare(b.similarity, a.similarity))
	})
	x.points = slices.CompactFunc(x.points, func(a, b point) bool { return a.i == b.i && a.k == b.k })
}
