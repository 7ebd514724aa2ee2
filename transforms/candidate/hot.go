package candidate

import (
	"context"
	"maps"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/candidate/occurrence"
	"example.org/diagonal/transforms/candidate/pairs"
	"example.org/diagonal/transforms/signature"
	"example.org/diagonal/transforms/signature/chain"
)

func init() {
	engine.RegisterReduce[*hot]()
	engine.RegisterReduce[*addEqual]()
	engine.RegisterReduce[*addCounts]()
}

// The places of a hot signature do not meet in one shard, which would be as large as they are
// many. A stage that makes postings sends those beyond the first ones (package frequent) to the
// shards of their documents, under the key of the signature. The stage that pairs sends them, and
// the others of a hot signature, to their documents (hotPlace). There each place counts once,
// even if a document was read twice. The counts of a signature are added at last.

// hotPlaces receives the places of hot signatures by document. The runs are of sentences, the units of the others.
// ledger is a PCollection<KV<string,int64>>. counted is further hotCounts, of sentences with several
// signatures. paired is MaxDocuments.Paired, for n-grams.
func hotPlaces(
	s beam.Scope, sh engine.Params, choice Choice, paired int, places engine.Blocks[hotPlace],
	counted ...engine.Blocks[hotCount],
) (runs engine.Blocks[HotRun], units engine.Blocks[HotUnit], ledger beam.PCollection) {
	st := engine.Reduce(s, sh, "candidate.Hot", &hot{Places: engine.From(places)})
	all := st.Counts.Blocks()
	if len(counted) > 0 {
		equal := engine.Reduce(s, sh, "candidate.Hot, equal sentences", &addEqual{Counts: engine.From(all)})
		all = equal.Sums.Blocks()
		for _, more := range counted {
			all = shuffle.Flatten(s, all, more)
		}
	}
	sums := engine.Reduce(s, sh, "candidate.Hot, counts", &addCounts{
		Choice: choice, Paired: paired, Counts: engine.From(all),
	})
	return st.Runs.Blocks(), st.Units.Blocks(), sums.Ledger.Collection()
}

// hot receives the hot places of documents.
type hot struct {
	Places engine.In[hotPlace]
	Runs   engine.Out[HotRun]
	Units  engine.Out[HotUnit]
	Counts engine.Out[hotCount]

	counted hotCounts
	// scratch
	runs  occurrence.Group
	units map[uint32]uint32
}

func (st *hot) StartBundle() { st.counted, st.units = hotCounts{}, map[uint32]uint32{} }

func (st *hot) Reduce(_ context.Context, document uint64) error {
	clear(st.units)
	var first hotPlace // of the signature at hand
	any := false
	for h := range st.Places.Distinct { // the same document may be there under the same id again
		if !any || h.Kind != first.Kind || h.Signature != first.Signature || h.Set != first.Set {
			if any {
				st.count(document, first)
			}
			first, any = *h, true
			st.runs.Reset()
		}
		switch {
		case h.Kind == sentencePlace || h.Kind == partPlace:
			for n := range h.Count {
				st.runs.Add(document, h.First+n, nil)
			}
		case h.First&signature.CopyMark != 0:
			// units are hot by their other signatures
		case h.Kind == gramPlace:
			st.units[h.First] += h.Count
		case h.First&chain.WholeUnit == chain.WholeUnit:
			st.units[chain.UnitOf(h.First)] = WholeUnitHot
		}
	}
	st.count(document, first)
	for _, unit := range slices.Sorted(maps.Keys(st.units)) {
		st.Units.Add(document, HotUnit{unit, st.units[unit]})
	}
	if len(st.counted) > maxCounted {
		st.counted.sendTo(st.Counts.Add)
	}
	return nil
}

// count counts a document of a signature, and emits its runs of sentences.
func (st *hot) count(document uint64, h hotPlace) {
	if h.Kind == partPlace {
		n := int64(len(st.runs.Runs))
		st.counted.add(h.Signature, hotCount{Kind: partPlace, Places: n})
		st.counted.add(mix.Full(h.Signature+h.Set), hotCount{Kind: equalParts, Signature: h.Signature, Places: n})
		return
	}
	for _, r := range st.runs.Runs {
		st.Runs.Add(document, HotRun{First: r.First, Count: r.Count})
	}
	one := hotCount{Kind: h.Kind, Places: st.runs.Sentences()}
	one.Documents[record.SideOf(document)] = 1
	st.counted.add(h.Signature, one)
}

func (st *hot) FinishBundle() error {
	st.counted.sendTo(st.Counts.Add)
	return nil
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
	if len(st.counted) > maxCounted {
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
