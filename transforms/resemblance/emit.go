package resemblance

import (
	"context"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/bucket"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/engine/shuffle/recent"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/resemblance/rarity"
	"example.org/diagonal/transforms/sketch/minhash"
	"example.org/diagonal/transforms/sketch/simhash"
)

func init() {
	dofn.Direct(func(fn *emitFn, a []any) []any {
		fn.ProcessElement(a[0].(context.Context), a[1].(record.Analysed), a[2].(func(int, []byte)), a[3].(func(int, []byte)), a[4].(func(int, []byte)), a[5].(func(string, int64)))
		return nil
	})
	dofn.Plain(&emitRankedFn{})
	register.Emitter2[string, int64]()
}

// Emitted is the result of Emit.
type Emitted struct {
	// Features is by shingle, or by band or block of a sketch.
	Features shuffle.Blocks[Feature]
	// Sketches is by class. A class may have several, which are equal.
	Sketches shuffle.Blocks[Sketch]
	// Fingerprints is by document. Documents that no other can resemble have none.
	Fingerprints shuffle.Blocks[Fingerprint]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Emit makes the features, the sketch and the fingerprint of each document of a
// PCollection<record.Analysed>; Emit uses its words. table is the result of Rarity if
// p.NeedsRarity, else the zero value; the documents are kept until it is made (analysis.Keep). Emit
// panics if p is not valid, or if the table is missing or not needed.
func Emit(s beam.Scope, p Params, analysed beam.PCollection, table tally.Table[rarity.Table]) Emitted {
	s = start(s, "Emit", p)
	table.Require(p.NeedsRarity(), "resemblance.Emit", p.Method)
	if !p.NeedsRarity() {
		return p.emitted(beam.ParDo4(s, &emitFn{emitter{Params: p}}, analysed))
	}
	fn := &emitRankedFn{emitter: emitter{Params: p}}
	kept := analysis.Keep(s, p.Shuffle.Ungrouped(), analysed)
	return p.emitted(beam.ParDo4(s, fn, kept.Collection(), table.Side(fn)...))
}

func (p Params) emitted(features, sketches, fingerprints, ledger beam.PCollection) Emitted {
	return Emitted{
		Features:     shuffle.BlocksOf[Feature](p.Shuffle, features),
		Sketches:     shuffle.BlocksOf[Sketch](p.Shuffle, sketches),
		Fingerprints: shuffle.BlocksOf[Fingerprint](p.Shuffle, fingerprints),
		Ledger:       ledger,
	}
}

// emitter makes the records of documents, for both DoFns.
type emitter struct {
	Params Params

	taker                            *taker
	minhash                          *minhash.Sketcher
	classifier                       Classifier
	features, sketches, fingerprints *shuffle.Packer
	sent                             *recent.Set
	ledger                           shuffle.Ledger

	rare *rarity.Table // nil if elements are not ordered by rarity

	// scratch, never emitted
	ranks, keys []uint64
	unsorted    []uint64
	sketch      Sketch
	brief       minhash.Brief // of the sketch; zero if it is no MinHash
	payload     []byte
}

func (fn *emitter) start() {
	fn.taker = newTaker(fn.Params)
	fn.minhash = minhash.NewSketcher(fn.Params.MinHash.Permutations)
	fn.features = shuffle.NewPacker(fn.Params.Shuffle)
	fn.sketches = shuffle.NewPacker(fn.Params.Shuffle)
	fn.fingerprints = shuffle.NewPacker(fn.Params.Shuffle)
	fn.sent = &recent.Set{}
	fn.ledger = shuffle.Ledger{}
}

// use orders elements by table.
func (fn *emitter) use(table []byte) (err error) {
	fn.rare, err = rarity.Of(table)
	return err
}

func (fn *emitter) document(a *record.Analysed, features, sketches, fingerprints func(int, []byte)) {
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
		return // no other document can resemble it or be equal
	}
	class, check := fn.classifier.Of(a)
	fn.payload = AppendFingerprint(fn.payload[:0], class, check)
	fn.fingerprints.Add(a.Key, fn.payload, fingerprints)
	if fn.sent.Had(class ^ mix.Full(check)) {
		return
	}
	fn.sketch.Size = uint32(size)
	f := Feature{Document: class, Size: fn.sketch.Size}
	if ranked {
		fn.index(alone, f, features)
		fn.sketch.Values = append(fn.sketch.Values[:0], fn.ranks...)
	} else {
		fn.keys = fn.sketchSet(elements)
		f.Brief = fn.brief
		for _, key := range fn.keys {
			fn.emit(key, f, features)
		}
	}
	fn.payload = appendSketch(fn.payload[:0], check, fn.sketch)
	fn.sketches.Add(class, fn.payload, sketches)
}

