package reuse

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/engine/wire"
)

func init() {
	dofn.Plain(&chooseFn{})
	dofn.Plain(&chosenFn{})
}

// choice is a Side, and whether its pair is one of the best of its document. Its key is a hash of the pair,
// and the payload is
//
//	a, b [8]; side, chosen byte; the payload of the Side
//
// so that the two sides of a pair follow each other.
type choice struct{}

// Top keeps the pairs that are among the Params.Top with the highest scores of one of their documents; of equal
// scores, those of the documents with the smaller keys. If Params.Directed is set, documents of the source do
// not choose. sides is the result of Score. With 0 it keeps all. ledger is a PCollection<KV<string,int64>>, or
// not valid. Top panics if p is not valid.
func Top(s beam.Scope, p Params, sides shuffle.Blocks[Side]) (kept shuffle.Blocks[Side], ledger beam.PCollection) {
	s = start(s, "Top", p)
	if p.Top == 0 {
		return sides, ledger
	}
	chosen := beam.ParDo(s, &chooseFn{Params: p}, shuffle.Group(s, p.Shuffle, sides))
	both, ledger := beam.ParDo2(s, &chosenFn{Params: p}, shuffle.Group(s, p.Shuffle, shuffle.BlocksOf[choice](p.Shuffle, chosen)))
	return shuffle.BlocksOf[Side](p.Shuffle, both), ledger
}

// chooseFn chooses among the pairs of each document.
type chooseFn struct {
	Params Params

	packer *shuffle.Packer
	// scratch, never emitted
	pairs   []scored
	payload []byte
}

// scored is a pair of the document at hand.
type scored struct {
	payload     []byte // of its Side
	side        byte
	a, b, other uint64
	score       float64
}

func (fn *chooseFn) StartBundle(_ func(int, []byte)) {
	fn.packer = shuffle.NewPacker(fn.Params.Shuffle)
}

func (fn *chooseFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(int, []byte)) error {
	return fn.Params.Shuffle.EachGroup("reuse.Top", blocks, func(sorted *block.Sorted, from, to int) error {
		fn.pairs = fn.pairs[:0]
		for i := from; i < to; i++ {
			r := wire.NewReader(sorted.Payload(i))
			r.Byte()
			x := scored{payload: sorted.Payload(i), side: r.Byte(), a: r.Uint64(), b: r.Uint64()}
			if x.score, x.other = math.Float64frombits(r.Uint64()), x.b; x.side == 1 {
				x.other = x.a
			}
			if r.Err() != nil {
				return r.Err()
			}
			fn.pairs = append(fn.pairs, x)
		}
		slices.SortFunc(fn.pairs, func(x, y scored) int { return cmp.Or(cmp.Compare(y.score, x.score), cmp.Compare(x.other, y.other)) })
		for i, x := range fn.pairs {
			best := i < fn.Params.Top && !(fn.Params.Directed && x.side == 1)
			fn.payload = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(fn.payload[:0], x.a), x.b)
			fn.payload = append(wire.AppendBool(append(fn.payload, x.side), best), x.payload...)
			fn.packer.Add(mix.Full(x.a)+x.b, fn.payload, emit)
		}
		return nil
	})
}

func (fn *chooseFn) FinishBundle(emit func(int, []byte)) { fn.packer.Flush(emit) }

// chosenFn keeps the pairs that one of their documents has chosen.
type chosenFn struct {
	Params Params

	packer *shuffle.Packer
	ledger shuffle.Ledger
}

func (fn *chosenFn) StartBundle(_ func(int, []byte), _ func(string, int64)) {
	fn.packer, fn.ledger = shuffle.NewPacker(fn.Params.Shuffle), shuffle.Ledger{BelowTop: 0}
}

func (fn *chosenFn) ProcessElement(_ int, blocks func(*[]byte) bool, sides func(int, []byte), _ func(string, int64)) error {
	return fn.Params.Shuffle.EachGroup("reuse.Top, pairs", blocks, func(sorted *block.Sorted, from, to int) error {
		for i := from; i+1 < to; i += 2 {
			best := false
			for _, payload := range [][]byte{sorted.Payload(i), sorted.Payload(i + 1)} {
				if len(payload) < choiceSize {
					return wire.ErrShort
				}
				best = best || payload[choiceSize-1] != 0
			}
			if !best {
				fn.ledger.Add(BelowTop, 1)
				continue
			}
			for side := range 2 {
				payload := sorted.Payload(i + side)
				fn.packer.Add(binary.BigEndian.Uint64(payload[8*side:]), payload[choiceSize:], sides)
			}
		}
		return nil
	})
}

// choiceSize is the size of a choice without the payload of its Side.
const choiceSize = 18

func (fn *chosenFn) FinishBundle(sides func(int, []byte), ledger func(string, int64)) {
	fn.packer.Flush(sides)
	fn.ledger.Flush(ledger)
}
