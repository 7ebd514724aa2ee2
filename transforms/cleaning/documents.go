package cleaning

import (
	"crypto/sha256"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/shuffle/block"
)

// Documents decides which documents stay. homes is by IDKey, one for every record; copies
// is DocumentCopies by IDKey, and may be none. It returns the homes of one record for each
// id, with Gone set for those that are dropped, and edits by PartKey. Documents panics if
// p is not valid.
func Documents(s beam.Scope, p Params, homes shuffle.Blocks[record.Home], copies shuffle.Blocks[record.Copy]) (kept shuffle.Blocks[record.Home], edits shuffle.Blocks[record.Edit]) {
	s = s.Scope("cleaning.Documents")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	members, refused := beam.ParDo2(s, &namesFn{Params: p}, shuffle.Group(s, p.Shuffle, homes, copies))
	left, dropped := beam.ParDo2(s, &membersFn{Params: p}, shuffle.Group(s, p.Shuffle, shuffle.BlocksOf[record.Member](p.Shuffle, members)))
	return shuffle.BlocksOf[record.Home](p.Shuffle, left), shuffle.BlocksOf[record.Edit](p.Shuffle, beam.Flatten(s, refused, dropped))
}

// namesFn keeps one record of each id, and sends it to its group: that of a result, or that
// of documents with the same text.
type namesFn struct {
	Params Params

	members *shuffle.Packer
	edits   *Sender
	payload []byte // scratch, never emitted
}

func (fn *namesFn) StartBundle(_, _ func(int, []byte)) {
	fn.members = shuffle.NewPacker(fn.Params.Shuffle)
	fn.edits = NewSender(fn.Params.Shuffle)
}

func (fn *namesFn) ProcessElement(_ int, blocks func(*[]byte) bool, toGroup, toPart func(int, []byte)) error {
	return each(blocks, func(sorted *block.Sorted, i, end int) error {
		homes, next, err := homesOf(sorted, i, end, func(loser, winner *record.Home) {
			fn.edits.Send(loser.Spot, record.Edit{
				Kind: record.Refuse, Reason: record.DuplicateID(loser.ID,
					record.Origin{File: loser.File, Record: loser.Record}, record.Origin{File: winner.File, Record: winner.Record}),
			}, toPart)
		})
		if err != nil {
			return err
		}
		groups := map[string]string{} // by id
		for ; next < end; next++ {
			c, err := record.ReadCopy(sorted.Payload(next))
			if err != nil {
				return err
			}
			if err := fn.Params.settle(&c, homes[c.ID]); err != nil {
				return err
			}
			groups[c.ID] = c.KeptID
		}
		for id, h := range homes {
			m := record.Member{Sum: h.Sum, Home: *h}
			if group, ok := groups[id]; ok {
				full := sha256.Sum256([]byte("group " + group))
				copy(m.Sum[:], full[:])
				if group != id {
					m.Rank = 1
				}
			}
			fn.payload = record.AppendMember(fn.payload[:0], &m)
			fn.members.Add(record.SumKey(m.Sum), fn.payload, toGroup)
		}
		return nil
	})
}

func (fn *namesFn) FinishBundle(toGroup, toPart func(int, []byte)) {
	fn.members.Flush(toGroup)
	fn.edits.Flush(toPart)
}

// membersFn keeps the first document of each group.
type membersFn struct {
	Params Params

	homes   *shuffle.Packer
	edits   *Sender
	payload []byte // scratch, never emitted
}

func (fn *membersFn) StartBundle(_, _ func(int, []byte)) {
	fn.homes = shuffle.NewPacker(fn.Params.Shuffle)
	fn.edits = NewSender(fn.Params.Shuffle)
}

func (fn *membersFn) ProcessElement(_ int, blocks func(*[]byte) bool, toID, toPart func(int, []byte)) error {
	return each(blocks, func(sorted *block.Sorted, i, end int) error {
		var first record.Member
		for at := i; at < end; at++ {
			m, err := record.ReadMember(sorted.Payload(at))
			if err != nil {
				return err
			}
			begins := at == i || m.Sum != first.Sum
			if begins {
				first = m
			}
			alone := begins && (at+1 == end || [16]byte(sorted.Payload(at + 1)[:16]) != m.Sum)
			fn.member(&m, &first, begins, alone, toID, toPart)
		}
		return nil
	})
}

func (fn *membersFn) FinishBundle(toID, toPart func(int, []byte)) {
	fn.homes.Flush(toID)
	fn.edits.Flush(toPart)
}

// member decides about one document of a group.
func (fn *membersFn) member(m, first *record.Member, begins, alone bool, toID, toPart func(int, []byte)) {
	h := m.Home
	drop := record.Edit{Kind: record.Drop, End: h.Runes, Reason: DocumentReason}
	switch {
	case alone, begins && fn.Params.Policy != DropAll:
	case fn.Params.Policy == DropAll:
		h.Gone = true
		fn.edits.Send(h.Spot, drop, toPart)
	default:
		h.Gone = true
		drop.KeptID, drop.KeptEnd = first.Home.ID, first.Home.Runes
		fn.edits.Send(h.Spot, drop, toPart)
		fn.edits.Send(first.Home.Spot, record.Edit{Kind: record.Twin, KeptID: h.ID, End: h.Runes}, toPart)
	}
	fn.payload = record.AppendHome(fn.payload[:0], &h)
	fn.homes.Add(record.IDKey(h.ID), fn.payload, toID)
}
