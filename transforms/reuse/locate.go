package reuse

import (
	"context"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/catalogue"
	"example.org/diagonal/transforms/reuse/bag"
)

func init() {
	engine.RegisterReduce[*place]()
	engine.RegisterReduce[*joinSides]()
}

// Located is the result of Locate.
type Located struct {
	// Pairs is a PCollection<record.ReusePair>, Sentences a PCollection<record.ReusedSentence> of the
	// matches that made them.
	Pairs, Sentences beam.PCollection
	// Rejected is a PCollection<record.Rejected>: documents whose id another one has.
	Rejected beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Locate adds ids and places. It rejects documents whose id another one has, with their pairs. sides
// is the result of Score. Locate panics if p is not valid.
func Locate(s beam.Scope, p Params, entries engine.Blocks[catalogue.Entry], sides engine.Blocks[Side]) Located {
	p.check()
	places := engine.Reduce(s, p.Shuffle, "reuse.Locate", &place{
		Entries: engine.From(entries), Sides: engine.From(sides),
	})
	pairs := engine.Reduce(s, p.Shuffle, "reuse.Locate, pairs", &joinSides{
		Params: p, Placed: engine.From(places.Placed.Blocks()), Ledger: engine.Counting(Pairs),
	})
	return Located{
		Pairs: pairs.Pairs.Collection(), Sentences: pairs.Sentences.Collection(),
		Rejected: places.Rejected.Collection(),
		Ledger:   beam.Flatten(s, places.Ledger.Collection(), pairs.Ledger.Collection()),
	}
}

// place gives every side of a pair its places.
type place struct {
	Entries  engine.In[catalogue.Entry]
	Sides    engine.In[Side]
	Placed   engine.Out[placed]
	Rejected engine.Elements[record.Rejected]
	Ledger   engine.Ledger

	kept map[uint64]*catalogue.Entry // of the documents of one name
}

// Name decides which documents of a name are kept. It is nearly always one document.
func (st *place) Name(records int) error {
	st.kept = nil
	if records > 1 { // else a document that is in no pair
		st.kept = catalogue.KeepNamed(&st.Entries, &st.Rejected, &st.Ledger)
	}
	return nil
}

// Reduce sends the sides of a document to their pairs. Where one was rejected, the other side is alone there.
func (st *place) Reduce(_ context.Context, document uint64) error {
	entry := st.kept[document]
	if entry == nil {
		return nil
	}
	for side := range st.Sides.All {
		at := placed{A: side.A, B: side.B, Side: side.Side, Score: side.Score, ID: entry.ID}
		for _, s := range entry.Sentences {
			if s.Words > 0 {
				at.Sentences++
			}
		}
		for _, m := range side.Matches {
			if int(m.Sentence) >= len(entry.Sentences) {
				return fmt.Errorf("reuse: document %q has %d sentences, a match is of number %d", entry.ID,
					len(entry.Sentences), m.Sentence)
			}
			at.Matches = append(at.Matches, placedMatch{m, entry.Sentences[m.Sentence]})
		}
		st.Placed.Add(pairKey(at.A, at.B), at)
	}
	return nil
}

// joinSides joins the two sides of each pair.
type joinSides struct {
	Params Params

	Placed    engine.In[placed]
	Pairs     engine.Elements[record.ReusePair]
	Sentences engine.Elements[record.ReusedSentence]
	Ledger    engine.Ledger
}

func (st *joinSides) Reduce(context.Context, uint64) error {
	for i := 0; i < st.Placed.Len(); i++ {
		if i+1 == st.Placed.Len() ||
			string(st.Placed.Payload(i)[:pairHead]) != string(st.Placed.Payload(i + 1)[:pairHead]) {
			st.Ledger.Add(Orphans, 1)
			continue
		}
		var a, b placed
		if err := st.Placed.Read(i, &a); err != nil {
			return err
		}
		if err := st.Placed.Read(i+1, &b); err != nil {
			return err
		}
		st.pair(&a, &b)
		i++
	}
	return nil
}

// pair writes a pair: a is the smaller id, or the document of the input.
func (st *joinSides) pair(a, b *placed) {
	if !st.Params.Directed && b.ID < a.ID {
		a, b = b, a
	}
	st.Ledger.Add(Pairs, 1)
	x, y := float64(a.reused()), float64(b.reused())
	ofA, ofB := float64(a.Sentences), float64(b.Sentences)
	st.Pairs.Emit(record.ReusePair{
		A: a.ID, B: b.ID, Score: record.Round(a.Score), Sentences: int64(len(a.Matches)),
		AShare: record.Round(x / ofA), BShare: record.Round(y / ofB), Dice: record.Round((x + y) / (ofA + ofB)),
		Source: st.Params.Directed,
	})
	for i := range a.Matches {
		x, y := a.Matches[i], b.Matches[i]
		st.Sentences.Emit(record.ReusedSentence{
			A: a.ID, AStart: x.Place.Start, AEnd: x.Place.End, AByteStart: x.Place.ByteStart, AByteEnd: x.Place.ByteEnd,
			ASentence: x.Sentence,
			B:         b.ID, BStart: y.Place.Start, BEnd: y.Place.End, BByteStart: y.Place.ByteStart,
			BByteEnd:   y.Place.ByteEnd,
			BSentence:  y.Sentence,
			Similarity: record.Round(bag.S(int(x.Shared), int(x.Longest), int(x.Longest))), Source: st.Params.Directed,
		})
	}
}
