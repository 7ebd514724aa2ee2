package letters

import (
	"cmp"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/candidate/thin"
	"example.org/diagonal/transforms/letters/chain"
	"example.org/diagonal/transforms/signature"
)

// meet pairs the documents that share q-grams, and keeps the pairs with chains.
func meet(s beam.Scope, p Params, in Input, postings shuffle.Blocks[signature.UnitPostings]) (pairs shuffle.Blocks[delivery.Pair], needs shuffle.Blocks[delivery.Need], ledger beam.PCollection) {
	fn := &meetFn{Params: p}
	hits, counts := beam.ParDo2(s, fn, shuffle.Group(s, postings.Params(), postings), dofn.Side(fn, in.Documents), dofn.Side(fn, in.Letters))
	chained := &chainFn{Params: p}
	emitted, asked, chains := beam.ParDo3(s, chained, shuffle.Group(s, p.Shuffle, shuffle.BlocksOf[sharedHits](p.Shuffle, hits)), dofn.Side(chained, in.Letters))
	return shuffle.BlocksOf[delivery.Pair](p.byCell(), emitted), shuffle.BlocksOf[delivery.Need](p.Shuffle, asked), beam.Flatten(s, counts, chains)
}

// maxRepeats is how many places of a q-gram in one document are used.
const maxRepeats = 4

// The memory of a hit, which is there twice while hits are sorted, and of those that are sent together.
const (
	hitBytes  = 2 * 20
	hitMemory = 24 << 20
)

// meetFn pairs the documents of each q-gram.
type meetFn struct {
	Params Params

	bundle  dofn.Bundle
	packer  *shuffle.Packer
	ledger  shuffle.Ledger
	letters int64
	portion int // hits that are sent together

	// scratch, never emitted
	splitter  candidate.Splitter
	portions  candidate.Portions
	read      []signature.UnitPosting
	postings  []thin.Posting
	thin      thin.Scratch
	sources   []uint64 // the keys of the records
	documents []document
	hits      []met
	payload   []byte
}

// document is a document of postings, whose number is its place in the order of keys.
type document struct {
	key    uint64
	traits []byte
}

// met is a hit of documents a and b, which are numbers.
type met struct {
	a, b uint32
	chain.Hit
}

func (m met) compare(n met) int {
	return cmp.Or(cmp.Compare(m.a, n.a), cmp.Compare(m.b, n.b), chain.Compare(m.Hit, n.Hit))
}

