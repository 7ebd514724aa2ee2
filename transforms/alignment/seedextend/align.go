package seedextend

import (
	"cmp"
	"fmt"
	"slices"

	"example.org/diagonal/transforms/alignment/cluster"
	"example.org/diagonal/transforms/alignment/copied"
	"example.org/diagonal/transforms/alignment/ends"
	"example.org/diagonal/transforms/alignment/evidence"
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
	"example.org/diagonal/transforms/alignment/rescue"
	"example.org/diagonal/transforms/alignment/seed"
	"example.org/diagonal/transforms/alignment/touch"
	"example.org/diagonal/transforms/explain/trace"
	"example.org/diagonal/transforms/parameter"
)

// What a caller gives.
type (
	// Document is a document; Index must be called before it is aligned.
	Document = indexed.Document
	// Hit says that two units hold a common signature.
	Hit = pair.Hit
	// Copy says that both documents have one fingerprint.
	Copy = pair.Copy
	// Shared is what is known of two documents of a collection.
	Shared = pair.Shared
)

// SortHits sorts by A, then by B: the order that Worker wants.
func SortHits(hits []Hit) { pair.SortHits(hits) }

// Kind says how a passage is reused.
type Kind uint8

const (
	Reworded Kind = iota // anything that is neither of the others
	Verbatim             // the same words, in the same form and order, in both ranges
	Summary              // one side tells shortly what the other tells at length
)

// String returns the name in records.
func (k Kind) String() string {
	switch k {
	case Reworded:
		return "reworded"
	case Verbatim:
		return "verbatim"
	case Summary:
		return "summary"
	}
	return fmt.Sprintf("Kind(%d)", k)
}

// Passage is one reused passage: the words [A0, A1) of a and [B0, B1) of b. Their
// place in the text is Document.From[A0] to Document.To[A1-1].
type Passage struct {
	A0, A1, B0, B1 uint32
	Kind           Kind
	// Matched is the number of pairs of units that made it.
	Matched int
	// Similarity is the weighted cosine of the words of both sides, 0 to 1, where a word
	// counts once a unit; of verbatim passages 1.
	Similarity float64
	// Shared is the number of distinct runs of three words that both sides have.
	Shared int
	// Evidence is the share of the runs of three words of the shorter side that both sides have and few other
	// documents, 0 to 1. A shared run that more documents have counts a third. Where nothing is known of a collection,
	// all shared runs count in full.
	Evidence float64
}

// Words returns the number of words of the shorter side.
func (p *Passage) Words() int { return int(min(p.A1-p.A0, p.B1-p.B0)) }

// Worker aligns pairs, one at a time. It keeps scratch between pairs, so that a pair
// costs no allocations once the largest one has been seen.
//
// Its Checker says which pairs are worth it.
type Worker struct {
	touch.Checker

	tooShort int
	params   params
	pair     pair.Pair
	seeds    seed.Finder
	clusters cluster.Finder
	ends     *ends.Finder
	judge    evidence.Judge
	rescuer  rescue.Rescuer

	alsoRetold cluster.Also // retells
	passages   []ends.Passage
	wide       []seed.Cell // the seeds, for summarise
	boxes      cluster.Boxes
	overlap    []uint32
}

// NewWorker returns a Worker with parameters p. It panics if p is not valid.
func NewWorker(p Params) *Worker {
	parameter.Must(p.Validate())
	return newWorker(measured(p))
}

func newWorker(p params) *Worker {
	w := &Worker{params: p, Checker: touch.Checker{Thresholds: p.touch}}
	w.seeds = seed.Finder{Pair: &w.pair, Thresholds: p.seed}
	w.clusters = cluster.Finder{Pair: &w.pair, Thresholds: p.cluster}
	w.ends = ends.NewFinder(&w.clusters, p.ends)
	w.judge = evidence.Judge{Pair: &w.pair, Thresholds: p.evidence}
	w.rescuer.Finder = copied.Finder{Pair: &w.pair, Chars: p.touch.Chars, QuoteChars: p.QuoteChars}
	w.alsoRetold = w.retells
	return w
}

// TooShort is the number of passages of the last pair that were not reported for their length (ends.MinChars).
func (w *Worker) TooShort() int { return w.tooShort }

// Formulas is the number of those that were not reported for lack of evidence.
func (w *Worker) Formulas() int { return w.judge.Formulas }

// Lists is the number of those that were not reported because they share numbers as much as words.
func (w *Worker) Lists() int { return w.judge.Lists }

// Align appends to dst the passages that a and b have in common, and returns the
// extended slice; they are sorted by A0, B0, A1, B1. a == b is the document against
// itself: its passages do not overlap, and A is the earlier one.
//
// hits are the units of a and b with common signatures, sorted by SortHits; only units
// near them take part. Without hits all units do. Both documents must have been indexed.
//
// Nothing is known of a collection, so no passage needs evidence.
func (w *Worker) Align(dst []Passage, a, b *Document, hits []Hit) []Passage {
	return w.AlignIn(dst, a, b, Shared{Hits: hits})
}

