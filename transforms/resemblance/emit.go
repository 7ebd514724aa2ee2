package resemblance

import (
	"context"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/bucket"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/resemblance/rarity"
	"example.org/diagonal/transforms/sketch/minhash"
	"example.org/diagonal/transforms/sketch/simhash"
)

func init() { analysis.RegisterMap[*emit]() }

// Emitted is the result of Emit.
type Emitted struct {
	// Features is by shingle, or by band or block of a sketch.
	Features engine.Blocks[Feature]
	// Sketches is by class. A class may have several, which are equal.
	Sketches engine.Blocks[Sketched]
	// Fingerprints is by document. Documents that no other can resemble have none.
	Fingerprints engine.Blocks[Fingerprint]
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
	st := analysis.Map(s, p.Shuffle, "resemblance.Emit", analysed, p.NeedsRarity(),
		&emit{Params: p, Rarity: table.Input(), Ledger: engine.Counting(Empty)})
	return Emitted{st.Features.Blocks(), st.Sketches.Blocks(), st.Fingerprints.Blocks(), st.Ledger.Collection()}
}

// emit makes the records of documents.
type emit struct {
	Params Params

	Rarity       engine.Side[rarity.Table] // orders elements; of no use unless Params.NeedsRarity
	Features     engine.Out[Feature]
	Sketches     engine.Out[Sketched]
	Fingerprints engine.Out[Fingerprint]
	Ledger       engine.Ledger

	rare       rarity.Table
	taker      *taker
	minhash    *minhash.Sketcher
	classifier Classifier
	sent       *shuffle.Recent

	// scratch, never emitted
	ranks, keys []uint64
	unsorted    []uint64
	sketch      Sketch
	brief       minhash.Brief // of the sketch; zero if it is no MinHash
}

func (st *emit) StartBundle() {
	st.rare, st.taker, st.sent = st.Rarity.Value(), newTaker(st.Params), &shuffle.Recent{}
	st.minhash = minhash.NewSketcher(st.Params.MinHash.Permutations)
}

func (st *emit) Map(_ context.Context, a record.Analysed) error {
	elements := st.taker.take(a.Words)
	if len(elements) == 0 {
		st.Ledger.Add(Empty, 1)
		return nil
	}
	ranked, alone := st.Params.NeedsRarity(), 0
	if ranked {
		alone = st.rank(elements)
		elements = st.ranks
	} else {
		slices.Sort(elements)
		elements = slices.Compact(elements)
	}
	size := alone + len(elements)
	st.Ledger.Add(Elements, int64(size))
	if ranked && alone >= st.Params.Bounds.Indexed(size) {
		return nil // no other document can resemble it or be equal
	}
	class, check := st.classifier.Of(&a)
	st.Fingerprints.Add(a.Key, Fingerprint{class, check})
	if st.sent.Had(class ^ mix.Full(check)) {
		return nil
	}
	st.sketch.Size = uint32(size)
	f := Feature{Document: class, Size: st.sketch.Size}
	if ranked {
		st.index(alone, f)
		st.sketch.Values = append(st.sketch.Values[:0], st.ranks...)
	} else {
		st.keys = st.sketchSet(elements)
		f.Brief = st.brief
		for _, key := range st.keys {
			st.Features.Add(key, f)
		}
	}
	st.Sketches.Add(class, Sketched{check, st.sketch})
	return nil
}

// index sends the features of a set. alone of its elements are in no other set, and the
// others are st.ranks.
func (st *emit) index(alone int, f Feature) {
	indexed := st.Params.Bounds.Indexed(int(f.Size))
	for i, rank := range st.ranks[:min(len(st.ranks), indexed-alone)] {
		f.Position = uint32(alone + i)
		st.Features.Add(spread(rank), f)
	}
}

// rank fills st.ranks with the elements that other documents may have, each once, in the
// order that all sets have: by rarity, which is in the upper four bits, then by value. It
// returns the number of elements that no other document has, which come before these.
func (st *emit) rank(elements []uint64) (alone int) {
	st.ranks = slices.Grow(st.ranks[:0], len(elements))[:len(elements)]
	// Each count is somewhere else in memory. The processor waits for many of them at the
	// same time, as long as it need not guess what comes of them.
	for i, e := range elements {
		st.ranks[i] = uint64(st.rare.Count(spread(e)))<<elementBits | e
	}
	once := uint64(1)
	if _, crowded := st.Params.table(); crowded {
		once = 0 // only repeats were counted
	}
	st.ranks = withoutRarity(st.ranks, once)
	alone = len(elements) - len(st.ranks)
	st.unsorted = bucket.Sort(st.ranks, st.unsorted)
	st.ranks = slices.Compact(st.ranks)
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

// sketchSet sets st.sketch to the sketch of a set, and returns the keys at which it meets
// others.
func (st *emit) sketchSet(set []uint64) []uint64 {
	if st.Params.Method == SimHash {
		hash := simhash.Of(set)
		st.sketch.Values = append(st.sketch.Values[:0], hash)
		return simhash.AppendTables(st.keys[:0], hash, st.Params.Distance)
	}
	st.sketch.Values = st.minhash.Append(st.sketch.Values[:0], set)
	st.brief = minhash.BriefOf(st.sketch.Values, st.Params.MinHash.Permutations)
	keys := minhash.AppendBands(st.keys[:0], st.sketch.Values, st.Params.MinHash.Permutations, st.Params.bands())
	if len(set) < len(st.sketch.Values) {
		st.sketch.Values = append(st.sketch.Values[:0], set...)
	}
	return keys
}
