package cleaning

import (
	"context"
	"crypto/sha256"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/transforms/parameter"
)

// Documents decides which documents stay. homes has one Home for every document; groups has
// the groups or sets of a search for similar documents, and may be none.
//
// It returns one Home for each id, in which Gone is true if the document is dropped, and the
// edits of documents that are rejected, dropped, or kept for dropped ones. A document of the source
// stays, and is the first of its group. twins are the dropped
// documents that another one represents: for Twins. A document of a group that is not in homes
// is an error. Documents panics if p is not valid.
func Documents(
	s beam.Scope, p Params, homes shuffle.Blocks[Home], groups shuffle.Blocks[Copy],
) (kept shuffle.Blocks[Home], edits shuffle.Blocks[Edit], twins shuffle.Blocks[Twin]) {
	s = s.Scope("cleaning.Documents")
	parameter.Must(p.Validate())
	named := engine.Reduce(s, p.Shuffle, "cleaning.Names",
		&names{Homes: engine.From(homes), Groups: engine.From(groups), Params: p})
	st := members{Members: engine.From(named.Members.Blocks()), Params: p}
	if p.Policy == DropAll { // there the first one depends on all others
		engine.Reduce(s, p.Shuffle, "cleaning.Members", &st)
	} else {
		st = engine.Reduce(s, p.Shuffle, "cleaning.Members", &membersOfSet{st}).members
	}
	return st.Homes.Blocks(), shuffle.Flatten(s, named.Edits.Blocks(), st.Edits.Blocks()), st.Twins.Blocks()
}

// names keeps one document of each id, and sends it to its group: that of the search, or
// that of the documents with the same text.
type names struct {
	Homes   engine.In[Home]
	Groups  engine.In[Copy]
	Members engine.Out[member]
	Edits   engine.Out[Edit]
	Params  Params
}

// Reduce is that of engine.Reducer.
func (fn *names) Reduce(_ context.Context, _ uint64) error {
	homes := homesOf(&fn.Homes, func(loser, winner *Home) {
		fn.Edits.Add(loser.Spot.Key(), Edit{Spot: loser.Spot, Kind: refuseEdit, Reason: duplicate(loser, winner)})
	})
	groups := map[name]Copy{}
	for c := range fn.Groups.All {
		if err := fn.Params.check(c, homes[c.name()]); err != nil {
			return err
		}
		groups[c.name()] = *c
	}
	for of, h := range homes {
		m := member{sum: h.Sum, home: *h, rank: firstRank}
		if h.Source {
			m.rank = sourceRank
		}
		if group, ok := groups[of]; ok {
			fn.Params.join(&m, &group)
			if m.home.Gone {
				fn.Edits.Add(h.Spot.Key(), Edit{Spot: h.Spot, Kind: dropEdit, End: h.Runes, Reason: DocumentReason,
					KeptID: group.KeptID, Source: true})
			}
		}
		fn.Members.Add(m.key(), m)
	}
	return nil
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

// members keeps the first document of each group.
type members struct {
	Members engine.In[member]
	Homes   engine.Out[Home]
	Edits   engine.Out[Edit]
	Twins   engine.Out[Twin]
	Params  Params
}

// membersOfSet is members for groups that may have a million documents: it is called several times for a key, each time
// with the first document of each group.
type membersOfSet struct{ members }

// Set names the group.
func (fn *membersOfSet) Set(payload []byte) []byte { return payload[:16] }

// Reduce is that of engine.Reducer.
func (fn *members) Reduce(_ context.Context, _ uint64) error {
	var first member
	twin := false // whether the first one has one
	for i := range fn.Members.Len() {
		var m member
		if err := fn.Members.Read(i, &m); err != nil {
			return err
		}
		begins := i == 0 || m.sum != first.sum
		if begins {
			first, twin = m, false
		}
		switch {
		case m.home.Source || m.home.Gone:
			fn.home(m.home)
		case fn.Params.Policy == DropAll:
			fn.dropAll(m.home, begins && (i+1 == fn.Members.Len() || [16]byte(fn.Members.Payload(i + 1)[:16]) != m.sum))
		case begins:
			fn.home(m.home)
		default:
			if !twin && !first.home.Source {
				twin = true
				fn.edit(Edit{Spot: first.home.Spot, Kind: twinEdit})
			}
			fn.drop(m.home, &first.home)
		}
	}
	return nil
}

func (fn *members) home(h Home) { fn.Homes.Add(h.key(), h) }
func (fn *members) edit(e Edit) { fn.Edits.Add(e.Key(), e) }

// drop drops a document that another one represents.
func (fn *members) drop(h Home, first *Home) {
	reason := DocumentReason
	if fn.Params.Near && h.Sum != first.Sum {
		reason = SimilarReason
	}
	fn.edit(Edit{
		Spot: h.Spot, Kind: dropEdit, End: h.Runes, Reason: reason, KeptID: first.ID, KeptEnd: first.Runes,
		Source: first.Source,
	})
	if !first.Source { // one of the source has no fate: it stays
		t := Twin{Of: first.ID, ID: h.ID, End: h.Runes, Reason: reason}
		fn.Twins.Add(t.key(), t)
	}
	h.Gone = true
	fn.home(h)
}

// dropAll drops a document that is not alone in its group.
func (fn *members) dropAll(h Home, alone bool) {
	if !alone {
		h.Gone = true
		fn.edit(Edit{Spot: h.Spot, Kind: dropEdit, End: h.Runes, Reason: DocumentReason})
	}
	fn.home(h)
}