// AlignIn is Align for two documents of a collection. Without hits and copies all units take
// part.
func (w *Worker) AlignIn(dst []Passage, a, b *Document, shared Shared) []Passage {
	w.begin(a, b, shared)
	if len(a.Words) == 0 || len(b.Words) == 0 {
		return dst
	}
	if a != b && slices.Equal(a.Plain(), b.Plain()) {
		return append(dst, w.whole())
	}
	w.pair.Weigh()
	hits := shared.Hits
	if shared.CopiesOnly {
		hits = nil
	}
	w.seeds.Find(hits)
	if w.Trace != nil {
		w.Trace.Aligned, w.Trace.Seeds = true, len(w.seeds.Cells)
	}
	w.passages = w.passages[:0]
	if len(w.seeds.Cells) > 0 {
		w.align()
	}
	w.passages = w.rescuer.Rescue(w.passages, w.seeds.Rows, w.seeds.Cols)
	from := len(dst)
	for x := range w.passages {
		c := &w.passages[x]
		w.overApparatus(c)
		p := w.passage(c)
		w.noteEnds(p, c.Ends())
		dst = append(dst, p)
	}
	slices.SortFunc(dst[from:], comparePassages)
	return dst
}

// begin begins with a pair.
func (w *Worker) begin(a, b *Document, shared Shared) {
	w.pair.Trace = w.Trace
	w.pair.Begin(a, b, shared)
	w.clusters.Begin()
	w.ends.Begin()
	w.judge.Begin()
	w.boxes.Comparisons, w.rescuer.Stepped, w.tooShort = 0, 0, 0
}

// align makes passages of the seeds.
func (w *Worker) align() {
	w.wide = append(w.wide[:0], w.seeds.Cells...) // clusters are slices of the seeds
	w.clusters.Find(w.seeds.Cells)
	for _, found := range w.clusters.Found {
		c := ends.Passage{Cluster: found}
		w.ends.Bound(&c)
		if w.accept(&c) {
			w.ends.Quote(&c)
			if w.judge.Evident(&c) {
				w.ends.Trim(&c)
				w.passages = append(w.passages, c)
			}
		}
	}
	w.dropFaint()
	w.summarise(w.wide)
}

// whole returns the passage of two documents of the same words.
func (w *Worker) whole() Passage {
	a, b := w.pair.A, w.pair.B
	all := indexed.Span{Hi: uint32(len(a.Words))}
	c := ends.Passage{A: all, B: all}
	p := Passage{A1: all.Hi, B1: all.Hi, Kind: w.kindOfCopy(all, all), Matched: int(min(a.UnitCount(), b.UnitCount())),
		Similarity: 1, Shared: c.SharedRuns(&w.pair), Evidence: w.judge.Of(&c)}
	w.noteEnds(p, trace.All)
	return p
}

// passage returns c as it is reported.
func (w *Worker) passage(c *ends.Passage) Passage {
	p := Passage{
		A0: c.A.Lo, A1: c.A.Hi, B0: c.B.Lo, B1: c.B.Hi,
		Matched: len(c.Cells), Shared: c.SharedRuns(&w.pair), Evidence: w.judge.Of(c),
	}
	if c.Rescued {
		p.Matched = int(min(w.pair.A.UnitsOf(c.A).Len(), w.pair.B.UnitsOf(c.B).Len()))
	}
	switch {
	case c.Summary:
		p.Kind, p.Similarity = Summary, c.Similarity(&w.pair)
	case c.IsCopy(&w.pair):
		p.Kind, p.Similarity = w.kindOfCopy(c.A, c.B), 1 // of the passage; its units may hold more
	default:
		p.Similarity = c.Similarity(&w.pair)
	}
	return p
}

// kindOfCopy returns the kind of two ranges of equal words: Verbatim if a reader sees them in
// the same form, too.
func (w *Worker) kindOfCopy(a, b indexed.Span) Kind {
	if w.pair.A.Altered == nil && w.pair.B.Altered == nil {
		return Verbatim
	}
	for x := range a.Len() {
		if w.pair.A.IsAltered(a.Lo+x) != w.pair.B.IsAltered(b.Lo+x) {
			return Reworded
		}
	}
	return Verbatim
}

// overApparatus moves the ends of a passage over the apparatus that goes on there on both sides.
func (w *Worker) overApparatus(c *ends.Passage) {
	a, b := w.pair.A, w.pair.B
	if w.pair.Self || a.Hidden == nil || b.Hidden == nil {
		return
	}
	wordsA, wordsB := a.Plain(), b.Plain()
	same := func(x, y uint32) bool { return wordsA[x] == wordsB[y] && a.Apparatus(x) && b.Apparatus(y) }
	for c.A.Lo > 0 && c.B.Lo > 0 && same(c.A.Lo-1, c.B.Lo-1) {
		c.A.Lo--
		c.B.Lo--
	}
	for int(c.A.Hi) < len(wordsA) && int(c.B.Hi) < len(wordsB) && same(c.A.Hi, c.B.Hi) {
		c.A.Hi++
		c.B.Hi++
	}
}

// noteEnds records why a passage ends where it does.
func (w *Worker) noteEnds(p Passage, ends trace.Ends) {
	if w.Trace != nil {
		w.Trace.Aligned = true
		w.Trace.Passages = append(w.Trace.Passages, trace.Ending{A0: p.A0, A1: p.A1, B0: p.B0, B1: p.B1, Ends: ends,
			Shared: p.Shared, Words: p.Words()})
	}
}

func comparePassages(x, y Passage) int {
	return cmp.Or(
		cmp.Compare(x.A0, y.A0), cmp.Compare(x.B0, y.B0), cmp.Compare(x.A1, y.A1), cmp.Compare(x.B1, y.B1),
		cmp.Compare(y.Matched, x.Matched), cmp.Compare(y.Similarity, x.Similarity),
	)
}
