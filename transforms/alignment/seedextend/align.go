package seedextend

import (
	"cmp"
	"fmt"
	"slices"

	"example.org/diagonal/transforms/alignment/commonrun"
	"example.org/diagonal/transforms/explain/trace"
	"example.org/diagonal/transforms/parameter"
)

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
type Worker struct {
	params params
	a, b   *Document
	self   bool // a and b are one document

	weights weights
	seeds   seeds
	wide    []cell    // the seeds, for summarise
	summing bool      // clusters are those of summaries that are told from their words
	parts   []cluster // a stack: not yet validated
	found   []cluster // valid
	ranges  ranges
	order   order

	diagonals      []part
	taken          boxes
	overlapping    []uint32
	bestA, bestB   []float32
	marker         commonrun.Marker
	long           marks
	short          runMarks
	passages       []cluster
	coldA, coldB   []uint32 // scratch of bridge
	left, right    []uint32 // scratch of similarity and names
	leftWords      wordSet  // scratch of Touch
	rightWords     wordSet  // scratch of Touch
	wordsA, wordsB []uint32 // scratch of names
	runsOf         []uint32 // scratch of mayShare

	shared       Shared // see AlignIn
	inCollection bool

	// TooShort is the number of passages of the last pair that were not reported for
	// their length (minChars).
	TooShort int
	// Formulas is the number of those that were not reported for lack of evidence
	// (evidenceShare).
	Formulas int
	// Lists is the number of those that were not reported because they share numbers as much as
	// words (params.Numbers).
	Lists int

	// Trace records the steps of each pair. Nil: nobody looks.
	Trace *trace.Alignment

	rescuer  rescuer
	touching touching

	work work
}

// work counts what the bounds of the package comment hold down, in one pair. Tests
// read it.
type work struct {
	posts    int // postings walked to open cells
	scored   int // cells scored
	sorted   int // cells sorted by cluster
	summed   int // words of units summed by validate
	compared int // parts compared by twice
	stepped  int // words compared by rescue
}

// NewWorker returns a Worker with parameters p. It panics if p is not valid.
func NewWorker(p Params) *Worker {
	parameter.Must(p.Validate())
	return newWorker(measured(p))
}

func newWorker(p params) *Worker { return &Worker{params: p} }

// Align appends to dst the passages that a and b have in common, and returns the
// extended slice; they are sorted by A0, B0, A1, B1. a == b is the document against
// itself: its passages do not overlap, and A is the earlier one.
//
// hits are the units of a and b with common signatures, sorted by SortHits; only units
// near them take part. Without hits all units do. Both documents must have been indexed.
//
// Nothing is known of a collection, so no passage needs evidence.
func (w *Worker) Align(dst []Passage, a, b *Document, hits []Hit) []Passage {
	return w.alignPair(dst, a, b, Shared{Hits: hits})
}

// Shared is what is known of two documents of a collection before they are aligned. All hits
// are sorted by SortHits.
type Shared struct {
	// Hits are the units with common signatures; only units near them take part.
	Hits []Hit
	// Rare are those of Hits whose signature few documents have: a passage needs them as
	// evidence (evidenceShare), if they are known.
	Rare []Hit
	// RareKnown says that Rare and Few are set.
	RareKnown bool
	// Few are those of Hits whose signature hardly any other document has, if they are known: for Passage.Evidence.
	Few []Hit
	// Copies are places that may be in the same long run of words. It is reported, wherever
	// it is. Units near them take no part in anything else.
	Copies []Copy
	// CopiesOnly says that nothing but Copies is looked for. Hits then only say how much evidence there is.
	CopiesOnly bool
}

// Copy says that both documents have one fingerprint (package winnow), which few documents have: it begins
// at word A of a and word B of b.
type Copy struct {
	A, B uint32
	// RunA and RunB are where a run of winnow.Run characters begins, in a and in b, in which the
	// fingerprint was chosen: every document with this run has the fingerprint, so few documents have the
	// run. They are more than the words of the document if it is not known.
	RunA, RunB uint32
}

// AlignIn is Align for two documents of a collection. Without hits and copies all units take
// part.
func (w *Worker) AlignIn(dst []Passage, a, b *Document, shared Shared) []Passage {
	return w.alignPair(dst, a, b, shared)
}

