package partition

import (
	"encoding/binary"
	"math"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/partition/similar"
)

func init() {
	dofn.Plain(&assignFn{})
	dofn.Plain(&divideFn{})
	register.Emitter1[record.InSet]()
	register.Emitter1[record.SetSize]()
	register.Emitter2[int, []byte]()
	register.Emitter2[string, int64]()
	register.Iter1[[]byte]()
}

// Divided is sets of the result.
type Divided struct {
	// Sets is a PCollection<record.InSet>: the lines of pages of one document.
	Sets beam.PCollection
	// Sizes is a PCollection<record.SetSize>.
	Sizes beam.PCollection
	// Placed is by class, for pages of several documents.
	Placed shuffle.Blocks[Placed]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Assign sends pages to their perhaps-similar sets. pages is the result of Strip, assigned of Join.
// bySet is by set. A page that is in no such set is a set of the result. Assign panics if p is
// not valid.
func Assign(s beam.Scope, p Params, pages shuffle.Blocks[Page], assigned shuffle.Blocks[Assigned]) (bySet shuffle.Blocks[Page], alone Divided) {
	s = start(s, "Assign", p)
	sent, sets, sizes, placed, ledger := beam.ParDo5(s, &assignFn{Params: p}, shuffle.Group(s, p.Shuffle, pages, assigned))
	return shuffle.BlocksOf[Page](p.Shuffle, sent), Divided{sets, sizes, shuffle.BlocksOf[Placed](p.Shuffle, placed), ledger}
}

// Divide divides perhaps-similar sets into sets of the result. pages is the result of Assign. Divide
// panics if p is not valid.
func Divide(s beam.Scope, p Params, pages shuffle.Blocks[Page]) Divided {
	s = start(s, "Divide", p)
	sets, sizes, placed, ledger := beam.ParDo4(s, &divideFn{Params: p}, shuffle.Group(s, p.Shuffle, pages))
	return Divided{sets, sizes, shuffle.BlocksOf[Placed](p.Shuffle, placed), ledger}
}

// emitters are those of a DoFn that makes sets.
type emitters struct {
	sets   func(record.InSet)
	sizes  func(record.SetSize)
	placed func(int, []byte)
}

// setWriter writes sets of the result.
type setWriter struct {
	placed  *shuffle.Packer
	ledger  shuffle.Ledger
	payload []byte // scratch, never emitted
}

func newSetWriter(p Params) *setWriter {
	return &setWriter{placed: shuffle.NewPacker(p.Shuffle), ledger: shuffle.Ledger{}}
}

// inSet is a page of a set of the result, and its similarity to the representative.
type inSet struct {
	page *Page
	r    float64
}

// write writes a set. pages[0] is its representative.
func (w *setWriter) write(pages []inSet, emit emitters) {
	first := pages[0].page
	set, documents, least := first.ID, int64(0), 1.0
	for _, in := range pages {
		set, documents, least = min(set, in.page.ID), documents+in.page.Copies, min(least, in.r)
	}
	for _, in := range pages {
		r := record.Round(in.r)
		if len(in.page.Shards) == 0 {
			emit.sets(record.InSet{ID: in.page.ID, Set: set, Representative: first.ID, R: r})
			continue
		}
		w.payload = appendPlaced(w.payload[:0], &Placed{in.page.Check, r, set, first.ID})
		for _, shard := range in.page.Shards {
			w.placed.AddTo(int(shard), in.page.Class, w.payload, emit.placed)
		}
	}
	w.ledger.Add(Sets, 1)
	w.ledger.Add(sizeName(documents), 1)
	if documents > 1 {
		w.ledger.Add(Singletons, -documents) // resemblance.Classes has counted all documents
		emit.sizes(record.SetSize{Set: set, Representative: first.ID, Documents: documents, LeastR: record.Round(least)})
	}
}

// sizeName is the name in the ledger of the sets of so many documents.
func sizeName(documents int64) string {
	switch {
	case documents == 1:
		return "sets_of_1"
	case documents == 2:
		return "sets_of_2"
	case documents <= 5:
		return "sets_of_3_to_5"
	case documents <= 10:
		return "sets_of_6_to_10"
	case documents <= 100:
		return "sets_of_11_to_100"
	case documents <= 1000:
		return "sets_of_101_to_1000"
	}
	return "sets_of_1001_or_more"
}

func (w *setWriter) flush(placed func(int, []byte), ledger func(string, int64)) {
	w.placed.Flush(placed)
	w.ledger.Flush(ledger)
}

// assignFn reads pages and their sets.
type assignFn struct {
	Params Params

	pages  *shuffle.Packer
	writer *setWriter
	page   Page // scratch, never emitted
}

func (fn *assignFn) StartBundle(_ func(int, []byte), _ func(record.InSet), _ func(record.SetSize), _ func(int, []byte), _ func(string, int64)) {
	fn.pages, fn.writer = shuffle.NewPacker(fn.Params.Shuffle), newSetWriter(fn.Params)
}

func (fn *assignFn) ProcessElement(_ int, blocks func(*[]byte) bool, pages func(int, []byte), sets func(record.InSet), sizes func(record.SetSize), placed func(int, []byte), _ func(string, int64)) error {
	return fn.Params.Shuffle.EachGroup("partition.Assign", blocks, func(sorted *block.Sorted, from, to int) error {
		if payload := sorted.Payload(from); payload[0] == tagAssigned {
			r := wire.NewReader(payload[1:])
			set := r.Uint64()
			fn.pages.Add(set, sorted.Payload(to-1), pages)
			return r.Err()
		}
		if err := fn.page.Read(sorted.Payload(to - 1)); err != nil {
			return err
		}
		fn.writer.write([]inSet{{&fn.page, 1}}, emitters{sets, sizes, placed})
		return nil
	})
}

func (fn *assignFn) FinishBundle(pages func(int, []byte), _ func(record.InSet), _ func(record.SetSize), placed func(int, []byte), ledger func(string, int64)) {
	fn.pages.Flush(pages)
	fn.writer.flush(placed, ledger)
}

// divideFn divides the perhaps-similar sets of a shard.
type divideFn struct {
	Params Params

	writer *setWriter
}

func (fn *divideFn) StartBundle(_ func(record.InSet), _ func(record.SetSize), _ func(int, []byte), _ func(string, int64)) {
	fn.writer = newSetWriter(fn.Params)
}

func (fn *divideFn) ProcessElement(_ int, blocks func(*[]byte) bool, sets func(record.InSet), sizes func(record.SetSize), placed func(int, []byte), _ func(string, int64)) error {
	return fn.Params.Shuffle.EachGroup("partition.Divide", blocks, func(sorted *block.Sorted, from, to int) error {
		pages := make([]Page, to-from)
		compared := make([]similar.Page, to-from)
		for i := range pages {
			p := &pages[i]
			if err := p.Read(sorted.Payload(from + i)); err != nil {
				return err
			}
			compared[i] = similar.Page{Number: i, ID: p.ID, Words: p.words, Hash: p.Hash}
		}
		ordered, members, counts := similar.Divide(fn.Params.Similar, compared)
		fn.count(counts)
		ofSet := make([][]inSet, len(pages)) // by the representative
		for i, m := range members {
			ofSet[m.Representative] = append(ofSet[m.Representative], inSet{&pages[ordered[i].Number], m.R})
		}
		for _, set := range ofSet {
			if len(set) > 0 {
				fn.writer.write(set, emitters{sets, sizes, placed})
			}
		}
		return nil
	})
}

func (fn *divideFn) count(c similar.Counts) {
	fn.writer.ledger.Add(Compared, c.Compared)
	fn.writer.ledger.Add(Subsequences, c.LCS)
	fn.writer.ledger.Add(Words, c.Words)
	fn.writer.ledger.Add(Sketches, c.Sketches)
}

func (fn *divideFn) FinishBundle(_ func(record.InSet), _ func(record.SetSize), placed func(int, []byte), ledger func(string, int64)) {
	fn.writer.flush(placed, ledger)
}

func appendPlaced(dst []byte, p *Placed) []byte {
	dst = appendUint64(dst, tagPlaced, p.Check)
	dst = binary.BigEndian.AppendUint64(dst, math.Float64bits(p.R))
	return wire.AppendString(wire.AppendString(dst, p.Set), p.Representative)
}

func readPlaced(payload []byte) (Placed, error) {
	r := wire.NewReader(payload)
	r.Byte()
	p := Placed{Check: r.Uint64(), R: math.Float64frombits(r.Uint64()), Set: r.Text(), Representative: r.Text()}
	return p, r.Err()
}