func (fn *meetFn) start() error {
	fn.packer = shuffle.NewPacker(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{HotGrams: 0, ThinnedPairs: 0}
	fn.portions.Start(fn.Params.Shuffle.Memory)
	fn.portion = int(fn.Params.Shuffle.Scaled(hitMemory) / hitBytes)
	return nil
}

func (fn *meetFn) ProcessElement(_ int, blocks func(*[]byte) bool, documents, letters int64, emit func(int, []byte), _ func(string, int64)) error {
	if err := fn.bundle.Begin(fn.start); err != nil {
		return err
	}
	fn.letters = letters
	return fn.Params.Shuffle.Postings().EachSplit("letters.Find", blocks, fn.splitter.Split, func(records shuffle.Records) error {
		return fn.meet(records, documents, emit)
	})
}

// meet pairs the documents of a shard, or of a part of it: all postings at a time, or as many as there is memory
// for.
func (fn *meetFn) meet(records shuffle.Records, documents int64, emit func(int, []byte)) error {
	if err := fn.portions.See(records); err != nil {
		return err
	}
	return fn.portions.Each(func(portion, portions int) (int, error) {
		return fn.unpack(records, portion, portions)
	}, func() { fn.pairAll(documents, emit) })
}

// unpack unpacks the postings of one of several portions of the q-grams, without most of those that come once,
// and returns their number. If all are one portion and they are more than fn.portions.Most, they are only counted.
func (fn *meetFn) unpack(records shuffle.Records, portion, portions int) (n int, err error) {
	fn.postings, fn.sources, fn.documents = fn.postings[:0], fn.sources[:0], fn.documents[:0]
	fn.portions.Shared.Begin()
	err = records.Each(func(key uint64, payload []byte) (err error) {
		if fn.read, _, err = signature.AppendUnitPostings(fn.read[:0], payload); err != nil {
			return err
		}
		before := n
		for _, p := range fn.read {
			if fn.portions.Shared.Shared(p.Signature) == 0 || portions > 1 && candidate.PortionOf(p.Signature, portions) != portion {
				continue
			}
			if n++; portions > 1 || n <= fn.portions.Most {
				fn.postings = append(fn.postings, thin.Posting{Signature: p.Signature, Document: uint32(len(fn.sources)), Unit: p.Place})
			}
		}
		if n > before {
			fn.sources = append(fn.sources, key)
			fn.documents = append(fn.documents, document{key, slices.Clone(signature.TraitsOf(payload))})
		}
		return nil
	})
	fn.number()
	return n, err
}

// number gives the documents their numbers in the order of their keys. A document given twice has one number.
func (fn *meetFn) number() {
	slices.SortFunc(fn.documents, func(x, y document) int { return cmp.Compare(x.key, y.key) })
	fn.documents = slices.CompactFunc(fn.documents, func(x, y document) bool { return x.key == y.key })
	numbers := make([]uint32, len(fn.sources))
	for source, key := range fn.sources {
		n, _ := slices.BinarySearchFunc(fn.documents, key, func(d document, key uint64) int { return cmp.Compare(d.key, key) })
		numbers[source] = uint32(n)
	}
	for i := range fn.postings {
		fn.postings[i].Document = numbers[fn.postings[i].Document]
	}
}

// pairAll makes hits of the postings.
func (fn *meetFn) pairAll(documents int64, emit func(int, []byte)) {
	excluded := int64(0)
	how := thin.Params{Hot: candidate.MaxDocuments(fn.Params.MaxDocuments, documents), Keep: candidate.KeepDocuments, Repeats: maxRepeats}
	c := thin.Groups(fn.postings, how, &fn.thin, func(group []thin.Posting, in int) {
		bits := chain.Bits(int64(in), fn.letters)
		for x, a := range group {
			for _, b := range group[x+1:] {
				if a.Document == b.Document {
					continue
				}
				if !fn.pair(a, b, bits) {
					excluded++
				}
			}
			if len(fn.hits) >= fn.portion {
				fn.send(emit)
			}
		}
	}, func([]thin.Posting) { fn.ledger.Add(HotGrams, 1) })
	fn.send(emit)
	fn.ledger.Add(ThinnedPairs, c.ThinnedPairs)
	if !fn.Params.Where.None() {
		fn.ledger.Add(Excluded, excluded)
	}
}

// pair adds a hit, if its documents are compared. It returns false if the condition on their fields excludes them.
func (fn *meetFn) pair(a, b thin.Posting, bits uint8) bool {
	x, y := &fn.documents[a.Document], &fn.documents[b.Document]
	if !fn.Params.Compares(x.key, y.key) {
		return true
	}
	if !fn.Params.Holds(x.key, y.key, x.traits, y.traits) {
		return false
	}
	if fn.Params.Turned(x.key) {
		a, b = b, a
	}
	fn.hits = append(fn.hits, met{a.Document, b.Document, chain.Hit{I: letterOf(a.Unit), K: letterOf(b.Unit), N: lengthOf(a.Unit), Bits: bits}})
	return true
}

// send emits one record for each pair of documents, and drops the hits.
func (fn *meetFn) send(emit func(int, []byte)) {
	slices.SortFunc(fn.hits, met.compare)
	for i, end := 0, 0; i < len(fn.hits); i = end {
		a, b := fn.hits[i].a, fn.hits[i].b
		fn.payload = beginHits(fn.payload[:0], fn.documents[b].key)
		last := chain.Hit{}
		for end = i; end < len(fn.hits) && fn.hits[end].a == a && fn.hits[end].b == b; end++ {
			fn.payload = appendHit(fn.payload, last, fn.hits[end].Hit)
			last = fn.hits[end].Hit
		}
		fn.packer.Add(fn.documents[a].key, fn.payload, emit)
	}
	fn.hits = fn.hits[:0]
}

func (fn *meetFn) FinishBundle(_, _ int64, emit func(int, []byte), ledger func(string, int64)) {
	fn.bundle.Finish(func() {
		fn.packer.Flush(emit)
		fn.ledger.Flush(ledger)
	})
}
