package alignment

import (
	"slices"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment/seedextend"
	"example.org/diagonal/transforms/signature/gram"
)

// Aligner aligns pairs of documents outside of a pipeline, as Refine aligns those that chains of rare
// words have made candidates. It is not safe for concurrent use.
type Aligner struct {
	worker        *seedextend.Worker
	minSimilarity float64

	// scratch
	hits     []seedextend.Hit
	scratch  []uint64
	passages []seedextend.Passage
}

// NewAligner returns an Aligner with the thresholds of p, whose Shuffle has no effect.
func NewAligner(p RefineParams) *Aligner {
	return &Aligner{worker: seedextend.NewWorker(p.Align), minSimilarity: p.MinSimilarity}
}

// Together is a document for an Aligner.
type Together struct {
	document *document
	key      uint64
	// units are, for each 3-gram, the units that it begins in, at most maxUnits.
	units map[uint64][]uint32
}

// maxUnits is the largest number of units of one document in which one 3-gram is looked for.
const maxUnits = 4

// Document prepares a document, which was analysed with places.
func (al *Aligner) Document(a *record.Analysed) (*Together, error) {
	d := &document{analysed: *a}
	if err := d.prepare(nil, new([]uint32)); err != nil {
		return nil, err
	}
	return &Together{document: d, key: a.Key}, nil
}

// eachGram calls f with the 3-grams of a document, and the unit in which each begins.
func (t *Together) eachGram(f func(g uint64, unit uint32)) {
	d := &t.document.aligned
	u := 0
	for i := 0; i+gram.Size <= len(d.Words); i++ {
		for uint32(i) >= d.Units[u+1] {
			u++
		}
		f(gram.Of(d.Words[i:]), uint32(u))
	}
}

// index prepares a document to be compared with many.
func (t *Together) index() {
	if t.units != nil {
		return
	}
	t.units = map[uint64][]uint32{}
	t.eachGram(func(g uint64, unit uint32) {
		units := t.units[g]
		if n := len(units); n < maxUnits && (n == 0 || units[n-1] != unit) {
			t.units[g] = append(units, unit)
		}
	})
}

// Align appends the passages that a reuses from b to dst. It is fast for many b after each other.
func (al *Aligner) Align(dst []Passage, a, b *Together) []Passage {
	a.index()
	al.hits = al.hits[:0]
	b.eachGram(func(g uint64, unit uint32) {
		for _, own := range a.units[g] {
			al.hits = append(al.hits, seedextend.Hit{A: own, B: unit})
		}
	})
	seedextend.SortHits(al.hits)
	al.hits = slices.Compact(al.hits)
	for _, d := range []*Together{a, b} {
		if !d.document.aligned.Indexed() {
			al.scratch = d.document.aligned.Index(al.scratch)
		}
	}
	if !al.worker.Touch(&a.document.aligned, &b.document.aligned, al.hits) {
		return dst
	}
	al.passages = al.worker.Align(al.passages[:0], &a.document.aligned, &b.document.aligned, al.hits)
	for _, q := range al.passages {
		if record.Round(q.Similarity) < al.minSimilarity {
			continue
		}
		dst = append(dst, Passage{
			A: a.key, B: b.key, Kind: kindOf(q.Kind), Reading: Fixed,
			ARange: a.document.spans.Range(q.A0, q.A1), BRange: b.document.spans.Range(q.B0, q.B1),
			Matched: uint32(q.Matched), Similarity: q.Similarity,
		})
	}
	return dst
}

// Name returns the name of a kind in record.Passage. ByWords, which depends on the words of both
// sides, is reworded.
func (k Kind) Name() string {
	switch k {
	case IsVerbatim:
		return record.Verbatim
	case IsSummary:
		return record.Summary
	}
	return record.Reworded
}
