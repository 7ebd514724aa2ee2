package signature

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/engine/tally/vocabulary"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
)

func init() {
	dofn.Direct(func(fn *countFn, a []any) []any {
		fn.ProcessElement(a[0].(context.Context), a[1].(record.Analysed), a[2].(func(int, []byte)))
		return nil
	})
	tally.Register[wordTable]()
}

// Count makes the table of words that Emit needs: for IMatch the words outside the idf range,
// for SpotSigs the antecedents. analysed is a PCollection<record.Analysed>. Count panics if p
// is not valid or its method needs no table.
func Count(s beam.Scope, p Params, analysed beam.PCollection) tally.Table[vocabulary.Set] {
	s = s.Scope("signature.Count")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	if !p.NeedsTable() {
		panic("signature.Count: shingles need no table")
	}
	if p.Method == SpotSigs && len(p.Antecedents.Words) > 0 {
		return tally.Given[vocabulary.Set](s, appendTable(nil, p.Antecedents.Words, true))
	}
	counts := shuffle.BlocksOf[tally.WordCount](p.Shuffle, beam.ParDo(s, &countFn{Params: p}, analysed))
	return tally.Make[vocabulary.Set](s, wordTable{p}, shuffle.Group(s, p.Shuffle, counts))
}

// appendTable appends a table of words to dst: a byte, which is 1 if these are the words that
// count, and 0 if they are the words that do not, and the words (vocabulary.AppendWords).
func appendTable(dst []byte, words []uint32, count bool) []byte {
	return vocabulary.AppendWords(wire.AppendBool(dst, count), words)
}

// countFn counts the words of a bundle: how many documents have them, or how often they are used.
type countFn struct {
	Params Params

	counter          *tally.Counter
	documents, words uint64
}

func (fn *countFn) StartBundle(_ func(int, []byte)) {
	fn.counter = tally.NewCounter(fn.Params.Shuffle)
	fn.documents, fn.words = 0, 0
}

func (fn *countFn) ProcessElement(_ context.Context, a record.Analysed, emit func(int, []byte)) {
	fn.documents++
	fn.words += uint64(len(a.Words))
	if fn.Params.Method == IMatch {
		fn.counter.AddDocument(a.Words)
	} else {
		fn.counter.AddWords(a.Words)
	}
	fn.counter.FlushFull(emit)
}

func (fn *countFn) FinishBundle(emit func(int, []byte)) {
	fn.counter.Finish(binary.AppendUvarint(binary.AppendUvarint(nil, fn.documents), fn.words), emit)
}

// wordTable makes the table of words of counts. A bundle sends for each word its number, and as
// totals its documents and words, all uvarint.
type wordTable struct{ Params Params }

// Sum returns the number of words in the collection, a uvarint, and the words of a shard that
// may be in the table, each with its count.
func (t wordTable) Sum(_ int, blocks func(*[]byte) bool) ([]byte, error) {
	var documents, words uint64
	var counts []vocabulary.Count
	most := t.Params.Antecedents.Count
	err := tally.EachWord(t.Params.Shuffle, "signature.Count", blocks, func(payload []byte) error {
		r := wire.NewReader(payload)
		documents += r.Uvarint()
		words += r.Uvarint()
		return r.Err()
	}, tally.ReadCount, func(c vocabulary.Count) {
		if t.Params.candidate(c, documents, words) {
			counts = append(counts, c)
		}
		if most > 0 && len(counts) >= 2*most+1024 {
			counts = mostFrequent(counts, most)
		}
	})
	if err != nil {
		return nil, err
	}
	if most > 0 {
		counts = mostFrequent(counts, most)
	}
	return vocabulary.AppendCounts(binary.AppendUvarint(nil, words), counts...), nil
}

// Join returns the table.
func (t wordTable) Join(parts func(*[]byte) bool) ([]byte, error) {
	words := uint64(0)
	counts, err := tally.JoinWords(parts, func(r *wire.Reader) { words = max(words, r.Uvarint()) })
	if err != nil {
		return nil, err
	}
	return appendTable(nil, t.Params.table(counts, words), t.Params.Method == SpotSigs || t.Params.Idf.DropsRare()), nil
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
func mostFrequent(counts []vocabulary.Count, most int) []vocabulary.Count {
	slices.SortFunc(counts, byFrequency)
	return counts[:min(len(counts), most)]
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
		for n < len(all) && (p.Antecedents.Count == 0 && float64(sum) < p.Antecedents.Share*float64(total) || n < p.Antecedents.Count) {
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
