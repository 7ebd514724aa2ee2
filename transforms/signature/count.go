package signature

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/io/dofn"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/signature/vocabulary"
)

func init() {
	dofn.Direct(func(fn *countFn, a []any) []any {
		fn.ProcessElement(a[0].(context.Context), a[1].(record.Analysed), a[2].(func(int, []byte)))
		return nil
	})
	dofn.Plain(&selectFn{})
	dofn.Plain(&tableFn{})
	register.Function2x0(emptyTableFn)
	register.Emitter1[[]byte]()
}

// Count makes the table of words that Emit needs: for IMatch the words out of the
// idf range, for SpotSigs the antecedents. analysed is a PCollection<record.Analysed>;
// the result is a PCollection<[]byte> of one element. Count panics if p is not valid or
// its method needs no table.
func Count(s beam.Scope, p Params, analysed beam.PCollection) beam.PCollection {
	s = s.Scope("signature.Count")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	if !p.NeedsTable() {
		panic("signature.Count: shingles need no table")
	}
	if p.Method == SpotSigs && len(p.Antecedents.Words) > 0 {
		return beam.Create(s, appendTable(nil, p.Antecedents.Words, true))
	}
	counts := shuffle.BlocksOf[wordCount](p.Shuffle, beam.ParDo(s, &countFn{Params: p}, analysed))
	selected := beam.ParDo(s, &selectFn{Params: p}, shuffle.Group(s, p.Shuffle, counts))
	// An input without a document has no shard: the table is there all the same.
	empty := beam.ParDo(s, emptyTableFn, beam.Impulse(s))
	return beam.ParDo(s, &tableFn{Params: p}, beam.GroupByKey(s, beam.Flatten(s, selected, empty)))
}

// A table of words is a byte that says whether the words are the ones that count (1)
// or the ones that do not (0), then the words as vocabulary.AppendWords writes them.
func appendTable(dst []byte, words []uint32, count bool) []byte {
	kind := byte(0)
	if count {
		kind = 1
	}
	return vocabulary.AppendWords(append(dst, kind), words)
}

// maxWords is how many distinct words a bundle counts before it sends the counts on:
// some 100 MB of table.
const maxWords = 4 << 20

// totals is the key under which every shard learns the size of the collection.
const totals = ^uint64(0)

// countFn counts the words of a bundle, by documents or by uses.
type countFn struct {
	Params Params

	counter          vocabulary.Counter
	documents, words uint64
	packer           *shuffle.Packer
	payload          []byte // scratch, never emitted
}

func (fn *countFn) StartBundle(_ func(int, []byte)) {
	fn.packer = shuffle.NewPacker(fn.Params.Shuffle)
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
	if fn.counter.Len() > maxWords {
		fn.flush(emit)
	}
}

func (fn *countFn) flush(emit func(int, []byte)) {
	fn.counter.Flush(func(word, n uint32) {
		fn.payload = binary.AppendUvarint(fn.payload[:0], uint64(n))
		fn.packer.Add(uint64(word)<<32, fn.payload, emit)
	})
}

func (fn *countFn) FinishBundle(emit func(int, []byte)) {
	fn.flush(emit)
	payload := binary.AppendUvarint(binary.AppendUvarint(nil, fn.documents), fn.words)
	for shard := range fn.packer.Shards() {
		fn.packer.AddTo(shard, totals, payload, emit)
	}
	fn.packer.Flush(emit)
}

var errCount = errors.New("signature: a count of words is damaged")

// wordCount is a word with how often it was counted in all. Its payload in the shuffle,
// by word in the upper half of the key, is what a bundle counted:
//
//	n uvarint
//
// Under the key totals it is the bundle's documents and words, uvarint.
type wordCount struct {
	word uint32
	n    uint64
}

// selectFn sums the counts of a shard and keeps the words that may be in the table,
// each with its count, and the totals.
type selectFn struct {
	Params Params
}

func (fn *selectFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(int, []byte)) error {
	sorted, err := shuffle.Receive("signature.Count", blocks)
	if err != nil {
		return err
	}
	var documents, words uint64
	var counts []wordCount
	for i := 0; i < sorted.Len(); {
		key, end := sorted.Key(i), sorted.Group(i)
		c := wordCount{word: uint32(key >> 32)}
		for ; i < end; i++ {
			first, w := binary.Uvarint(sorted.Payload(i))
			if w <= 0 {
				return errCount
			}
			if key == totals {
				second, v := binary.Uvarint(sorted.Payload(i)[w:])
				if v <= 0 {
					return errCount
				}
				documents, words = documents+first, words+second
				continue
			}
			c.n += first
		}
		if key != totals {
			counts = append(counts, c)
		}
	}
	out := binary.AppendUvarint(nil, words)
	for _, c := range fn.Params.candidates(counts, documents, words) {
		out = binary.LittleEndian.AppendUint32(out, c.word)
		out = binary.AppendUvarint(out, c.n)
	}
	emit(0, out)
	return nil
}

// rarestShare bounds the words that can be antecedents by share: one that makes up
// less than a hundred-thousandth of all words is none.
const rarestShare = 100_000

// candidates is the words of a shard that may be in the table.
func (p Params) candidates(counts []wordCount, documents, words uint64) []wordCount {
	if p.Method == IMatch {
		return slices.DeleteFunc(counts, func(c wordCount) bool {
			return p.Idf.Keeps(int64(c.n), int64(documents)) != p.Idf.DropsRare()
		})
	}
	slices.SortFunc(counts, byFrequency)
	if p.Antecedents.Count > 0 {
		return counts[:min(len(counts), p.Antecedents.Count)]
	}
	return slices.DeleteFunc(counts, func(c wordCount) bool { return c.n*rarestShare < words })
}

// byFrequency orders words by falling count, then by hash.
func byFrequency(a, b wordCount) int {
	return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.word, b.word))
}

// emptyTableFn makes the table's part of no shard.
func emptyTableFn(_ []byte, emit func(int, []byte)) { emit(0, []byte{0}) }

// tableFn joins what the shards selected.
type tableFn struct {
	Params Params
}

func (fn *tableFn) ProcessElement(_ int, parts func(*[]byte) bool, emit func([]byte)) error {
	var all []wordCount
	var total uint64
	var part []byte
	for parts(&part) {
		words, w := binary.Uvarint(part)
		if w <= 0 {
			return errCount
		}
		total = max(total, words)
		for b := part[w:]; len(b) > 0; {
			if len(b) < 5 {
				return errCount
			}
			n, w := binary.Uvarint(b[4:])
			if w <= 0 {
				return errCount
			}
			all = append(all, wordCount{binary.LittleEndian.Uint32(b), n})
			b = b[4+w:]
		}
	}
	emit(appendTable(nil, fn.Params.table(all, total), fn.Params.Method == SpotSigs || fn.Params.Idf.DropsRare()))
	return nil
}

// table is the words of the table, of the candidates of all shards.
func (p Params) table(all []wordCount, total uint64) []uint32 {
	if p.Method == SpotSigs {
		slices.SortFunc(all, byFrequency)
		n, sum := 0, uint64(0)
		for n < len(all) && (p.Antecedents.Count == 0 && float64(sum) < p.Antecedents.Share*float64(total) || n < p.Antecedents.Count) {
			sum += all[n].n
			n++
		}
		all = all[:n]
	}
	words := make([]uint32, len(all))
	for i, c := range all {
		words[i] = c.word
	}
	return words
}
