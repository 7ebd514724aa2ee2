package partition

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/recent"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/resemblance"
)

func init() {
	dofn.Direct(func(fn *emitFn, a []any) []any {
		fn.ProcessElement(a[0].(record.Analysed), a[1].(func(int, []byte)), a[2].(func(int, []byte)))
		return nil
	})
}

// Emitted is the result of Emit.
type Emitted struct {
	// Contents is by class.
	Contents shuffle.Blocks[Content]
	// Fingerprints says which class a document has (resemblance.Classes), by document.
	Fingerprints shuffle.Blocks[resemblance.Fingerprint]
}

// Emit finds the class of each document of a PCollection<record.Analysed>. The words of a class are
// sent about once, however many documents have them. Emit panics if p is not valid.
func Emit(s beam.Scope, p Params, analysed beam.PCollection) Emitted {
	s = start(s, "Emit", p)
	contents, fingerprints := beam.ParDo2(s, &emitFn{Shuffle: p.Shuffle}, analysed)
	return Emitted{shuffle.BlocksOf[Content](p.Shuffle, contents), shuffle.BlocksOf[resemblance.Fingerprint](p.Shuffle, fingerprints)}
}

type emitFn struct {
	Shuffle shuffle.Params

	contents, fingerprints *shuffle.Packer
	classifier             resemblance.Classifier
	sent                   *recent.Set
	payload                []byte // scratch, never emitted
}

func (fn *emitFn) StartBundle(_, _ func(int, []byte)) {
	fn.contents, fn.fingerprints = shuffle.NewPacker(fn.Shuffle), shuffle.NewPacker(fn.Shuffle)
	fn.sent = &recent.Set{}
}

func (fn *emitFn) ProcessElement(a record.Analysed, contents, fingerprints func(int, []byte)) {
	class, check := fn.classifier.Of(&a)
	if len(a.Words) == 0 {
		class, check = a.Key, a.Key // a class of its own
	}
	fn.payload = resemblance.AppendFingerprint(fn.payload[:0], class, check)
	fn.fingerprints.Add(a.Key, fn.payload, fingerprints)
	fn.payload = appendUint64(fn.payload[:0], tagContent, check)
	fn.payload = appendText(fn.payload, a.Words, a.Ends)
	if !fn.sent.Had(class ^ xxhash.Sum64(fn.payload)) { // with these sentences
		fn.contents.Add(class, fn.payload, contents)
	}
}

func (fn *emitFn) FinishBundle(contents, fingerprints func(int, []byte)) {
	fn.contents.Flush(contents)
	fn.fingerprints.Flush(fingerprints)
}
