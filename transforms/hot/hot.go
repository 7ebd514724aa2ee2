// Package hot joins the hot sentences of documents into hot passages: text that more than a cap
// of documents contain.
//
// Candidate generation marks units as hot if most of their n-grams are. Such a unit may contain
// words of its own document: a title, a number, a name. So a run of hot units is rarely the same
// in two documents, even where the hot text in it is. Find therefore counts the sentences of the
// runs first. Those that more than a cap of documents contain are joined again, in each
// document, into maximal runs. A run in more than the cap is a hot passage. Of a run in fewer
// documents, which contain the hot text in an order or an extent of their own, the sentences
// are counted once more: each one is a hot passage if it is in enough of such runs.
//
// # What is guaranteed
//
// Every sentence of a run of hot units that more than the cap of documents contain, in such
// runs, is in a hot passage. Either a run with it is in more documents than the cap. Or none is:
// then all its places are in rare runs, where it is counted alone.
package hot

import (
	"encoding/binary"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/parameter"
)

func init() {
	engine.RegisterReduce[*countSentences]()
	engine.RegisterReduce[*chain]()
	engine.RegisterReduce[*countRuns]()
}

// RareSentences is the name in the ledger of places of hot sentences that are in no hot passage:
// the sentence differs from document to document, or it is in a rare run.
const RareSentences = "not_compared.rare_sentences_of_hot_units"

// Params configures Find.
type Params struct {
	// MaxDocuments is the number of documents that text must exceed to be a hot passage:
	// that of candidate.NearParams. Sentences and runs in more are spread over all shards, by
	// alignment.Refine and here.
	MaxDocuments candidate.MaxDocuments
	// Shuffle is the packed shuffle of the pipeline.
	//
	// Required.
	Shuffle shuffle.Params
}

// Result is the result of Find.
type Result struct {
	// Ranges is the places of hot passages, by document.
	Ranges shuffle.Blocks[alignment.HotRange]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Find returns the hot passages. sentences are those of runs of hot units, by their keys; size is
// the result of candidate.Size. Find panics if p is not valid.
func Find(s beam.Scope, p Params, size beam.PCollection, sentences engine.Blocks[alignment.HotPlace]) Result {
	s = s.Scope("hot.Find")
	parameter.Must(p.Shuffle.Validate())
	documents := engine.SideOf[int64](size)
	counted := engine.Reduce(s, p.Shuffle, "hot.Find", &countSentences{
		Params: p, Places: engine.From(sentences), Size: documents,
	})
	chained := engine.Reduce(s, p.Shuffle, "hot.Find, sentences", &chain{
		Params: p, Sentences: engine.From(counted.Frequent.Blocks()),
	})
	runs := engine.Reduce(s, p.Shuffle, "hot.Find, runs", &countRuns{
		Params: p, Runs: engine.From(chained.Runs.Blocks()), Size: documents,
	})
	alone := engine.Reduce(s, p.Shuffle, "hot.Find, rare runs", &countRuns{
		Params: p, Last: true, Runs: engine.From(runs.Left.Blocks()), Size: documents,
	})
	return Result{
		Ranges: shuffle.Flatten(s, runs.Hot.Blocks(), alone.Hot.Blocks()),
		Ledger: beam.Flatten(s, counted.Ledger.Collection(), runs.Ledger.Collection(), alone.Ledger.Collection()),
	}
}

// run is the sentences of a run of one document, which follow each other. Its key is the hash
// of its words, or that of its one sentence.
//
//	document [8]; first word [4]; then the sentences, packed
type run struct {
	document  uint64
	sentences []alignment.HotSentence
}

func (r *run) Append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(dst, r.document)
	dst = binary.BigEndian.AppendUint32(dst, r.sentences[0].First)
	for _, s := range r.sentences {
		dst = wire.AppendString(dst, s.Append(nil))
	}
	return dst
}

// Read reads a payload. The error is wire.ErrShort.
func (r *run) Read(b []byte) error {
	rest := wire.NewReader(b)
	r.document, r.sentences = rest.Uint64(), r.sentences[:0]
	rest.Bytes(4)
	for rest.More() {
		var s alignment.HotSentence
		if err := s.Read(rest.Bytes(rest.Uvarint())); err != nil {
			return err
		}
		r.sentences = append(r.sentences, s)
	}
	if len(r.sentences) == 0 {
		return wire.ErrShort
	}
	return rest.Err()
}

// hotRange returns the place of the run.
func (r *run) hotRange() alignment.HotRange {
	first, last := r.sentences[0], r.sentences[len(r.sentences)-1]
	words, hash := r.words()
	starts := make([]alignment.HotStart, len(r.sentences))
	for i, s := range r.sentences {
		starts[i] = alignment.HotStart{Start: s.Range.Start, Key: s.Key()}
	}
	return alignment.HotRange{
		Range: record.Range{
			Start: first.Range.Start, End: last.Range.End, ByteStart: first.Range.ByteStart,
			ByteEnd: last.Range.ByteEnd,
		},
		Words: words, Hash: hash, Sentences: starts,
	}
}

// spreader returns the shuffle.Spreader of text in more documents than text may be in, whatever the
// size of the collection.
func (p Params) spreader() *shuffle.Spreader {
	return shuffle.NewSpreader(p.Shuffle, p.MaxDocuments.AnySize())
}

// cap returns the number of documents that text must exceed in a collection of size documents.
func (p Params) cap(size int64) int { return p.MaxDocuments.In(size) }
