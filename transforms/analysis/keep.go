package analysis

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
)

func init() { shuffle.RegisterKeep[record.Analysed, keeper]() }

// TagKept is the first byte of the payload of a kept document. Where other records of the
// document meet it in a shard, theirs is larger, so they come after it:
//
//	TagKept byte; analysed document
const TagKept byte = 0

// keeper keeps documents by their keys.
type keeper struct{}

func (keeper) Key(a *record.Analysed) uint64 { return a.Key }

func (keeper) Append(dst []byte, a *record.Analysed) []byte {
	return record.AppendAnalysed(append(dst, TagKept), *a)
}

func (keeper) Read(payload []byte, into *record.Analysed) error {
	if len(payload) == 0 {
		return wire.ErrShort
	}
	return into.Read(payload[1:])
}

// Keep packs the documents of a PCollection<record.Analysed> into blocks, by document: four bytes
// for each word or Han character, and one more with spans. See shuffle.Keep. Keep panics if sh is
// not valid.
func Keep(s beam.Scope, sh shuffle.Params, analysed beam.PCollection) shuffle.Blocks[record.Analysed] {
	return shuffle.Keep[record.Analysed, keeper](s.Scope("analysis.Keep"), sh, analysed)
}

// EachKept calls f for each document of a block of Keep, until f returns an error. See
// shuffle.EachKept.
func EachKept(kept []byte, f func(*record.Analysed) error) error {
	return shuffle.EachKept[record.Analysed, keeper](kept, f)
}

// RegisterMap registers a stage for Map. It must be called in an init function.
func RegisterMap[S engine.Mapper[record.Analysed]]() {
	engine.RegisterMap[S]()
	engine.RegisterMapKept[S, record.Analysed, keeper]()
}

// Map gives a stage the documents of a PCollection<record.Analysed>. If wait is set they are kept until its sides are
// made. See engine.Map and engine.MapKept.
func Map[S engine.Mapper[record.Analysed]](
	s beam.Scope, p engine.Params, name string, analysed beam.PCollection, wait bool, stage S,
) S {
	if wait {
		return MapKept(s, p, name, Keep(s, p.Ungrouped(), analysed), stage)
	}
	return engine.Map(s, p, name, analysed, stage)
}

// MapKept gives a stage documents that are kept. The stage is registered by RegisterMap.
func MapKept[S engine.Mapper[record.Analysed]](
	s beam.Scope, p engine.Params, name string, kept engine.Blocks[record.Analysed], stage S,
) S {
	return engine.MapKept[S, record.Analysed, keeper](s, p, name, kept, stage)
}

// Kept is a document that was kept, encoded, where it meets other records of the document. Its key is the document.
type Kept struct{ encoded []byte }

// From returns the input of documents that were kept.
func From(kept engine.Blocks[record.Analysed]) engine.In[Kept] {
	if !kept.IsValid() {
		return engine.In[Kept]{}
	}
	return engine.From(shuffle.BlocksOf[Kept](kept.Params(), kept.Collection()))
}

// Encoded returns the document of the key at hand, which has one, in the form of record.AppendAnalysed.
func Encoded(kept *engine.In[Kept]) []byte { return kept.Payload(0)[1:] }

// Tag is the first byte of a payload.
func (*Kept) Tag() byte { return TagKept }

// Append appends the payload of k to dst.
func (k *Kept) Append(dst []byte) []byte { return append(append(dst, TagKept), k.encoded...) }

// Read reads a payload, a view.
func (k *Kept) Read(payload []byte) error {
	r := wire.NewReader(payload)
	r.Byte()
	k.encoded = r.Rest()
	return r.Err()
}
