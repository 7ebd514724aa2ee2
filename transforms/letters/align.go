package letters

import (
	"context"
	"fmt"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/letters/chain"
	"example.org/diagonal/transforms/letters/edit"
	"example.org/diagonal/transforms/prose"
)

// minPlaces is the least length of a passage, on both sides, in places of letters (package normal). In English it is
// a passage of some 100 characters.
const minPlaces = 80

// minSimilar is the least similarity of a passage: of two texts of which half is different, nobody sees that
// they are the same.
const minSimilar = .5

// alignCells aligns the pairs of each cell.
type alignCells struct {
	Params Params

	delivery.Comparison[text]
	Function engine.Side[prose.Words]
	Found    engine.Out[byLetters]
	Ledger   engine.Ledger

	// scratch, never emitted
	recycler delivery.Recycler[text]
	aligner  edit.Aligner
	found    []edit.Passage
}

func (fn *alignCells) StartBundle() {
	fn.recycler = delivery.NewRecycler(fn.Params.Shuffle, func(t *text) int { return cap(t.analysed.Words) })
}

func (fn *alignCells) FinishBundle() error {
	fn.recycler = delivery.Recycler[text]{}
	return nil
}

func (fn *alignCells) Reduce(ctx context.Context, _ uint64) error {
	return fn.EachPair(ctx, fn.Params.Shuffle, fn.text, fn.recycler.Keep, func(p delivery.Pair, a, b *text) error {
		if a == nil || b == nil {
			return fmt.Errorf("letters: a pair of documents %x and %x came to a cell without them", p.A, p.B)
		}
		chains, err := readChains(p.Carried)
		if err != nil {
			return err
		}
		fn.align(parts(chains, a, b), a, b)
		for i := range fn.found {
			fn.send(p, &fn.found[i], a, b)
		}
		return nil
	})
}

// parts cuts chains where words that do not count are between two of their runs, on either side. An extension ends
// there by itself: such words are long rows of letters that no other document has.
func parts(chains []chain.Chain, a, b *text) []chain.Chain {
	if len(a.analysed.Ignored)+len(b.analysed.Ignored) == 0 {
		return chains
	}
	var cut []chain.Chain
	for _, c := range chains {
		from := 0
		for i := 1; i <= len(c.Runs); i++ {
			if i < len(c.Runs) && a.edgesBefore(c.Runs[i-1].I) == a.edgesBefore(c.Runs[i].I) &&
				b.edgesBefore(c.Runs[i-1].K) == b.edgesBefore(c.Runs[i].K) {
				continue
			}
			cut = append(cut, chain.Chain{Bits: c.Bits, Runs: c.Runs[from:i]})
			from = i
		}
	}
	return cut
}

// align sets fn.found to the passages of chains, the ones that say most first.
func (fn *alignCells) align(chains []chain.Chain, a, b *text) {
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
		case min(places(a, p.A0, p.A1), places(b, p.B0, p.B1)) < minPlaces:
			fn.Ledger.Add(Brief, 1)
		case p.Similarity() < minSimilar || record.Round(p.Similarity()) < fn.Params.MinSimilarity:
			fn.Ledger.Add(Dissimilar, 1)
		default:
			fn.found = append(fn.found, p)
		}
	}
}

func places(t *text, i, j uint32) uint32 {
	return t.spelling.Text.Place(int(j)) - t.spelling.Text.Place(int(i))
}

// send sends a passage to document a.
func (fn *alignCells) send(p delivery.Pair, q *edit.Passage, a, b *text) {
	var x, y words
	x.first, x.end = a.spelling.Words(q.A0, q.A1)
	y.first, y.end = b.spelling.Words(q.B0, q.B1)
	// reading errors break most runs of words, so letters that are no edits stand for the evidence
	f := alignment.Passage{
		A: p.A, B: p.B, Kind: kindOf(a.in(x), b.in(y)), Reading: alignment.AnyOrder,
		ARange: a.spans.Range(x.first, x.end), BRange: b.spans.Range(y.first, y.end),
		Matched: min(a.touched(x), b.touched(y)), Similarity: q.Similarity(),
		Evidence: alignment.ThousandthsOf(q.Similarity()), Prose: fn.Function.Value().Of(a.prose(x), b.prose(y)),
	}
	if f.Evidence.Float() < fn.Params.MinEvidence {
		fn.Ledger.Add(Slight, 1)
		return
	}
	if f.Prose.Below(fn.Params.MinProse) {
		fn.Ledger.Add(NoProse, 1)
		return
	}
	if f.Kind == alignment.IsVerbatim {
		f.Similarity = 1
	}
	if fn.Params.Directed && record.SideOf(p.A) != record.SideOf(p.B) {
		f.Reading = alignment.Fixed
	}
	fn.Found.Add(p.A, byLetters{f})
}