func (fn *emitter) finish(features, sketches, fingerprints func(int, []byte), ledger func(string, int64)) {
	fn.features.Flush(features)
	fn.sketches.Flush(sketches)
	fn.fingerprints.Flush(fingerprints)
	fn.ledger.Flush(ledger)
}

// index sends the features of a set. alone of its elements are in no other set, and the
// others are fn.ranks.
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

// rank fills fn.ranks with the elements that other documents may have, each once, in the
// order that all sets have: by rarity, which is in the upper four bits, then by value. It
// returns the number of elements that no other document has, which come before these.
func (fn *emitter) rank(elements []uint64) (alone int) {
	fn.ranks = slices.Grow(fn.ranks[:0], len(elements))[:len(elements)]
	// Each count is somewhere else in memory. The processor waits for many of them at the
	// same time, as long as it need not guess what comes of them.
	for i, e := range elements {
		fn.ranks[i] = uint64(fn.rare.Count(spread(e)))<<elementBits | e
	}
	once := uint64(1)
	if _, crowded := fn.Params.table(); crowded {
		once = 0 // only repeats were counted
	}
	fn.ranks = withoutRarity(fn.ranks, once)
	alone = len(elements) - len(fn.ranks)
	fn.unsorted = bucket.Sort(fn.ranks, fn.unsorted)
	fn.ranks = slices.Compact(fn.ranks)
	return alone
}

// withoutRarity removes the ranks with a count. It takes no branches, because the next count
// cannot be predicted.
func withoutRarity(ranks []uint64, count uint64) []uint64 {
	n := 0
	for _, r := range ranks {
		ranks[n] = r
		other := r>>elementBits ^ count
		n += int((other | -other) >> 63) // 0 if the count is the same
	}
	return ranks[:n]
}

// sketchSet sets fn.sketch to the sketch of a set, and returns the keys at which it meets
// others.
func (fn *emitter) sketchSet(set []uint64) []uint64 {
	if fn.Params.Method == SimHash {
		hash := simhash.Of(set)
		fn.sketch.Values = append(fn.sketch.Values[:0], hash)
		return simhash.AppendTables(fn.keys[:0], hash, fn.Params.Distance)
	}
	fn.sketch.Values = fn.minhash.Append(fn.sketch.Values[:0], set)
	fn.brief = minhash.BriefOf(fn.sketch.Values, fn.Params.MinHash.Permutations)
	keys := minhash.AppendBands(fn.keys[:0], fn.sketch.Values, fn.Params.MinHash.Permutations, fn.Params.bands())
	if len(set) < len(fn.sketch.Values) {
		fn.sketch.Values = append(fn.sketch.Values[:0], set...)
	}
	return keys
}

// emitFn makes records without a table.
type emitFn struct{ emitter }

func (fn *emitFn) StartBundle(_, _, _ func(int, []byte), _ func(string, int64)) { fn.start() }

func (fn *emitFn) ProcessElement(_ context.Context, a record.Analysed, features, sketches, fingerprints func(int, []byte), _ func(string, int64)) {
	fn.document(&a, features, sketches, fingerprints)
}

func (fn *emitFn) FinishBundle(features, sketches, fingerprints func(int, []byte), ledger func(string, int64)) {
	fn.finish(features, sketches, fingerprints, ledger)
}

// emitRankedFn orders the elements of documents by their rarity.
type emitRankedFn struct {
	emitter

	bundle dofn.Bundle
}

func (fn *emitRankedFn) ProcessElement(_ int, kept, table []byte, features, sketches, fingerprints func(int, []byte), _ func(string, int64)) error {
	if err := fn.bundle.Begin(func() error { fn.start(); return fn.use(table) }); err != nil {
		return err
	}
	return analysis.EachKept(kept, func(a *record.Analysed) error {
		fn.document(a, features, sketches, fingerprints)
		return nil
	})
}

func (fn *emitRankedFn) FinishBundle(_ []byte, features, sketches, fingerprints func(int, []byte), ledger func(string, int64)) {
	fn.bundle.Finish(func() { fn.finish(features, sketches, fingerprints, ledger) })
}
