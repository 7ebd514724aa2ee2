// Package coverage measures a result by the characters it covers, which is how
// planted collections (package planted) are scored: how much of the gold is found,
// by kind, how exact the edges are, and whether boilerplate, which is in too many
// documents to be reuse, is kept apart.
//
// The difference to package plagdet is that characters are summed over the collection (micro
// averages), that a repeated detection counts once, that what lies in boilerplate counts
// neither for nor against precision, and that reuse inside one document counts in neither
// precision nor recall but is reported separately.
package coverage

import (
	"slices"
	"strings"

	"example.org/diagonal/transforms/evaluation/passage"
	"example.org/diagonal/transforms/evaluation/plagdet"
)

const (
	// Within is the kind of a case inside one document. Such cases count in no average.
	Within = "within"
	// Twice is the kind of a passage that occurs twice in a document. Its edges are not
	// measured: a detection of the one place may well touch the other.
	Twice = "twice"
)

// Kind counts what was found of one kind of cases.
type Kind struct {
	Kind  string
	Cases int
	// Found is the number of cases of which the detections that touch both sides
	// cover, together, at least half on each side.
	Found int
	// Granularity is the mean number of detections of a found case; 0 where there is none.
	Granularity float64
}

// Share is the part of the cases that was found, 0 to 1.
func (k Kind) Share() float64 { return ratio(k.Found, k.Cases) }

// Score holds the measures of one result.
type Score struct {
	Records int // records of the result, repeated ones each time
	// Boilerplate is the number of records of which at least half of both sides lies in
	// boilerplate, and BoilerplatePairs the number of document pairs they are in.
	// They take no further part.
	Boilerplate, BoilerplatePairs int
	// False is the number of different records between two documents that touch no
	// case on both sides and are no boilerplate.
	False int
	// WithinRecords is the number of different records inside one document.
	WithinRecords int
	// Precision is the share of the characters covered by records that some case covers,
	// by document pair and side, boilerplate left out; Recall the share of the
	// characters of the cases that records of them cover.
	Precision, Recall float64
	// Granularity is the mean number of detections of a found case, 1 without one.
	Granularity float64
	// Plagdet is F1 / log2(1 + Granularity) of these.
	Plagdet float64
	// Edge is the median distance in characters of the outermost edges of the
	// detections of a found case to its own edges. It is 0 where Edges is.
	Edge float64
	// Edges is how many edges were measured: four for each found case.
	Edges int
	// Kinds has an entry for each kind of case, ordered by name.
	Kinds []Kind
}

// F1 is the harmonic mean of precision and recall.
func (s Score) F1() float64 { return plagdet.Plagdet(s.Precision, s.Recall, 1) }

// Boilerplate contains the places of boilerplate: document id to ranges.
type Boilerplate map[string][]passage.Range

// Holds reports whether at least half of both sides of p lies in one piece of boilerplate each.
func (b Boilerplate) Holds(p passage.Passage) bool {
	return p.RangeA().Size() > 0 && p.RangeB().Size() > 0 && half(p.RangeA(), b[p.A]) && half(p.RangeB(), b[p.B])
}

func half(r passage.Range, in []passage.Range) bool {
	return slices.ContainsFunc(in, func(x passage.Range) bool { return 2*r.Intersect(x).Size() >= r.Size() })
}

// Split separates the records that lie in boilerplate from the others.
func (b Boilerplate) Split(detections []passage.Passage) (others, boilerplate []passage.Passage) {
	if len(b) == 0 {
		return detections, nil
	}
	for _, d := range detections {
		if b.Holds(d) {
			boilerplate = append(boilerplate, d)
		} else {
			others = append(others, d)
		}
	}
	return others, boilerplate
}

// Evaluate scores detections against cases. Sides have no roles. The cost is near
// linear in both, by passage.Overlaps.
func Evaluate(cases, detections []passage.Passage, boilerplate Boilerplate) Score {
	score := Score{Records: len(detections), Granularity: 1}
	rest, inside := boilerplate.Split(detections)
	score.Boilerplate, score.BoilerplatePairs = len(inside), pairs(passage.Canonicals(inside))
	cases, rest = passage.Canonicals(cases), slices.Clone(rest)
	passage.SortByPair(rest)
	rest = slices.CompactFunc(rest, func(p, q passage.Passage) bool { p.Kind = q.Kind; return p == q })

	score.findCases(cases, rest)
	passage.Overlaps(rest, cases, func(i int, hits []passage.Hit) {
		switch {
		case rest[i].Within():
			score.WithinRecords++
		case len(hits) == 0:
			score.False++
		}
	})
	score.Precision = precision(cases, rest, boilerplate)
	score.Plagdet = plagdet.Plagdet(score.Precision, score.Recall, score.Granularity)
	return score
}

// findCases sets what is counted over cases: kinds, recall, granularity and edges.
func (s *Score) findCases(cases, detections []passage.Passage) {
	kinds := map[string]*Kind{}
	var covered, size, hits, found int
	var edges []int
	var cover passage.Cover
	passage.Overlaps(cases, detections, func(i int, hs []passage.Hit) {
		c := cases[i]
		k := kinds[c.Kind]
		if k == nil {
			k = &Kind{Kind: c.Kind}
			kinds[c.Kind] = k
		}
		k.Cases++
		cover.Set(c, detections, hs)
		if c.Kind != Within {
			covered += cover.Size()
			size += c.Size()
		}
		if !cover.Half(c) {
			return
		}
		k.Found++
		k.Granularity += float64(cover.Hits) // divided below
		if c.Kind == Within {
			return
		}
		found++
		hits += cover.Hits
		if c.Kind != Twice {
			edges = appendEdges(edges, c, detections, hs)
		}
	})
	s.Recall = ratio(covered, size)
	if found > 0 {
		s.Granularity = ratio(hits, found)
	}
	s.Edge, s.Edges = median(edges), len(edges)
	for _, k := range kinds {
		if k.Found > 0 {
			k.Granularity /= float64(k.Found)
		}
		s.Kinds = append(s.Kinds, *k)
	}
	slices.SortFunc(s.Kinds, func(x, y Kind) int { return strings.Compare(x.Kind, y.Kind) })
}
