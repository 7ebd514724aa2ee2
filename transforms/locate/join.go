package locate

import (
	"context"
	"fmt"

	"example.org/diagonal/engine"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
)

// typeNames is the names of the ledger by record.Type.
var typeNames = [...]string{
	record.Furniture: Furniture, record.WholeType: WholeTexts, record.Inside: Insides, record.Quotation: Quotations,
}

// join joins the two sides of each passage.
type join struct {
	Params Params

	Placed           engine.In[placedSide]
	Passages, Within engine.Elements[record.Passage]
	Largest          engine.Out[large]
	Reuse            engine.Out[Reuse]
	Sides            engine.Out[Side]    // with Params.Sides
	Located          engine.Out[Located] // with Params.Located
	Ledger           engine.Ledger

	largest largest
	a, b    placedSide
}

func (st *join) StartBundle() { st.largest = nil }

func (st *join) FinishBundle() error {
	return st.largest.each(func(e record.Excerpt) { st.Largest.Add(0, large{e}) })
}

// Reduce emits the passage whose sides these are: side a, then side b.
func (st *join) Reduce(_ context.Context, passage uint64) error {
	switch st.Placed.Len() {
	case 1:
		st.Ledger.Add(Orphans, 1)
		return nil
	case 2:
	default:
		return fmt.Errorf("locate: %d sides of one passage", st.Placed.Len())
	}
	a, b := &st.a, &st.b
	for i, side := range [...]*placedSide{a, b} {
		if err := st.Placed.Read(i, side); err != nil {
			return err
		}
	}
	p, first, second, ok := joined(a, b)
	if !ok {
		return nil
	}
	origins, documents := [2]record.Origin{first.Origin, second.Origin},
		[2]uint64{first.Extent.Document, second.Extent.Document}
	if documents[0] == documents[1] {
		st.Ledger.Add(WithinPassages, 1)
		st.Within.Emit(p)
	} else {
		st.Ledger.Add(Passages, 1)
		st.Ledger.Add(typeNames[p.Type()], 1)
		st.largest.add(p, first.Origin)
		st.Passages.Emit(p)
	}
	sendBoth(&st.Reuse, &p, first, second)
	if st.Params.Sides {
		for n, side := range SidesOf(passage, &p, origins) {
			st.Sides.Add(documents[n], side)
		}
	}
	if st.Params.Located {
		st.Located.Add(documents[0], Located{Passage: p, Documents: documents, Origins: origins})
	}
	return nil
}

// joined returns the passage of two sides, and the sides of its a and b. It returns false if the passage
// holds only for the other order of the two ids.
func joined(a, b *placedSide) (p record.Passage, first, second *placedSide, ok bool) {
	if a.Reading != alignment.Fixed && b.Place.ID < a.Place.ID {
		if a.Reading == alignment.SmallerFirst {
			return p, nil, nil, false
		}
		a, b = b, a
	}
	kind := record.Reworded
	switch {
	case a.Kind == alignment.IsSummary:
		kind = record.Summary
	case a.Kind == alignment.IsVerbatim, a.Kind == alignment.ByWords && a.Place.Hash == b.Place.Hash:
		kind = record.Verbatim
	}
	return record.Passage{
		A: a.Place.ID, AStart: a.Place.Start, AEnd: a.Place.End, AByteStart: a.Place.ByteStart,
		AByteEnd:  a.Place.ByteEnd,
		ASentence: a.Place.Sentence, ASentences: a.Place.Sentences,
		B: b.Place.ID, BStart: b.Place.Start, BEnd: b.Place.End, BByteStart: b.Place.ByteStart,
		BByteEnd:  b.Place.ByteEnd,
		BSentence: b.Place.Sentence, BSentences: b.Place.Sentences,
		Kind: kind, Matched: a.Matched, Similarity: record.Round(a.Similarity), Evidence: a.Evidence.Float(),
		Prose: a.Prose, Source: b.Extent.source(),
		AShare: a.Extent.share(), BShare: b.Extent.share(), AFields: a.Fields, BFields: b.Fields,
	}, a, b, true
}
