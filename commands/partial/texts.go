package partial

import (
	"context"
	"encoding/binary"
	"strconv"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/engine"
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/locate"
)

func init() {
	dofn.Plain(&askFn{})
	dofn.Plain(&firstTextFn{})
	dofn.Plain(&secondTextFn{})
}

// unread is the name of the count of texts of passages that could not be read again.
const unread = "passage_texts_not_read"

// withTexts adds the texts of both sides to the passages, at most so many code points of them, and with locs their citable places. It returns the passages of two documents and
// those inside one, PCollection<record.Passage>s, and counts. The texts are read from the files again:
// passages go through a shuffle by the file of a, and then through one by that of b, in the order of
// their places. So each file is opened once for each stretch of it (docio.Texts), and what is in memory is
// a stretch of the passages and one text.
func withTexts(s beam.Scope, g job.Graph, most int, locs bool, located shuffle.Blocks[locate.Located]) (passages, within, counts beam.PCollection) {
	s = s.Scope("partial.withTexts")
	r := textReader{Texts: docio.TextsOf(g.Plan), Most: most, Locs: locs, Shuffle: g.Shuffle}
	asked := beam.ParDo(s, &askFn{r}, located.Collection())
	again, lost := beam.ParDo2(s, &firstTextFn{r}, shuffle.Group(s, g.Shuffle, shuffle.BlocksOf[asking](g.Shuffle, asked)))
	passages, within, lostToo := beam.ParDo3(s, &secondTextFn{r}, shuffle.Group(s, g.Shuffle, shuffle.BlocksOf[asking](g.Shuffle, again)))
	return passages, within, beam.Flatten(s, lost, lostToo)
}

// asking is a passage that waits for the text of one side. Its key is that of the stretch of the file.
//
//	file ordered; offset [8]; locate.Located
type asking struct{}

// textReader reads the texts of one side after the other.
type textReader struct {
	Texts   docio.Texts
	Most    int // code points of a text
	Locs    bool
	Shuffle shuffle.Params
}

// ask sends a passage to the stretch that the text of a side is in.
func (r *textReader) ask(l *locate.Located, side int, packer *shuffle.Packer, emit func(int, []byte)) error {
	o := l.Origins[side]
	payload := binary.BigEndian.AppendUint64(wire.AppendOrdered(nil, o.File), uint64(o.Offset))
	packer.Add(xxhash.Sum64String(o.File+"\x00"+strconv.FormatInt(r.Texts.Stretch(o), 10)), l.Append(payload), emit)
	return nil
}

// originOf returns where the text that a passage asks for is.
func originOf(payload []byte) record.Origin {
	b := wire.NewReader(payload)
	return record.Origin{File: b.Ordered(), Offset: int64(b.Uint64())}
}

// portion says in which portion of a stretch (shuffle.Portion) a passage is: together with others of the same text.
func portion(payload []byte) shuffle.Place {
	return shuffle.Place{Number: uint64(originOf(payload).Offset) << 32}
}

// each reads the texts of a side of the passages of a shard, and calls f with each passage. A stretch with more
// passages than memory is for is read in portions.
func (r *textReader) each(ctx context.Context, side int, blocks func(*[]byte) bool, ledger shuffle.Ledger, f func(*locate.Located) error) error {
	return r.Shuffle.EachPortion("texts", blocks, portion, func(sorted *block.Sorted, from, to int) error {
		origins := make([]record.Origin, to-from)
		for i := range origins {
			origins[i] = originOf(sorted.Payload(from + i))
		}
		var cited *analysis.Cited // of the text of a passage before
		var citedOf record.Origin
		take := func(i int, d *record.Document) error {
			b := wire.NewReader(sorted.Payload(from + i))
			b.Ordered()
			b.Uint64()
			l, err := engine.Read[locate.Located](b.Rest())
			if err != nil {
				return err
			}
			if !r.set(&l.Passage, side, d) {
				ledger.Add(unread, 1)
			} else if r.Locs {
				if cited == nil || citedOf != origins[i] {
					cited, citedOf = analysis.Cite(d), origins[i]
				}
				cited.Set(&l.Passage, side)
			}
			return f(&l)
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
	})
}

// set sets the text of a side. It returns false if the text is not there.
func (r *textReader) set(p *record.Passage, side int, d *record.Document) bool {
	start, end, piece, cut := p.AByteStart, p.AByteEnd, &p.AText, &p.ATextCut
	if side == 1 {
		start, end, piece, cut = p.BByteStart, p.BByteEnd, &p.BText, &p.BTextCut
	}
	if r.Most == 0 { // only places were asked for
		_, ok := d.Piece(start, end)
		return ok
	}
	ok := false
	*piece, *cut, ok = analysis.Piece(d, start, end, r.Most)
	return ok
}

// askFn asks for the texts of a.
type askFn struct{ textReader }

func (fn *askFn) ProcessElement(_ int, b []byte, emit func(int, []byte)) error {
	packer := shuffle.NewPacker(fn.Shuffle)
	err := shuffle.Each(b, func(_ uint64, payload []byte) error {
		l, err := engine.Read[locate.Located](payload)
		if err != nil {
			return err
		}
		return fn.ask(&l, 0, packer, emit)
	})
	packer.Flush(emit)
	return err
}

// firstTextFn reads the texts of a, and asks for those of b.
type firstTextFn struct{ textReader }

func (fn *firstTextFn) ProcessElement(ctx context.Context, _ int, blocks func(*[]byte) bool, emit func(int, []byte), count func(string, int64)) error {
	packer, ledger := shuffle.NewPacker(fn.Shuffle), shuffle.Ledger{}
	err := fn.each(ctx, 0, blocks, ledger, func(l *locate.Located) error { return fn.ask(l, 1, packer, emit) })
	packer.Flush(emit)
	ledger.Flush(count)
	return err
}

// secondTextFn reads the texts of b.
type secondTextFn struct{ textReader }

func (fn *secondTextFn) ProcessElement(ctx context.Context, _ int, blocks func(*[]byte) bool, passages, within func(record.Passage), count func(string, int64)) error {
	ledger := shuffle.Ledger{}
	err := fn.each(ctx, 1, blocks, ledger, func(l *locate.Located) error {
		if l.Within() {
			within(l.Passage)
		} else {
			passages(l.Passage)
		}
		return nil
	})
	ledger.Flush(count)
	return err
}
