package cleaning

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/transforms/parameter"
)

// First keeps the first place of each unit. It returns edits that remove the other places, and
// edits of the documents that have a place that is kept for others. First panics if p is not
// valid.
func First(s beam.Scope, p Params, units shuffle.Blocks[Unit]) (edits shuffle.Blocks[Edit]) {
	parameter.Must(p.Validate())
	f := first{Units: engine.From(units), Policy: p.Policy}
	if p.Policy == DropAll { // there the first one depends on all others
		return engine.Reduce(s, p.Shuffle, "cleaning.First", &f).Edits.Blocks()
	}
	return engine.Reduce(s, p.Shuffle, "cleaning.First", &firstOfSet{f}).Edits.Blocks()
}

type first struct {
	Units  engine.In[Unit]
	Edits  engine.Out[Edit]
	Policy string
}

// firstOfSet is first for units of which a million may be equal: it is called several times for a key, each time with
// the first unit of each hash.
type firstOfSet struct{ first }

// Set names the units that are equal.
func (fn *firstOfSet) Set(payload []byte) []byte { return payload[:16] }

// Reduce is that of engine.Reducer.
func (fn *first) Reduce(_ context.Context, _ uint64) error {
	var first Unit
	needed, begun := false, false
	for u := range fn.Units.All {
		if !begun || u.Sum != first.Sum {
			first, needed, begun = *u, false, true
			continue
		}
		if u.Source {
			continue
		}
		if fn.Policy == DropAll {
			if !needed && !first.Source && !first.Partial && !alone(&first, u) {
				needed = true
				fn.take(&first, u, true)
			}
			if !u.Partial && !alone(u, &first) {
				fn.take(u, &first, true)
			}
			continue
		}
		if u.Pinned || u.Partial || alone(u, &first) {
			continue
		}
		if !needed && !first.Source {
			needed = true
			fn.send(Edit{Spot: first.Spot, Kind: neededEdit})
		}
		fn.take(u, &first, false)
	}
	return nil
}

func (fn *first) send(e Edit) { fn.Edits.Add(e.Key(), e) }

// take sends the edits that remove a unit, with the neighbours that other, an equal unit, has as
// well. Each heading has an edit of its own, because it stays if other text below it does. other stays, or is removed,
// too, if all is true.
func (fn *first) take(u, other *Unit, all bool) {
	e := Edit{Spot: u.Spot, Kind: takeEdit, Start: u.Start, End: u.End, Reason: PassageReason}
	e.KeptID, e.KeptStart, e.KeptEnd, e.Number, e.Source = other.ID, other.Start, other.End, other.Number, other.Source
	if other.ID == u.ID && !other.Source {
		e.Reason = RepeatReason
	}
	if n := common(u.After, other.After); n > 0 {
		e.End, e.KeptEnd = u.After[n-1].End, other.After[n-1].End
	}
	if all {
		e.Reason = PassageReason
	}
	if u.Hot {
		e.Reason = HotReason
	}
	send := func(e Edit) {
		if all {
			e.KeptID, e.KeptStart, e.KeptEnd, e.Number, e.Source = "", 0, 0, 0, false
		}
		fn.send(e)
	}
	for i := range common(u.Before, other.Before) {
		gone, kept := u.Before[i], other.Before[i]
		if gone.Heading {
			send(e)
			e.End, e.KeptEnd = gone.End, kept.End
		}
		e.Start, e.KeptStart = gone.Start, kept.Start
		e.Number--
	}
	send(e)
}

// common returns how many of the neighbours of a unit go with it: those that are looked at, and
// that an equal unit has as well, without a gap.
func common(gone, kept []Neighbour) (n int) {
	for n < len(gone) && n < len(kept) && gone[n].Inside && gone[n].Sum == kept[n].Sum {
		n++
	}
	return n
}

// alone reports whether one or two words that are looked at would be left on a side of a unit if
// it went: no run of three words might be left around them. other is the unit that it equals.
func alone(u, other *Unit) bool {
	side := func(gone, kept []Neighbour) bool {
		words, looked := uint32(0), false
		for _, n := range gone[common(gone, kept):] {
			words, looked = words+n.Words, looked || n.Inside
		}
		return looked && 0 < words && words < 3
	}
	return side(u.Before, other.Before) || side(u.After, other.After)
}
