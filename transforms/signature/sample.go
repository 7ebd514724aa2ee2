package signature

import (
	"encoding/binary"
	"math/bits"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/engine/tally/vocabulary"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis/unit"
	"example.org/diagonal/transforms/signature/chain"
)

func init() {
	dofn.Direct(func(fn *sampleFn, a []any) []any {
		return []any{fn.ProcessElement(a[0].(record.Analysed), a[1].(func(int, []byte)))}
	})
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
func Sample(s beam.Scope, sh shuffle.Params, share float64, analysed beam.PCollection) tally.Table[chain.Table] {
	s = s.Scope("signature.Sample")
	if err := sh.Validate(); err != nil {
		panic(err)
	}
	counts := shuffle.BlocksOf[tally.WordCount](sh, beam.ParDo(s, &sampleFn{Shuffle: sh, Words: sampleWords}, analysed))
	return tally.Make[chain.Table](s, chainTable{Shuffle: sh, Words: sampleWords, Share: share}, shuffle.Group(s, sh, counts))
}

// levels is the number of times that a sample can be halved.
const levels = 32

// levelOf returns how many times the sample can be halved so that it still has the document with
// a name. One document in 2^n has a level of n or more.
func levelOf(name uint32) int {
	return bits.LeadingZeros32(uint32(mix.Full(uint64(name)) >> 32))
}

// sampleFn counts words by level. When the higher levels of this bundle alone make a sample, it
// stops counting the lower ones: the sample of all bundles does not need them either.
type sampleFn struct {
	Shuffle shuffle.Params
	Words   uint64

	least  int
	words  uint64             // of all documents
	seen   [levels + 1]uint64 // words of each level
	counts [levels + 1]vocabulary.Counter
	sent   *tally.Words
	// scratch, never emitted
	spans   record.Spans
	terms   []uint32
	payload []byte
}

func (fn *sampleFn) StartBundle(_ func(int, []byte)) {
	fn.sent = tally.NewWords(fn.Shuffle)
	fn.least, fn.words = 0, 0
	clear(fn.seen[:])
	clear(fn.counts[:])
}

func (fn *sampleFn) ProcessElement(a record.Analysed, _ func(int, []byte)) error {
	fn.words += uint64(len(a.Words))
	at := levelOf(record.NameOf(a.Key))
	if at < fn.least {
		return nil
	}
	spans, err := fn.spans.Read(a.Spans, len(a.Words))
	if err != nil {
		return err
	}
	fn.terms = unit.Terms(fn.terms[:0], a.Words, spans.From, spans.To, spans.Joined) // as EmitUnits has them
	fn.counts[at].AddWords(fn.terms)
	fn.seen[at] += uint64(len(fn.terms))
	for k := leastLevel(fn.seen[:], fn.Words); fn.least < k; fn.least++ {
		fn.counts[fn.least] = vocabulary.Counter{}
	}
	if len(fn.terms) > largeDocument {
		fn.spans, fn.terms = record.Spans{}, nil
	}
	return nil
}

// leastLevel returns the highest level such that it and those above it have at least so many
// words, or 0.
func leastLevel(seen []uint64, words uint64) int {
	sum := uint64(0)
	for k := len(seen) - 1; k > 0; k-- {
		if sum += seen[k]; sum >= words {
			return k
		}
	}
	return 0
}

// appendTotals appends what every shard has to know of the bundle to dst: for sampled.add.
func (fn *sampleFn) appendTotals(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(fn.least))
	dst = binary.AppendUvarint(dst, fn.words)
	for _, words := range fn.seen {
		dst = binary.AppendUvarint(dst, words)
	}
	return dst
}

func (fn *sampleFn) FinishBundle(emit func(int, []byte)) {
	for at := fn.least; at < len(fn.counts); at++ {
		fn.counts[at].Flush(func(word, n uint32) {
			fn.payload = binary.AppendUvarint(append(fn.payload[:0], byte(at)), uint64(n))
			fn.sent.Send(word, fn.payload, emit)
		})
	}
	fn.sent.Finish(fn.appendTotals(nil), emit)
}

// sampled is the sum of the totals of all bundles.
type sampled struct {
	least int
	words uint64
	seen  [levels + 1]uint64
}

// add adds the totals of a bundle:
//
//	least, words uvarint; words of each level, uvarint
func (s *sampled) add(payload []byte) error {
	r := wire.NewReader(payload)
	s.least = max(s.least, int(min(r.Uvarint(), levels)))
	s.words += r.Uvarint()
	for i := range s.seen {
		s.seen[i] += r.Uvarint()
	}
	return r.Err()
}

// size returns the least level of a sample of at least so many words, and the number of words
// in it.
func (s *sampled) size(words uint64) (least int, sample uint64) {
	least = max(s.least, leastLevel(s.seen[:], words))
	for _, n := range s.seen[least:] {
		sample += n
	}
	return least, sample
}

// chainTable makes the table of words of a sample. A bundle sends for each level and word
//
//	level byte; n uvarint
type chainTable struct {
	Shuffle shuffle.Params
	// Words is the least number of words in a sample.
	Words uint64
	// Share is the share of a collection that the documents are; 0 is all.
	Share float64
}

// Sum returns the number of words in the collection and in the sample, both uvarint, and the
// words of a shard that the sample has more than once, each with its count.
func (t chainTable) Sum(_ int, blocks func(*[]byte) bool) ([]byte, error) {
	var all sampled
	var least int
	var out []byte // nil until the totals are known
	begin := func() {
		var sample uint64
		least, sample = all.size(t.Words)
		if t.Share > 0 {
			all.words = uint64(float64(all.words) / t.Share)
		}
		out = binary.AppendUvarint(binary.AppendUvarint(nil, all.words), sample)
	}
	err := tally.EachWord(t.Shuffle, "signature.Sample", blocks, all.add, func(payload []byte) (uint64, error) {
		if out == nil {
			begin()
		}
		r := wire.NewReader(payload)
		if level := int(r.Byte()); level < least {
			return 0, r.Err()
		}
		n := r.Uvarint()
		return n, r.Err()
	}, func(c vocabulary.Count) {
		if t.Share > 0 && least == 0 {
			// In a large collection two documents that have a chain in common are hardly ever among
			// those whose words are counted. Here both always are.
			c.N -= min(c.N, 2)
		}
		if c.N > 1 {
			out = vocabulary.AppendCounts(out, c)
		}
	})
	if out == nil { // there are no words
		begin()
	}
	return out, err
}

// Join returns the table.
func (t chainTable) Join(parts func(*[]byte) bool) ([]byte, error) {
	var collection, sample uint64
	counts, err := tally.JoinWords(parts, func(r *wire.Reader) {
		collection, sample = max(collection, r.Uvarint()), max(sample, r.Uvarint())
	})
	if err != nil {
		return nil, err
	}
	return chain.AppendTable(nil, chain.NewTable(collection, sample, counts)), nil
}
