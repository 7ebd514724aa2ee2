package main

import (
	"cmp"
	"path/filepath"
	"slices"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/io/record"
)

// found is a result of the job.
type found struct {
	records  int
	passages map[[2]string][]record.Passage
	hot      map[string][]span
}

// span is a part of a text in code points, half open.
type span struct{ from, to int64 }

func readFound(dir string) (*found, error) {
	passages, err := program.ReadLines[record.Passage](filepath.Join(dir, "passages-*.jsonl"))
	if err != nil {
		return nil, err
	}
	hot, err := program.ReadLines[record.HotOccurrence](filepath.Join(dir, "hot-occurrences-*.jsonl"))
	if err != nil {
		return nil, err
	}
	f := &found{records: len(passages), passages: map[[2]string][]record.Passage{}, hot: map[string][]span{}}
	for _, p := range passages {
		f.passages[[2]string{p.A, p.B}] = append(f.passages[[2]string{p.A, p.B}], p)
	}
	for _, o := range hot {
		f.hot[o.ID] = append(f.hot[o.ID], span{o.Start, o.End})
	}
	return f, nil
}

// coveredShare is the share of a run from which on it is covered, and sameShare that from which on
// another run is of the same place.
const coveredShare, sameShare = .9, .8

// cover sets what is covered of each run, and returns them.
func (f *found) cover(texts []*text, runs []shared) []shared {
	slices.SortFunc(runs, func(x, y shared) int {
		return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b), cmp.Compare(x.aStart, y.aStart),
			cmp.Compare(x.bStart, y.bStart))
	})
	for i, end := 0, 0; i < len(runs); i = end {
		for end = i + 1; end < len(runs) && runs[end].a == runs[i].a && runs[end].b == runs[i].b; end++ {
		}
		f.coverPair(texts[runs[i].a].id, texts[runs[i].b].id, runs[i:end])
	}
	return runs
}

// coverPair sets what is covered of the runs of two documents.
func (f *found) coverPair(a, b string, runs []shared) {
	hotA, hotB := slices.Clone(f.hot[a]), slices.Clone(f.hot[b])
	for _, p := range f.passages[[2]string{a, b}] {
		hotA, hotB = append(hotA, span{p.AStart, p.AEnd}), append(hotB, span{p.BStart, p.BEnd})
	}
	for _, p := range f.passages[[2]string{b, a}] {
		hotA, hotB = append(hotA, span{p.BStart, p.BEnd}), append(hotB, span{p.AStart, p.AEnd})
	}
	for x := range runs {
		r := &runs[x]
		r.inA, r.inB = share(hotA, r.spanA()), share(hotB, r.spanB())
	}
	for x := range runs {
		r := &runs[x]
		r.covered = min(r.inA, r.inB) >= coveredShare || max(r.inA, r.inB) >= coveredShare && slices.ContainsFunc(runs,
			func(q shared) bool {
				return min(q.inA, q.inB) >= coveredShare &&
					(r.inA >= coveredShare && share([]span{q.spanA()}, r.spanA()) >= sameShare ||
						r.inB >= coveredShare && share([]span{q.spanB()}, r.spanB()) >= sameShare)
			})
	}
}

// share returns the share of s that spans cover. It sorts them.
func share(spans []span, s span) float64 {
	slices.SortFunc(spans, func(x, y span) int { return cmp.Compare(x.from, y.from) })
	covered, end := int64(0), s.from
	for _, x := range spans {
		x.from, x.to = max(x.from, end), min(x.to, s.to)
		if x.to > x.from {
			covered += x.to - x.from
			end = x.to
		}
	}
	return float64(covered) / float64(max(1, s.to-s.from))
}
