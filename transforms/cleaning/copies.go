package cleaning

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/parameter"
)

func init() {
	engine.RegisterMap[*inPassages]()
	engine.RegisterMap[*inHot]()
	engine.RegisterMap[*inGroups]()
	engine.RegisterMap[*inSets]()
	engine.RegisterMap[*inNear]()
	engine.RegisterMap[*kept]()
	engine.RegisterMap[*cuts]()
}

// Names of the ledger.
const (
	// passages, hotOccurrences and SimilarDocuments count what searches have found. The last are documents that go
	// because they resemble another one.
	passages         = "passages"
	hotOccurrences   = "hot_occurrences"
	SimilarDocuments = "similar_documents"
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
		return parameter.Of("cleaning.PassageParams").Impossible("MinSimilarity", p.MinSimilarity, "0 to 1")
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
	// Near is a PCollection<record.Grouped>: groups of similar documents of the input and the source, with ids of
	// NearID. The policy chooses the document that stays; one of the source comes first. There are no other groups
	// then.
	Near beam.PCollection

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
	parameter.Must(p.Validate())
	parameter.Must(pp.Validate())
	found.similar(s, p, &c)
	findingsOf(s, p, "cleaning.Groups", found.Groups, &inGroups{}, &c.Groups, &c.Ledger)
	findingsOf(s, p, "cleaning.Sets", found.Sets, &inSets{}, &c.Groups, &c.Ledger)
	findingsOf(s, p, "cleaning.Near", found.Near, &inNear{}, &c.Groups, &c.Ledger)
	findingsOf(s, p, "cleaning.Passages", found.Passages, &inPassages{Passages: pp}, &c.Places, &c.Ledger)
	findingsOf(s, p, "cleaning.Hot", found.HotOccurrences, &inHot{}, &c.Places, &c.Ledger)
	c.Searched = c.Places.IsValid()
	if found.EarlierRemoved.IsValid() {
		c.Places = shuffle.Flatten(s, c.Places, engine.Map(s, p.Shuffle, "cleaning.Kept", found.EarlierRemoved,
			&kept{}).Copies.Blocks())
	}
	if found.EarlierCuts.IsValid() {
		c.Places = shuffle.Flatten(s, c.Places, engine.Map(s, p.Shuffle, "cleaning.Cuts", found.EarlierCuts,
			&cuts{}).Copies.Blocks())
	}
	return c
}

// finding is the ports of a stage that turns findings into copies and counts them. It is embedded.
type finding struct {
	Copies engine.Out[Copy]
	Ledger engine.Ledger
}

// send sends a copy to where it meets others of its document.
func (f *finding) send(c Copy) { f.Copies.Add(c.key(), c) }

// sent adds what the stage has sent.
func (f *finding) sent(s beam.Scope, copies *engine.Blocks[Copy], ledger *[]beam.PCollection) {
	*copies = shuffle.Flatten(s, *copies, f.Copies.Blocks())
	*ledger = append(*ledger, f.Ledger.Collection())
}

// finder is a stage with the ports of finding.
type finder[T any] interface {
	engine.Mapper[T]
	sent(s beam.Scope, copies *engine.Blocks[Copy], ledger *[]beam.PCollection)
}

// findingsOf gives a stage what was found, if there is such a collection, and adds what it sends to copies and ledger.
func findingsOf[S finder[T], T any](
	s beam.Scope, p Params, name string, found beam.PCollection, stage S, copies *engine.Blocks[Copy],
	ledger *[]beam.PCollection,
) {
	if found.IsValid() {
		engine.Map(s, p.Shuffle, name, found, stage).sent(s, copies, ledger)
	}
}

// inPassages sends both sides of passages.
type inPassages struct {
	Passages PassageParams
	finding
}

func (st *inPassages) Map(_ context.Context, p record.Passage) error {
	st.Ledger.Add(passages, 1)
	if p.Similarity < st.Passages.MinSimilarity {
		st.Ledger.Add(dissimilar, 1)
		return nil
	}
	a := Copy{ID: p.A, Start: p.AStart, End: p.AEnd, Sentence: p.ASentence, Sentences: p.ASentences}
	b := Copy{ID: p.B, Start: p.BStart, End: p.BEnd, Sentence: p.BSentence, Sentences: p.BSentences, Source: p.Source}
	if !st.Passages.Sentences || a.Sentences == 0 || b.Sentences == 0 {
		a.Sentence, a.Sentences, b.Sentence, b.Sentences = 0, 0, 0, 0
	}
	switch {
	case !st.Passages.Directed:
		st.send(a)
		st.send(b)
	case p.Kind != record.Verbatim:
		st.Ledger.Add(reworded, 1)
	default:
		a.Kind, a.KeptID, a.KeptStart, a.KeptEnd = sourceCopy, b.ID, b.Start, b.End // b stays
		st.send(a)
	}
	return nil
}

// inHot sends the places of hot passages.
type inHot struct{ finding }

func (st *inHot) Map(_ context.Context, h record.HotOccurrence) error {
	st.Ledger.Add(hotOccurrences, 1)
	st.send(Copy{ID: h.ID, Start: h.Start, End: h.End, Kind: hotCopy, Source: h.Source})
	return nil
}

// inGroups sends the documents of groups. A group says which of its documents stays.
type inGroups struct{ finding }

func (st *inGroups) Map(_ context.Context, g record.Grouped) error {
	if g.ID != g.Group {
		st.Ledger.Add(SimilarDocuments, 1)
	}
	st.send(Copy{ID: g.ID, Kind: documentCopy, KeptID: g.Group})
	return nil
}

// inSets sends the documents of sets. The policy chooses the document that stays.
type inSets struct{ finding }

func (st *inSets) Map(_ context.Context, v record.InSet) error {
	if v.ID != v.Representative {
		st.Ledger.Add(SimilarDocuments, 1)
	}
	st.send(Copy{ID: v.ID, Kind: setCopy, KeptID: v.Set})
	return nil
}

// NearID returns the id of a document in Findings.Near: one of the source may have the id of one of the input.
func NearID(d *record.Document) string { return string(nearSide(d.Side == record.Source)) + d.ID }

func nearSide(source bool) byte {
	if source {
		return 's'
	}
	return 'i'
}

// inNear sends the documents of groups of both sides.
type inNear struct{ finding }

func (st *inNear) Map(_ context.Context, g record.Grouped) error {
	st.send(Copy{ID: g.ID[1:], Source: g.ID[0] == nearSide(true), Kind: setCopy, KeptID: g.Group})
	return nil
}

// kept sends the places that an earlier pass has kept.
type kept struct{ Copies engine.Out[Copy] }

func (fn *kept) Map(_ context.Context, v record.Removed) error {
	if v.KeptID != "" && !v.Source { // the source stays as it is
		fn.Copies.Add(idKey(v.KeptID), Copy{ID: v.KeptID, Start: v.KeptStart, End: v.KeptEnd, Kind: pinnedCopy})
	}
	return nil
}

// cuts sends the ranges that an earlier pass has cut.
type cuts struct{ Copies engine.Out[Copy] }

func (fn *cuts) Map(_ context.Context, v record.Cut) error {
	fn.Copies.Add(idKey(v.ID), Copy{ID: v.ID, Start: v.Start, End: v.End, Kind: cutCopy})
	return nil
}
