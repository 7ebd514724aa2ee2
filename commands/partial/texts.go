package partial

import (
	"context"
	"encoding/binary"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/locate"
)

func init() {
	engine.RegisterMapBlocks[*askFirst]()
	engine.RegisterReduce[*firstTexts]()
	engine.RegisterReduce[*secondTexts]()
}

// unread is the name of the count of texts of passages that could not be read again.
const unread = "passage_texts_not_read"

// withTexts adds the texts of both sides to the passages, at most so many code points of them, and with locs their
// citable places. It returns the passages of two documents and those inside one, PCollection<record.Passage>s, and
// counts. The texts are read from the files again: passages go through a shuffle by the file of a, and then through one
// by that of b, in the order of their places. So each file is opened once for each stretch of it (docio.Texts), and
// what is in memory is a stretch of the passages and one text.
func withTexts(
	s beam.Scope, g job.Graph, max int, locs bool, located shuffle.Blocks[locate.Located],
) (passages, within, counts beam.PCollection) {
	s = s.Scope("partial.withTexts")
	r := textReader{Texts: docio.TextsOf(g.Plan), Max: max, Locs: locs}
	asked := engine.MapBlocks(s, g.Shuffle, "partial.Texts", located, &askFirst{Texts: r.Texts})
	first := &firstTexts{textReader: r}
	first.Asked = engine.From(asked.Asked.Blocks())
	engine.Reduce(s, g.Shuffle, "partial.Texts, a", first)
	second := &secondTexts{textReader: r}
	second.Asked = engine.From(first.Again.Blocks())
	engine.Reduce(s, g.Shuffle, "partial.Texts, b", second)
	return second.Passages.Collection(), second.Within.Collection(),
		beam.Flatten(s, first.Ledger.Collection(), second.Ledger.Collection())
}

// asking is a passage that waits for the text of one side, which is at the origin. Its key is that of the stretch of
// the file.
//
//	file ordered; offset [8]; locate.Located
type asking struct {
	record.Origin
	locate.Located
}

// ask returns the key and the record of a passage that asks for the text of a side.
func ask(texts *docio.Texts, l *locate.Located, side int) (stretch uint64, a asking) {
	o := l.Origins[side]
	return xxhash.Sum64String(texts.Key(o)), asking{o, *l}
}

// Append appends the payload to dst.
func (a *asking) Append(dst []byte) []byte {
	return a.Located.Append(binary.BigEndian.AppendUint64(wire.AppendOrdered(dst, a.File), uint64(a.Offset)))
}

// Read reads a payload.
func (a *asking) Read(payload []byte) error {
	r := wire.NewReader(payload)
	a.Origin = record.Origin{File: r.Ordered(), Offset: int64(r.Uint64())}
	return a.Located.Read(r.Rest())
}

// textReader reads the texts of one side of passages. It is embedded.
type textReader struct {
	Texts docio.Texts
	Max   int // code points of a text
	Locs  bool

	Asked  engine.In[asking]
	Ledger engine.Ledger
}

// Portion says in which portion of a stretch (shuffle.Portion) a passage is: together with others of the same text. A
// stretch with more passages than memory is for is read in portions.
func (r *textReader) Portion(payload []byte) shuffle.Place {
	return shuffle.Place{Number: uint64(originOf(payload).Offset) << 32}
}

// originOf returns where the text that a passage asks for is.
func originOf(payload []byte) record.Origin {
	b := wire.NewReader(payload)
	return record.Origin{File: b.Ordered(), Offset: int64(b.Uint64())}
}

// each reads the texts of a side of the passages of a stretch, and calls f with each passage.
func (r *textReader) each(ctx context.Context, side int, f func(*locate.Located)) error {
	origins := make([]record.Origin, r.Asked.Len())
	for i := range origins {
		origins[i] = originOf(r.Asked.Payload(i))
	}
	var cited *analysis.Cited // of the text of a passage before
	var citedOf record.Origin
	take := func(i int, d *record.Document) error {
		var a asking
		if err := r.Asked.Read(i, &a); err != nil {
			return err
		}
		to := sideOf(&a.Passage, side)
		if !r.set(to, d) {
			r.Ledger.Add(unread, 1)
		} else if r.Locs {
			if cited == nil || citedOf != origins[i] {
				cited, citedOf = analysis.Cite(d), origins[i]
			}
			cited.Set(&a.Passage, side)
		}
		f(&a.Located)
		return nil
	}
	done := make([]bool, len(origins))
	var failed error
	if err := r.Texts.Read(ctx, origins, func(i int, d *record.Document) {
		if failed == nil {
			done[i], failed = true, take(i, d)
		}
	}); err != nil {
		return err
	}
	for i := range origins {
		if !done[i] && failed == nil {
			failed = take(i, &record.Document{})
		}
	}
	return failed
}

// sideText is the fields of a side of a passage.
type sideText struct {
	start, end int64 // bytes
	text       *string
	cut        *bool
}

func sideOf(p *record.Passage, side int) sideText {
	if side == 1 {
		return sideText{p.BByteStart, p.BByteEnd, &p.BText, &p.BTextCut}
	}
	return sideText{p.AByteStart, p.AByteEnd, &p.AText, &p.ATextCut}
}

// set sets the text of a side. It returns false if the text is not there.
func (r *textReader) set(to sideText, d *record.Document) (ok bool) {
	if r.Max == 0 { // only places were asked for
		_, ok = d.Piece(to.start, to.end)
		return ok
	}
	*to.text, *to.cut, ok = analysis.Piece(d, to.start, to.end, r.Max)
	return ok
}

// askFirst asks for the texts of a.
type askFirst struct {
	Texts docio.Texts
	Asked engine.Out[asking]
}

func (st *askFirst) Map(_ context.Context, l locate.Located) error {
	st.Asked.Add(ask(&st.Texts, &l, 0))
	return nil
}

// firstTexts reads the texts of a, and asks for those of b.
type firstTexts struct {
	textReader
	Again engine.Out[asking]
}

func (st *firstTexts) Reduce(ctx context.Context, _ uint64) error {
	return st.each(ctx, 0, func(l *locate.Located) { st.Again.Add(ask(&st.Texts, l, 1)) })
}

// secondTexts reads the texts of b.
type secondTexts struct {
	textReader
	Passages, Within engine.Elements[record.Passage]
}

func (st *secondTexts) Reduce(ctx context.Context, _ uint64) error {
	return st.each(ctx, 1, func(l *locate.Located) {
		if l.Within() {
			st.Within.Emit(l.Passage)
		} else {
			st.Passages.Emit(l.Passage)
		}
	})
}
