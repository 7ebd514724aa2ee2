package cleaning

import (
	"crypto/sha256"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
)

// Documents decides which documents stay. homes has one Home for every document; groups has
// the groups or sets of a search for similar documents, and may be none.
//
// It returns one Home for each id, in which Gone is true if the document is dropped, and the
// edits of documents that are rejected, dropped, or kept for dropped ones. A document of the source
// stays, and is the first of its group. twins are the dropped
// documents that another one represents: for Twins. A document of a group that is not in homes
// is an error. Documents panics if p is not valid.
func Documents(s beam.Scope, p Params, homes shuffle.Blocks[Home], groups shuffle.Blocks[Copy]) (kept shuffle.Blocks[Home], edits shuffle.Blocks[Edit], twins shuffle.Blocks[Twin]) {
	s = s.Scope("cleaning.Documents")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	members, refused := beam.ParDo2(s, &namesFn{deciding[member]{Params: p}}, shuffle.Group(s, p.Shuffle, homes, groups))
	left, dropped, represented := beam.ParDo3(s, &membersFn{Params: p}, shuffle.Group(s, p.Shuffle, shuffle.BlocksOf[member](p.Shuffle, members)))
	return shuffle.BlocksOf[Home](p.Shuffle, left), shuffle.BlocksOf[Edit](p.Shuffle, beam.Flatten(s, refused, dropped)), shuffle.BlocksOf[Twin](p.Shuffle, represented)
}

// namesFn keeps one document of each id, and sends it to its group: that of the search, or
// that of the documents with the same text.
type namesFn struct{ deciding[member] }

func (fn *namesFn) ProcessElement(_ int, blocks func(*[]byte) bool, toGroup, edits func(int, []byte)) error {
	return fn.Params.Shuffle.EachGroup("cleaning", blocks, func(sorted *block.Sorted, i, end int) error {
		homes, next, err := homesOf(sorted, i, end, func(loser, winner *Home) {
			fn.edits.Send(Edit{Spot: loser.Spot, Kind: refuseEdit, Reason: duplicate(loser, winner)}, edits)
		})
		if err != nil {
			return err
		}
		groups := map[name]Copy{}
		for ; next < end; next++ {
			c, err := readCopy(sorted.Payload(next))
			if err != nil {
				return err
			}
			if err := fn.Params.check(&c, homes[c.name()]); err != nil {
				return err
			}
			groups[c.name()] = c
		}
		for of, h := range homes {
			m := member{sum: h.Sum, home: *h, rank: firstRank}
			if h.Source {
				m.rank = sourceRank
			}
			if group, ok := groups[of]; ok {
				fn.Params.join(&m, &group)
				if m.home.Gone {
					fn.edits.Send(Edit{Spot: h.Spot, Kind: dropEdit, End: h.Runes, Reason: DocumentReason, KeptID: group.KeptID, Source: true}, edits)
				}
			}
			fn.out.Send(m, toGroup)
		}
		return nil
	})
}

// join makes m a member of the group or the set that c names. A group says which document is its
// first one, unless Keep does; of a set that is the first one in the order of documents. A document that
// one of the source resembles is gone, and a member of no other group.
func (p Params) join(m *member, c *Copy) {
	name, of := "group ", c.KeptID
	switch {
	case c.Kind == setCopy:
		name = "set "
	case c.Kind == similarCopy:
		m.home.Gone = true
		of, name = m.home.ID, "similar "
	case c.KeptID != m.home.ID && len(p.Keep) == 0:
		m.rank = otherRank
	}
	full := sha256.Sum256([]byte(name + of))
	copy(m.sum[:], full[:])
}

// membersFn keeps the first document of each group.
type membersFn struct {
	Params Params

	homes *Sender[Home]
	edits *Sender[Edit]
	twins *Sender[Twin]
}

func (fn *membersFn) StartBundle(_, _, _ func(int, []byte)) {
	fn.homes, fn.edits, fn.twins = NewSender[Home](fn.Params.Shuffle), NewSender[Edit](fn.Params.Shuffle), NewSender[Twin](fn.Params.Shuffle)
}

func (fn *membersFn) ProcessElement(_ int, blocks func(*[]byte) bool, toID, edits, twins func(int, []byte)) error {
	return fn.Params.eachEqual(blocks, func(sorted *block.Sorted, i, end int) error {
		var first member
		twin := false // whether the first one has one
		for at := i; at < end; at++ {
			m, err := readMember(sorted.Payload(at))
			if err != nil {
				return err
			}
			begins := at == i || m.sum != first.sum
			if begins {
				first, twin = m, false
			}
			switch {
			case m.home.Source || m.home.Gone:
				fn.homes.Send(m.home, toID)
			case fn.Params.Policy == DropAll:
				alone := begins && (at+1 == end || [16]byte(sorted.Payload(at + 1)[:16]) != m.sum)
				fn.dropAll(m.home, alone, toID, edits)
			case begins:
				fn.homes.Send(m.home, toID)
			default:
				if !twin && !first.home.Source {
					twin = true
					fn.edits.Send(Edit{Spot: first.home.Spot, Kind: twinEdit}, edits)
				}
				fn.drop(m.home, &first.home, toID, edits, twins)
			}
		}
		return nil
	})
}

// drop drops a document that another one represents.
func (fn *membersFn) drop(h Home, first *Home, toID, edits, twins func(int, []byte)) {
	fn.edits.Send(Edit{
		Spot: h.Spot, Kind: dropEdit, End: h.Runes, Reason: DocumentReason, KeptID: first.ID, KeptEnd: first.Runes, Source: first.Source,
	}, edits)
	if !first.Source { // one of the source has no fate: it stays
		fn.twins.Send(Twin{Of: first.ID, ID: h.ID, End: h.Runes}, twins)
	}
	h.Gone = true
	fn.homes.Send(h, toID)
}

// dropAll drops a document that is not alone in its group.
func (fn *membersFn) dropAll(h Home, alone bool, toID, edits func(int, []byte)) {
	if !alone {
		h.Gone = true
		fn.edits.Send(Edit{Spot: h.Spot, Kind: dropEdit, End: h.Runes, Reason: DocumentReason}, edits)
	}
	fn.homes.Send(h, toID)
}

func (fn *membersFn) FinishBundle(toID, edits, twins func(int, []byte)) {
	fn.homes.Flush(toID)
	fn.edits.Flush(edits)
	fn.twins.Flush(twins)
}
