package resemblance

import (
	"context"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/io/dofn"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/resemblance/rarity"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/sketch/minhash"
	"example.org/diagonal/transforms/sketch/simhash"
	"example.org/diagonal/transforms/tally"
)

func init() {
	dofn.Direct(func(fn *emitFn, a []any) []any {
		fn.ProcessElement(a[0].(context.Context), a[1].(record.Analysed), a[2].(func(int, []byte)), a[3].(func(int, []byte)), a[4].(func(int, []byte)), a[5].(func(string, int64)))
		return nil
	})
	dofn.Plain(&emitRankedFn{})
	register.Emitter2[string, int64]()
}

// Emitted is what Emit makes.
type Emitted struct {
	// Features is by the keys at which documents meet.
	Features shuffle.Blocks[Feature]
	// Sketches is by class. One may come more than once.
	Sketches shuffle.Blocks[Sketch]
	// Prints is by document, for those that others may resemble.
	Prints shuffle.Blocks[Fingerprint]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Emit sketches the documents of a PCollection<record.Analysed>, of which the words are
// used. table is the result of Rarity if p.NeedsRarity, else the zero value. Emit panics if p
// is not valid, or the table is missing or too many.
func Emit(s beam.Scope, p Params, analysed beam.PCollection, table tally.Table[rarity.Table]) Emitted {
	s = start(s, "Emit", p)
	table.Require(p.NeedsRarity(), "resemblance.Emit", p.Method)
	var fn any = &emitFn{emitter{Params: p}}
	if p.NeedsRarity() {
		fn = &emitRankedFn{emitter: emitter{Params: p}}
	}
	features, sketches, fingerprints, ledger := beam.ParDo4(s, fn, analysed, table.Side(fn)...)
	return Emitted{
		Features: shuffle.BlocksOf[Feature](p.Shuffle, features),
		Sketches: shuffle.BlocksOf[Sketch](p.Shuffle, sketches),
		Prints:   shuffle.BlocksOf[Fingerprint](p.Shuffle, fingerprints),
		Ledger:   ledger,
	}
}

// emitter sends what documents meet at and what they are compared by.
type emitter struct {
	Params Params

	taker                      *taker
	minhash                    *minhash.Sketcher
	features, sketches, prints *shuffle.Packer
	sent                       *sent
	ledger                     shuffle.Ledger

	rare *rarity.Table // nil where elements are not ordered by it

	// scratch, never emitted
	ranks, keys []uint64
	sketch      Sketch
	payload     []byte
	words       []byte
}

func (fn *emitter) start() {
	fn.taker = newTaker(fn.Params)
	fn.minhash = minhash.NewSketcher(fn.Params.MinHash.Permutations)
	fn.features = shuffle.NewPacker(fn.Params.Shuffle)
	fn.sketches = shuffle.NewPacker(fn.Params.Shuffle)
	fn.prints = shuffle.NewPacker(fn.Params.Shuffle)
	fn.sent = &sent{}
	fn.ledger = shuffle.Ledger{}
}

// use makes table the one by which elements are ordered.
func (fn *emitter) use(table []byte) (err error) {
	fn.rare, err = rarity.Of(table)
	return err
}

func (fn *emitter) document(a *record.Analysed, features, sketches, prints func(int, []byte)) {
	elements := fn.taker.take(a.Words)
	fn.ledger.Add(Empty, 0)
	if len(elements) == 0 {
		fn.ledger.Add(Empty, 1)
		return
	}
	ranked, alone := fn.rare != nil, 0
	if ranked {
		alone = fn.rank(elements)
		elements = fn.ranks
	} else {
		slices.Sort(elements)
		elements = slices.Compact(elements)
	}
	size := alone + len(elements)
	fn.ledger.Add(Elements, int64(size))
	if ranked && alone >= fn.Params.Bounds.Indexed(size) {
		return // no other document resembles it, still less is one equal
	}
	class, check := fn.classOf(a)
	fn.payload = appendFingerprint(fn.payload[:0], class, check)
	fn.prints.Add(a.Key, fn.payload, prints)
	if fn.sent.before(class, check) {
		return
	}
	fn.sketch.Size = uint32(size)
	f := Feature{Document: class, Size: fn.sketch.Size}
	if ranked {
		fn.index(alone, f, features)
		fn.sketch.Values = append(fn.sketch.Values[:0], fn.ranks...)
	} else {
		fn.keys = fn.draw(elements)
		for _, key := range fn.keys {
			fn.emit(key, f, features)
		}
	}
	fn.payload = appendSketch(fn.payload[:0], check, fn.sketch)
	fn.sketches.Add(class, fn.payload, sketches)
}

func (fn *emitter) finish(features, sketches, prints func(int, []byte), ledger func(string, int64)) {
	fn.features.Flush(features)
	fn.sketches.Flush(sketches)
	fn.prints.Flush(prints)
	fn.ledger.Flush(ledger)
}

// index sends the features of a set of which alone elements are in no other and the
// others in fn.ranks.
func (fn *emitter) index(alone int, f Feature, features func(int, []byte)) {
	indexed := fn.Params.Bounds.Indexed(int(f.Size))
	for i, rank := range fn.ranks[:min(len(fn.ranks), indexed-alone)] {
		f.Position = uint32(alone + i)
		fn.emit(spread(rank), f, features)
	}
}

func (fn *emitter) emit(key uint64, f Feature, emit func(int, []byte)) {
	fn.payload = appendFeature(fn.payload[:0], f)
	fn.features.Add(key, fn.payload, emit)
}

// rank fills fn.ranks with the elements that other documents may have, each once, in
// the order of all sets: how rare it is, in the upper four bits, then its value. It
// returns how many elements no other document has: they come before all of these.
func (fn *emitter) rank(elements []uint64) (alone int) {
	_, sample := fn.Params.table()
	fn.ranks = fn.ranks[:0]
	for _, e := range elements {
		count := fn.rare.Count(spread(e))
		if count == 1 && sample == 0 {
			alone++ // counted once in all, so this is its only place
			continue
		}
		fn.ranks = append(fn.ranks, uint64(count)<<elementBits|e)
	}
	slices.Sort(fn.ranks)
	fn.ranks = slices.Compact(fn.ranks)
	return alone
}

// draw fills fn.sketch with the sketch of a set, and returns the keys at which it meets
// others.
func (fn *emitter) draw(set []uint64) []uint64 {
	if fn.Params.Method == SimHash {
		print := simhash.Of(set)
		fn.sketch.Values = append(fn.sketch.Values[:0], print)
		return simhash.AppendTables(fn.keys[:0], print, fn.Params.Distance)
	}
	fn.sketch.Values = fn.minhash.Append(fn.sketch.Values[:0], set)
	return minhash.AppendBands(fn.keys[:0], fn.sketch.Values, fn.Params.MinHash.Permutations, fn.Params.bands())
}

// emitFn takes documents as they are.
type emitFn struct{ emitter }

func (fn *emitFn) StartBundle(_, _, _ func(int, []byte), _ func(string, int64)) { fn.start() }

func (fn *emitFn) ProcessElement(_ context.Context, a record.Analysed, features, sketches, prints func(int, []byte), _ func(string, int64)) {
	fn.document(&a, features, sketches, prints)
}

func (fn *emitFn) FinishBundle(features, sketches, prints func(int, []byte), ledger func(string, int64)) {
	fn.finish(features, sketches, prints, ledger)
}

// emitRankedFn orders the elements of a document by how rare they are.
type emitRankedFn struct {
	emitter

	bundle dofn.Bundle
}

func (fn *emitRankedFn) ProcessElement(_ context.Context, a record.Analysed, table []byte, features, sketches, prints func(int, []byte), _ func(string, int64)) error {
	if err := fn.bundle.Begin(func() error { fn.start(); return fn.use(table) }); err != nil {
		return err
	}
	fn.document(&a, features, sketches, prints)
	return nil
}

func (fn *emitRankedFn) FinishBundle(_ []byte, features, sketches, prints func(int, []byte), ledger func(string, int64)) {
	fn.bundle.Finish(func() { fn.finish(features, sketches, prints, ledger) })
}
