package cleaning

import (
	"diagonal/io/record"
	"diagonal/transforms/cleaning/removal"
	"diagonal/transforms/shuffle"
)

// Reasons in the manifest.
const (
	// RepeatReason is a passage whose kept copy stands in the same document.
	RepeatReason = "repeat"
	// PassageReason is a passage whose kept copy stands in another one.
	PassageReason = "passage"
	// HotReason is a hot passage.
	HotReason = "hot"
	// DocumentReason is a whole document: another one stands for its group.
	DocumentReason = "document"
)

// weighFn tells the group of a copy that is to be kept which parts of it are intact, and
// the group of a candidate where its document is. Candidates without a copy to be kept
// become edits here, and records whose id was taken.
type weighFn struct {
	Params Params

	groups, edits *shuffle.Packer
	payload       []byte // scratch, never emitted
	sides, intact []removal.Side
	names         []removal.Range
}

func (fn *weighFn) StartBundle(_, _ func(int, []byte), _ func(string, int64)) {
	fn.groups = shuffle.NewPacker(fn.Params.Shuffle)
	fn.edits = shuffle.NewPacker(fn.Params.Shuffle)
}

func (fn *weighFn) ProcessElement(_ int, blocks func(*[]byte) bool, toGroup, toPart func(int, []byte), _ func(string, int64)) error {
	sorted, err := shuffle.Receive("cleaning.Decide", blocks)
	if err != nil {
		return err
	}
	for i := 0; i < sorted.Len(); {
		end := sorted.Group(i)
		if end-i == 1 && sorted.Payload(i)[0] == record.TagHome {
			i = end // a document that has no copy: most are
			continue
		}
		homes, next, err := homesOf(sorted, i, end, func(loser, winner *record.Home) {
			fn.edit(loser, record.Edit{
				Kind: record.Refuse, Reason: record.DuplicateID(loser.ID,
					record.Origin{File: loser.File, Record: loser.Record}, record.Origin{File: winner.File, Record: winner.Record}),
			}, toPart)
		})
		if err != nil {
			return err
		}
		told := map[string]*document{} // nearly always one
		for ; next < end; next++ {
			a, err := record.ReadAtDocument(sorted.Payload(next))
			if err != nil {
				return err
			}
			home := homes[a.Copy.ID]
			if a.Copy.Kind != record.NeededCopy {
				if home, err = fn.Params.settle(&a.Copy, homes); err != nil {
					return err
				}
			} else if home == nil {
				continue
			}
			d := told[a.Copy.ID]
			if d == nil {
				d = &document{home: home}
				told[a.Copy.ID] = d
			}
			if a.Copy.Kind == record.NeededCopy {
				d.needed = true
			} else if a.Tag == record.TagKept {
				d.kept = append(d.kept, a)
			} else {
				d.candidates = append(d.candidates, a)
			}
		}
		for _, d := range told {
			fn.weigh(d, toGroup, toPart)
		}
		i = end
	}
	return nil
}

func (fn *weighFn) FinishBundle(toGroup, toPart func(int, []byte), _ func(string, int64)) {
	fn.groups.Flush(toGroup)
	fn.edits.Flush(toPart)
}

// document is what was told about one document.
type document struct {
	home             *record.Home
	kept, candidates []record.AtDocument
	needed           bool
}

func (fn *weighFn) weigh(d *document, toGroup, toPart func(int, []byte)) {
	fn.sides = fn.sides[:0]
	for i := range d.candidates {
		c := &d.candidates[i]
		fn.sides = append(fn.sides, sideOf(&c.Copy))
		if c.HasKept && c.Kept.Kind != record.SourceCopy {
			fn.payload = record.AppendCandidate(fn.payload[:0], &c.Copy, &c.Kept, d.home)
			fn.groups.Add(c.Group, fn.payload, toGroup)
			continue
		}
		e := editOf(&c.Copy, c.Copy.Sentence, c.Copy.Sentences)
		if c.HasKept {
			e.KeptID, e.Kept = c.Kept.ID, []record.KeptRange{{Start: c.Kept.Start, End: c.Kept.End}}
		}
		fn.edit(d.home, e, toPart)
	}
	removal.Sort(fn.sides)
	needed := d.needed
	for i := range d.kept {
		k := &d.kept[i]
		fn.intact = removal.Intact(fn.intact[:0], sideOf(&k.Copy), fn.sides)
		var pieces []record.Piece
		for _, part := range fn.intact {
			fn.names = removal.Names(fn.names[:0], part, fn.sides)
			if len(fn.names) == 0 {
				continue
			}
			p := record.Piece{Start: part.Start, End: part.End, Sentence: part.Sentence, Sentences: part.Sentences}
			for _, r := range fn.names {
				p.Names = append(p.Names, record.KeptRange(r))
			}
			pieces = append(pieces, p)
		}
		if len(pieces) > 0 {
			needed = true
			fn.payload = record.AppendPieces(fn.payload[:0], pieces)
			fn.groups.Add(k.Group, fn.payload, toGroup)
		}
	}
	if needed && len(d.candidates) > 0 {
		fn.edit(d.home, record.Edit{Kind: record.Needed}, toPart)
	}
}

// edit sends an edit to where its document is written.
func (fn *weighFn) edit(h *record.Home, e record.Edit, emit func(int, []byte)) {
	fn.payload = sendEdit(fn.payload, fn.edits, fn.Params.Shuffle, h, e, emit)
}

func sendEdit(scratch []byte, to *shuffle.Packer, sh shuffle.Params, h *record.Home, e record.Edit, emit func(int, []byte)) []byte {
	e.File, e.Part, e.Record = h.File, h.Part, h.Record
	key := record.PartKey(h.File, h.Part)
	scratch = record.AppendEdit(scratch[:0], &e)
	to.AddTo(PartShard(h.Branch, key, sh), key, scratch, emit)
	return scratch
}

func sideOf(c *record.Copy) removal.Side {
	return removal.Side{Start: c.Start, End: c.End, Sentence: c.Sentence, Sentences: c.Sentences}
}

// editOf is the edit that takes sentences of a copy out.
func editOf(c *record.Copy, first, count uint32) record.Edit {
	e := record.Edit{
		Kind: record.Take, Start: c.Start, End: c.End, Sentence: c.Sentence, Sentences: c.Sentences,
		First: first, Count: count, Reason: PassageReason,
	}
	switch c.Kind {
	case record.DocumentCopy:
		e.Kind, e.Reason = record.Drop, DocumentReason
	case record.HotCopy:
		e.Reason = HotReason
	}
	return e
}
