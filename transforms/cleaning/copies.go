package cleaning

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/parameter"
)

func init() {
	dofn.Direct(func(fn *passagesFn, a []any) []any {
		fn.ProcessElement(a[0].(record.Passage), a[1].(func(int, []byte)), nil)
		return nil
	})
	dofn.Direct(func(fn *hotFn, a []any) []any {
		fn.ProcessElement(a[0].(record.HotOccurrence), a[1].(func(int, []byte)), nil)
		return nil
	})
	dofn.Direct(func(fn *groupsFn, a []any) []any {
		fn.ProcessElement(a[0].(record.Grouped), a[1].(func(int, []byte)), nil)
		return nil
	})
	engine.RegisterMap[*kept]()
	engine.RegisterMap[*cuts]()
}

// Names of the ledger.
const (
	// passages, hotOccurrences and similarDocuments count what searches have found.
	passages         = "passages"
	hotOccurrences   = "hot_occurrences"
	similarDocuments = "similar_documents"
	// reworded counts passages of a source that are not word for word.
	reworded = "not_compared.reworded_passages_of_a_source"
	// dissimilar counts passages with too little similarity.
	dissimilar = "not_compared.passages_below_min_similarity"
)

// PassageParams says which passages are copies, and what is known of them.
type PassageParams struct {
	// MinSimilarity is the least similarity of a passage that is a copy, 0 to 1.
	MinSimilarity float64
	// Sentences is true if passages begin and end at sentences, as runs of duplicate sentences
	// do: those of package partial with its method Diagonal, not with Refine. It is then an
	// error if a document has other sentences there.
	Sentences bool
	// Directed is true if B of a passage is a document of a source, which is not cleaned and
	// not among the documents: the search was Directed. Only verbatim passages are then copies,
	// because the text of the source is not at hand to compare words. If the documents of the
	// source are at hand, it is false.
	Directed bool
}

// Validate returns a *parameter.Error about the first field with an impossible value, or nil.
func (p PassageParams) Validate() error {
	if !(p.MinSimilarity >= 0 && p.MinSimilarity <= 1) {
		return &parameter.Error{Of: "cleaning.PassageParams", Name: "MinSimilarity", Value: p.MinSimilarity, Want: "0 to 1"}
	}
	return nil
}

// Findings contains what searches have found in the documents, and what an earlier pass did to
// them. Each collection may be absent (the zero value).
type Findings struct {
	// Passages is a PCollection<record.Passage>, of two documents or of one.
	Passages beam.PCollection
	// HotOccurrences is a PCollection<record.HotOccurrence>.
	HotOccurrences beam.PCollection
	// Groups is a PCollection<record.Grouped>: groups of similar documents.
	Groups beam.PCollection
	// Matches is a PCollection<record.SimilarPair>: pairs of a document and one of a source that
	// it resembles. Equals is a PCollection<record.Equal>: documents that equal one of a pair,
	// and have no pairs of their own. The documents of pairs and their equals are dropped. Where
	// there are Matches, there are Equals, and no Groups and Sets.
	Matches, Equals beam.PCollection
	// Sets is a PCollection<record.InSet>: a partition into sets of similar documents. There are
	// Groups or Sets, not both.
	Sets beam.PCollection

	// EarlierRemoved is a PCollection<record.Removed>, and EarlierCuts a
	// PCollection<record.Cut>: the accounts of the passes that have already cleaned the
	// documents. Their ranges are those of the first text. The places that these passes have
	// kept are kept again.
	EarlierRemoved, EarlierCuts beam.PCollection
}

// Copies are the places that Findings names.
type Copies struct {
	// Places has passages, hot occurrences, and ranges of earlier passes. It is for Orders.
	// Searched is true if it has more than ranges of earlier passes.
	Places   shuffle.Blocks[Copy]
	Searched bool
	// Groups is for Documents: groups or sets.
	Groups shuffle.Blocks[Copy]
	// Ledger is PCollections<KV<string,int64>>.
	Ledger []beam.PCollection
}

