package signature

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/engine/tally/vocabulary"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/parameter"
)

func init() {
	analysis.RegisterMap[*countWords]()
	engine.RegisterReduce[*candidates]()
	tally.Register[wordTable]()
}

// Count makes the table of words that Emit needs: for IMatch the words outside the idf range,
// for SpotSigs the antecedents. analysed is a PCollection<record.Analysed>. Count panics if p
// is not valid or its method needs no table.
func Count(s beam.Scope, p Params, analysed beam.PCollection) tally.Table[vocabulary.Set] {
	s = s.Scope("signature.Count")
	parameter.Must(p.Validate())
	if !p.NeedsTable() {
		panic("signature.Count: shingles need no table")
	}
	if p.Method == SpotSigs && len(p.Antecedents.Words) > 0 {
		return tally.Given[vocabulary.Set](s, appendTable(nil, p.Antecedents.Words, true))
	}
	counted := analysis.Map(s, p.Shuffle, "signature.Count, bundles", analysed, false, &countWords{Params: p})
	found := engine.Reduce(s, p.Shuffle, "signature.Count", &candidates{
		Params: p, Counts: engine.From(counted.Counts.Blocks()),
	})
	return tally.Make[vocabulary.Set](s, wordTable{p}, found.Parts.Sent())
}

// appendTable appends a table of words to dst: a byte, which is 1 if these are the words that
// count, and 0 if they are the words that do not, and the words (vocabulary.AppendWords).
func appendTable(dst []byte, words []uint32, count bool) []byte {
	return vocabulary.AppendWords(wire.AppendBool(dst, count), words)
}

// countWords counts the words of a bundle: how many documents have them, or how often they are used.
type countWords struct {
	Params Params

	Counts engine.Out[tally.WordCount] // the totals are documents and words

	counter          *tally.Counter
	documents, words uint64
}

func (st *countWords) StartBundle() {
	st.counter = tally.NewCounter(st.Params.Shuffle, &st.Counts)
	st.documents, st.words = 0, 0
}

func (st *countWords) Map(_ context.Context, a record.Analysed) error {
	st.documents++
	st.words += uint64(len(a.Words))
	if st.Params.Method == IMatch {
		st.counter.AddDocument(a.Words)
	} else {
		st.counter.AddWords(a.Words)
	}
	st.counter.FlushFull()
	return nil
}

func (st *countWords) FinishBundle() error {
	st.counter.Finish()
	tally.SendTotals(&st.Counts, st.documents, st.words)
	return nil
}

// candidates finds the words of a shard that may be in the table.
type candidates struct {
	Params Params

	Counts engine.In[tally.WordCount]
	Parts  engine.Send[int, tally.Part] // the total is the words of the collection

	documents, words uint64
	counts           []vocabulary.Count
}

func (st *candidates) StartShard(int) { st.documents, st.words, st.counts = 0, 0, nil }

func (st *candidates) total(numbers []uint64) {
	st.documents += numbers[0]
	st.words += numbers[1]
}

func (st *candidates) Reduce(_ context.Context, key uint64) error {
	c, ok, err := tally.Sum(&st.Counts, key, tally.Lengths{Totals: 2, Word: 1}, st.total, tally.First)
	if err != nil {
		return err
	}
	if ok && st.Params.candidate(c, st.documents, st.words) {
		st.counts = append(st.counts, c)
	}
	if max := st.Params.Antecedents.Count; max > 0 && len(st.counts) >= 2*max+1024 {
		st.counts = mostFrequent(st.counts, max)
	}
	return nil
}

func (st *candidates) FinishShard() error {
	if max := st.Params.Antecedents.Count; max > 0 {
		st.counts = mostFrequent(st.counts, max)
	}
	st.Parts.Add(0, tally.Part{Totals: []uint64{st.words}, Counts: st.counts})
	return nil
}

// wordTable makes the table of words (tally.Method).
type wordTable struct{ Params Params }

// Table returns the table.
func (t wordTable) Table(parts iter.Seq[*tally.Part]) ([]byte, error) {
	totals, counts, err := tally.Join(parts, 1)
	if err != nil {
		return nil, err
	}
	return appendTable(nil, t.Params.table(counts, totals[0]), t.Params.Method == SpotSigs || t.Params.Idf.DropsRare()),
		nil
}

// rarestShare excludes rare words from the antecedents by share: those that are less than one
// of rarestShare words of the collection.
const rarestShare = 100_000

// candidate reports whether a word may be in the table, as far as its count tells.
func (p Params) candidate(c vocabulary.Count, documents, words uint64) bool {
	switch {
	case p.Method == IMatch:
		return p.Idf.Keeps(int64(c.N), int64(documents)) == p.Idf.DropsRare()
	case p.Antecedents.Count > 0:
		return true // the most frequent are chosen
	}
	return c.N*rarestShare >= words
}

// mostFrequent returns the most frequent words, at most so many, in the memory of counts.
func mostFrequent(counts []vocabulary.Count, max int) []vocabulary.Count {
	slices.SortFunc(counts, byFrequency)
	return counts[:min(len(counts), max)]
}

// byFrequency orders words by falling count, then by hash.
func byFrequency(a, b vocabulary.Count) int {
	return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Word, b.Word))
}

// table returns the words of the table, chosen among the candidates of all shards.
func (p Params) table(all []vocabulary.Count, total uint64) []uint32 {
	if p.Method == SpotSigs {
		slices.SortFunc(all, byFrequency)
		n, sum := 0, uint64(0)
		for n < len(all) && (p.Antecedents.Count == 0 && float64(sum) < p.Antecedents.Share*float64(total) ||
			n < p.Antecedents.Count) {
			sum += all[n].N
			n++
		}
		all = all[:n]
	}
	words := make([]uint32, len(all))
	for i, c := range all {
		words[i] = c.Word
	}
	return words
}
