package signature

import (
	"context"
	"iter"
	"math/bits"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/engine/tally/vocabulary"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/unit"
	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/signature/chain"
)

func init() {
	analysis.RegisterMap[*sample]()
	engine.RegisterReduce[*sampleCounts]()
	tally.Register[chainTable]()
}

// sampleWords is the least number of words in a sample of a large collection. A sample has about
// twice as many at most. In a million words, a word that is just not a content word occurs 200
// times.
const sampleWords = 1 << 20

// Sample makes the table of words that EmitUnits needs for information chains, from the
// documents of a PCollection<record.Analysed> with spans. It panics if sh is not valid.
//
// In a small collection all words are counted, in a large one those of a sample of the
// documents. The sample is halved as long as one half has sampleWords words or more. The hashes
// of the ids decide which documents stay, so the sample does not depend on the order of the
// input, or on how it is divided into files.
//
// share is the share of a collection that the documents are: then the table is for a collection that
// has so many more words. 0 means that they are all.
func Sample(s beam.Scope, sh engine.Params, share float64, analysed beam.PCollection) tally.Table[chain.Table] {
	s = s.Scope("signature.Sample")
	parameter.Must(sh.Validate())
	counted := analysis.Map(s, sh, "signature.Sample, bundles", analysed, false, &sample{Words: sampleWords})
	summed := engine.Reduce(s, sh, "signature.Sample", &sampleCounts{
		Words: sampleWords, Share: share, Counts: engine.From(counted.Counts.Blocks()),
	})
	return tally.Make[chain.Table](s, chainTable{}, summed.Parts.Sent())
}

// levels is the number of times that a sample can be halved.
const levels = 32

// levelOf returns how many times the sample can be halved so that it still has the document with
// a name. One document in 2^n has a level of n or more.
func levelOf(name uint32) int {
	return bits.LeadingZeros32(uint32(mix.Full(uint64(name)) >> 32))
}

// sample counts words by level. When the higher levels of this bundle alone make a sample, it
// stops counting the lower ones: the sample of all bundles does not need them either.
type sample struct {
	Words uint64

	Counts engine.Out[tally.WordCount] // the count and the level of a word; sampled is the totals

	least  int
	words  uint64             // of all documents
	seen   [levels + 1]uint64 // words of each level
	counts [levels + 1]vocabulary.Counter
	// scratch, never emitted
	spans   record.Spans
	terms   []uint32
	numbers [2]uint64
}

func (st *sample) StartBundle() {
	st.least, st.words = 0, 0
	clear(st.seen[:])
	clear(st.counts[:])
}

func (st *sample) Map(_ context.Context, a record.Analysed) error {
	st.words += uint64(len(a.Words))
	at := levelOf(record.NameOf(a.Key))
	if at < st.least {
		return nil
	}
	spans, err := st.spans.Read(a.Spans, len(a.Words))
	if err != nil {
		return err
	}
	st.terms = unit.Terms(st.terms[:0], a.Words, spans.From, spans.To, spans.Joined) // as EmitUnits has them
	st.counts[at].AddWords(st.terms)
	st.seen[at] += uint64(len(st.terms))
	for k := minLevel(st.seen[:], st.Words); st.least < k; st.least++ {
		st.counts[st.least] = vocabulary.Counter{}
	}
	if len(st.terms) > largeDocument {
		st.spans, st.terms = record.Spans{}, nil
	}
	return nil
}

// minLevel returns the highest level such that it and those above it have at least so many
// words, or 0.
func minLevel(seen []uint64, words uint64) int {
	sum := uint64(0)
	for k := len(seen) - 1; k > 0; k-- {
		if sum += seen[k]; sum >= words {
			return k
		}
	}
	return 0
}

func (st *sample) FinishBundle() error {
	for at := st.least; at < len(st.counts); at++ {
		st.counts[at].Flush(func(word, n uint32) {
			st.numbers = [...]uint64{uint64(n), uint64(at)}
			tally.Send(&st.Counts, word, st.numbers[:])
		})
	}
	tally.SendTotals(&st.Counts, append([]uint64{uint64(st.least), st.words}, st.seen[:]...)...)
	return nil
}

// sampled is the sum of the totals of all bundles.
type sampled struct {
	least int
	words uint64
	seen  [levels + 1]uint64
}

// add adds the totals of a bundle: the least level, all words, and the words of each level.
func (s *sampled) add(totals []uint64) {
	s.least = max(s.least, int(min(totals[0], levels)))
	s.words += totals[1]
	for i, n := range totals[2:] {
		s.seen[i] += n
	}
}

// size returns the least level of a sample of at least so many words, and the number of words
// in it.
func (s *sampled) size(words uint64) (least int, sample uint64) {
	least = max(s.least, minLevel(s.seen[:], words))
	for _, n := range s.seen[least:] {
		sample += n
	}
	return least, sample
}

// sampleCounts finds the words of a shard that the sample has more than once.
type sampleCounts struct {
	// Words is the least number of words in a sample.
	Words uint64
	// Share is the share of a collection that the documents are; 0 is all.
	Share float64

	Counts engine.In[tally.WordCount]
	Parts  engine.Send[int, tally.Part] // the totals are the words of the collection, and those of the sample

	all   sampled
	least int
	part  tally.Part // without totals until they are known
}

func (st *sampleCounts) StartShard(int) { st.all, st.part = sampled{}, tally.Part{} }

// begin works out the sample: all totals are known.
func (st *sampleCounts) begin() {
	if st.part.Totals != nil {
		return
	}
	var sample uint64
	st.least, sample = st.all.size(st.Words)
	if st.Share > 0 {
		st.all.words = uint64(float64(st.all.words) / st.Share)
	}
	st.part.Totals = []uint64{st.all.words, sample}
}

// count returns the count of a word in the sample.
func (st *sampleCounts) count(numbers []uint64) uint64 {
	if numbers[1] < uint64(st.least) {
		return 0
	}
	return numbers[0]
}

func (st *sampleCounts) Reduce(_ context.Context, key uint64) error {
	if !tally.IsTotals(key) {
		st.begin()
	}
	c, ok, err := tally.Sum(&st.Counts, key, tally.Lengths{Totals: 2 + len(st.all.seen), Word: 2}, st.all.add, st.count)
	if err != nil {
		return err
	}
	if ok && st.Share > 0 && st.least == 0 {
		// In a large collection two documents that have a chain in common are hardly ever among
		// those whose words are counted. Here both always are.
		c.N -= min(c.N, 2)
	}
	if ok && c.N > 1 {
		st.part.Counts = append(st.part.Counts, c)
	}
	return nil
}

func (st *sampleCounts) FinishShard() error {
	st.begin()
	st.Parts.Add(0, st.part)
	return nil
}

// chainTable makes the table of words of a sample (tally.Method).
type chainTable struct{}

// Table returns the table.
func (chainTable) Table(parts iter.Seq[*tally.Part]) ([]byte, error) {
	totals, counts, err := tally.Join(parts, 2)
	if err != nil {
		return nil, err
	}
	return chain.AppendTable(nil, chain.NewTable(totals[0], totals[1], counts)), nil
}
