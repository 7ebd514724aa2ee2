package candidate

import (
	"context"
	"maps"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/candidate/occurrence"
	"example.org/diagonal/transforms/candidate/pairs"
	"example.org/diagonal/transforms/signature"
	"example.org/diagonal/transforms/signature/chain"
)

func init() {
	dofn.Plain(&hotFn{})
	engine.RegisterReduce[*addEqual]()
	engine.RegisterReduce[*addCounts]()
}

// The places of a hot signature do not meet in one shard, which would be as large as they are
// many. A stage that makes postings sends those beyond the first ones (package frequent) to the
// shards of their documents, under the key of the signature. The stage that pairs sends them, and
// the others of a hot signature, to their documents (hotPlace). There each place counts once,
// even if a document was read twice. The counts of a signature are added at last.

// hotPlaces receives the places of hot signatures by document. found is the records for the documents, a
// PCollection<KV<int,[]byte>>: HotRun for sentences, HotUnit for the others. ledger is a
// PCollection<KV<string,int64>>. counted is PCollections of further hotCounts, of sentences with several
// signatures. paired is PairedDocuments, for n-grams.
func hotPlaces(s beam.Scope, sh shuffle.Params, choice Choice, paired int, places beam.PCollection, counted ...beam.PCollection) (found, ledger beam.PCollection) {
	found, counts := beam.ParDo2(s, &hotFn{Shuffle: sh}, shuffle.Group(s, sh, shuffle.BlocksOf[hotPlace](sh, places)))
	all := shuffle.BlocksOf[hotCount](sh, counts)
	if len(counted) > 0 {
		equal := engine.Reduce(s, sh, "candidate.Hot, equal sentences", &addEqual{Counts: engine.From(all)})
		all = equal.Sums.Blocks()
		for _, more := range counted {
			all = shuffle.Flatten(s, all, shuffle.BlocksOf[hotCount](sh, more))
		}
	}
	sums := engine.Reduce(s, sh, "candidate.Hot, counts", &addCounts{Choice: choice, Paired: paired, Counts: engine.From(all)})
	return found, sums.Ledger.Collection()
}

// hotFn receives the hot places of documents.
type hotFn struct {
	Shuffle shuffle.Params

	found, counts *shuffle.Packer
	counted       hotCounts
	// scratch, never emitted
	runs    occurrence.Group
	units   map[uint32]uint32
	payload []byte
}

func (fn *hotFn) StartBundle(_, _ func(int, []byte)) {
	fn.found, fn.counts = shuffle.NewPacker(fn.Shuffle), shuffle.NewPacker(fn.Shuffle)
	fn.counted, fn.units = hotCounts{}, map[uint32]uint32{}
}

func (fn *hotFn) ProcessElement(_ int, blocks func(*[]byte) bool, found, counts func(int, []byte)) error {
	return fn.Shuffle.EachGroup("candidate.Hot", blocks, func(sorted *block.Sorted, from, to int) error {
		clear(fn.units)
		for i := from; i < to; {
			end, err := fn.signature(sorted, i, to, found)
			if err != nil {
				return err
			}
			i = end
		}
		for _, unit := range slices.Sorted(maps.Keys(fn.units)) {
			fn.payload = (&HotUnit{unit, fn.units[unit]}).Append(fn.payload[:0])
			fn.found.Add(sorted.Key(from), fn.payload, found)
		}
		if len(fn.counted) > mostCounted {
			fn.counted.send(fn.counts, counts)
		}
		return nil
	})
}