func (w *Worker) alignPair(dst []Passage, a, b *Document, shared Shared) []Passage {
	w.shared, w.inCollection = shared, shared.RareKnown
	w.a, w.b, w.self = a, b, a == b
	w.work = work{}
	w.short.min = 0
	w.taken.comparisons, w.TooShort, w.Formulas, w.Lists = 0, 0, 0, 0
	if len(a.Words) == 0 || len(b.Words) == 0 {
		return dst
	}
	if !w.self && slices.Equal(w.a.tokens(), w.b.tokens()) {
		n := uint32(len(a.Words))
		c := cluster{a: span{0, n}, b: span{0, n}}
		p := Passage{A1: n, B1: n, Kind: w.kindOfCopy(c.a, c.b), Matched: int(min(a.units(), b.units())), Similarity: 1,
			Shared: w.sharedRuns(&c), Evidence: w.evidence(&c)}
		w.noteEnds(p, trace.All)
		return append(dst, p)
	}
	w.weigh()
	hits := shared.Hits
	if shared.CopiesOnly {
		hits = nil
	}
	w.seed(hits)
	if w.Trace != nil {
		w.Trace.Aligned, w.Trace.Seeds = true, len(w.seeds.cells)
	}
	w.passages = w.passages[:0]
	if len(w.seeds.cells) > 0 {
		w.align()
	}
	w.rescue()
	from := len(dst)
	for x := range w.passages {
		w.overApparatus(&w.passages[x])
		p := w.passage(&w.passages[x])
		w.noteEnds(p, endsOf(&w.passages[x]))
		dst = append(dst, p)
	}
	slices.SortFunc(dst[from:], comparePassages)
	return dst
}

// align makes passages of the seeds.
func (w *Worker) align() {
	w.wide = append(w.wide[:0], w.seeds.cells...) // clusters are slices of the seeds
	w.found = w.found[:0]
	w.extend(w.seeds.cells, both(w.params.Gap))
	w.bridge()
	w.choose()
	for _, c := range w.found {
		w.bound(&c)
		if w.accept(&c) {
			w.quote(&c)
			if w.evident(&c) {
				w.trim(&c)
				w.passages = append(w.passages, c)
			}
		}
	}
	w.dropFaint()
	w.summarise(w.wide)
}

func (w *Worker) passage(c *cluster) Passage {
	p := Passage{
		A0: c.a.lo, A1: c.a.hi, B0: c.b.lo, B1: c.b.hi,
		Matched: len(c.cells), Shared: w.sharedRuns(c), Evidence: w.evidence(c),
	}
	if c.rescued {
		a, b := w.a.unitsOf(c.a), w.b.unitsOf(c.b)
		p.Matched = int(min(a.hi-a.lo, b.hi-b.lo))
	}
	switch {
	case c.summary:
		p.Kind, p.Similarity = Summary, w.similarityOf(c)
	case c.quoted, slices.Equal(w.a.tokens()[p.A0:p.A1], w.b.tokens()[p.B0:p.B1]):
		p.Kind, p.Similarity = w.kindOfCopy(c.a, c.b), 1 // of the passage; its units may hold more
	default:
		p.Similarity = w.similarityOf(c)
	}
	return p
}

// kindOfCopy returns the kind of two ranges of equal words: Verbatim if a reader sees them in
// the same form, too.
func (w *Worker) kindOfCopy(a, b span) Kind {
	if w.a.Altered == nil && w.b.Altered == nil {
		return Verbatim
	}
	for x := range a.hi - a.lo {
		if w.a.altered(a.lo+x) != w.b.altered(b.lo+x) {
			return Reworded
		}
	}
	return Verbatim
}

func comparePassages(x, y Passage) int {
	return cmp.Or(
		cmp.Compare(x.A0, y.A0), cmp.Compare(x.B0, y.B0), cmp.Compare(x.A1, y.A1), cmp.Compare(x.B1, y.B1),
		cmp.Compare(y.Matched, x.Matched), cmp.Compare(y.Similarity, x.Similarity),
	)
}
