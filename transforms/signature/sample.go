package signature

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"unicode/utf8"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/io/dofn"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis/charfilter"
	"example.org/diagonal/transforms/analysis/token"
	"example.org/diagonal/transforms/analysis/unit"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/shuffle/mix"
	"example.org/diagonal/transforms/signature/chain"
	"example.org/diagonal/transforms/signature/vocabulary"
)

func init() {
	dofn.Direct(func(fn *sampleFn, a []any) []any {
		return []any{fn.ProcessElement(a[0].(record.Document), a[1].(func(int, []byte)))}
	})
	dofn.Plain(&sumFn{})
	dofn.Plain(&weighFn{})
	register.Function2x0(emptySumFn)
}

// sampleWords is the least number of words in a sample, and about half of the most. In
// a sample of a million, a word on the border of being a content word stands 200 times.
const sampleWords = 1 << 20

// Sample makes the table of words that EmitGrams needs for information chains, from the
// documents of a PCollection<record.Document>. The result is a
// PCollection<[]byte> of one element, an encoded chain.Table. Sample panics if sh is not
// valid.
//
// The words of a small collection are all counted. Of a large one a sample of the
// documents is, which is halved as often as it has sampleWords words or more without
// the other half. Which documents stay is decided by the hash of their ids, so that it
// does not depend on the order of the input or on how it is cut.
func Sample(s beam.Scope, sh shuffle.Params, documents beam.PCollection) beam.PCollection {
	s = s.Scope("signature.Sample")
	if err := sh.Validate(); err != nil {
		panic(err)
	}
	counts := shuffle.BlocksOf[levelCount](sh, beam.ParDo(s, &sampleFn{Shuffle: sh, Words: sampleWords}, documents))
	summed := beam.ParDo(s, &sumFn{Words: sampleWords}, shuffle.Group(s, sh, counts))
	empty := beam.ParDo(s, emptySumFn, beam.Impulse(s)) // an input without a document has no shard
	return beam.ParDo(s, &weighFn{}, beam.GroupByKey(s, beam.Flatten(s, summed, empty)))
}

// levels is how many times a sample can be halved.
const levels = 32

// levelOf is how many halvings keep the document of a name: one document in 2^n has n or more.
func levelOf(name uint32) int {
	return bits.LeadingZeros32(uint32(mix.Full(uint64(name)) >> 32))
}

// level is what was counted of the documents of one level.
type level struct{ Words, Bytes uint64 }

// levelCount is how often a bundle counted a word in the documents of a level. Its key has
// the word in its upper half.
//
//	level byte; n uvarint
//
// Under the key totals it is what totalsOf writes.
type levelCount struct{}

// sampleFn counts words by level. It stops counting those of low levels when the higher
// ones are sample enough for this bundle alone: then they are for all.
type sampleFn struct {
	Shuffle shuffle.Params
	Words   uint64

	least  int
	bytes  uint64 // of all documents
	seen   [levels + 1]level
	counts [levels + 1]vocabulary.Counter
	packer *shuffle.Packer
	// scratch, never emitted
	tokens                []token.Token
	words, from, to, pair []uint32
	payload               []byte
}

func (fn *sampleFn) StartBundle(_ func(int, []byte)) {
	fn.packer = shuffle.NewPacker(fn.Shuffle)
	fn.least, fn.bytes = 0, 0
	clear(fn.seen[:])
	clear(fn.counts[:])
}

func (fn *sampleFn) ProcessElement(d record.Document, _ func(int, []byte)) error {
	if uint64(len(d.Text)) > token.MaxText {
		return fmt.Errorf("%s: a document of %d bytes; the most is 4 GiB", record.Where(d.File, d.Record), len(d.Text))
	}
	fn.bytes += uint64(len(d.Text))
	at := levelOf(record.NameOf(record.Key(d.Side, d.ID, 0)))
	if at < fn.least {
		return nil
	}
	words := fn.wordsOf(&d)
	fn.counts[at].AddWords(words)
	fn.seen[at].Words += uint64(len(words))
	fn.seen[at].Bytes += uint64(len(d.Text))
	for k := leastLevel(fn.seen[:], fn.Words); fn.least < k; fn.least++ {
		fn.counts[fn.least] = vocabulary.Counter{}
	}
	if len(words) > largeDocument {
		fn.tokens, fn.words, fn.from, fn.to, fn.pair = nil, nil, nil, nil, nil
	}
	return nil
}

// leastLevel is the highest level from which on there are words enough, or 0.
func leastLevel(seen []level, words uint64) int {
	sum := uint64(0)
	for k := len(seen) - 1; k > 0; k-- {
		if sum += seen[k].Words; sum >= words {
			return k
		}
	}
	return 0
}

// wordsOf is the words of a document as EmitGrams sees them.
func (fn *sampleFn) wordsOf(d *record.Document) []uint32 {
	text := d.Text
	if d.Markup == record.HTML {
		text, _ = charfilter.HTML(d.Text)
	}
	fn.tokens = token.Append(fn.tokens[:0], text)
	fn.words, fn.from, fn.to = fn.words[:0], fn.from[:0], fn.to[:0]
	place := uint32(0)
	for i, t := range fn.tokens {
		_, first := utf8.DecodeRune(text[t.Start:t.End])
		size := uint32(2) // or more
		if first == int(t.End-t.Start) {
			size = 1
		}
		if i > 0 && fn.tokens[i-1].End != t.Start {
			place++
		}
		fn.words, fn.from, fn.to = append(fn.words, t.Hash), append(fn.from, place), append(fn.to, place+size)
		place += size
	}
	fn.pair = unit.Terms(fn.pair[:0], fn.words, fn.from, fn.to, nil)
	return fn.pair
}

