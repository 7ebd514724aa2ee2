package candidate

import (
	"maps"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

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
	dofn.Plain(&hotEqualFn{})
	dofn.Plain(&hotSumFn{})
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
	if len(counted) > 0 {
		counts = beam.ParDo(s, &hotEqualFn{Shuffle: sh}, shuffle.Group(s, sh, shuffle.BlocksOf[hotCount](sh, counts)))
		counts = beam.Flatten(s, append(counted, counts)...)
	}
	return found, beam.ParDo(s, &hotSumFn{Shuffle: sh, Choice: choice, Paired: paired}, shuffle.Group(s, sh, shuffle.BlocksOf[hotCount](sh, counts)))
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
			fn.payload = AppendHotUnit(fn.payload[:0], unit, fn.units[unit])
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

// hotEqualFn adds the counts of equalParts, and sends them on, under the signatures, as pairs of equal sentences.
// It sends on the others as they are. So hotSumFn has all pairs of a signature together: it takes off those of
// equal sentences before it counts the others.
type hotEqualFn struct {
	Shuffle shuffle.Params

	counts  *shuffle.Packer
	counted hotCounts
}

func (fn *hotEqualFn) StartBundle(_ func(int, []byte)) {
	fn.counts, fn.counted = shuffle.NewPacker(fn.Shuffle), hotCounts{}
}

func (fn *hotEqualFn) ProcessElement(_ int, blocks func(*[]byte) bool, counts func(int, []byte)) error {
	return fn.Shuffle.EachGroup("candidate.Hot, equal sentences", blocks, func(sorted *block.Sorted, from, to int) error {
		key := sorted.Key(from)
		sum, err := sumOf(sorted, from, to)
		if err != nil {
			return err
		}
		if sum.Kind == equalParts {
			key, sum = sum.Signature, hotCount{Kind: partPlace, Equal: pairs.Of(sum.Places)}
		}
		fn.counted.add(key, sum)
		if len(fn.counted) > mostCounted {
			fn.counted.send(fn.counts, counts)
		}
		return nil
	})
}

func (fn *hotEqualFn) FinishBundle(counts func(int, []byte)) {
	fn.counted.send(fn.counts, counts)
	fn.counts.Flush(counts)
}

// sumOf returns the sum of the counts that are the records from one to before another.
func sumOf(sorted *block.Sorted, from, to int) (sum hotCount, err error) {
	for i := from; i < to; i++ {
		c, err := readHotCount(sorted.Payload(i))
		if err != nil {
			return hotCount{}, err
		}
		sum.add(c)
	}
	return sum, nil
}

// hotSumFn adds the counts of each hot signature.
type hotSumFn struct {
	Shuffle shuffle.Params
	Choice  Choice
	Paired  int // n-grams in at most so many documents have paired units

	ledger shuffle.Ledger
}

func (fn *hotSumFn) StartBundle(_ func(string, int64)) { fn.ledger = shuffle.Ledger{} }

func (fn *hotSumFn) ProcessElement(_ int, blocks func(*[]byte) bool, _ func(string, int64)) error {
	return fn.Shuffle.EachGroup("candidate.Hot, counts", blocks, func(sorted *block.Sorted, from, to int) error {
		sum, err := sumOf(sorted, from, to)
		if err != nil {
			return err
		}
		switch sum.Kind {
		case partPlace:
			fn.ledger.Add(HotSignaturePairs, pairs.Of(sum.Places)-sum.Equal)
		case sentencePlace:
			fn.ledger.Add(HotSentences, 1)
			fn.ledger.Add(HotOccurrences, sum.Places)
			fn.ledger.Add(HotPairs, fn.Choice.pairs(sum.Documents[0], sum.Documents[1]))
		default:
			fn.ledger.Add(HotGrams, 1)
			if n := sum.Documents[0] + sum.Documents[1]; n > int64(fn.Paired) {
				fn.ledger.Add(HotGramPairs, pairs.Of(n))
			}
		}
		return nil
	})
}

func (fn *hotSumFn) FinishBundle(ledger func(string, int64)) { fn.ledger.Flush(ledger) }