// CopiesOf turns what searches have found into copies. Collections of it are none where found
// has none. CopiesOf panics if a parameter is not valid.
func CopiesOf(s beam.Scope, p Params, pp PassageParams, found Findings) (c Copies) {
	s = s.Scope("cleaning.Copies")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	if err := pp.Validate(); err != nil {
		panic(err)
	}
	counted := func(fn any, col beam.PCollection) (copies shuffle.Blocks[Copy]) {
		if !col.IsValid() {
			return copies
		}
		blocks, ledger := beam.ParDo2(s, fn, col)
		c.Ledger = append(c.Ledger, ledger)
		return shuffle.BlocksOf[Copy](p.Shuffle, blocks)
	}
	var matches shuffle.Blocks[Copy]
	if found.Matches.IsValid() {
		byID := beam.CoGroupByKey(s, beam.ParDo(s, matchedFn, found.Matches), beam.ParDo(s, equalledFn, found.Equals))
		blocks, ledger := beam.ParDo2(s, &matchesFn{counting{Params: p}}, byID)
		c.Ledger = append(c.Ledger, ledger)
		matches = shuffle.BlocksOf[Copy](p.Shuffle, blocks)
	}
	c.Groups = shuffle.Flatten(s, matches,
		counted(&groupsFn{counting{Params: p}}, found.Groups),
		counted(&setsFn{counting{Params: p}}, found.Sets))
	c.Places = shuffle.Flatten(s,
		counted(&passagesFn{counting: counting{Params: p}, Passages: pp}, found.Passages),
		counted(&hotFn{counting{Params: p}}, found.HotOccurrences))
	c.Searched = c.Places.IsValid()
	if found.EarlierRemoved.IsValid() {
		c.Places = shuffle.Flatten(s, c.Places, engine.Map(s, p.Shuffle, "cleaning.Kept", found.EarlierRemoved, &kept{}).Copies.Blocks())
	}
	if found.EarlierCuts.IsValid() {
		c.Places = shuffle.Flatten(s, c.Places, engine.Map(s, p.Shuffle, "cleaning.Cuts", found.EarlierCuts, &cuts{}).Copies.Blocks())
	}
	return c
}

// counting is the frame of a DoFn that sends copies and counts. It is embedded.
type counting struct {
	Params Params

	out    *Sender[Copy]
	ledger shuffle.Ledger
}

func (fn *counting) StartBundle(_ func(int, []byte), _ func(string, int64)) {
	fn.out = NewSender[Copy](fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{}
}

func (fn *counting) FinishBundle(emit func(int, []byte), ledger func(string, int64)) {
	fn.out.Flush(emit)
	fn.ledger.Flush(ledger)
}

type passagesFn struct {
	counting
	Passages PassageParams
}

func (fn *passagesFn) ProcessElement(p record.Passage, emit func(int, []byte), _ func(string, int64)) {
	fn.ledger.Add(passages, 1)
	if p.Similarity < fn.Passages.MinSimilarity {
		fn.ledger.Add(dissimilar, 1)
		return
	}
	a := Copy{ID: p.A, Start: p.AStart, End: p.AEnd, Sentence: p.ASentence, Sentences: p.ASentences}
	b := Copy{ID: p.B, Start: p.BStart, End: p.BEnd, Sentence: p.BSentence, Sentences: p.BSentences, Source: p.Source}
	if !fn.Passages.Sentences || a.Sentences == 0 || b.Sentences == 0 {
		a.Sentence, a.Sentences, b.Sentence, b.Sentences = 0, 0, 0, 0
	}
	switch {
	case !fn.Passages.Directed:
		fn.out.Send(a, emit)
		fn.out.Send(b, emit)
	case p.Kind != record.Verbatim:
		fn.ledger.Add(reworded, 1)
	default:
		a.Kind, a.KeptID, a.KeptStart, a.KeptEnd = sourceCopy, b.ID, b.Start, b.End // b stays
		fn.out.Send(a, emit)
	}
}

type hotFn struct{ counting }

func (fn *hotFn) ProcessElement(h record.HotOccurrence, emit func(int, []byte), _ func(string, int64)) {
	fn.ledger.Add(hotOccurrences, 1)
	fn.out.Send(Copy{ID: h.ID, Start: h.Start, End: h.End, Kind: hotCopy, Source: h.Source}, emit)
}

type groupsFn struct{ counting }

func (fn *groupsFn) ProcessElement(g record.Grouped, emit func(int, []byte), _ func(string, int64)) {
	if g.ID != g.Group {
		fn.ledger.Add(similarDocuments, 1)
	}
	fn.out.Send(Copy{ID: g.ID, Kind: documentCopy, KeptID: g.Group}, emit)
}

// kept sends the places that an earlier pass has kept.
type kept struct{ Copies engine.Out[Copy] }

// Map is that of engine.Mapper.
func (fn *kept) Map(_ context.Context, v record.Removed) error {
	if v.KeptID != "" && !v.Source { // the source stays as it is
		fn.Copies.Add(idKey(v.KeptID), Copy{ID: v.KeptID, Start: v.KeptStart, End: v.KeptEnd, Kind: pinnedCopy})
	}
	return nil
}

// cuts sends the ranges that an earlier pass has cut.
type cuts struct{ Copies engine.Out[Copy] }

// Map is that of engine.Mapper.
func (fn *cuts) Map(_ context.Context, v record.Cut) error {
	fn.Copies.Add(idKey(v.ID), Copy{ID: v.ID, Start: v.Start, End: v.End, Kind: cutCopy})
	return nil
}
