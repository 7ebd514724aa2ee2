package partition

import (
	"encoding/binary"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/io/dofn"
	"example.org/diagonal/io/wire"
	"example.org/diagonal/transforms/partition/bounded"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/shuffle/block"
)

func init() {
	dofn.Plain(&linkFn{})
	dofn.Plain(&thinFn{})
	dofn.Plain(&joinFn{})
	register.Function2x2(lastFn)
}

// Link is a bounded.Link. Its key is the page A, and the payload is
//
//	pages uvarint; a, b [8]; words of a, words of b uvarint
type Link struct{}

func appendLink(dst []byte, l bounded.Link) []byte {
	dst = binary.AppendUvarint(dst, uint64(l.Pages))
	dst = binary.BigEndian.AppendUint64(dst, l.A)
	dst = binary.BigEndian.AppendUint64(dst, l.B)
	return binary.AppendUvarint(binary.AppendUvarint(dst, uint64(l.WordsA)), uint64(l.WordsB))
}

func readLink(payload []byte) (bounded.Link, error) {
	r := wire.NewReader(payload)
	l := bounded.Link{Pages: uint32(r.Uvarint()), A: r.Uint64(), B: r.Uint64()}
	l.WordsA, l.WordsB = uint32(r.Uvarint()), uint32(r.Uvarint())
	return l, r.Err()
}

// fan is the number of forests that are joined into one, as in package group.
const fan = 16

// Join links the pages that have a fingerprint in common, and joins them into perhaps-similar sets.
// postings is the result of Strip. assigned is by class; pages that have no fingerprint in common
// with others have none. ledger is a PCollection<KV<string,int64>>. Join panics if p is not valid.
func Join(s beam.Scope, p Params, postings shuffle.Blocks[Posting]) (assigned shuffle.Blocks[Assigned], ledger beam.PCollection) {
	s = start(s, "Join", p)
	links := shuffle.BlocksOf[Link](p.Shuffle, beam.ParDo(s, &linkFn{Shuffle: p.Shuffle}, shuffle.Group(s, p.Shuffle, postings)))
	for sh := p.Shuffle; sh.Shards > fan; {
		grouped := shuffle.Group(s, sh, links)
		sh.Shards = (sh.Shards + fan - 1) / fan
		links = shuffle.BlocksOf[Link](sh, beam.ParDo(s, &thinFn{Shuffle: sh}, grouped))
	}
	last := beam.GroupByKey(s, beam.ParDo(s, lastFn, links.Collection()))
	sets, ledger := beam.ParDo2(s, &joinFn{Params: p}, last)
	return shuffle.BlocksOf[Assigned](p.Shuffle, sets), ledger
}

// linkFn links the pages of each fingerprint, each one with the next in their order.
type linkFn struct {
	Shuffle shuffle.Params

	links   *shuffle.Packer
	payload []byte // scratch, never emitted
}

func (fn *linkFn) StartBundle(_ func(int, []byte)) { fn.links = shuffle.NewPacker(fn.Shuffle) }

func (fn *linkFn) ProcessElement(_ int, blocks func(*[]byte) bool, links func(int, []byte)) error {
	return fn.Shuffle.EachGroup("partition.Link", blocks, func(sorted *block.Sorted, from, to int) error {
		var before bounded.Link // A is the page before
		for i := from; i < to; i++ {
			r := wire.NewReader(sorted.Payload(i))
			r.Uint64() // the order
			class, words := r.Uint64(), uint32(r.Uvarint())
			if r.Err() != nil {
				return r.Err()
			}
			if i > from {
				l := bounded.Link{Pages: uint32(to - from), A: before.A, WordsA: before.WordsA, B: class, WordsB: words}
				if l.B < l.A {
					l.A, l.B, l.WordsA, l.WordsB = l.B, l.A, l.WordsB, l.WordsA
				}
				fn.payload = appendLink(fn.payload[:0], l)
				fn.links.Add(l.A, fn.payload, links)
			}
			before.A, before.WordsA = class, words
		}
		return nil
	})
}

func (fn *linkFn) FinishBundle(links func(int, []byte)) { fn.links.Flush(links) }

// lastFn brings the last shards together.
func lastFn(_ int, links []byte) (int, []byte) { return 0, links }

// thinFn keeps a spanning forest of the links of a shard, and sends it to a shard of Shuffle.
type thinFn struct {
	Shuffle shuffle.Params

	links   *shuffle.Packer
	payload []byte // scratch, never emitted
}

func (fn *thinFn) StartBundle(_ func(int, []byte)) { fn.links = shuffle.NewPacker(fn.Shuffle) }

func (fn *thinFn) ProcessElement(shard int, blocks func(*[]byte) bool, emit func(int, []byte)) error {
	links, err := thinned(fn.Shuffle, blocks)
	for _, l := range links {
		fn.payload = appendLink(fn.payload[:0], l)
		fn.links.AddTo(shard/fan, l.A, fn.payload, emit)
	}
	return err
}

func (fn *thinFn) FinishBundle(emit func(int, []byte)) { fn.links.Flush(emit) }

// thinned returns the spanning forest of the links of a shard. A shard that is larger than memory
// is thinned part by part.
func thinned(sh shuffle.Params, blocks func(*[]byte) bool) (links []bounded.Link, err error) {
	err = sh.EachPart("partition.Join", blocks, func(sorted *block.Sorted) error {
		for i := range sorted.Len() {
			l, err := readLink(sorted.Payload(i))
			if err != nil {
				return err
			}
			links = append(links, l)
		}
		links = bounded.Thin(links)
		return nil
	})
	return links, err
}

// joinFn makes the perhaps-similar sets of the last links.
type joinFn struct {
	Params Params

	assigned *shuffle.Packer
	ledger   shuffle.Ledger
}

func (fn *joinFn) StartBundle(_ func(int, []byte), _ func(string, int64)) {
	fn.assigned = shuffle.NewPacker(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{CutLinks: 0}
}

func (fn *joinFn) ProcessElement(_ int, blocks func(*[]byte) bool, assigned func(int, []byte), _ func(string, int64)) error {
	links, err := thinned(fn.Params.Shuffle, blocks)
	if err != nil {
		return err
	}
	sets, cut := bounded.Sets(links, fn.Params.bound())
	fn.ledger.Add(CutLinks, cut)
	sizes := map[uint64]int64{}
	for _, set := range sets {
		sizes[set]++
	}
	for class, set := range sets {
		if sizes[set] > 1 {
			fn.assigned.Add(class, appendUint64(nil, tagAssigned, set), assigned)
		}
	}
	for _, n := range sizes {
		if n > 1 {
			fn.ledger.Add(PerhapsSets, 1)
			fn.ledger.Add(PerhapsPages, n)
			fn.ledger.Add(PerhapsPairs, n*(n-1)/2)
		}
	}
	return nil
}

func (fn *joinFn) FinishBundle(assigned func(int, []byte), ledger func(string, int64)) {
	fn.assigned.Flush(assigned)
	fn.ledger.Flush(ledger)
}
