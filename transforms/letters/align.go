package letters

import (
	"context"
	"fmt"

	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/alignment/seedextend"
	"example.org/diagonal/transforms/letters/chain"
	"example.org/diagonal/transforms/letters/edit"
	"example.org/diagonal/transforms/prose"
)

// leastPlaces is the least length of a passage, on both sides, in places of letters (package normal). In English it is
// a passage of some 100 characters.
const leastPlaces = 80

// leastSimilar is the least similarity of a passage: of two texts of which half is different, nobody sees that
// they are the same.
const leastSimilar = .5

// alignFn aligns the pairs of each cell.
type alignFn struct {
	Params Params

	packer *shuffle.Packer
	ledger shuffle.Ledger
	bundle dofn.Bundle
	meter  prose.Meter

	// scratch, never emitted
	aligner edit.Aligner
	found   []edit.Passage
	payload []byte
}

func (fn *alignFn) ProcessElement(ctx context.Context, _ int, blocks func(*[]byte) bool, function []byte, emit func(int, []byte), _ func(string, int64)) error {
	if err := fn.bundle.Begin(func() error {
		fn.packer = shuffle.NewPacker(fn.Params.Shuffle)
		fn.ledger = shuffle.Ledger{}
		return fn.meter.Use(function)
	}); err != nil {
		return err
	}
	return delivery.EachPair(ctx, fn.Params.byCell(), "letters.Find, alignment", blocks, readText, nil, func(p delivery.Pair, a, b *text) error {
		if a == nil || b == nil {
			return fmt.Errorf("letters: a pair of documents %x and %x came to a cell without them", p.A, p.B)
		}
		chains, err := readChains(p.Carried)
		if err != nil {
			return err
		}
		fn.align(chains, a, b)
		for i := range fn.found {
			fn.send(p, &fn.found[i], a, b, emit)
		}
		return nil
	})
}

// align sets fn.found to the passages of chains, the ones that say most first.
func (fn *alignFn) align(chains []chain.Chain, a, b *text) {
	fn.found = fn.found[:0]
next:
	for i := range chains {
		c := &chains[i]
		first, last := c.First(), c.Last()
		for _, p := range fn.found { // a chain in a passage has it, or is a repeat in it
			if first.I >= p.A0 && last.I+last.N <= p.A1 && first.K >= p.B0 && last.K+last.N <= p.B1 {
				continue next
			}
		}
		p := edit.Of(&fn.aligner, a.spelling.Text.Chars, b.spelling.Text.Chars, c)
		switch {
		case min(places(a, p.A0, p.A1), places(b, p.B0, p.B1)) < leastPlaces:
			fn.ledger.Add(Brief, 1)
		case p.Similarity() < leastSimilar || record.Round(p.Similarity()) < fn.Params.MinSimilarity:
			fn.ledger.Add(Dissimilar, 1)
		default:
			fn.found = append(fn.found, p)
		}
	}
}

func places(t *text, i, j uint32) uint32 {
	return t.spelling.Text.Place(int(j)) - t.spelling.Text.Place(int(i))
}

// evidenceOf returns the amount of shared text of a passage of the words x and y. Reading errors break most runs of
// words, so letters stand for them: as many runs as a copy has, times the share of letters that are no edits.
func evidenceOf(q *edit.Passage, x, y words) alignment.Tenths {
	n := min(x.end-x.first, y.end-y.first)
	shared := float64(max(n, 2)-2) * q.Similarity()
	return alignment.TenthsOf(seedextend.Evidence(shared, int(n)))
}

// send sends a passage to document a.
func (fn *alignFn) send(p delivery.Pair, q *edit.Passage, a, b *text, emit func(int, []byte)) {
	var x, y words
	x.first, x.end = a.spelling.Words(q.A0, q.A1)
	y.first, y.end = b.spelling.Words(q.B0, q.B1)
	f := alignment.Passage{
		A: p.A, B: p.B, Kind: kindOf(a.in(x), b.in(y)), Reading: alignment.AnyOrder,
		ARange: a.spans.Range(x.first, x.end), BRange: b.spans.Range(y.first, y.end),
		Matched: min(a.touched(x), b.touched(y)), Similarity: q.Similarity(), Evidence: evidenceOf(q, x, y), Prose: fn.meter.Of(a.prose(x), b.prose(y)),
	}
	if f.Evidence.Float() < fn.Params.MinEvidence {
		fn.ledger.Add(Slight, 1)
		return
	}
	if f.Prose.Below(fn.Params.MinProse) {
		fn.ledger.Add(NoProse, 1)
		return
	}
	if f.Kind == alignment.IsVerbatim {
		f.Similarity = 1
	}
	if fn.Params.Directed && record.SideOf(p.A) != record.SideOf(p.B) {
		f.Reading = alignment.Fixed
	}
	fn.payload = appendByLetters(fn.payload[:0], &f)
	fn.packer.Add(p.A, fn.payload, emit)
}

func (fn *alignFn) FinishBundle(_ []byte, emit func(int, []byte), ledger func(string, int64)) {
	fn.bundle.Finish(func() {
		fn.packer.Flush(emit)
		fn.ledger.Flush(ledger)
	})
}
