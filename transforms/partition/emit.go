package partition

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/partition/site"
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
	sent       *shuffle.Recent

	// scratch
	content Content
	text    text
	number  []bool
}

func (st *emit) StartBundle() { st.sent = &shuffle.Recent{} }

func (st *emit) Map(_ context.Context, a record.Analysed) error {
	class, check := st.classifier.Of(&a)
	if len(a.Words) == 0 {
		class, check = a.Key, a.Key // a class of its own
	}
	st.Fingerprints.Add(a.Key, resemblance.Fingerprint{Class: class, Check: check})
	st.text.words, st.text.ends = a.Words, a.Ends
	if err := st.skeletons(&a); err != nil {
		return err
	}
	st.content = st.text.append(appendUint64(st.content[:0], tagContent, check))
	if !st.sent.Had(class ^ xxhash.Sum64(st.content)) { // with these sentences
		st.Contents.Add(class, st.content)
	}
	return nil
}

// skeletons finds the skeletons of the sentences of a document.
func (st *emit) skeletons(a *record.Analysed) error {
	st.text.skeletons = st.text.skeletons[:0]
	if len(a.Numbers) == 0 {
		return nil
	}
	st.number = slices.Grow(st.number[:0], len(a.Words))[:len(a.Words)]
	clear(st.number)
	at := uint64(0)
	for b := a.Numbers; len(b) > 0; at++ {
		gap, width := binary.Uvarint(b)
		if at += gap; width <= 0 || at >= uint64(len(st.number)) {
			return fmt.Errorf("partition: the numbers of document %x are damaged", a.Key)
		}
		st.number[at], b = true, b[width:]
	}
	found := site.Skeletons(st.text.skeletons, a.Words, a.Ends, st.number)
	if st.text.skeletons = found; slices.Max(found) == 0 {
		st.text.skeletons = found[:0]
	}
	return nil
}
