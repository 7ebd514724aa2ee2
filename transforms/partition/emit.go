package partition

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle/recent"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/resemblance"
)

func init() { analysis.RegisterMap[*emit]() }

// Emitted is the result of Emit.
type Emitted struct {
	// Contents is by class.
	Contents engine.Blocks[Content]
	// Fingerprints says which class a document has (resemblance.Classes), by document.
	Fingerprints engine.Blocks[resemblance.Fingerprint]
}

// Emit finds the class of each document of a PCollection<record.Analysed>. The words of a class are
// sent about once, however many documents have them. Emit panics if p is not valid.
func Emit(s beam.Scope, p Params, analysed beam.PCollection) Emitted {
	s = start(s, "Emit", p)
	st := analysis.Map(s, p.Shuffle, "partition.Emit", analysed, false, &emit{})
	return Emitted{st.Contents.Blocks(), st.Fingerprints.Blocks()}
}

// emit sends the words and the classes of documents.
type emit struct {
	Contents     engine.Out[Content]
	Fingerprints engine.Out[resemblance.Fingerprint]

	classifier resemblance.Classifier
	sent       *recent.Set
	content    Content // scratch
}

func (st *emit) StartBundle() { st.sent = &recent.Set{} }

func (st *emit) Map(_ context.Context, a record.Analysed) error {
	class, check := st.classifier.Of(&a)
	if len(a.Words) == 0 {
		class, check = a.Key, a.Key // a class of its own
	}
	st.Fingerprints.Add(a.Key, resemblance.Fingerprint{Class: class, Check: check})
	st.content = appendText(appendUint64(st.content[:0], tagContent, check), a.Words, a.Ends)
	if !st.sent.Had(class ^ xxhash.Sum64(st.content)) { // with these sentences
		st.Contents.Add(class, st.content)
	}
	return nil
}
