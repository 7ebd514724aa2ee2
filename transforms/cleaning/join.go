package cleaning

import (
	"diagonal/io/record"
	"diagonal/transforms/cleaning/removal"
	"diagonal/transforms/shuffle"
)

// joinFn makes edits of the candidates of a group, as far as its kept copy is intact.
type joinFn struct {
	Params Params

	edits   *shuffle.Packer
	ledger  shuffle.Ledger
	payload []byte // scratch, never emitted
}

func (fn *joinFn) StartBundle(_ func(int, []byte), _ func(string, int64)) {
	fn.edits = shuffle.NewPacker(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{}
}

func (fn *joinFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(int, []byte), _ func(string, int64)) error {
	sorted, err := shuffle.Receive("cleaning.Decide", blocks)
	if err != nil {
		return err
	}
	for i := 0; i < sorted.Len(); {
		end := sorted.Group(i)
		var pieces []record.Piece
		if sorted.Payload(i)[0] == record.TagPieces {
			if pieces, err = record.ReadPieces(sorted.Payload(i)); err != nil {
				return err
			}
			i++
		}
		for ; i < end; i++ {
			candidate, kept, home, err := record.ReadCandidate(sorted.Payload(i))
			if err != nil {
				return err
			}
			if !fn.take(&candidate, &kept, &home, pieces, emit) {
				fn.ledger.Add(Left, 1)
			}
		}
	}
	return nil
}

func (fn *joinFn) FinishBundle(emit func(int, []byte), ledger func(string, int64)) {
	fn.edits.Flush(emit)
	fn.ledger.Flush(ledger)
}

// take sends an edit for each piece that something may be taken out for.
func (fn *joinFn) take(candidate, kept *record.Copy, home *record.Home, pieces []record.Piece, emit func(int, []byte)) (any bool) {
	p := removal.Passage{Candidate: sideOf(candidate), Kept: sideOf(kept), Same: candidate.ID == kept.ID, Matched: candidate.Matched}
	for _, piece := range pieces {
		side := removal.Side{Start: piece.Start, End: piece.End, Sentence: piece.Sentence, Sentences: piece.Sentences}
		if kept.End == record.WholeEnd {
			p.Kept.End = side.End
		}
		first, count, ok := p.Part(side)
		if !ok {
			continue
		}
		e := editOf(candidate, first, count)
		if e.Reason == PassageReason && p.Same {
			e.Reason = RepeatReason
		}
		e.KeptID, e.Kept = kept.ID, piece.Names
		fn.payload = sendEdit(fn.payload, fn.edits, fn.Params.Shuffle, home, e, emit)
		any = true
	}
	return any
}
