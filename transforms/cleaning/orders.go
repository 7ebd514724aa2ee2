package cleaning

import (
	"cmp"
	"context"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/transforms/cleaning/removal"
	"example.org/diagonal/transforms/parameter"
)

// Orders decides where to look in the documents that stay. homes are those that Documents
// returns. A copy that is in no document, or outside of its document, is an error: it was found
// in another collection. Orders panics if p is not valid.
func Orders(
	s beam.Scope, p Params, homes shuffle.Blocks[Home], copies shuffle.Blocks[Copy],
) (edits shuffle.Blocks[Edit]) {
	parameter.Must(p.Validate())
	st := &order{Homes: engine.From(homes), Copies: engine.From(copies), Params: p}
	return engine.Reduce(s, p.Shuffle, "cleaning.Orders", st).Edits.Blocks()
}

type order struct {
	Homes  engine.In[Home]
	Copies engine.In[Copy]
	Edits  engine.Out[Edit]
	Params Params
}

// Reduce is that of engine.Reducer.
func (fn *order) Reduce(_ context.Context, _ uint64) error {
	if fn.Copies.Len() == 0 {
		return nil // a document without copies: most are
	}
	homes := homesOf(&fn.Homes, nil)
	copies := map[name][]Copy{} // nearly always of one document
	for c := range fn.Copies.All {
		if c.Kind == runCopy {
			for id, h := range homes { // nearly always one; looking at more does no harm
				if c.End <= h.Runes {
					copies[id] = append(copies[id], *c)
				}
			}
			continue
		}
		if c.Kind != cutCopy && c.Kind != pinnedCopy {
			if err := fn.Params.check(c, homes[c.name()]); err != nil {
				return err
			}
		}
		copies[c.name()] = append(copies[c.name()], *c)
	}
	for id, all := range copies {
		if home := homes[id]; home != nil && !home.Gone {
			for _, e := range orders(all) {
				e.Spot = home.Spot
				fn.Edits.Add(e.Key(), e)
			}
		}
	}
	return nil
}

// orders returns the edits that follow from the copies of one document, without their Spot.
func orders(copies []Copy) (edits []Edit) {
	var cuts, pins, passages, hot []Copy
	for _, c := range copies {
		switch {
		case c.Kind == cutCopy:
			cuts = append(cuts, c)
		case c.Kind == pinnedCopy:
			pins = append(pins, c)
		case c.Kind == hotCopy:
			hot = append(hot, c)
		case c.Kind == runCopy, c.Kind == passageCopy && c.Sentences == 0:
			passages = append(passages, c)
		default:
			edits = append(edits, Edit{
				Kind: lookEdit, Start: c.Start, End: c.End, Sentence: c.Sentence, Sentences: c.Sentences,
				KeptID: c.KeptID, KeptStart: c.KeptStart, KeptEnd: c.KeptEnd,
			})
		}
	}
	edits = distinct(edits)
	for _, c := range union(passages) {
		edits = append(edits, Edit{Kind: lookEdit, Start: c.Start, End: c.End})
	}
	for _, c := range union(hot) {
		edits = append(edits, Edit{Kind: lookEdit, Start: c.Start, End: c.End, Hot: true})
	}
	if len(edits) == 0 {
		return nil
	}
	cuts = union(cuts)
	gone := int64(0)
	for _, c := range cuts {
		edits = append(edits, Edit{Kind: breakEdit, Start: c.Start - gone})
		gone += c.End - c.Start
	}
	before, next := int64(0), 0
	if len(pins) > 0 {
		edits = append(edits, Edit{Kind: neededEdit})
	}
	byStart(pins)
	for _, c := range pins {
		for next < len(cuts) && cuts[next].Start <= c.Start {
			before += cuts[next].End - cuts[next].Start
			next++
		}
		edits = append(edits, Edit{Kind: pinEdit, Start: c.Start - before, End: c.End - before})
	}
	return edits
}

// union returns the ranges of copies as ranges in order that do not touch.
func union(copies []Copy) []Copy {
	return removal.Union(copies, func(c *Copy) (start, end *int64) { return &c.Start, &c.End })
}

func byStart(copies []Copy) {
	slices.SortFunc(copies, func(x, y Copy) int {
		return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(x.End, y.End))
	})
}

// distinct returns edits in order, each once.
func distinct(edits []Edit) []Edit {
	slices.SortFunc(edits, func(x, y Edit) int {
		return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(x.End, y.End), cmp.Compare(x.KeptID, y.KeptID),
			cmp.Compare(x.KeptStart, y.KeptStart), cmp.Compare(x.Sentence, y.Sentence),
			cmp.Compare(x.Sentences, y.Sentences), cmp.Compare(x.KeptEnd, y.KeptEnd))
	})
	return slices.CompactFunc(edits, func(x, y Edit) bool {
		return x.Start == y.Start && x.End == y.End && x.KeptID == y.KeptID && x.KeptStart == y.KeptStart &&
			x.KeptEnd == y.KeptEnd && x.Sentence == y.Sentence && x.Sentences == y.Sentences
	})
}
