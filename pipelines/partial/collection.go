package partial

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/engine/tally/vocabulary"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/prose"
	"example.org/diagonal/transforms/signature"
	"example.org/diagonal/transforms/signature/chain"
)

// Collection describes a collection to a Find that is given one or two of its documents.
type Collection struct {
	// Documents is the number of its documents.
	Documents int64
	// Words is its table of words, the element of Words. It is empty if none is needed.
	Words []byte
	// Function is its table of function words, the element of FunctionWords. If it is empty, they are not known.
	Function []byte
	// Trace is the number of a trace.Pair in this process, which has the number of documents for
	// each signature, and records what the stages do.
	Trace int64
}

func (c *Collection) trace() int64 {
	if c == nil {
		return 0
	}
	return c.Trace
}

// size returns the number of documents of the collection, a PCollection<int64> of one element.
func (p Params) size(s beam.Scope, analysed beam.PCollection) beam.PCollection {
	if p.Of == nil {
		return candidate.Size(s, analysed)
	}
	return beam.Create(s, p.Of.Documents)
}

// function returns the function words of the collection.
func (p Params) function(s beam.Scope, analysed beam.PCollection) tally.Table[prose.Words] {
	if p.Of == nil {
		return prose.Count(s, analysed)
	}
	return prose.Given(s, p.Of.Function)
}

// FunctionWords returns the table of function words that Find makes of a PCollection<record.Document>, a
// PCollection<[]byte> of one element. It returns false if Find needs none.
func FunctionWords(s beam.Scope, p Params, documents beam.PCollection) (table beam.PCollection, ok bool) {
	if p.Matching != Refine {
		return beam.PCollection{}, false
	}
	s = s.Scope("partial.FunctionWords")
	return prose.Count(s, analysis.Split(s, analysis.Params{Ignored: p.Ignored, Shuffle: p.Shuffle, Places: true},
		documents).Analysed).Collection(), true
}

// Words returns the table of words that Find makes of a PCollection<record.Document> before it
// compares the documents: a PCollection<[]byte> of one element. It returns false if Find needs none.
func Words(s beam.Scope, p Params, documents beam.PCollection) (table beam.PCollection, ok bool) {
	s = s.Scope("partial.Words")
	sp, gp := p.signature(p.Shuffle), p.grams(p.Shuffle)
	switch {
	case p.Matching == Refine && gp.NeedsTable():
		split := analysis.Split(s, analysis.Params{Ignored: p.Ignored, Shuffle: p.Shuffle, Places: true}, documents)
		return signature.Sample(s, p.Shuffle, p.Share, split.Analysed).Collection(), true
	case p.Matching == Diagonal && sp.NeedsTable():
		return signature.Count(s, sp, analysis.Split(s, analysis.Params{Ignored: p.Ignored, Shuffle: p.Shuffle},
			documents).Analysed).Collection(), true
	}
	return beam.PCollection{}, false
}

// Signatures counts the documents of a PCollection<record.Document> that have a signature: those of
// own, or all if own is empty. It makes the signatures that Find makes with the table words. The
// result is a PCollection<[]byte> of counts, which signature.ReadCounts adds.
func Signatures(s beam.Scope, p Params, words, own []byte, documents beam.PCollection) beam.PCollection {
	s = s.Scope("partial.Signatures")
	p.Shuffle = shuffle.Params{Shards: 1} // the postings meet nowhere
	p.MaxDocuments = 0
	split := analysis.Split(s, analysis.Params{Ignored: p.Ignored, Shuffle: p.Shuffle, Places: p.Matching == Refine},
		documents)
	if p.Matching == Refine {
		gp := p.grams(p.Shuffle)
		var table tally.Table[chain.Table]
		if gp.NeedsTable() {
			table = tally.Given[chain.Table](s, words)
		}
		return signature.CountUnits(s, own, signature.EmitUnits(s, gp, analysis.Keep(s, p.Shuffle, split.Analysed),
			table).Postings)
	}
	sp := p.signature(p.Shuffle)
	var table tally.Table[vocabulary.Set]
	if sp.NeedsTable() {
		table = tally.Given[vocabulary.Set](s, words)
	}
	return signature.CountSentences(s, own, signature.Emit(s, sp, split.Analysed, table).Postings)
}

// Key returns the key of a document, by which a trace.Pair knows it.
func Key(d *record.Document) uint64 { return d.Key(record.Content(d.Text)) }