// totalsOf writes what every shard has to know of the bundle.
func (fn *sampleFn) totalsOf(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(fn.least))
	dst = binary.AppendUvarint(dst, fn.bytes)
	for _, l := range fn.seen {
		dst = binary.AppendUvarint(binary.AppendUvarint(dst, l.Words), l.Bytes)
	}
	return dst
}

func (fn *sampleFn) FinishBundle(emit func(int, []byte)) {
	for at := fn.least; at < len(fn.counts); at++ {
		fn.counts[at].Flush(func(word, n uint32) {
			fn.payload = binary.AppendUvarint(append(fn.payload[:0], byte(at)), uint64(n))
			fn.packer.Add(uint64(word)<<32, fn.payload, emit)
		})
	}
	fn.payload = fn.totalsOf(fn.payload[:0])
	for shard := range fn.packer.Shards() {
		fn.packer.AddTo(shard, totals, fn.payload, emit)
	}
	fn.packer.Flush(emit)
}

var errSample = errors.New("signature: a sample of words is damaged")

// sampled is what the totals of all bundles say together.
type sampled struct {
	least int
	bytes uint64
	seen  [levels + 1]level
}

func (s *sampled) add(b []byte) error {
	var values [2 + 2*(levels+1)]uint64
	for i := range values {
		n, w := binary.Uvarint(b)
		if w <= 0 {
			return errSample
		}
		values[i], b = n, b[w:]
	}
	s.least = max(s.least, int(min(values[0], levels)))
	s.bytes += values[1]
	for i := range s.seen {
		s.seen[i].Words += values[2+2*i]
		s.seen[i].Bytes += values[3+2*i]
	}
	return nil
}

// size is the level from which on the words count, how many those are, and how many the
// collection has by their share of its bytes.
func (s *sampled) size(words uint64) (least int, sample, collection uint64) {
	least = max(s.least, leastLevel(s.seen[:], words))
	bytes := uint64(0)
	for _, l := range s.seen[least:] {
		sample, bytes = sample+l.Words, bytes+l.Bytes
	}
	collection = sample
	if bytes > 0 && bytes < s.bytes {
		hi, lo := bits.Mul64(sample, s.bytes)
		collection, _ = bits.Div64(hi%bytes, lo, bytes)
	}
	return least, sample, collection
}

// sumFn sums the counts of a shard: it emits the number of words in the collection and
// in the sample, then the words that stand there more than once.
type sumFn struct{ Words uint64 }

func (fn *sumFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(int, []byte)) error {
	sorted, err := shuffle.Receive("signature.Sample", blocks)
	if err != nil {
		return err
	}
	var all sampled
	counted := sorted.Len() // the totals have the last key
	for ; counted > 0 && sorted.Key(counted-1) == totals; counted-- {
		if err := all.add(sorted.Payload(counted - 1)); err != nil {
			return err
		}
	}
	least, sample, collection := all.size(fn.Words)
	out := binary.AppendUvarint(binary.AppendUvarint(nil, collection), sample)
	for i := 0; i < counted; {
		word, end, sum := uint32(sorted.Key(i)>>32), sorted.Group(i), uint64(0)
		for ; i < min(end, counted); i++ {
			b := sorted.Payload(i)
			if len(b) < 2 {
				return errSample
			}
			n, w := binary.Uvarint(b[1:])
			if w <= 0 {
				return errSample
			}
			if int(b[0]) >= least {
				sum += n
			}
		}
		if sum > 1 {
			out = binary.AppendUvarint(binary.LittleEndian.AppendUint32(out, word), sum)
		}
	}
	emit(0, out)
	return nil
}

// emptySumFn makes the table's part of no shard.
func emptySumFn(_ []byte, emit func(int, []byte)) { emit(0, []byte{0, 0}) }

// weighFn makes the table of what the shards have summed.
type weighFn struct{}

func (fn *weighFn) ProcessElement(_ int, parts func(*[]byte) bool, emit func([]byte)) error {
	var collection, sample uint64
	var counts []chain.Count
	var part []byte
	for parts(&part) {
		c, v := binary.Uvarint(part)
		if v <= 0 {
			return errSample
		}
		n, w := binary.Uvarint(part[v:])
		if w <= 0 {
			return errSample
		}
		collection, sample = max(collection, c), max(sample, n)
		for b := part[v+w:]; len(b) > 0; {
			if len(b) < 5 {
				return errSample
			}
			n, w := binary.Uvarint(b[4:])
			if w <= 0 {
				return errSample
			}
			counts = append(counts, chain.Count{Word: binary.LittleEndian.Uint32(b), N: n})
			b = b[4+w:]
		}
	}
	emit(chain.AppendTable(nil, chain.NewTable(collection, sample, counts)))
	return nil
}