// signature handles the places of one signature in a document, which begin at record i, and
// returns where they end.
func (fn *hotFn) signature(sorted *block.Sorted, i, to int, found func(int, []byte)) (end int, err error) {
	document := sorted.Key(i)
	var first hotPlace
	fn.runs.Reset()
	for end = i; end < to; end++ {
		h, err := readHotPlace(sorted.Payload(end))
		if err != nil {
			return 0, err
		}
		switch {
		case end == i:
			first = h
		case h.Kind != first.Kind || h.Signature != first.Signature || h.Set != first.Set:
			fn.count(document, first, found)
			return end, nil
		case string(sorted.Payload(end)) == string(sorted.Payload(end-1)):
			continue // the same document under the same id again
		}
		switch {
		case h.Kind == sentencePlace || h.Kind == partPlace:
			for n := range h.Count {
				fn.runs.Add(document, h.First+n, nil)
			}
		case h.First&signature.CopyMark != 0:
			// units are hot by their other signatures
		case h.Kind == gramPlace:
			fn.units[h.First] += h.Count
		case h.First&chain.WholeUnit == chain.WholeUnit:
			fn.units[chain.UnitOf(h.First)] = WholeUnitHot
		}
	}
	fn.count(document, first, found)
	return end, nil
}

// count counts a document of a signature, and emits its runs of sentences.
func (fn *hotFn) count(document uint64, h hotPlace, found func(int, []byte)) {
	if h.Kind == partPlace {
		n := int64(len(fn.runs.Runs))
		fn.counted.add(h.Signature, hotCount{Kind: partPlace, Places: n})
		fn.counted.add(mix.Full(h.Signature+h.Set), hotCount{Kind: equalParts, Signature: h.Signature, Places: n})
		return
	}
	for _, r := range fn.runs.Runs {
		hot := HotRun{First: r.First, Count: r.Count}
		fn.found.Add(document, hot.Append(nil), found)
	}
	one := hotCount{Kind: h.Kind, Places: fn.runs.Sentences()}
	one.Documents[record.SideOf(document)] = 1
	fn.counted.add(h.Signature, one)
}

func (fn *hotFn) FinishBundle(found, counts func(int, []byte)) {
	fn.counted.send(fn.counts, counts)
	fn.found.Flush(found)
	fn.counts.Flush(counts)
}

// addEqual adds the counts of equalParts, and sends them on, under the signatures, as pairs of equal sentences.
// It sends on the others as they are. So addCounts has all pairs of a signature together: it takes off those of
// equal sentences before it counts the others.
type addEqual struct {
	Counts engine.In[hotCount]
	Sums   engine.Out[hotCount]

	counted hotCounts
}

func (st *addEqual) StartBundle() { st.counted = hotCounts{} }

func (st *addEqual) FinishBundle() error {
	st.counted.sendTo(st.Sums.Add)
	return nil
}

func (st *addEqual) Reduce(_ context.Context, key uint64) error {
	sum := sumOf(&st.Counts)
	if sum.Kind == equalParts {
		key, sum = sum.Signature, hotCount{Kind: partPlace, Equal: pairs.Of(sum.Places)}
	}
	st.counted.add(key, sum)
	if len(st.counted) > mostCounted {
		st.counted.sendTo(st.Sums.Add)
	}
	return nil
}

// sumOf returns the sum of the counts of a key.
func sumOf(counts *engine.In[hotCount]) (sum hotCount) {
	for c := range counts.All {
		sum.add(*c)
	}
	return sum
}

// addCounts adds the counts of each hot signature.
type addCounts struct {
	Choice Choice
	Paired int // n-grams in at most so many documents have paired units

	Counts engine.In[hotCount]
	Ledger engine.Ledger
}

func (st *addCounts) Reduce(context.Context, uint64) error {
	switch sum := sumOf(&st.Counts); sum.Kind {
	case partPlace:
		st.Ledger.Add(HotSignaturePairs, pairs.Of(sum.Places)-sum.Equal)
	case sentencePlace:
		st.Ledger.Add(HotSentences, 1)
		st.Ledger.Add(HotOccurrences, sum.Places)
		st.Ledger.Add(HotPairs, st.Choice.pairs(sum.Documents[0], sum.Documents[1]))
	default:
		st.Ledger.Add(HotGrams, 1)
		if n := sum.Documents[0] + sum.Documents[1]; n > int64(st.Paired) {
			st.Ledger.Add(HotGramPairs, pairs.Of(n))
		}
	}
	return nil
}
